import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../lib/language.ts';
import { ownBytes } from '../../../lib/own-bytes.ts';
import { parseRecord, type ShownRecord } from './shown-record.ts';
import { renderVendor, type VendorExtras } from './vendor-page.ts';

/** Some 2,800 pages. */
const BYTES_MAX = 48_000_000;

interface PageCacheOptions {
  readonly baseUrl: string;
  /** By the clock: a page of another day is made again. */
  readonly today: () => string;
  readonly bytesMax?: number;
}

/** A published record, and its hash. */
interface ReadRecord {
  readonly body: string;
  readonly sha256: string;
}

/** What stands beside a record, asked for every answer. */
type FindExtras = (license: ShownRecord['license'], language: Language) => Promise<VendorExtras>;

interface HashedPage {
  /** The same bytes for as long as the page is the same. */
  readonly body: Buffer;
  readonly hash: string;
}

/** A page, and what it was made of. */
interface CachedPage {
  readonly recordHash: string;
  readonly today: string;
  readonly license: ShownRecord['license'];
  readonly extras: VendorExtras;
  readonly page: HashedPage;
}

/**
 * Gives a vendor's page in a language and its hash. A page made before is given again while the record and what stands beside it
 * are the same; when the pages are too many, those made first are dropped.
 */
export function createPageCache({
  baseUrl,
  today: dayOf,
  bytesMax = BYTES_MAX,
}: PageCacheOptions): (
  id: string,
  record: ReadRecord,
  extrasOf: FindExtras,
  language?: Language,
) => Promise<HashedPage> {
  const pages = new Map<string, CachedPage>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= pages.get(key)?.page.body.length ?? 0;
    pages.delete(key);
  };
  const make = (
    { key, language }: { readonly key: string; readonly language: Language },
    recordHash: string,
    record: ShownRecord,
    extras: VendorExtras,
  ): HashedPage => {
    const today = dayOf();
    const body = ownBytes(renderVendor(record, { baseUrl, extras, today, language }).toString());
    const page = { body, hash: hash('sha1', body, 'base64url') };
    drop(key);
    pages.set(key, { recordHash, today, license: record.license, extras, page });
    bytes += body.length;
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
    return page;
  };

  return async (id, { body, sha256: recordHash }, extrasOf, language = 'en') => {
    const key = `${language} ${id}`;
    const known = pages.get(key);
    if (known?.recordHash !== recordHash || known.today !== dayOf()) {
      const record = parseRecord(body);
      return make({ key, language }, recordHash, record, await extrasOf(record.license, language));
    }
    const extras = await extrasOf(known.license, language);
    if (!isDeepStrictEqual(known.extras, extras))
      return make({ key, language }, recordHash, parseRecord(body), extras);
    return known.page;
  };
}
