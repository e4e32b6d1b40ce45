/** General JWS (RFC 7515 §7.2) in the canonical encoding of receipts; any other encoding is rejected. */

export interface SignaturePart {
  readonly protected: string;
  readonly signature: string;
}

interface GeneralJws {
  readonly payload: string;
  readonly signatures: readonly SignaturePart[];
}

interface Header {
  readonly alg: string;
  readonly kid: string;
  readonly hs256?: string;
}

const TO_BYTES = new TextEncoder();
/** A byte order mark is not removed, so JSON with one is rejected. */
const TO_TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return TO_BYTES.encode(text);
}

/** Encodes a text's UTF-8 bytes as base64url, without padding. */
export function encodeText(text: string): string {
  return encodeBase64Url(bytesOf(text));
}

/** Returns the decoded bytes, or undefined if the text is not canonical base64url. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return encodeBase64Url(bytes) === text ? bytes : undefined;
}

/** Decodes a JWS. Returns undefined for anything except a JWS in canonical encoding. */
export function decodeJws(text: string): GeneralJws | undefined {
  const bytes = decodeBase64Url(text);
  const value = parseJson(bytes);
  return isJws(value) && encodeText(jwsText(value)) === text ? value : undefined;
}

/** Decodes a header. Returns undefined for anything except a header in canonical encoding. */
export function decodeHeader(text: string): Header | undefined {
  const value = parseJson(decodeBase64Url(text));
  if (!isHeader(value)) return undefined;
  const { alg, kid, hs256 } = value;
  return encodeText(JSON.stringify({ alg, kid, hs256 })) === text ? value : undefined;
}

/** Parses the JSON in these bytes; undefined if it is invalid. */
export function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(TO_TEXT.decode(bytes));
  } catch {
    return undefined;
  }
}

function encodeBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function jwsText({ payload, signatures }: GeneralJws): string {
  const parts = signatures.map((each) => ({ protected: each.protected, signature: each.signature }));
  return JSON.stringify({ payload, signatures: parts });
}

function isJws(value: unknown): value is GeneralJws {
  const { payload, signatures } = Object(value);
  return typeof payload === 'string' && Array.isArray(signatures) && signatures.every(isSignature);
}

function isSignature(value: unknown): boolean {
  const { protected: header, signature } = Object(value);
  return typeof header === 'string' && typeof signature === 'string';
}

function isHeader(value: unknown): value is Header {
  const { alg, kid, hs256 } = Object(value);
  return (
    typeof alg === 'string' && typeof kid === 'string' && (hs256 === undefined || typeof hs256 === 'string')
  );
}
