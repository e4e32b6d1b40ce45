import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addJsonFields } from './json-text.ts';

test('adding fields to an object’s JSON text gives the JSON text of the object with these fields', () => {
  const object = { name: 'a "b" }', list: [{}] };
  const fields = { url: 'https://x.example/?a={1}' };
  const text = addJsonFields(JSON.stringify(object), JSON.stringify(fields));
  assert.equal(text, JSON.stringify({ ...object, ...fields }));
});
