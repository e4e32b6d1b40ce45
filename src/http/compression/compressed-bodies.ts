import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../lib/cache/cache-sizes.ts';
import { ownBytes } from '../../lib/files/copy-bytes.ts';
import type { Encoding } from './accepted-encoding.ts';

/** Limited because compression shares the process's few pool threads with password hashing. */
const AT_A_TIME_MAX = 2;

const BROTLI = promisify(brotliCompress);
const GZIP = promisify(gzip);

/**
 * The effort spent on compressing a body. A file that browsers cache permanently is worth more time than a
 * page.
 */
type Effort = 'once' | 'often';
const BROTLI_QUALITY = { once: 5, often: 11 } as const;
const GZIP_LEVEL = { once: 6, often: 9 } as const;

interface Asked {
  readonly body: Buffer;
  readonly encoding: Encoding;
  readonly effort: Effort;
}

/**
 * A cache of compressed bodies, keyed by content. A body is compressed once, outside the thread that handles
 * requests, and later requests get the same bytes. When the cache is full, the least recently requested
 * bodies are dropped first.
 */
export class CompressedBodies {
  private readonly kept: LRUCache<string, Buffer>;
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly noted = new LRUCache<string, true>({ max: CACHE_SIZES.notedBodies });

  constructor({ bytesMax = CACHE_SIZES.compressedBodies }: { readonly bytesMax?: number } = {}) {
    this.kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ length }) => length });
  }

  /**
   * Returns the compressed body, and compresses it first if necessary. Returns undefined if too many other
   * bodies are being compressed.
   */
  async make(asked: Asked): Promise<Buffer | undefined> {
    const key = keyOf(asked);
    return this.kept.get(key) ?? this.underWay.get(key) ?? this.start(key, asked);
  }

  /**
   * Returns the compressed body if it is cached; never waits for compression. The second request for a body
   * starts compressing it in the background. Starting at the first request would waste work when a program
   * reads every record once.
   */
  find(asked: Asked): Buffer | undefined {
    const key = keyOf(asked);
    const known = this.kept.get(key);
    if (known) return known;
    if (this.noted.delete(key)) this.start(key, asked)?.catch(() => undefined);
    else if (!this.underWay.has(key)) this.noted.set(key, true);
    return undefined;
  }

  private start(key: string, asked: Asked): Promise<Buffer> | undefined {
    if (this.underWay.size >= AT_A_TIME_MAX) return undefined;
    const made = compress(asked).then((compressed) => {
      const bytes = ownBytes(compressed);
      this.kept.set(key, bytes);
      return bytes;
    });
    this.underWay.set(key, made);
    const done = () => this.underWay.delete(key);
    made.then(done, done);
    return made;
  }
}

/** Hashes of bodies that are sent repeatedly from the same buffer, which never changes. */
const hashes = new WeakMap<Buffer, string>();

/**
 * Returns the cache key. The key is based on the content and not on the validator, because two addresses may
 * share a validator, and a framed page has none.
 */
function keyOf({ body, encoding }: Asked): string {
  const known = hashes.get(body) ?? hash('sha1', body, 'base64url');
  hashes.set(body, known);
  return `${encoding} ${known}`;
}

function compress({ body, encoding, effort }: Asked): Promise<Buffer> {
  if (encoding === 'gzip') return GZIP(body, { level: GZIP_LEVEL[effort] });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return BROTLI(body, { params });
}
