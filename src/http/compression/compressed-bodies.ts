import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../lib/cache/cache-sizes.ts';
import { ownBytes } from '../../lib/files/copy-bytes.ts';
import type { Encoding } from './accepted-encoding.ts';

/** Compressing happens in the few threads of the process, which hash passwords too. */
const AT_A_TIME_MAX = 2;

const BROTLI = promisify(brotliCompress);
const GZIP = promisify(gzip);

/** How hard to try. What a browser keeps for good, or a page that many ask for, is worth more time than a page of one vendor. */
type Effort = 'once' | 'often';
const BROTLI_QUALITY = { once: 5, often: 11 } as const;
const GZIP_LEVEL = { once: 6, often: 9 } as const;

interface Asked {
  readonly body: Buffer;
  readonly encoding: Encoding;
  readonly effort: Effort;
}

/**
 * Compressed bodies, kept by what they hold: a body is compressed once, beside the thread that answers, and whoever asks for it
 * again gets the same bytes. When there are too many, those go that were not asked for the longest.
 */
export class CompressedBodies {
  private readonly kept: LRUCache<string, Buffer>;
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly noted = new LRUCache<string, true>({ max: CACHE_SIZES.notedBodies });

  constructor({ bytesMax = CACHE_SIZES.compressedBodies }: { readonly bytesMax?: number } = {}) {
    this.kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ length }) => length });
  }

  /** The compressed body, made now if need be; undefined while too many others are being made. */
  async make(asked: Asked): Promise<Buffer | undefined> {
    const key = keyOf(asked);
    return this.kept.get(key) ?? this.underWay.get(key) ?? this.start(key, asked);
  }

  /**
   * The compressed body if there is one; nobody waits for it to be made. It is made after it was asked for a second time: a
   * program that reads every record once would keep us busy with bytes that nobody sees.
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

/** Of bodies that are sent again and again from the same bytes, which nobody changes. */
const hashes = new WeakMap<Buffer, string>();

/** By content, not by validator: two addresses may share a validator, and a page in its frame has none. */
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
