import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cutAndPaste, flipBit, rearrange, respell } from '../../../test/support/receipt-manglings.ts';
import { loadRing, sampleClaims, sampleRing, signText } from '../../../test/support/receipt-samples.ts';
import { encodeJws } from './jws.ts';
import { compromise } from './key-ring-service.ts';
import { loadKey, toJwks } from './keys.ts';
import { signReceipt, verifyReceipt, verifyWithPublicKeys } from './receipt.ts';
import { RECEIPT_LENGTH_MAX, type Verification } from './schemas.ts';

const ring = sampleRing(3);
const keys = loadRing(ring);
const jwks = toJwks(ring).keys;
const [oldest, middle, newest] = [...keys.values()];
assert.ok(oldest && middle && newest);
const receipt = signReceipt(sampleClaims(7), newest);

/** Verifies with both verifiers, which must agree, and returns the result. */
function verifyTwice(text: string, how = text): Verification {
  const ours = verifyReceipt(text, keys);
  assert.deepEqual(verifyWithPublicKeys(text, jwks), ours, how);
  return ours;
}

function assertRefused(text: string, reason: string, how: string): void {
  assert.deepEqual(verifyTwice(text, how), { valid: false, reason, claims: null }, how);
}

describe('a receipt', () => {
  test('yields the signed claims to both verifiers, whichever key in the ring signed it', () => {
    for (const key of keys.values())
      for (let number = 0; number < 30; number++) {
        const claims = sampleClaims(number);
        const text = signReceipt(claims, key);
        assert.deepEqual(verifyTwice(text), { valid: true, claims, keyId: key.ring.id });
        assert.match(text, /^[A-Za-z0-9_-]+$/);
      }
  });

  test('has the same text for the same claims and key', () => {
    assert.equal(signReceipt(sampleClaims(7), newest), receipt);
  });

  test('with any names and codes is read back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.array(fc.string()), (name, codes) => {
        const claims = { ...sampleClaims(1), name, reason_codes: codes };
        assert.deepEqual(verifyTwice(signReceipt(claims, newest)), {
          valid: true,
          claims,
          keyId: newest.ring.id,
        });
      }),
    );
  });

  test('with the longest name the import accepts, in the longest encoding, is short enough to verify', () => {
    const text = signReceipt({ ...sampleClaims(1), name: '\u0001'.repeat(200) }, newest);
    assert.ok(text.length < RECEIPT_LENGTH_MAX, `${text.length}`);
    assert.equal(verifyTwice(text).valid, true);
  });

  test('signed with a compromised key is not valid, and is distinguished from a forgery', () => {
    const compromisedAt = '2026-03-01T12:00:00.000Z';
    const after = compromise(ring, newest.ring.id, new Date(compromisedAt));
    const expected = { valid: false, reason: 'key_compromised', claims: sampleClaims(7), compromisedAt };
    assert.deepEqual(verifyReceipt(receipt, loadRing(after)), expected);
    assert.deepEqual(verifyWithPublicKeys(receipt, toJwks(after).keys), expected);
    const publicKey = Buffer.from(newest.ring.ed25519_x, 'base64url');
    const forgeries = [...rearrange(receipt, publicKey, undefined)];
    const other = forgeries.find(({ reason }) => reason === 'signature_mismatch');
    assert.ok(other);
    assert.deepEqual(verifyReceipt(other.text, loadRing(after)), {
      valid: false,
      reason: 'signature_mismatch',
      claims: null,
    });
  });

  test('from another service with the same key names is a forgery', () => {
    const stranger = sampleRing(1).keys.map((key) => loadKey({ ...key, id: newest.ring.id }))[0];
    assert.ok(stranger);
    assertRefused(signReceipt(sampleClaims(7), stranger), 'signature_mismatch', 'same name');
  });

  test('signed with only half of a key is treated as a forgery by the service, which has both halves', () => {
    const [stranger] = [...loadRing(sampleRing(1)).values()];
    assert.ok(stranger);
    for (const half of [
      { ...newest, secret: stranger.secret },
      { ...newest, privateKey: stranger.privateKey },
    ])
      assert.deepEqual(verifyReceipt(signReceipt(sampleClaims(7), half), keys), {
        valid: false,
        reason: 'signature_mismatch',
        claims: null,
      });
  });

  test('signed with a key that is not in the ring is rejected with the reason “unknown_key”', () => {
    const [stranger] = [...loadRing(sampleRing(1)).values()];
    assert.ok(stranger);
    assertRefused(signReceipt(sampleClaims(7), stranger), 'unknown_key', 'other name');
    assert.deepEqual(verifyReceipt(receipt, new Map()), {
      valid: false,
      reason: 'unknown_key',
      claims: null,
    });
    assert.deepEqual(verifyWithPublicKeys(receipt, []), {
      valid: false,
      reason: 'unknown_key',
      claims: null,
    });
  });
});

