import type { KeyObject } from 'node:crypto';
import { createHmac, sign as signEd25519, timingSafeEqual, verify as verifyEd25519 } from 'node:crypto';

/**
 * General JWS (RFC 7515 §7.2) in canonical form: unpadded base64url of compact JSON with members in a fixed
 * order. Any other encoding of the same content is rejected, so a receipt has exactly one text.
 */
export interface JwsSignature {
  readonly protected: string;
  readonly signature: string;
}

export interface GeneralJws {
  readonly payload: string;
  readonly signatures: readonly JwsSignature[];
}

interface JwsHeader {
  readonly alg: string;
  readonly kid: string;
  /** The HMAC signature, which is included so that the public signature covers every character. */
  readonly hs256?: string;
}

/** Returns the HMAC-SHA256 of a signing input in base64url (RFC 7518 §3.2). */
export function signHs256(input: string, secret: Buffer | KeyObject): string {
  return createHmac('sha256', secret).update(input).digest('base64url');
}

/** Returns the Ed25519 signature of a signing input in base64url (RFC 8037 §3.1). */
export function signEdDsa(input: string, privateKey: KeyObject): string {
  return signEd25519(null, Buffer.from(input), privateKey).toString('base64url');
}

/** Verifies an HMAC-SHA256 signature by comparing it in constant time. */
export function verifyHs256(input: string, signature: string, secret: Buffer | KeyObject): boolean {
  const expected = createHmac('sha256', secret).update(input).digest();
  const given = decodeBase64Url(signature);
  return given !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
}

export function verifyEdDsa(input: string, signature: string, publicKey: KeyObject): boolean {
  const given = decodeBase64Url(signature);
  return (
    given !== undefined && given.length === 64 && verifyEd25519(null, Buffer.from(input), publicKey, given)
  );
}

/** Returns the decoded bytes; undefined if the text is not canonical base64url. */
export function decodeBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** Returns the whole JWS as one URL-safe string. */
export function encodeJws(jws: GeneralJws): string {
  return Buffer.from(jwsText(jws)).toString('base64url');
}

/** Decodes the text from {@link encodeJws}. Returns undefined for any other text. */
export function decodeJws(text: string): GeneralJws | undefined {
  const bytes = decodeBase64Url(text);
  if (!bytes) return undefined;
  const value = parseJson(bytes);
  if (!isGeneralJws(value)) return undefined;
  return jwsText(value) === bytes.toString('utf8') ? value : undefined;
}

/** Returns the text of a protected header with exactly these members. */
export function encodeHeader({ alg, kid, hs256 }: JwsHeader): string {
  return Buffer.from(JSON.stringify({ alg, kid, hs256 })).toString('base64url');
}

/** Decodes the text from {@link encodeHeader}. Returns undefined for any other text. */
export function decodeHeader(text: string): JwsHeader | undefined {
  const value = parseJson(decodeBase64Url(text));
  return isHeader(value) && encodeHeader(value) === text ? value : undefined;
}

/** Created once, because each verification decodes four strings. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses the JSON in these bytes; undefined if they are not valid JSON. */
export function parseJson(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}

function jwsText({ payload, signatures }: GeneralJws): string {
  const parts = signatures.map((each) => ({ protected: each.protected, signature: each.signature }));
  return JSON.stringify({ payload, signatures: parts });
}

function isGeneralJws(value: unknown): value is GeneralJws {
  if (typeof value !== 'object' || value === null || !('payload' in value) || !('signatures' in value))
    return false;
  const { payload, signatures } = value;
  return typeof payload === 'string' && Array.isArray(signatures) && signatures.every(isSignature);
}

function isSignature(value: unknown): value is JwsSignature {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'protected' in value &&
    typeof value.protected === 'string' &&
    'signature' in value &&
    typeof value.signature === 'string'
  );
}

function isHeader(value: unknown): value is JwsHeader {
  if (typeof value !== 'object' || value === null) return false;
  if ('hs256' in value && typeof value.hs256 !== 'string') return false;
  return 'alg' in value && typeof value.alg === 'string' && 'kid' in value && typeof value.kid === 'string';
}
