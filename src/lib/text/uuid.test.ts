import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { asUuid, isUuid } from './uuid.ts';

const LOWER = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('a UUID in either case is recognized and returned in its stored form', () => {
  for (const id of [LOWER, randomUUID(), '00000000-0000-0000-0000-000000000000']) {
    assert.deepEqual([isUuid(id), asUuid(id)], [true, id]);
    assert.equal(asUuid(id.toUpperCase()), id);
  }
  assert.equal(asUuid('0F8fad5b-D9cb-469f-a165-70867728950E'), LOWER);
});

test('an uppercase UUID is not in the stored form', () => {
  assert.equal(isUuid(LOWER.toUpperCase()), false);
  assert.equal(isUuid(`${LOWER.slice(0, -1)}E`), false);
});

test('anything else is rejected', () => {
  const others = [
    '',
    'nonsense',
    `${LOWER}0`,
    LOWER.slice(1),
    `x${LOWER}`,
    ` ${LOWER}`,
    `${LOWER}\n`,
    `${LOWER}\0`,
    LOWER.replaceAll('-', ''),
    `{${LOWER}}`,
    LOWER.replace('0', 'g'),
    LOWER.replace('-', '–'),
    `${LOWER}\n${LOWER}`,
    LOWER.replace('0', '٠'),
  ];
  for (const text of others)
    assert.deepEqual([isUuid(text), asUuid(text)], [false, undefined], JSON.stringify(text));
});
