import { createPublicKey } from 'node:crypto';
import { Compile } from 'typebox/schema';
import { memoize } from '../../lib/cache/memoize.ts';
import {
  decodeBase64Url,
  decodeHeader,
  decodeJws,
  encodeHeader,
  encodeJws,
  type JwsSignature,
  parseJson,
  signEdDsa,
  signHs256,
  verifyEdDsa,
  verifyHs256,
} from './jws.ts';
import { ed25519Kid, hmacKid, type LoadedKey, type PublicJwk } from './keys.ts';
import { Claims, type InvalidReason, RECEIPT_LENGTH_MAX, type Verification } from './schemas.ts';

/** Compiled once, because every verification uses it. */
const CLAIMS = Compile(Claims);

/** The parts of a receipt that determine its full text. */
interface ReceiptParts {
  /** The claims as JSON text. */
  readonly claims: string;
  readonly keyId: string;
  readonly hs256: string;
  readonly edDsa: string;
}

/** Signs claims with both halves of a key and returns the text. */
export function signReceipt(claims: Claims, key: LoadedKey): string {
  return signClaims(claims, key).receipt;
}

/**
 * Signs claims with both halves of a key. HS256 is the HMAC that the contract requires; EdDSA lets everyone
 * else verify. The EdDSA header includes the HMAC, because readers without the secret could not detect an
 * altered one. `receipt` is the text that {@link joinReceipt} builds from the parts.
 */
export function signClaims(claims: Claims, key: LoadedKey): ReceiptParts & { readonly receipt: string } {
  const { id: keyId } = key.ring;
  const text = JSON.stringify(claims);
  const payload = Buffer.from(text).toString('base64url');
  const inner = hmacHeader(keyId);
  const hs256 = signHs256(`${inner}.${payload}`, key.secret);
  const outer = edDsaHeader(keyId, hs256);
  const edDsa = signEdDsa(`${outer}.${payload}`, key.privateKey);
  return { claims: text, keyId, hs256, edDsa, receipt: encodeParts(payload, [inner, hs256], [outer, edDsa]) };
}

/** Returns the unique text of a receipt with these parts. */
export function joinReceipt({ claims, keyId, hs256, edDsa }: ReceiptParts): string {
  const payload = Buffer.from(claims).toString('base64url');
  return encodeParts(payload, [hmacHeader(keyId), hs256], [edDsaHeader(keyId, hs256), edDsa]);
}

type Signed = readonly [header: string, signature: string];

function encodeParts(payload: string, hs256: Signed, edDsa: Signed): string {
  const signatures = [hs256, edDsa].map(([header, signature]) => ({ protected: header, signature }));
  return encodeJws({ payload, signatures });
}

/** Caches the HMAC header, which depends only on the key. */
const hmacHeader = memoize((keyId) => encodeHeader({ alg: 'HS256', kid: hmacKid(keyId) }), 100);

function edDsaHeader(keyId: string, hs256: string): string {
  return encodeHeader({ alg: 'EdDSA', kid: ed25519Kid(keyId), hs256 });
}

/**
 * Verifies a receipt with the service's ring: both signatures must be valid. Never throws. `edDsa: false`
 * skips the slower signature when the text is already known to be the signed text.
 */
export function verifyReceipt(
  receipt: string,
  keys: ReadonlyMap<string, LoadedKey>,
  check = { edDsa: true },
): Verification {
  const parts = takeApart(receipt);
  if (!parts) return invalid('malformed');
  const key = keys.get(parts.keyId);
  if (!key) return invalid('unknown_key');
  const { hs256, edDsa, payload } = parts;
  const holds =
    parts.bound &&
    verifyHs256(`${hs256.protected}.${payload}`, hs256.signature, key.secret) &&
    (!check.edDsa || verifyEdDsa(`${edDsa.protected}.${payload}`, edDsa.signature, key.publicKey));
  return conclude(parts, holds, key.ring.compromised_at);
}

/**
 * Verifies a receipt with only public keys, as anyone with the JWKS can: the EdDSA signature must be valid.
 */
export function verifyWithPublicKeys(receipt: string, jwks: readonly PublicJwk[]): Verification {
  const parts = takeApart(receipt);
  if (!parts) return invalid('malformed');
  const jwk = jwks.find(({ kid }) => kid === ed25519Kid(parts.keyId));
  if (!jwk) return invalid('unknown_key');
  const publicKey = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const { edDsa, payload } = parts;
  const holds = parts.bound && verifyEdDsa(`${edDsa.protected}.${payload}`, edDsa.signature, publicKey);
  const { compromised_at: at } = jwk;
  return conclude(parts, holds, at === undefined ? null : new Date(at * 1_000).toISOString());
}

interface Parts {
  readonly payload: string;
  readonly hs256: JwsSignature;
  readonly edDsa: JwsSignature;
  readonly keyId: string;
  /** True if the EdDSA header has the HMAC of the other signature. */
  readonly bound: boolean;
}

/** Returns the parts of a possible receipt: two signatures in our order, from the two halves of one key. */
function takeApart(receipt: string): Parts | undefined {
  if (receipt.length === 0 || receipt.length > RECEIPT_LENGTH_MAX) return undefined;
  const jws = decodeJws(receipt);
  const [hs256, edDsa, ...others] = jws?.signatures ?? [];
  if (!jws || !hs256 || !edDsa || others.length > 0) return undefined;
  const keyId = keyIdOf(hs256.protected);
  if (!keyId) return undefined;
  const { payload } = jws;
  // This is nearly always our own text, which does not need parsing.
  if (edDsa.protected === edDsaHeader(keyId, hs256.signature))
    return { payload, hs256, edDsa, keyId, bound: true };
  const outer = decodeHeader(edDsa.protected);
  if (outer?.alg !== 'EdDSA' || outer.kid !== ed25519Kid(keyId) || outer.hs256 === undefined)
    return undefined;
  return { payload, hs256, edDsa, keyId, bound: outer.hs256 === hs256.signature };
}

/**
 * Returns the key named in an HMAC header; undefined for any header that we would not write. There is one
 * header per key, so each is parsed once.
 */
const keyIdOf = memoize((header) => {
  const inner = decodeHeader(header);
  return inner?.alg === 'HS256' && inner.hs256 === undefined
    ? /^(.+)\.hs256$/.exec(inner.kid)?.[1]
    : undefined;
}, 100);

/**
 * Parses the payload only after its signature is verified. A verified payload must be a receipt in our
 * encoding.
 */
function conclude({ payload, keyId }: Parts, holds: boolean, compromisedAt: string | null): Verification {
  if (!holds) return invalid('signature_mismatch');
  const claims = parseJson(decodeBase64Url(payload));
  if (!isClaims(claims) || Buffer.from(JSON.stringify(claims)).toString('base64url') !== payload)
    return invalid('malformed');
  return compromisedAt === null
    ? { valid: true, claims, keyId }
    : { valid: false, reason: 'key_compromised', claims, compromisedAt };
}

function isClaims(value: unknown): value is Claims {
  return CLAIMS.Check(value);
}

function invalid(reason: Exclude<InvalidReason, 'key_compromised'>): Verification {
  return { valid: false, reason, claims: null };
}
