import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../http/errors/errors.ts';
import { FIELDS_MAX, parseForm } from './forms.ts';

test('parses a form with as many fields as our largest, preserving order and repeated names', () => {
  assert.deepEqual(
    [...parseForm('a=1&b=%C3%A9+x&a=2&c&=&&d=1=2')],
    [
      ['a', '1'],
      ['b', 'é x'],
      ['a', '2'],
      ['c', ''],
      ['', ''],
      ['d', '1=2'],
    ],
  );
  assert.equal(parseForm('a=1&'.repeat(FIELDS_MAX - 1)).size, FIELDS_MAX - 1);
});

test('rejects a form with too many fields before parsing them', () => {
  const parsed = URLSearchParams;
  let taken = 0;
  globalThis.URLSearchParams = class extends parsed {
    constructor(text?: string) {
      taken += 1;
      super(text);
    }
  };
  try {
    for (const field of ['a&', '&', 'a=&', '=&', 'a=1&'])
      assert.throws(
        () => parseForm(field.repeat(FIELDS_MAX)),
        (error) => error instanceof AppError && error.code === 'body_too_large',
        field,
      );
  } finally {
    globalThis.URLSearchParams = parsed;
  }
  assert.equal(taken, 0);
});
