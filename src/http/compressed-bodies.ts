import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ownBytes } from '../lib/own-bytes.ts';
import type { Encoding } from './accepted-encoding.ts';

/** Some 3,000 pages. */
const BYTES_MAX = 24_000_000;
/** Compressing happens in the few threads of the process, which hash passwords too. */
const AT_A_TIME_MAX = 2;
const NOTED_MAX = 10_000;

const BROTLI = promisify(brotliCompress);
const GZIP = promisify(gzip);

/** How hard to try. What a browser keeps for good, or a page that many ask for, is worth more time than a page of one vendor. */
export type Effort = 'once' | 'often';
const BROTLI_QUALITY = { once: 5, often: 11 } as const;
const GZIP_LEVEL = { once: 6, often: 9 } as const;

interface Asked {
  readonly body: Buffer;
  readonly encoding: Encoding;
  readonly effort: Effort;
}

/**
 * Compressed bodies, kept by what they hold: a body is compressed once, beside the thread that answers, and whoever asks for it
 * again gets the same bytes. When they are too many, those made first are dropped.
 */
export class CompressedBodies {
  private readonly kept = new Map<string, Buffer>();
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly noted = new Set<string>();
  private readonly bytesMax: number;
  private bytes = 0;

  constructor({ bytesMax = BYTES_MAX }: { readonly bytesMax?: number } = {}) {
    this.bytesMax = bytesMax;
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
    else if (!this.underWay.has(key)) this.note(key);
    return undefined;
  }

  private note(key: string): void {
    if (this.noted.size >= NOTED_MAX) this.noted.clear();
    this.noted.add(key);
  }

  private start(key: string, asked: Asked): Promise<Buffer> | undefined {
    if (this.underWay.size >= AT_A_TIME_MAX) return undefined;
    const made = compress(asked).then((compressed) => {
      const bytes = ownBytes(compressed);
      this.keep(key, bytes);
      return bytes;
    });
    this.underWay.set(key, made);
    const done = () => this.underWay.delete(key);
    made.then(done, done);
    return made;
  }

  private keep(key: string, bytes: Buffer): void {
    this.kept.set(key, bytes);
    this.bytes += bytes.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.bytes <= this.bytesMax) break;
      this.kept.delete(oldest);
      this.bytes -= length;
    }
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
