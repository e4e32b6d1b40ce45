import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseRecord, type ShownRecord } from './shown-record.ts';
import { renderVendor, type VendorExtras } from './vendor-page.ts';

/** Some 2,500 pages. */
const BYTES_MAX = 32_000_000;

interface PageCacheOptions {
  readonly baseUrl: string;
  /** Asked for every answer: what a vendor replies or disputes shows, or is gone, at once. */
  readonly extrasOf: (license: ShownRecord['license']) => Promise<VendorExtras>;
  readonly bytesMax?: number;
}

/** A published record, and the hash of its body. */
interface StoredRecord {
  readonly body: string;
  readonly sha256: string;
}

interface HashedPage {
  readonly body: string;
  readonly hash: string;
}

/** A page, and what it was made of. */
interface CachedPage {
  readonly sha256: string;
  readonly license: ShownRecord['license'];
  readonly extras: VendorExtras;
  /** As text it would take twice the memory. */
  readonly page: Buffer;
  readonly hash: string;
}

/**
 * Gives a vendor's page and its hash. A page made before is given again while the record and what stands beside it
 * are the same; when the pages are too many, those made first are dropped.
 */
export function createPageCache({
  baseUrl,
  extrasOf,
  bytesMax = BYTES_MAX,
}: PageCacheOptions): (id: string, record: StoredRecord) => Promise<HashedPage> {
  const pages = new Map<string, CachedPage>();
  let bytes = 0;

  const drop = (id: string): void => {
    bytes -= pages.get(id)?.page.length ?? 0;
    pages.delete(id);
  };
  const make = (id: string, sha256: string, record: ShownRecord, extras: VendorExtras): HashedPage => {
    const body = renderVendor(record, { baseUrl, extras }).toString();
    const hash = createHash('sha1').update(body).digest('base64url');
    const page = Buffer.from(body);
    drop(id);
    pages.set(id, { sha256, license: record.license, extras, page, hash });
    bytes += page.length;
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
    return { body, hash };
  };

  return async (id, { body, sha256 }) => {
    const known = pages.get(id);
    if (known?.sha256 !== sha256) {
      const record = parseRecord(body);
      return make(id, sha256, record, await extrasOf(record.license));
    }
    const extras = await extrasOf(known.license);
    if (!isDeepStrictEqual(known.extras, extras)) return make(id, sha256, parseRecord(body), extras);
    return { body: known.page.toString(), hash: known.hash };
  };
}
