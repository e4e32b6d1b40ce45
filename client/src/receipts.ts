import type { InvalidReason, ReceiptClaims } from './api.ts';
import { isClaims } from './claims.ts';
import {
  bytesOf,
  decodeBase64Url,
  decodeHeader,
  decodeJws,
  encodeText,
  parseJson,
  type SignaturePart,
} from './jws.ts';

/**
 * The result of offline verification, with the same reasons as the service. With `key_compromised`, the
 * claims do not prove anything.
 */
export type ReceiptVerification =
  | { readonly valid: true; readonly reason: null; readonly claims: ReceiptClaims; readonly keyId: string }
  | {
      readonly valid: false;
      readonly reason: 'key_compromised';
      readonly claims: ReceiptClaims;
      /** The service still trusts a receipt that was in its public log before this moment, ISO 8601. */
      readonly compromisedAt: string;
    }
  | {
      readonly valid: false;
      readonly reason: Exclude<InvalidReason, 'key_compromised'>;
      readonly claims: null;
    };

/** The keys that you trust: the service's `/.well-known/jwks.json`, fetched once over HTTPS and stored. */
export interface PinnedKeys {
  readonly keys: readonly {
    readonly kty: string;
    readonly crv: string;
    readonly kid: string;
    /** The public key, base64url of 32 bytes. */
    readonly x: string;
    /**
     * When the compromise was discovered, in seconds since 1970; nothing signed with the key can be trusted.
     */
    readonly compromised_at?: number;
  }[];
  /** The keys of the service's public log, and of witnesses whose time you trust. */
  readonly log_keys?: readonly string[];
}

/** Browsers and Node name this type differently. */
type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** In characters. */
const RECEIPT_LENGTH_MAX = 8_192;

/**
 * Verifies one receipt. Throws a TypeError if `pinned` is not a key set, and never because of the receipt.
 */
export async function verifyReceipt(receipt: string, pinned: PinnedKeys): Promise<ReceiptVerification> {
  return createReceiptVerifier(pinned)(receipt);
}