describe('a mangled receipt is rejected for the same reason by both verifiers:', () => {
  test('with any one bit flipped', () => {
    const bytes = Buffer.from(receipt);
    const reasons: Record<string, number> = {};
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const verification = verifyTwice(flipBit(bytes, bit), `bit ${bit}`);
      const reason = verification.valid ? 'valid' : verification.reason;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    assert.deepEqual(Object.keys(reasons).sort(), ['malformed', 'signature_mismatch']);
    assert.equal(bytes.toString(), receipt);
  });

  test('truncated anywhere, or with a character lost, doubled or added', () => {
    for (const { how, text, reason } of cutAndPaste(receipt)) assertRefused(text, reason, how);
  });

  test('encoded in any other way, with a last group of any length', () => {
    for (const name of ['', 'a', 'aa', 'aaa']) {
      const text = signReceipt({ ...sampleClaims(1), name }, newest);
      for (const { how, text: other, reason } of respell(text)) assertRefused(other, reason, how);
    }
  });

  test('assembled from its genuine parts in any other way', () => {
    const publicKey = Buffer.from(newest.ring.ed25519_x, 'base64url');
    for (const { how, text, reason } of rearrange(receipt, publicKey, oldest.ring.id))
      assertRefused(text, reason, how);
  });

  test('any text at all', () => {
    for (const text of ['', ' ', '{}', 'e30', 'null', 'bnVsbA', '\0', '\ud800', '🍣', 'A'.repeat(8192)])
      assertRefused(text, 'malformed', text);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) =>
        assertRefused(text, 'malformed', text),
      ),
    );
    fc.assert(
      fc.property(fc.json(), (json) =>
        assertRefused(Buffer.from(json).toString('base64url'), 'malformed', json),
      ),
    );
    assertRefused(Buffer.from('['.repeat(6000)).toString('base64url'), 'malformed', 'deep');
  });

  test('over 8,192 characters, even if genuine', () => {
    const padded = (letters: number) =>
      signReceipt({ ...sampleClaims(1), name: 'x'.repeat(letters) }, newest);
    let letters = 3_500;
    while (padded(letters + 1).length <= RECEIPT_LENGTH_MAX) letters += 1;
    assert.equal(verifyTwice(padded(letters)).valid, true);
    assertRefused(padded(letters + 1), 'malformed', 'too long');
    assertRefused('A'.repeat(RECEIPT_LENGTH_MAX + 1), 'malformed', 'too long');
  });
});

describe('a payload signed by a genuine key is a receipt only when', () => {
  const claims = sampleClaims(7);

  test('it has every field with the right type, and no other fields', () => {
    for (const [name, value] of Object.entries(claims)) {
      const { [name]: _, ...without } = { ...claims } as Record<string, unknown>;
      assertRefused(signText(JSON.stringify(without), newest), 'malformed', `without ${name}`);
      const wrong = typeof value === 'number' ? String(value) : 7;
      assertRefused(
        signText(JSON.stringify({ ...claims, [name]: wrong }), newest),
        'malformed',
        `other ${name}`,
      );
    }
    for (const extra of ['score', 'exp', 'constructor', 'toString'])
      assertRefused(signText(JSON.stringify({ ...claims, [extra]: 1 }), newest), 'malformed', extra);
    assertRefused(
      signText(JSON.stringify(claims).replace('{', '{"__proto__":{},'), newest),
      'malformed',
      'proto',
    );
  });

  test('its type is the receipt type', () => {
    for (const typ of ['', 'JWT', 'vendor-decision-receipt ', 'api-key'])
      assertRefused(signText(JSON.stringify({ ...claims, typ }), newest), 'malformed', typ);
  });

  test('it uses our exact encoding, so that it cannot be read in two ways', () => {
    const json = JSON.stringify(claims);
    const spellings = [
      JSON.stringify(claims, null, 1),
      ` ${json}`,
      `${json}\n`,
      `\ufeff${json}`,
      json.replace('"verdict"', '"verdict":"CLEAR","verdict"'),
      json.replace('"typ"', '"t\\u0079p"'),
      json.replace(`${claims.iat}`, `${claims.iat}.0`),
      json.replace('https://', 'https:\\/\\/'),
    ];
    for (const text of spellings) assertRefused(signText(text, newest), 'malformed', text);
  });

  test('it is JSON in UTF-8', () => {
    for (const text of ['', 'null', '[]', '"receipt"', '{', 'free text'])
      assertRefused(signText(text, newest), 'malformed', text);
    const { payload, signatures } = JSON.parse(Buffer.from(receipt, 'base64url').toString());
    assertRefused(encodeJws({ payload: `${payload}_w`, signatures }), 'signature_mismatch', 'bytes');
  });
});
