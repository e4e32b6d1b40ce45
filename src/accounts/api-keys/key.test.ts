import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashToken } from '../../lib/hash-token.ts';
import { generateKey, isKeyId, parseKey } from './key.ts';

const key = fc
  .tuple(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.uint8Array({ minLength: 25, maxLength: 25 }))
  .map(([id, secret]) => generateKey((count) => (count === 10 ? id : secret)));
const LENGTH = 'svc_pk_'.length + 16 + 1 + 46;
const position = fc.nat(LENGTH - 1);
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567') },
  fc.constantFrom(...'ABCXYZ01689_.- \t\n\0é'),
);

test('contract 5: a key has the form svc_pk_<key_id>.<key_secret>, and the same bytes give the same key', () => {
  const made = generateKey((count) => new Uint8Array(count).map((_, index) => index));
  assert.deepEqual(made, {
    id: 'aaaqeayeaudaocaj',
    text: 'svc_pk_aaaqeayeaudaocaj.aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyyeborxt',
  });
  assert.equal(hashToken(made.text), '30eb72028df34ed08ca063f2db25407451a19908b53a9c55c91b194649cbba38');
});

test('base32 follows RFC 4648, in lower case', () => {
  // "fooba" twice is 10 bytes; its base32 in the RFC is MZXW6YTB.
  assert.equal(generateKey(randomBytes, Buffer.from('foobafooba')).id, 'mzxw6ytbmzxw6ytb');
});

test('every generated key can be parsed, which returns its public part', () => {
  fc.assert(
    fc.property(key, (made) => {
      assert.deepEqual(parseKey(made.text), made);
      assert.equal(made.text.length, LENGTH);
      assert.ok(isKeyId(made.id));
    }),
  );
});

test('rejects a key with any one character changed', () => {
  fc.assert(
    fc.property(key, position, character, ({ text }, at, other) => {
      fc.pre(text[at] !== other);
      assert.equal(parseKey(text.slice(0, at) + other + text.slice(at + 1)), undefined);
    }),
    { numRuns: 2_000 },
  );
});

test('rejects a key with two adjacent characters swapped', () => {
  fc.assert(
    fc.property(key, fc.nat(LENGTH - 2), ({ text }, at) => {
      const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
      fc.pre(swapped !== text);
      assert.equal(parseKey(swapped), undefined);
    }),
    { numRuns: 2_000 },
  );
});

test('rejects a key that is truncated at either end', () => {
  fc.assert(
    fc.property(key, position, ({ text }, at) => {
      assert.equal(parseKey(text.slice(0, at)), undefined);
      assert.equal(parseKey(text.slice(at + 1)), undefined);
    }),
  );
});

test('rejects a key with extra text before, after or inside it', () => {
  fc.assert(
    fc.property(key, fc.nat(LENGTH), fc.oneof(character, fc.string({ minLength: 1 })), (made, at, more) => {
      assert.equal(parseKey(made.text.slice(0, at) + more + made.text.slice(at)), undefined);
    }),
  );
});

test('rejects any other text', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => parseKey(text) === undefined));
  fc.assert(fc.property(key, ({ text }) => parseKey(text.toUpperCase()) === undefined));
});
