import { decodeBase64 } from './note.ts';
import { HASH_BYTES, PATH_MAX, type TreeHead } from './tree.ts';

/** Checkpoints (c2sp.org/tlog-checkpoint) and proofs that contain one (c2sp.org/tlog-proof). */

export interface Checkpoint extends TreeHead {
  /** The log's name. */
  readonly origin: string;
}

const NUMBER = /^(?:0|[1-9]\d{0,15})$/;
const PROOF = 'c2sp.org/tlog-proof@v1';
const EXTRA_LENGTH_MAX = 100_000;

/** Formats the text of a checkpoint, which is then signed as a note. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
}

/** Parses the text of a checkpoint; undefined for any other text. Lines after the third are ignored. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n');
  const [origin = '', size = '', encoded = ''] = lines;
  const root = decodeBase64(encoded);
  const isWhole = lines.pop() === '' && lines.length >= 3 && lines.every((line) => line !== '');
  if (!isWhole || !isNumber(size) || root?.length !== HASH_BYTES) return undefined;
  return { origin, size: Number(size), root };
}

/** A proof that an entry is in a log. It can be verified offline. */
interface LogProof {
  /** Bytes added by the application. They are not signed. */
  readonly extra?: Uint8Array | undefined;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
}

export function formatProof({ extra, index, path, checkpoint }: LogProof): string {
  const lines = [
    PROOF,
    ...(extra ? [`extra ${Buffer.from(extra).toString('base64')}`] : []),
    `index ${index}`,
    ...path.map((hash) => Buffer.from(hash).toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Parses a proof; undefined for any other text. Does not verify the path or the checkpoint. */
export function parseProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [format, ...lines] = text.slice(0, end).split('\n');
  const encodedExtra = /^extra (.*)$/.exec(lines[0] ?? '')?.[1];
  if (encodedExtra !== undefined) lines.shift();
  const extra = encodedExtra === undefined ? undefined : decodeBase64(encodedExtra);
  const index = /^index (.*)$/.exec(lines.shift() ?? '')?.[1] ?? '';
  const path = lines.map((line) => decodeBase64(line));
  const isExtra = encodedExtra === undefined || (extra && encodedExtra.length <= EXTRA_LENGTH_MAX);
  if (format !== PROOF || !isExtra || !isNumber(index) || path.length > PATH_MAX) return undefined;
  if (!path.every((hash) => hash?.length === HASH_BYTES)) return undefined;
  const hashes = path.filter((hash) => hash !== undefined);
  return { extra, index: Number(index), path: hashes, checkpoint: text.slice(end + 2) };
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isSafeInteger(Number(text));
}
