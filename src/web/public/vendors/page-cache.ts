import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../lib/language.ts';
import { parseRecord, type ShownRecord } from './shown-record.ts';
import { renderVendor, type VendorExtras } from './vendor-page.ts';

/** Some 2,500 pages. */
const BYTES_MAX = 32_000_000;

interface PageCacheOptions {
  readonly baseUrl: string;
  /** Asked for every answer: what a vendor replies or disputes shows, or is gone, at once. */
  readonly extrasOf: (license: ShownRecord['license'], language: Language) => Promise<VendorExtras>;
  /** By the clock: a page of another day is made again. */
  readonly today: () => string;
  readonly bytesMax?: number;
}

/** A record as it is read today, and the hash of that. */
interface ReadRecord {
  readonly body: string;
  readonly hash: string;
}

interface HashedPage {
  readonly body: string;
  readonly hash: string;
}

/** A page, and what it was made of. */
interface CachedPage {
  readonly recordHash: string;
  readonly today: string;
  readonly license: ShownRecord['license'];
  readonly extras: VendorExtras;
  /** As text it would take twice the memory. */
  readonly page: Buffer;
  readonly hash: string;
}

/**
 * Gives a vendor's page in a language and its hash. A page made before is given again while the record and what stands beside it
 * are the same; when the pages are too many, those made first are dropped.
 */
export function createPageCache({
  baseUrl,
  extrasOf,
  today: dayOf,
  bytesMax = BYTES_MAX,
}: PageCacheOptions): (id: string, record: ReadRecord, language?: Language) => Promise<HashedPage> {
  const pages = new Map<string, CachedPage>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= pages.get(key)?.page.length ?? 0;
    pages.delete(key);
  };
  const make = (
    { key, language }: { readonly key: string; readonly language: Language },
    recordHash: string,
    record: ShownRecord,
    extras: VendorExtras,
  ): HashedPage => {
    const today = dayOf();
    const body = renderVendor(record, { baseUrl, extras, today, language }).toString();
    const hash = createHash('sha1').update(body).digest('base64url');
    const page = Buffer.from(body);
    drop(key);
    pages.set(key, { recordHash, today, license: record.license, extras, page, hash });
    bytes += page.length;
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
    return { body, hash };
  };

  return async (id, { body, hash: recordHash }, language = 'en') => {
    const key = `${language} ${id}`;
    const known = pages.get(key);
    if (known?.recordHash !== recordHash || known.today !== dayOf()) {
      const record = parseRecord(body);
      return make({ key, language }, recordHash, record, await extrasOf(record.license, language));
    }
    const extras = await extrasOf(known.license, language);
    if (!isDeepStrictEqual(known.extras, extras))
      return make({ key, language }, recordHash, parseRecord(body), extras);
    return { body: known.page.toString(), hash: known.hash };
  };
}
