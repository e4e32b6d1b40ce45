import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { findBreakingChanges } from './support/breaking-changes.ts';

const read = (file: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../docs', file), 'utf8'));

/** Contract 9.2: breaking changes need a new version path. */
test('the current document does not break anything that the released document promises', () => {
  const found = findBreakingChanges(read('openapi-released.json'), read('openapi.json'));
  assert.deepEqual(found, []);
});

const text = { type: 'string' };
const row = {
  type: 'object',
  required: ['id', 'name', 'letter', 'count', 'size'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { anyOf: [text, { type: 'null' }] },
    letter: { type: 'string', enum: ['A', 'B'] },
    count: { type: 'integer', minimum: 0, maximum: 10 },
    size: { type: 'number' },
    note: text,
    places: { type: 'array', items: { $ref: '#/components/schemas/Place' } },
    by: { type: 'object', additionalProperties: { type: 'integer' } },
    kind: { const: 'vendor' },
  },
};
const asked = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: text, more: text },
};
const open = {
  operationId: 'getRow',
  parameters: [
    { name: 'q', in: 'query', schema: { type: 'string', maxLength: 100, default: '' } },
    { name: 'kind', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
  ],
  requestBody: { content: { 'application/json': { schema: asked } } },
  responses: { 200: { content: { 'application/json': { schema: row } } }, 304: {} },
};
const Place = { type: 'object', required: ['city'], properties: { city: text } };
const RELEASED = { paths: { '/row': { get: open } }, components: { schemas: { Place } } };

type Edit = (document: typeof RELEASED) => unknown;
const operationOf = (document: typeof RELEASED) => document.paths['/row'].get;
const rowOf = (document: typeof RELEASED) =>
  operationOf(document).responses[200].content['application/json'].schema;
const askedOf = (document: typeof RELEASED) =>
  operationOf(document).requestBody.content['application/json'].schema;
/** The literal's types would not allow the changes that the tests make. */
const set = (object: object, fields: object) => Object.assign(object, fields);
const field = (name: keyof (typeof row)['properties'], schema: object): Edit => {
  return (document) => set(rowOf(document).properties, { [name]: schema });
};
const parameter = (at: number, changed: object): Edit => {
  return (document) => set(operationOf(document).parameters[at] ?? {}, changed);
};

describe('a change that breaks a client is found:', () => {
  const breaks: readonly (readonly [what: string, edit: Edit, found: string])[] = [
    ['an address is gone', (d) => Reflect.deleteProperty(d.paths, '/row'), 'GET /row: is gone'],
    [
      'an operation has another name',
      (d) => set(operationOf(d), { operationId: 'x' }),
      'GET /row: is called x',
    ],
    ['a key is needed', (d) => set(operationOf(d), { security: [{ apiKey: [] }] }), 'GET /row: needs a key'],
    [
      'a parameter is added that is needed',
      (d) => operationOf(d).parameters.push({ name: 'x', in: 'query', required: true } as never),
      'GET /row: needs the parameter x',
    ],
    ['a parameter is needed now', parameter(0, { required: true }), 'GET /row ?q: is needed'],
    ['a parameter is gone', (d) => operationOf(d).parameters.shift(), 'GET /row ?q: is gone'],
    [
      'a default is another',
      parameter(0, { schema: { type: 'string', maxLength: 100, default: 'x' } }),
      'GET /row ?q: has another default',
    ],
    [
      'a text must be shorter',
      parameter(0, { schema: { type: 'string', maxLength: 50, default: '' } }),
      'GET /row ?q: maxLength 100 instead of 50',
    ],
    [
      'a text must have a form',
      parameter(0, { schema: { type: 'string', maxLength: 100, default: '', pattern: '^a' } }),
      'GET /row ?q: pattern none instead of ^a',
    ],
    [
      'a number must be larger',
      parameter(2, { schema: { type: 'integer', minimum: 2 } }),
      'GET /row ?limit: minimum 1 instead of 2',
    ],
    [
      'a value is no longer taken',
      parameter(1, { schema: { type: 'string', enum: ['a'] } }),
      'GET /row ?kind: b is not among its values',
    ],
    [
      'a parameter has another type',
      parameter(2, { schema: text }),
      'GET /row ?limit: integer instead of string',
    ],
    [
      'a body is needed now',
      (d) => set(operationOf(d).requestBody, { required: true }),
      'GET /row: needs a body',
    ],
    [
      'a field of a body is needed now',
      (d) => set(askedOf(d), { required: ['id', 'more'] }),
      'GET /row body more: is needed',
    ],
    [
      'a field of a body is no longer taken',
      (d) => set(askedOf(d), { properties: { id: text } }),
      'GET /row body more: is gone',
    ],
    [
      'a body has another type',
      (d) => set(operationOf(d).requestBody, { content: {} }),
      'GET /row body: is no longer taken as application/json',
    ],
    [
      'an answer is gone',
      (d) => Reflect.deleteProperty(operationOf(d).responses, 304),
      'GET /row 304: is gone',
    ],
    [
      'an answer has another type',
      (d) => set(operationOf(d).responses[200], { content: { 'text/csv': {} } }),
      'GET /row 200: is no longer given as application/json',
    ],
    [
      'a field may be missing',
      (d) => set(rowOf(d), { required: ['id', 'name', 'letter', 'count'] }),
      'GET /row 200 size: may be missing',
    ],
    [
      'a field that may be missing is gone',
      (d) => Reflect.deleteProperty(rowOf(d).properties, 'note'),
      'GET /row 200 note: is gone',
    ],
    [
      'a field may be null',
      field('size', { anyOf: [{ type: 'number' }, { type: 'null' }] }),
      'GET /row 200 size: null instead of number',
    ],
    [
      'a field has another type',
      field('name', { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
      'GET /row 200 name: integer is not among string, null',
    ],
    [
      'a field has a new value',
      field('letter', { type: 'string', enum: ['A', 'B', 'C'] }),
      'GET /row 200 letter: C is not among its values',
    ],
    [
      'a value is never given any more',
      field('letter', { type: 'string', enum: ['A'] }),
      'GET /row 200 letter: is never B any more',
    ],
    ['a field has any value', field('letter', text), 'GET /row 200 letter: any string instead of A, B'],
    [
      'a constant is another',
      field('kind', { const: 'truck' }),
      'GET /row 200 kind: truck is not among its values',
    ],
    [
      'a field is larger than promised',
      field('count', { type: 'integer', minimum: 0 }),
      'GET /row 200 count: maximum none instead of 10',
    ],
    ['a field has no form', field('id', text), 'GET /row 200 id: format none instead of uuid'],
    [
      'a field of a named schema is missing',
      (d) => set(d.components.schemas.Place, { required: [] }),
      'GET /row 200 places [] city: may be missing',
    ],
    [
      'the values of a record are others',
      field('by', { type: 'object', additionalProperties: text }),
      'GET /row 200 by *: string instead of integer',
    ],
  ];
  for (const [what, edit, found] of breaks)
    test(what, () => {
      const changed = structuredClone(RELEASED);
      edit(changed);
      assert.ok(
        findBreakingChanges(RELEASED, changed).includes(found),
        [...findBreakingChanges(RELEASED, changed)].join('\n'),
      );
    });
});

describe('a change that does not break a client is accepted:', () => {
  const fine: readonly (readonly [what: string, edit: Edit])[] = [
    ['a new address', (d) => set(d.paths, { '/other': { get: open } })],
    [
      'a new parameter that may be left out',
      (d) => operationOf(d).parameters.push({ name: 'x', in: 'query', schema: text } as never),
    ],
    [
      'a longer text and further values in a request',
      (d) => {
        parameter(0, { schema: { type: 'string', default: '' } })(d);
        parameter(1, { schema: { type: 'string', enum: ['a', 'b', 'c'] } })(d);
      },
    ],
    ['a new field of an answer', (d) => set(rowOf(d).properties, { other: text })],
    ['a field that is never null any more', field('name', text)],
    ['a whole number where any was promised', field('size', { type: 'integer' })],
    ['a new answer', (d) => set(operationOf(d).responses, { 202: {} })],
    ['an optional field of a body', (d) => set(askedOf(d).properties, { third: text })],
    ['other texts', (d) => set(operationOf(d), { summary: 'Other words' })],
  ];
  for (const [what, edit] of fine)
    test(what, () => {
      const changed = structuredClone(RELEASED);
      edit(changed);
      assert.deepEqual(findBreakingChanges(RELEASED, changed), []);
    });
});
