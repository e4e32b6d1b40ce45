import { createPublicKey } from 'node:crypto';
import { Check } from 'typebox/value';
import {
  decodeBase64Url,
  decodeHeader,
  decodeJws,
  encodeHeader,
  encodeJws,
  type GeneralJws,
  parseJson,
  signEdDsa,
  signHs256,
  verifyEdDsa,
  verifyHs256,
} from './jws.ts';
import { ed25519Kid, hmacKid, type LoadedKey, type PublicJwk } from './keys.ts';
import { Claims, type InvalidReason, RECEIPT_LENGTH_MAX, type Verification } from './schemas.ts';

/** Signs claims with both halves of a key: HS256 is the contract's HMAC, EdDSA what everybody else can check. */
export function signReceipt(claims: Claims, key: LoadedKey): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const hs256 = encodeHeader({ alg: 'HS256', kid: hmacKid(key.ring.id) });
  const edDsa = encodeHeader({ alg: 'EdDSA', kid: ed25519Kid(key.ring.id) });
  return encodeJws({
    payload,
    signatures: [
      { protected: hs256, signature: signHs256(`${hs256}.${payload}`, key.secret) },
      { protected: edDsa, signature: signEdDsa(`${edDsa}.${payload}`, key.privateKey) },
    ],
  });
}

/** Checks a receipt with the ring that could have signed it: both signatures must hold. Never throws. */
export function verifyReceipt(receipt: string, keys: ReadonlyMap<string, LoadedKey>): Verification {
  const parts = takeApart(receipt);
  if (!parts) return invalid('malformed');
  const key = keys.get(parts.keyId);
  if (!key) return invalid('unknown_key');
  const [hs256, edDsa] = parts.jws.signatures;
  const holds =
    hs256 !== undefined &&
    edDsa !== undefined &&
    verifyHs256(`${hs256.protected}.${parts.jws.payload}`, hs256.signature, key.secret) &&
    verifyEdDsa(`${edDsa.protected}.${parts.jws.payload}`, edDsa.signature, key.publicKey);
  return conclude(parts, holds, key.ring.compromised_at !== null);
}

/** Checks a receipt with public keys alone, as anybody can who has the JWKS: the EdDSA signature must hold. */
export function verifyWithPublicKeys(receipt: string, jwks: readonly PublicJwk[]): Verification {
  const parts = takeApart(receipt);
  if (!parts) return invalid('malformed');
  const jwk = jwks.find(({ kid }) => kid === ed25519Kid(parts.keyId));
  if (!jwk) return invalid('unknown_key');
  const publicKey = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const edDsa = parts.jws.signatures[1];
  const holds =
    edDsa !== undefined && verifyEdDsa(`${edDsa.protected}.${parts.jws.payload}`, edDsa.signature, publicKey);
  return conclude(parts, holds, jwk.compromised_at !== undefined);
}

interface Parts {
  readonly jws: GeneralJws;
  readonly keyId: string;
}

/** The parts of what could be a receipt: two signatures in our order, by the two halves of one key. */
function takeApart(receipt: string): Parts | undefined {
  if (receipt.length === 0 || receipt.length > RECEIPT_LENGTH_MAX) return undefined;
  const jws = decodeJws(receipt);
  const [hs256, edDsa, ...others] = jws?.signatures.map((each) => decodeHeader(each.protected)) ?? [];
  if (!jws || !hs256 || !edDsa || others.length > 0) return undefined;
  const keyId = /^(.+)\.hs256$/.exec(hs256.kid)?.[1];
  if (!keyId || hs256.alg !== 'HS256' || edDsa.alg !== 'EdDSA' || edDsa.kid !== ed25519Kid(keyId))
    return undefined;
  return { jws, keyId };
}

/** What is signed is read only once its signature holds; then it must be a receipt of ours, spelt as we spell it. */
function conclude({ jws, keyId }: Parts, holds: boolean, compromised: boolean): Verification {
  if (!holds) return invalid('signature_mismatch');
  const bytes = decodeBase64Url(jws.payload);
  const claims = parseJson(bytes);
  if (!isClaims(claims)) return invalid('malformed');
  return compromised ? { valid: false, reason: 'key_compromised', claims } : { valid: true, claims, keyId };
}

function isClaims(value: unknown): value is Claims {
  return Check(Claims, value);
}

function invalid(reason: InvalidReason): Verification {
  return { valid: false, reason, claims: null };
}