/** Matches the base64url of `{"p`, with which every receipt begins. */
const BEGINNING = /(?<![^\s"'“”‘’«<`(:=,;/>&])eyJw[\w-]*/gu;
/** Matches text after white space, as in a wrapped line, unless another receipt begins there. */
const NEXT_PIECE = /\s+(?!eyJw)([\w-]+)/y;
/** Matches the characters that can follow a receipt: white space, quotation marks and punctuation. */
const END = /["'“”‘’»>`),.;&\]}\\\s]|$/uy;
const LENGTH_MIN = 100;
/** The number of characters needed to decode the last four bytes. */
const TAIL = 12;

/**
 * Finds the one receipt in pasted text: a letter, a link, JSON, or an email that has wrapped, quoted or
 * encoded the receipt. Text without a receipt is returned without white space, to be rejected later. Throws a
 * RangeError if there are two different receipts.
 */
export function receiptIn(pasted: string): string {
  const text = pasted
    .replace(/=[ \t]*(?=[\r\n]|$)/g, '')
    .replace(/^[ \t>|]+/gm, '')
    .replace(/\p{Cf}+/gu, '');
  const [first, second] = findReceipts(text);
  if (second !== undefined)
    throw new RangeError('There are two different receipts in this text. Verify one at a time.');
  if (first !== undefined) return first;
  const whole = text.replace(/\s+/g, '');
  return /[?&]receipt=([\w-]+)/.exec(whole)?.[1] ?? whole;
}

function findReceipts(text: string): Set<string> {
  const found = new Set<string>();
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(text); match; match = BEGINNING.exec(text)) {
    const pieces = [match[0]];
    let { length } = match[0];
    let tail = match[0].slice(-TAIL);
    let at = BEGINNING.lastIndex;
    while (!isWhole(tail, length)) {
      NEXT_PIECE.lastIndex = at;
      const piece = NEXT_PIECE.exec(text)?.[1];
      if (piece === undefined) break;
      pieces.push(piece);
      length += piece.length;
      tail = `${tail}${piece}`.slice(-TAIL);
      at = NEXT_PIECE.lastIndex;
    }
    END.lastIndex = at;
    if (length >= LENGTH_MIN && END.test(text)) found.add(pieces.join(''));
    BEGINNING.lastIndex = at;
  }
  return found;
}

/**
 * Returns true if text of this length ends like a receipt's JSON, so that the next word is not part of it.
 */
function isWhole(tail: string, length: number): boolean {
  const end = tail.slice(-(8 + (length % 4)));
  return length % 4 !== 1 && atob(end.replaceAll('-', '+').replaceAll('_', '/')).endsWith('"}]}');
}

/**
 * Returns a function that verifies receipts offline, with only WebCrypto: Node 20 or later, and browsers with
 * Ed25519. It does not show whether the service still has the receipt, or what the service would decide
 * today; use `getReceipt` for that.
 */
export function createReceiptVerifier(pinned: PinnedKeys): (receipt: string) => Promise<ReceiptVerification> {
  checkKeys(pinned);
  const imported = new Map<string, Promise<PublicKey>>();
  return async (receipt) => {
    const parts = takeApart(receipt);
    if (!parts) return invalid('malformed');
    const jwk = pinned.keys.find(({ kid }) => kid === `${parts.keyId}.ed25519`);
    if (!jwk) return invalid('unknown_key');
    const key = imported.get(jwk.kid) ?? importKey(jwk.x);
    imported.set(jwk.kid, key);
    const holds = parts.isBound && (await isSigned(parts.edDsa, parts.payload, await key));
    if (!holds) return invalid('signature_mismatch');
    const claims = parseJson(decodeBase64Url(parts.payload));
    if (!isClaims(claims) || encodeText(JSON.stringify(claims)) !== parts.payload)
      return invalid('malformed');
    const { compromised_at: at } = jwk;
    if (at !== undefined) {
      const compromisedAt = new Date(at * 1_000).toISOString();
      return { valid: false, reason: 'key_compromised', claims, compromisedAt };
    }
    return { valid: true, reason: null, claims, keyId: parts.keyId };
  };
}

function checkKeys(pinned: PinnedKeys): void {
  const keys: unknown = Object(pinned).keys;
  const isKey = (each: unknown) => {
    const { kty, crv, kid, x, compromised_at: at } = Object(each);
    const isPublic = kty === 'OKP' && crv === 'Ed25519' && typeof kid === 'string' && typeof x === 'string';
    return isPublic && (at === undefined || Number.isInteger(at)) && decodeBase64Url(x)?.length === 32;
  };
  if (!Array.isArray(keys) || !keys.every(isKey))
    throw new TypeError('This is no JWK Set with Ed25519 keys.');
}

function importKey(x: string): Promise<PublicKey> {
  return crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, { name: 'Ed25519' }, false, [
    'verify',
  ]);
}

async function isSigned(part: SignaturePart, payload: string, key: PublicKey): Promise<boolean> {
  const signature = decodeBase64Url(part.signature);
  if (signature?.length !== 64) return false;
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytesOf(`${part.protected}.${payload}`));
}

interface Parts {
  readonly payload: string;
  readonly edDsa: SignaturePart;
  readonly keyId: string;
  /** True if the EdDSA header contains the HMAC next to it, so that no one could have changed the HMAC. */
  readonly isBound: boolean;
}

/**
 * Splits a receipt into its parts. Returns undefined for any text except a JWS with two signatures, in order,
 * by the two halves of one key.
 */
function takeApart(receipt: string): Parts | undefined {
  if (typeof receipt !== 'string' || receipt.length === 0 || receipt.length > RECEIPT_LENGTH_MAX)
    return undefined;
  const jws = decodeJws(receipt);
  const [hs256, edDsa, ...others] = jws?.signatures ?? [];
  if (!jws || !hs256 || !edDsa || others.length > 0) return undefined;
  const inner = decodeHeader(hs256.protected);
  const outer = decodeHeader(edDsa.protected);
  const keyId = /^(.+)\.hs256$/.exec(inner?.kid ?? '')?.[1];
  if (!keyId || inner?.alg !== 'HS256' || inner.hs256 !== undefined) return undefined;
  if (outer?.alg !== 'EdDSA' || outer.kid !== `${keyId}.ed25519` || outer.hs256 === undefined)
    return undefined;
  return { payload: jws.payload, edDsa, keyId, isBound: outer.hs256 === hs256.signature };
}

function invalid(reason: Exclude<InvalidReason, 'key_compromised'>): ReceiptVerification {
  return { valid: false, reason, claims: null };
}
