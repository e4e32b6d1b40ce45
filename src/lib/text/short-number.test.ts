import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { readShortNumber, shortNumberOf } from './short-number.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const KNOWN = shortNumberOf('00000000-0000-4000-8000-000000000001');

describe('short numbers', () => {
  test('are always the same for the same ID, because they are printed', () => {
    assert.equal(KNOWN, '27JS-9X41-JP61-1RRP');
    assert.equal(shortNumberOf(''), 'WERC-8GMR-ZGE1-96QF');
  });

  test('are four groups of four, are parsed back unchanged, and differ for different ids', () => {
    const numbers = Array.from({ length: 2_000 }, () => shortNumberOf(randomUUID()));
    assert.equal(new Set(numbers).size, numbers.length);
    for (const number of numbers) {
      assert.match(number, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      assert.deepEqual(readShortNumber(number), { kind: 'number', number });
    }
  });

  test('are accepted in either case, with spaces or without groups, and with O, I and L for 0 and 1', () => {
    const number = Array.from({ length: 500 }, (_, index) => shortNumberOf(String(index))).find(
      (each) => each.includes('0') && each.includes('1'),
    );
    assert.ok(number);
    for (const typed of [
      number.toLowerCase(),
      number.replaceAll('-', ''),
      ` ${number.replaceAll('-', ' ')}\n`,
      number.replaceAll('0', 'O').replaceAll('1', 'I'),
      number.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      assert.deepEqual(readShortNumber(typed), { kind: 'number', number }, typed);
  });

  test('with any one character wrong are reported as mistyped', () => {
    const plain = KNOWN.replaceAll('-', '');
    for (let at = 0; at < plain.length; at++)
      for (const other of ALPHABET)
        if (other !== plain[at])
          assert.deepEqual(readShortNumber(plain.slice(0, at) + other + plain.slice(at + 1)), {
            kind: 'mistyped',
          });
  });

  test('with any two characters swapped are reported as mistyped', () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      const plain = [...shortNumberOf(id).replaceAll('-', '')];
      for (let first = 0; first < plain.length; first++)
        for (let second = first + 1; second < plain.length; second++) {
          const [one = '', two = ''] = [plain[first], plain[second]];
          if (one === two) continue;
          const swapped = plain.with(first, two).with(second, one).join('');
          assert.deepEqual(readShortNumber(swapped), { kind: 'mistyped' }, swapped);
        }
    }
  });

  test('are rejected if they have a different length or other characters', () => {
    const plain = KNOWN.replaceAll('-', '');
    for (const text of [
      '',
      plain.slice(1),
      `${plain}0`,
      plain.replace(/^./, 'U'),
      plain.replace(/^./, 'ſ'),
      plain.replace(/^./, '*'),
      `${' '.repeat(60)}${plain}`,
      'eyJwYXlsb2FkIjoi',
    ])
      assert.notEqual(readShortNumber(text).kind, 'number', text);
    assert.deepEqual(readShortNumber(plain.replace(/^./, 'U')), { kind: 'other' });
  });
});
