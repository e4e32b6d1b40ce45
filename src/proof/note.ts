import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Signed notes (c2sp.org/signed-note) with Ed25519, and cosignatures with a time (c2sp.org/tlog-cosignature). */

/** Type 1 signs the text; type 4 signs the text together with the time of signing. */
export type SignatureType = 1 | 4;

/** A public key for verifying notes. */
export interface NoteKey {
  readonly name: string;
  readonly type: SignatureType;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

interface Signed {
  readonly key: NoteKey;
  /** When the signature was made; undefined if it does not include a time. */
  readonly at: Date | undefined;
}

const NOTE_LENGTH_MAX = 100_000;
const SIGNATURES_MAX = 100;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const KEY_TEXT = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;

/** Formats a public key as the text that people pin. */
export function formatKey(key: NoteKey): string {
  const material = Buffer.concat([Uint8Array.of(key.type), key.publicKey]).toString('base64');
  return `${key.name}+${keyId(key).toString('hex')}+${material}`;
}

/** Parses a public key; undefined unless it is an Ed25519 key with the right ID. */
export function parseKey(text: string): NoteKey | undefined {
  const [, name = '', , material = ''] = KEY_TEXT.exec(text) ?? [];
  const bytes = decodeBase64(material);
  const type = bytes?.[0];
  if (bytes?.length !== 33 || (type !== 1 && type !== 4)) return undefined;
  const key: NoteKey = { name, type, publicKey: bytes.subarray(1) };
  return formatKey(key) === text ? key : undefined;
}

/** Returns the signature line for a note's text, including the line feed. `at` is used only for type 4. */
export function signatureLine(text: string, key: NoteKey, privateKey: KeyObject, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = sign(null, signedBytes(text, key.type, seconds), privateKey);
  const time = key.type === 4 ? timeBytes(seconds) : new Uint8Array();
  return `— ${key.name} ${Buffer.concat([keyId(key), time, signature]).toString('base64')}\n`;
}

/** Splits a note into its text and its signature lines; undefined for anything that is not a note. */
export function splitNote(note: string): { readonly text: string; readonly lines: string[] } | undefined {
  const end = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has only line feeds.
  if (end < 0 || note.length > NOTE_LENGTH_MAX || /[\u0000-\u0009\u000b-\u001f\ufffd]/.test(note))
    return undefined;
  const lines = note.slice(end + 2).split('\n');
  const isWhole = lines.pop() === '' && lines.length > 0 && lines.length <= SIGNATURES_MAX;
  return isWhole && lines.every((line) => SIGNATURE_LINE.test(line))
    ? { text: note.slice(0, end + 1), lines }
    : undefined;
}

/**
 * Verifies a note with the known keys and ignores signatures by other keys. Returns undefined if no known key
 * signed the note, or if a known key's signature is invalid.
 */
export function openNote(
  note: string,
  keys: readonly NoteKey[],
): { readonly text: string; readonly signed: readonly Signed[] } | undefined {
  const split = splitNote(note);
  if (!split) return undefined;
  const signed: Signed[] = [];
  for (const line of split.lines) {
    const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = decodeBase64(encoded);
    if (!bytes || bytes.length <= ID_BYTES) return undefined;
    const key = keys.find((each) => each.name === name && keyId(each).equals(bytes.subarray(0, ID_BYTES)));
    if (!key) continue;
    const found = checkSignature(split.text, key, bytes.subarray(ID_BYTES));
    if (!found) return undefined;
    signed.push(found);
  }
  return signed.length > 0 ? { text: split.text, signed } : undefined;
}

function checkSignature(text: string, key: NoteKey, bytes: Buffer): Signed | undefined {
  const isTimed = key.type === 4;
  if (bytes.length !== SIGNATURE_BYTES + (isTimed ? TIME_BYTES : 0)) return undefined;
  const seconds = isTimed ? Number(bytes.readBigUInt64BE()) : 0;
  const at = new Date(seconds * 1000);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key.publicKey).toString('base64url') },
    format: 'jwk',
  });
  const holds = verify(
    null,
    signedBytes(text, key.type, seconds),
    publicKey,
    bytes.subarray(-SIGNATURE_BYTES),
  );
  if (!holds || Number.isNaN(at.getTime())) return undefined;
  return { key, at: isTimed ? at : undefined };
}

function signedBytes(text: string, type: SignatureType, seconds: number): Buffer {
  return Buffer.from(type === 4 ? `cosignature/v1\ntime ${seconds}\n${text}` : text);
}

function timeBytes(seconds: number): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES);
  bytes.writeBigUInt64BE(BigInt(seconds));
  return bytes;
}

function keyId({ name, type, publicKey }: NoteKey): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(type), publicKey]);
  return hash('sha256', named, 'buffer').subarray(0, ID_BYTES);
}

/** Returns the decoded bytes, or undefined if the text is not canonical base64. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
