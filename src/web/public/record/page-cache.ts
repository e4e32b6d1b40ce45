import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../../lib/cache/cache-sizes.ts';
import { ownBytes } from '../../../lib/files/copy-bytes.ts';
import type { Language } from '../../../lib/language/language.ts';
import { parseRecord, type ShownRecord } from './parse-record.ts';
import { renderVendor, type VendorExtras } from './vendor-page.ts';

interface PageCacheOptions {
  readonly baseUrl: string;
  /** Returns the current date. A page that was rendered on an earlier date is rendered again. */
  readonly today: () => string;
  readonly bytesMax?: number;
}

/** A published record, together with its hash. */
interface ReadRecord {
  readonly body: string;
  readonly sha256: string;
}

/** Finds the vendor's reply and disputes. They are looked up again for every response. */
type FindExtras = (license: ShownRecord['license'], language: Language) => Promise<VendorExtras>;

interface HashedPage {
  /** The same buffer for as long as the page does not change. */
  readonly body: Buffer;
  readonly hash: string;
}

/** A page, together with the values it was rendered from. */
interface CachedPage {
  readonly recordHash: string;
  readonly today: string;
  readonly license: ShownRecord['license'];
  readonly extras: VendorExtras;
  readonly page: HashedPage;
}

/**
 * Creates a cache that returns a vendor's page in a given language, with its hash. A page is rendered again
 * only if the date, the record or the vendor's extras change. If there are too many pages, the least recently
 * used pages are evicted first.
 */
export function createPageCache({
  baseUrl,
  today: dayOf,
  bytesMax = CACHE_SIZES.vendorPages,
}: PageCacheOptions): (
  id: string,
  record: ReadRecord,
  extrasOf: FindExtras,
  language?: Language,
) => Promise<HashedPage> {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: bytesMax,
    sizeCalculation: ({ page }) => page.body.length,
  });
  const make = (
    { key, language }: { readonly key: string; readonly language: Language },
    recordHash: string,
    record: ShownRecord,
    extras: VendorExtras,
  ): HashedPage => {
    const today = dayOf();
    const body = ownBytes(renderVendor(record, { baseUrl, extras, today, language }).toString());
    const page = { body, hash: hash('sha1', body, 'base64url') };
    pages.set(key, { recordHash, today, license: record.license, extras, page });
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
