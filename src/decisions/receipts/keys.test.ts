import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { loadRing, sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { beginLog, compromise, generateKey, rotate } from './key-ring-service.ts';
import { type KeyRing, loadKey, signingKey, toJwks } from './keys.ts';
import { signReceipt, verifyReceipt, verifyWithPublicKeys } from './receipt.ts';

const START = Date.parse('2025-12-31T12:00:00Z');
const at = (step: number) => new Date(START + step * 60_000);

/** Steps in a ring's history: null is a rotation; a number marks the key at that position as compromised. */
const lives = fc.array(fc.option(fc.nat({ max: 20 })), { maxLength: 8 });

function live(life: readonly (number | null)[], each: (before: KeyRing, after: KeyRing) => void): KeyRing {
  return life.reduce<KeyRing>(
    (before, place, step) => {
      const id = before.keys[(place ?? 0) % before.keys.length]?.id ?? '';
      const after = place === null ? rotate(before, at(step + 1)) : compromise(before, id, at(step + 1));
      each(before, after);
      return after;
    },
    sampleRing(1, at(0)),
  );
}

describe('the key ring', () => {
  test('only grows: no key is removed, changes its material or position, or comes back into use', () => {
    fc.assert(
      fc.property(lives, (life) => {
        live(life, (before, after) => {
          assert.ok(after.keys.length >= before.keys.length);
          before.keys.forEach((key, place) => {
            const { retired_at, compromised_at } = after.keys[place] ?? key;
            assert.deepEqual(after.keys[place], { ...key, retired_at, compromised_at });
            if (key.retired_at !== null) assert.equal(retired_at, key.retired_at);
            if (key.compromised_at !== null) assert.equal(compromised_at, key.compromised_at);
          });
        });
      }),
    );
  });

  test('always has one signing key, the newest key, which is neither retired nor compromised', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const check = (ring: KeyRing) => {
          const able = ring.keys.filter((key) => key.retired_at === null && key.compromised_at === null);
          assert.deepEqual([able.length, able[0]], [1, ring.keys.at(-1)]);
          assert.deepEqual(signingKey(ring), ring.keys.at(-1));
        };
        check(live(life, (_, after) => check(after)));
      }),
    );
  });

  test('verifies receipts signed with any of its keys without a time limit, and reports compromised keys', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const issued: { receipt: string; id: string }[] = [];
        const sign = ({ keys }: KeyRing) => {
          const key = keys.at(-1);
          if (key) issued.push({ receipt: signReceipt(sampleClaims(3), loadKey(key)), id: key.id });
        };
        const ring = live(life, sign);
        sign(ring);
        const keys = loadRing(ring);
        const { keys: jwks } = toJwks(ring);
        for (const { receipt, id } of issued) {
          const found = ring.keys.find((key) => key.id === id)?.compromised_at;
          const claims = sampleClaims(3);
          const expected = found
            ? { valid: false, reason: 'key_compromised', claims, compromisedAt: found }
            : { valid: true, claims, keyId: id };
          assert.deepEqual(verifyReceipt(receipt, keys), expected);
          assert.deepEqual(verifyWithPublicKeys(receipt, jwks), expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('retires the signing key and gets a new one when it is rotated', () => {
    const before = sampleRing(1, at(0));
    const after = rotate(before, at(1));
    assert.equal(after.keys.length, 2);
    assert.deepEqual(after.keys[0], { ...before.keys[0], retired_at: at(1).toISOString() });
    assert.notEqual(after.keys[1]?.hmac_secret, before.keys[0]?.hmac_secret);
    assert.notEqual(after.keys[1]?.ed25519_d, before.keys[0]?.ed25519_d);
  });

  test('gets a new signing key if the signing key is marked as compromised, but not if a retired key is', () => {
    const ring = sampleRing(2, at(0));
    const [retired, signing] = ring.keys;
    assert.ok(retired && signing);
    const old = compromise(ring, retired.id, at(1));
    assert.deepEqual(old.keys, [{ ...retired, compromised_at: at(1).toISOString() }, signing]);
    const current = compromise(ring, signing.id, at(1));
    const marked = { ...signing, retired_at: at(1).toISOString(), compromised_at: at(1).toISOString() };
    assert.deepEqual(current.keys.slice(0, 2), [retired, marked]);
    assert.equal(current.keys.length, 3);
    assert.deepEqual(compromise(current, signing.id, at(2)), current);
  });

  test('rejects marking an unknown key as compromised with an error that names the key', () => {
    assert.throws(() => compromise(sampleRing(1), 'nobody', at(1)), /There is no key "nobody" in the ring\./);
  });

  test('has no signing key when no key is usable', () => {
    assert.equal(signingKey({ keys: [] }), undefined);
  });
});

describe('a key', () => {
  test('is different each time and has 32 bytes of secret', () => {
    const made = Array.from({ length: 200 }, () => generateKey(at(0)));
    for (const part of ['id', 'hmac_secret', 'ed25519_d', 'ed25519_x'] as const) {
      assert.equal(new Set(made.map((key) => key[part])).size, made.length, part);
      if (part !== 'id')
        for (const key of made) assert.equal(Buffer.from(key[part], 'base64url').length, 32, part);
    }
    assert.match(made[0]?.id ?? '', /^20251231-[0-9a-f]{12}$/);
  });

  test('is not loaded when its halves do not match or its secret is short', () => {
    const key = generateKey(at(0));
    const other = generateKey(at(0));
    const damaged = [
      { ...key, ed25519_x: other.ed25519_x },
      { ...key, ed25519_d: other.ed25519_d },
      { ...key, hmac_secret: key.hmac_secret.slice(1) },
      { ...key, hmac_secret: '='.repeat(43) },
      { ...key, ed25519_d: '!'.repeat(43) },
    ];
    for (const each of damaged)
      assert.throws(
        () => loadKey(each),
        (error) => {
          const text = `${error instanceof Error ? error.stack : ''}${JSON.stringify(error)}`;
          return [each.hmac_secret, each.ed25519_d].every((secret) => !text.includes(secret));
        },
      );
    assert.equal(loadKey(key).ring, key);
  });
});

describe('the JWK Set', () => {
  test('has the public half of every key with its timestamps, and nothing else', () => {
    const first = sampleRing(1, at(0));
    const second = rotate(first, at(1));
    const ring = compromise(second, second.keys[1]?.id ?? '', at(2));
    const base = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' } as const;
    const of = (place: number) => {
      const key = ring.keys[place];
      return { ...base, kid: `${key?.id}.ed25519`, x: key?.ed25519_x };
    };
    const seconds = (step: number) => (START + step * 60_000) / 1000;
    assert.deepEqual(toJwks(ring), {
      keys: [
        { ...of(0), iat: seconds(0), retired_at: seconds(1) },
        { ...of(1), iat: seconds(1), retired_at: seconds(2), compromised_at: seconds(2) },
        { ...of(2), iat: seconds(2) },
      ],
      log_keys: [],
    });
  });

  test('never contains a secret, in any state of the keys', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const ring = beginLog(
          live(life, () => {}),
          'vendors.example/log',
          at(0),
        );
        const text = JSON.stringify(toJwks(ring));
        assert.equal(toJwks(ring).log_keys.length, 2);
        for (const { sign_d, time_d } of ring.logs ?? [])
          for (const part of [sign_d, time_d]) assert.ok(!text.includes(part));
        for (const { hmac_secret: secret, ed25519_d: d } of ring.keys)
          for (const part of [secret, d]) {
            assert.ok(!text.includes(part));
            assert.ok(!text.includes(Buffer.from(part, 'base64url').toString('hex')));
          }
        const allowed = ['kty', 'crv', 'alg', 'use', 'kid', 'x', 'iat', 'retired_at', 'compromised_at'];
        for (const key of toJwks(ring).keys)
          assert.deepEqual(
            Object.keys(key),
            allowed.filter((name) => name in key),
          );
      }),
    );
  });
});
