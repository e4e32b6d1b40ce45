import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { printable } from '../../decisions/evidence-pack/canvas.ts';
import { roleOfTitle } from '../../organizer/lists/list-columns.ts';
import { foldCity, oneLine, someLines } from './clean-typed-text.ts';
import { MARKS_MAX, NORMALIZED_MAX, normalizeText } from './normalize-text.ts';
import { foldForSearch } from './text.ts';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
/** Alternates marks of two classes, which take quadratic time to sort. */
const inTurn = (pairs: number) => '\u0301\u0316'.repeat(pairs);

test('text without long runs of marks is normalized exactly as JavaScript does it', () => {
  const texts = [
    'Café',
    'Cafe\u0301',
    'q\u0323\u0307',
    'ガ',
    '\uff76\uff9e',
    '한글',
    `a${inTurn(15)}`,
    '👩🏽‍🍳',
    '',
  ];
  for (const text of texts)
    for (const form of FORMS)
      assert.equal(normalizeText(text, form), text.normalize(form), `${form} ${text}`);
});

test('a letter retains at most thirty marks, for any number and kind of typed marks', () => {
  for (const marks of [
    inTurn(60_000),
    '\u0301'.repeat(60_000),
    '\uff9e\u0301'.repeat(9_000),
    '\u{1d165}\u{1d16d}'.repeat(9_000),
  ])
    for (const form of FORMS) {
      const plain = normalizeText(`x${marks}y${marks}`, form);
      assert.equal([...plain].filter((each) => each !== 'x' && each !== 'y').length <= 2 * MARKS_MAX, true);
      assert.equal(plain.isWellFormed(), true);
    }
});

test('normalizing stops at a length that no field may exceed', () => {
  assert.equal(normalizeText('a'.repeat(3_000_000), 'NFC').length, NORMALIZED_MAX);
});

test('text that people type and text in files is normalized with a length limit', () => {
  const text = `a${inTurn(60_000)}`;
  const glyphs = { has: () => true, replaced: false };
  for (const read of [oneLine, someLines, foldCity, foldForSearch, (each: string) => printable(each, glyphs)])
    assert.equal(read(text).length <= 1 + MARKS_MAX, true, `${read.name}: ${read(text).length}`);
  assert.equal(roleOfTitle(`city${inTurn(60_000)}`), 'city');
});

/**
 * The files that normalize passwords. Passwords keep every mark, because hashes depend on it, and are
 * truncated first.
 */
const OF_PASSWORDS = ['accounts/sign-in/password-weakness.ts', 'platform/passwords/password-hash.ts'];

test('only passwords are normalized without a length limit', () => {
  const folder = path.resolve(import.meta.dirname, '../..');
  const users = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\.normalize\(/.test(readFileSync(path.join(folder, file), 'utf8')));
  assert.deepEqual(users.sort(), [
    ...OF_PASSWORDS.slice(0, 1),
    'lib/text/normalize-text.ts',
    ...OF_PASSWORDS.slice(1),
  ]);
});
