import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isOutdated, matchesPassword } from './password-hash.ts';

const COST = 10;
/** This hash was created by the authentication library's own function. */
const FORMER =
  '000102030405060708090a0b0c0d0e0f:628d794eca462f2e7e7e1ec2a41952adfb48647f3799dc78f9d79b51ec2efb3d4e12d2811808c35bbdf664c4cb639490a7b5a25dfa2140f1fe42acbd129c5b62';

test('a hash names its parameters, is salted, and matches only its password', async () => {
  const [one = '', other = ''] = await Promise.all([hashPassword('pass', COST), hashPassword('pass', COST)]);
  assert.match(one, /^\$scrypt\$ln=10,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, other);
  assert.deepEqual(
    [await matchesPassword('pass', one, COST), await matchesPassword('Pass', one, COST)],
    [true, false],
  );
  assert.equal(await matchesPassword('pass', undefined, COST), false);
});

test('a password typed in another Unicode form still matches', async () => {
  assert.equal(await matchesPassword('cafe\u0301', await hashPassword('caf\u00e9', COST), COST), true);
});

test('a hash from the authentication library still matches and is outdated', async () => {
  assert.equal(await matchesPassword('three words together', FORMER, COST), true);
  assert.equal(await matchesPassword('three words', FORMER, COST), false);
  assert.equal(isOutdated(FORMER, COST), true);
});

test('a hash with any cost matches, and is outdated unless the cost is current', async () => {
  const hash = await hashPassword('pass', COST + 1);
  assert.equal(await matchesPassword('pass', hash, COST), true);
  assert.deepEqual([isOutdated(hash, COST), isOutdated(hash, COST + 1)], [true, false]);
});

test('a hash of an unknown kind throws an error and is not treated as a wrong password', async () => {
  await assert.rejects(matchesPassword('pass', '$argon2id$x', COST), /unknown kind/);
});

test('a password is hashed only up to five times the maximum length', async () => {
  const hash = await hashPassword('é'.repeat(1_000), COST);
  assert.equal(await matchesPassword(`${'é'.repeat(1_000)}${'\u0301\u0316'.repeat(60)}`, hash, COST), true);
  assert.equal(await matchesPassword('é'.repeat(999), hash, COST), false);
});
