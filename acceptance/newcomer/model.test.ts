import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type Counted, personSeconds } from './model.ts';

const NOTHING: Counted = { clicks: 0, fields: 0, characters: 0, copies: 0, pages: 0, screens: 0 };

test('a person takes as long as docs/testing.md says for each thing that is counted', () => {
  const of = (counted: Partial<Counted>) => Number(personSeconds({ ...NOTHING, ...counted }).toFixed(2));
  const told = readFileSync(path.resolve(import.meta.dirname, '../../docs/testing.md'), 'utf8').replaceAll(
    /\s+/g,
    ' ',
  );
  assert.ok(told.includes(`a click ${of({ clicks: 1 })}, a field ${of({ fields: 1 })} and`));
  assert.ok(told.includes(`and ${of({ characters: 1 })} for each character`));
  assert.ok(told.includes(`a text that is copied ${of({ copies: 1 })};`));
  assert.ok(
    told.includes(`${of({ pages: 1 })} for a glance at each page and ${of({ screens: 1 })} for each`),
  );
  assert.equal(of({ clicks: 2, fields: 1, characters: 10, pages: 3 }), 15.6);
});
