import { bytesOf, decodeBase64Url } from './jws.ts';

/**
 * Checks the public log of receipts offline: RFC 6962 trees, and the note, checkpoint and proof formats of
 * c2sp.org.
 */

type Bytes = Uint8Array<ArrayBuffer>;

/** The size of a log, and the hash of all its entries. */
export interface TreeHead {
  readonly size: number;
  readonly root: Bytes;
}

export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string;
}

/** The public key of a log or a witness. */
export interface LogKey {
  readonly name: string;
  /** 1 signs checkpoints; 4 signs checkpoints with a time. */
  readonly type: 1 | 4;
  readonly id: string;
  readonly publicKey: Bytes;
}

/** A valid signature. */
export interface HeldSignature {
  readonly key: LogKey;
  /** The signing time, in seconds since 1970; undefined if the signature does not have a time. */
  readonly at: number | undefined;
}

export interface LogProof {
  /** The service's own part: the proof for the record that the receipt names. */
  readonly extra: Bytes | undefined;
  readonly index: number;
  readonly path: readonly Bytes[];
  readonly checkpoint: string;
}

const HASH_BYTES = 32;
export const PATH_MAX = 63;
const EXTRA_LENGTH_MAX = 100_000;
const NOTE_LENGTH_MAX = 100_000;
const SIGNATURES_MAX = 100;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

/** Parses a key in the format of c2sp.org/signed-note; undefined for any other text. */
export async function parseLogKey(text: string): Promise<LogKey | undefined> {
  const [, name = '', id = '', material = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(text) ?? [];
  const bytes = decodeBase64(material);
  const type = bytes?.[0];
  if (bytes?.length !== 1 + HASH_BYTES || (type !== 1 && type !== 4)) return undefined;
  const { logKey } = await formatLogKey(name, type, bytes.subarray(1));
  return logKey.id === id ? logKey : undefined;
}

/** Formats a public key as {@link parseLogKey} expects it. */
export async function formatLogKey(
  name: string,
  type: 1 | 4,
  publicKey: Bytes,
): Promise<{ readonly key: string; readonly logKey: LogKey }> {
  const material = concat(Uint8Array.of(type), publicKey);
  const id = toHex((await sha256(concat(bytesOf(`${name}\n`), material))).subarray(0, 4));
  return { key: `${name}+${id}+${encodeBase64(material)}`, logKey: { name, type, id, publicKey } };
}

/**
 * The result of checking a note: `broken` if a known key's signature is wrong, `unknown` if no known key
 * signed the note.
 */
export type OpenedNote =
  | { readonly state: 'signed'; readonly text: string; readonly signed: readonly HeldSignature[] }
  | { readonly state: 'broken' | 'unknown' };

/** Checks the signatures of a note. Signatures by unknown keys are ignored. */
export async function openNote(note: string, keys: readonly LogKey[]): Promise<OpenedNote> {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  const isWhole = end >= 0 && note.length <= NOTE_LENGTH_MAX && lines.pop() === '' && lines.length > 0;
  if (!isWhole || lines.length > SIGNATURES_MAX) return { state: 'broken' };
  const signed: HeldSignature[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = decodeBase64(encoded);
    if (!bytes || bytes.length < 5) return { state: 'broken' };
    const key = keys.find((each) => each.name === name && each.id === toHex(bytes.subarray(0, 4)));
    if (!key) continue;
    const held = await checkSignature(text, key, bytes.subarray(4));
    if (!held) return { state: 'broken' };
    signed.push(held);
  }
  return signed.length > 0 ? { state: 'signed', text, signed } : { state: 'unknown' };
}

async function checkSignature(text: string, key: LogKey, bytes: Bytes): Promise<HeldSignature | undefined> {
  const at = key.type === 4 && bytes.length > 8 ? readTime(bytes) : undefined;
  const signature = key.type === 4 ? bytes.subarray(8) : bytes;
  if (signature.length !== 64 || (key.type === 4 && !Number.isSafeInteger(at))) return undefined;
  const message = bytesOf(at === undefined ? text : `cosignature/v1\ntime ${at}\n${text}`);
  const publicKey = await crypto.subtle.importKey('raw', key.publicKey, { name: 'Ed25519' }, false, [
    'verify',
  ]);
  const holds = await crypto.subtle.verify({ name: 'Ed25519' }, publicKey, signature, message);
  return holds ? { key, at } : undefined;
}

function readTime(bytes: Bytes): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
}

