import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnavailable } from '../platform/db/database-unavailable.ts';
import { parseStored } from './stored-json.ts';

test('damaged stored text is reported as a database outage, and its content is not revealed', () => {
  assert.deepEqual(parseStored('{"a":1}'), { a: 1 });
  for (const text of [`{"name":"Ola's ${'\0'.repeat(9)}`, '', 'Ola'])
    assert.throws(
      () => parseStored(text),
      (error: Error) => findUnavailable(error) === error && !/Ola/.test(`${error.stack}${error.cause}`),
    );
});
