import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isClaims } from '../../client/src/claims.ts';
import { createReceiptVerifier, verifyReceipt as verifyOffline } from '../../client/src/receipts.ts';
import { type LoadedKey, toJwks } from '../../src/decisions/receipts/keys.ts';
import { signReceipt, verifyWithPublicKeys } from '../../src/decisions/receipts/receipt.ts';
import { Claims } from '../../src/decisions/receipts/schemas.ts';
import { cutAndPaste, flipBit, rearrange, respell } from '../support/receipt-manglings.ts';
import { loadRing, sampleClaims, sampleRing, signText } from '../support/receipt-samples.ts';

const ring = sampleRing(3);
const keys: readonly LoadedKey[] = [...loadRing(ring).values()];
const jwks = toJwks(ring);
const [first, second] = keys as [LoadedKey, LoadedKey];

/** Returns the client's and the server's result, each as a string. */
async function bothOf(text: string, set = jwks): Promise<[client: string, server: string]> {
  const server = verifyWithPublicKeys(text, set.keys);
  const client = await createReceiptVerifier(set)(text);
  return [
    JSON.stringify([client.valid, client.reason, client.claims]),
    JSON.stringify([server.valid, server.valid ? null : server.reason, server.claims]),
  ];
}

describe('the client’s offline verifier', () => {
  test('accepts receipts signed by any key in a ring, and returns their signed content', async () => {
    for (const [number, key] of keys.entries()) {
      const claims = sampleClaims(number);
      assert.deepEqual(await verifyOffline(signReceipt(claims, key), jwks), {
        valid: true,
        reason: null,
        claims,
        keyId: key.ring.id,
      });
    }
  });

  test('agrees with the service on every mangled receipt', async () => {
    const receipt = signReceipt(sampleClaims(7), first);
    const publicKey = Buffer.from(first.ring.ed25519_x, 'base64url');
    for (const mangling of [
      respell(receipt),
      rearrange(receipt, publicKey, second.ring.id),
      cutAndPaste(receipt),
    ])
      for (const { how, text, reason } of mangling) {
        const [client, server] = await bothOf(text);
        assert.equal(client, server, how);
        assert.equal(client, JSON.stringify([false, reason, null]), how);
      }
  });

  test('agrees with the service on every eleventh flipped bit', async () => {
    const bytes = Buffer.from(signReceipt(sampleClaims(11), first));
    for (let bit = 0; bit < bytes.length * 8; bit += 11) {
      const [client, server] = await bothOf(flipBit(bytes, bit));
      assert.equal(client, server, `bit ${bit}`);
      assert.match(client, /^\[false,"(?:malformed|signature_mismatch)",null\]$/);
    }
  });

  test('treats signed text that is not a receipt as the service does', async () => {
    const claims = sampleClaims(3);
    const others = [
      'null',
      '[]',
      JSON.stringify({ ...claims, score: 97 }),
      JSON.stringify({ ...claims, iat: 1.5 }),
      JSON.stringify({ ...claims, typ: 'another' }),
      JSON.stringify({ ...claims, reasons: ['a', 1] }),
      JSON.stringify({ ...claims, reasons: ['a'], license_expires_on: null, event_date: '2026-05-01' }),
      ` ${JSON.stringify(claims)}`,
      `\uFEFF${JSON.stringify(claims)}`,
      JSON.stringify(claims).replace('{', '{"__proto__":null,'),
    ];
    for (const text of others) {
      const [client, server] = await bothOf(signText(text, first));
      assert.equal(client, server, text);
    }
  });

  test('checks exactly the claims that the service signs', () => {
    const claims = {
      ...sampleClaims(1),
      license_expires_on: null,
      event_date: 'd',
      event_last_date: 'd',
      reasons: [],
    };
    assert.deepEqual(Object.keys(claims).sort(), Object.keys(Claims.properties).sort());
    assert.ok(isClaims(claims));
    for (const name of Object.keys(Claims.properties)) {
      assert.equal(isClaims({ ...claims, [name]: {} }), false, name);
      const { [name]: _, ...without } = claims as Record<string, unknown>;
      assert.equal(isClaims(without), !Claims.required.includes(name as never), name);
    }
  });

  test('does not trust a leaked key, and does not recognize a key that is not pinned', async () => {
    const receipt = signReceipt(sampleClaims(2), first);
    const leaked = {
      log_keys: [],
      keys: jwks.keys.map((key) => ({ ...key, compromised_at: 1_760_000_000 })),
    };
    for (const set of [leaked, { keys: jwks.keys.slice(1), log_keys: [] }, { keys: [], log_keys: [] }]) {
      const [client, server] = await bothOf(receipt, set);
      assert.equal(client, server);
    }
    assert.equal((await verifyOffline(receipt, leaked)).reason, 'key_compromised');
    assert.equal((await verifyOffline(receipt, { keys: [] })).reason, 'unknown_key');
  });

  test('rejects text that is not a key set, instead of reporting receipts as invalid', async () => {
    const receipt = signReceipt(sampleClaims(2), first);
    const [key] = jwks.keys;
    for (const set of [null, {}, { keys: 'x' }, { keys: [null] }, { keys: [{ ...key, x: 'AAAA' }] }])
      await assert.rejects(verifyOffline(receipt, set as never), /no JWK Set/);
  });
});