/** Parses the text of a checkpoint; undefined for any other text. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n');
  const [origin = '', size = '', encoded = ''] = lines;
  const root = decodeBase64(encoded);
  const isWhole = lines.pop() === '' && lines.length >= 3 && lines.every((line) => line !== '');
  if (!isWhole || !isNumber(size) || root?.length !== HASH_BYTES) return undefined;
  return { origin, size: Number(size), root };
}

/** Parses a c2sp.org/tlog-proof; undefined for any other text. */
export function parseProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  const [format, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  const encoded = /^extra (.*)$/.exec(lines[0] ?? '')?.[1];
  if (encoded !== undefined) lines.shift();
  const extra = encoded === undefined ? undefined : decodeBase64(encoded);
  const index = /^index (.*)$/.exec(lines.shift() ?? '')?.[1] ?? '';
  const path = lines.map(decodeBase64).filter((hash) => hash?.length === HASH_BYTES);
  const isWhole = end >= 0 && format === 'c2sp.org/tlog-proof@v1' && path.length === lines.length;
  const isExtra = encoded === undefined || (extra !== undefined && encoded.length <= EXTRA_LENGTH_MAX);
  if (!isWhole || !isExtra || !isNumber(index) || lines.length > PATH_MAX) return undefined;
  return {
    extra,
    index: Number(index),
    path: path.filter((hash) => hash !== undefined),
    checkpoint: text.slice(end + 2),
  };
}

/** Hashes a receipt's log entry. */
export async function hashReceiptEntry(receipt: string): Promise<Bytes> {
  return hashLeaf(concat(Uint8Array.of(1), await sha256(bytesOf(receipt))));
}

/** Hashes an entry of a tree. */
export function hashLeaf(entry: Bytes): Promise<Bytes> {
  return sha256(concat(Uint8Array.of(0), entry));
}

/** Hashes two neighboring subtrees. */
export function hashNode(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Returns true if a path leads from an entry to the root. */
export async function isIncluded(
  leaf: Bytes,
  index: number,
  head: TreeHead,
  path: readonly Bytes[],
): Promise<boolean> {
  if (!(index < head.size)) return false;
  const climb = async (at: number, width: number, left: number): Promise<Bytes | undefined> => {
    if (width === 1) return left === 0 ? leaf : undefined;
    const sibling = path[left - 1];
    if (!sibling) return undefined;
    const middle = largestPowerBelow(width);
    const isLeft = at < middle;
    const below = await (isLeft ? climb(at, middle, left - 1) : climb(at - middle, width - middle, left - 1));
    return below && (isLeft ? hashNode(below, sibling) : hashNode(sibling, below));
  };
  const root = await climb(index, head.size, path.length);
  return root !== undefined && isSame(root, head.root);
}

/** Returns the largest power of two that is smaller than a width of 2 or more. */
export function largestPowerBelow(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}

/** Returns true if two hashes are equal. Neither is secret. */
export function isSame(one: Bytes, other: Bytes): boolean {
  return toHex(one) === toHex(other);
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Encodes base64 with padding. */
export function encodeBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the decoded bytes, or undefined if the text is not canonical base64. */
export function decodeBase64(text: string): Bytes | undefined {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(text) ?? [];
  const isPadded = text.length % 4 === 0 && padding.length === (4 - (digits.length % 4)) % 4;
  return isPadded ? decodeBase64Url(digits.replaceAll('+', '-').replaceAll('/', '_')) : undefined;
}

function isNumber(text: string): boolean {
  return /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
}

function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
