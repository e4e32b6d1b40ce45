import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createLocalJWKSet,
  errors,
  flattenedVerify,
  type GeneralJWS,
  GeneralSign,
  generalVerify,
  importJWK,
} from 'jose';
import { loadRing, sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { ed25519Kid, hmacKid, type LoadedKey, toJwks } from './keys.ts';
import { signReceipt, verifyReceipt, verifyWithPublicKeys } from './receipt.ts';
import type { Claims } from './schemas.ts';

/**
 * Tests with an independent implementation of RFC 7515, which reads our receipts and writes receipts that we
 * read.
 */
const ring = sampleRing(3);
const keys = loadRing(ring);
const jwks = toJwks(ring);
const findKey = createLocalJWKSet(jwks);

function decode(receipt: string): GeneralJWS {
  return JSON.parse(Buffer.from(receipt, 'base64url').toString());
}

/**
 * Signs the way an outside program would. The header contains the HMAC, like ours, unless `hs256` is omitted.
 */
async function signWithJose(claims: Claims, key: LoadedKey, hs256?: string): Promise<GeneralJWS> {
  const { ed25519_x: x, ed25519_d: d, id } = key.ring;
  const privateKey = await importJWK({ kty: 'OKP', crv: 'Ed25519', x, d }, 'EdDSA');
  return new GeneralSign(Buffer.from(JSON.stringify(claims)))
    .addSignature(key.secret)
    .setProtectedHeader({ alg: 'HS256', kid: hmacKid(id) })
    .addSignature(privateKey)
    .setProtectedHeader({ alg: 'EdDSA', kid: ed25519Kid(id), ...(hs256 ? { hs256 } : {}) })
    .sign();
}

/** Converts to our serialization: jose orders the members of a JWS differently. */
function spell({ payload, signatures }: GeneralJWS): string {
  const parts = signatures.map((each) => ({ protected: each.protected, signature: each.signature }));
  return Buffer.from(JSON.stringify({ payload, signatures: parts })).toString('base64url');
}

async function signAsWeDo(claims: Claims, key: LoadedKey): Promise<string> {
  const { signatures } = await signWithJose(claims, key);
  return spell(await signWithJose(claims, key, signatures[0]?.signature));
}

describe('the jose library', () => {
  test('verifies all our receipts with only the public keys', async () => {
    for (const key of keys.values())
      for (let number = 0; number < 60; number++) {
        const claims = sampleClaims(number);
        const { payload, protectedHeader } = await generalVerify(decode(signReceipt(claims, key)), findKey);
        assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), claims);
        assert.deepEqual([protectedHeader?.alg, protectedHeader?.kid], ['EdDSA', ed25519Kid(key.ring.id)]);
      }
  });

  test('verifies all our receipts with the secret', async () => {
    for (const key of keys.values())
      for (let number = 0; number < 60; number++) {
        const claims = sampleClaims(number);
        const jws = decode(signReceipt(claims, key));
        const { payload, protectedHeader } = await generalVerify(jws, key.secret);
        assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), claims);
        assert.deepEqual(protectedHeader, { alg: 'HS256', kid: hmacKid(key.ring.id) });
      }
  });

  test('rejects the same forgeries as we do', async () => {
    const [key] = keys.values();
    assert.ok(key);
    const jws = decode(signReceipt(sampleClaims(1), key));
    const payload = Buffer.from(JSON.stringify({ ...sampleClaims(1), verdict: 'CLEAR' })).toString(
      'base64url',
    );
    for (const signature of jws.signatures) {
      const secret = signature === jws.signatures[0] ? key.secret : key.publicKey;
      await flattenedVerify({ payload: jws.payload, ...signature }, secret);
      await assert.rejects(
        flattenedVerify({ payload, ...signature }, secret),
        errors.JWSSignatureVerificationFailed,
      );
    }
  });

  test('signs the same receipt with our key, character for character', async () => {
    for (const key of keys.values()) {
      const receipt = await signAsWeDo(sampleClaims(5), key);
      assert.equal(receipt, signReceipt(sampleClaims(5), key));
      assert.equal(verifyReceipt(receipt, keys).valid, true);
    }
  });

  test('cannot sign anything that we accept with a foreign key, under any key name', async () => {
    const [own] = keys.values();
    const [foreign] = loadRing(sampleRing(1)).values();
    assert.ok(own && foreign);
    const disguised = { ...foreign, ring: { ...foreign.ring, id: own.ring.id } };
    const cases = [
      [await signAsWeDo(sampleClaims(5), foreign), 'unknown_key'],
      [await signAsWeDo(sampleClaims(5), disguised), 'signature_mismatch'],
      [spell(await signWithJose(sampleClaims(5), disguised)), 'malformed'],
      [spell(await signWithJose(sampleClaims(5), own)), 'malformed'],
      [spell(await signWithJose(sampleClaims(5), own, 'another')), 'signature_mismatch'],
    ] as const;
    for (const [receipt, reason] of cases) {
      const expected = { valid: false, reason, claims: null };
      assert.deepEqual(verifyReceipt(receipt, keys), expected);
      assert.deepEqual(verifyWithPublicKeys(receipt, jwks.keys), expected);
    }
  });
});
