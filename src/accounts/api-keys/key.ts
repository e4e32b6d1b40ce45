import { createHash } from 'node:crypto';

/**
 * The text of an API key, `svc_pk_<key_id>.<key_secret>` (contract 5), in lower-case base32 (RFC 4648). The
 * id is 10 random bytes. The secret is 25 random bytes and a checksum of everything before it, which detects
 * typos without a look-up.
 */
export const KEY_PREFIX = 'svc_pk_';

const ID_BYTES = 10;
const SECRET_BYTES = 25;
const CHECKSUM_LENGTH = 6;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const KEY = /^svc_pk_([a-z2-7]{16})\.[a-z2-7]{46}$/;
const KEY_ID = /^[a-z2-7]{16}$/;

export interface ApiKeyText {
  /** The public part. */
  readonly id: string;
  /** The whole key. */
  readonly text: string;
}

/** Generates a key. Pass `idBytes` instead of random bytes for the id if a form must create only one key. */
export function generateKey(
  randomBytes: (count: number) => Uint8Array,
  idBytes: Uint8Array = randomBytes(ID_BYTES),
): ApiKeyText {
  const id = toBase32(idBytes.subarray(0, ID_BYTES));
  const body = `${KEY_PREFIX}${id}.${toBase32(randomBytes(SECRET_BYTES))}`;
  return { id, text: body + checksum(body) };
}

/** Parses a key exactly: lower case, without surrounding text. Returns undefined for anything else. */
export function parseKey(text: string): ApiKeyText | undefined {
  const id = KEY.exec(text)?.[1];
  if (id === undefined) return undefined;
  return text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH))
    ? { id, text }
    : undefined;
}

/** Returns true if the text has the format of a key's public part. */
export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** Returns the first 30 bits of SHA-256. */
function checksum(body: string): string {
  return toBase32(createHash('sha256').update(body).digest()).slice(0, CHECKSUM_LENGTH);
}

/** Encodes five bits per character; leftover bits that do not fill a character are dropped. */
function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
  }
  return text;
}
