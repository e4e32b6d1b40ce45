import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { inlineSchemas, nameSchemas } from '../src/http/openapi/openapi-names.ts';
import { orderDocument } from '../src/http/openapi/openapi-order.ts';
import { checkDocument, type RuledDocument } from './support/openapi-rules.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT: RuledDocument & { readonly [part: string]: unknown } = JSON.parse(
  readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'),
);

describe('the API document', () => {
  test('is valid OpenAPI 3.1 according to the official schema', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(DOCUMENT));
    assert.deepEqual([valid, errors], [true, undefined]);
    const broken = { ...structuredClone(DOCUMENT), info: { title: 'no version' } };
    assert.equal((await new Validator().validate(broken)).valid, false);
  });

  test('has every name, description, and example that our rules require', () => {
    assert.deepEqual(checkDocument(DOCUMENT), []);
  });

  test('has a fixed order, regardless of the order in which routes are registered', () => {
    const text = JSON.stringify(DOCUMENT);
    assert.equal(JSON.stringify(orderDocument(reversed(DOCUMENT) as typeof DOCUMENT)), text);
  });
});

/** Returns the same document with paths, methods, responses, and components in reverse order. */
function reversed(document: typeof DOCUMENT): object {
  const back = (value: object) => Object.fromEntries(Object.entries(value).reverse());
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    back(
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          { ...operation, responses: back(operation.responses ?? {}) },
        ]),
      ),
    ),
  ]);
  const components = Object.entries(document.components ?? {}).map(([kind, all]) => [kind, back(all)]);
  return {
    ...back(document),
    paths: back(Object.fromEntries(paths)),
    components: back(Object.fromEntries(components)),
  };
}

describe('the rules for the document find', () => {
  const example = { examples: { one: { value: { id: 1 } } } };
  const row = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const answer = { description: 'A row.', content: { 'application/json': { schema: row, ...example } } };
  const error = { description: 'An error.' };
  const operation = {
    operationId: 'getRow',
    summary: 'A row',
    tags: ['rows'],
    security: [],
    responses: { 200: answer, '4XX': error, '5XX': error },
  };
  const documentOf = (changed: object): RuledDocument => ({
    tags: [{ name: 'rows', description: 'Rows' }],
    paths: { '/row': { get: { ...operation, ...changed } } },
  });
  const withAnswer = (changed: object) =>
    documentOf({ responses: { ...operation.responses, 200: { ...answer, ...changed } } });
  const withContent = (changed: object) =>
    withAnswer({ content: { 'application/json': { ...answer.content['application/json'], ...changed } } });
  const large = {
    type: 'object',
    required: [],
    properties: { a: { type: 'null' }, b: { type: 'null' }, c: { type: 'null' } },
  };

  test('nothing in a document that follows them', () => assert.deepEqual(checkDocument(documentOf({})), []));

  const cases: readonly (readonly [what: string, document: RuledDocument, breach: string])[] = [
    ['no operationId', documentOf({ operationId: undefined }), 'GET /row: no operationId'],
    ['no summary', documentOf({ summary: '' }), 'GET /row: no summary'],
    ['an unknown tag', documentOf({ tags: ['others'] }), 'GET /row: not under one tag that has a text'],
    ['two tags', documentOf({ tags: ['rows', 'rows'] }), 'GET /row: not under one tag that has a text'],
    [
      'silence about keys',
      documentOf({ security: undefined }),
      'GET /row: does not say whether it needs a key',
    ],
    [
      'a parameter without a text',
      documentOf({ parameters: [{ name: 'id' }] }),
      'GET /row: parameter id has no description',
    ],
    [
      'a missing class of errors',
      documentOf({ responses: { 200: answer, '4XX': error } }),
      'GET /row: does not describe 5XX',
    ],
    [
      'a keyed read that is never unchanged',
      documentOf({ security: [{ apiKey: [] }] }),
      'GET /row: does not describe 304',
    ],
    ['a default text', withAnswer({ description: 'Default Response' }), 'GET /row: answer 200 has no text'],
    ['no example', withContent({ examples: {} }), 'GET /row: answer 200 application/json has no example'],
    [
      'a body without an example',
      documentOf({ requestBody: { content: { 'application/json': { schema: row } } } }),
      'GET /row: body application/json has no example',
    ],
    [
      'an example off its schema',
      withContent({ examples: { one: { value: { id: 'x' } } } }),
      'GET /row: example one: data/id must be integer',
    ],
    [
      'an example with a field that the schema lacks',
      withContent({ examples: { one: { value: { id: 1, score: 2 } } } }),
      'GET /row: example one: data must NOT have additional properties',
    ],
    [
      'a schema that nothing uses',
      { ...documentOf({}), components: { schemas: { Row: row } } },
      '#/components/schemas/Row: is not used',
    ],
    [
      'a reference that leads nowhere',
      withContent({ schema: { anyOf: [{ $ref: '#/components/schemas/Row' }, row] } }),
      '#/components/schemas/Row: leads nowhere',
    ],
  ];
  for (const [what, document, breach] of cases)
    test(what, () => {
      const found = checkDocument(document);
      assert.ok(found.includes(breach), JSON.stringify(found));
    });

  test('an object that is written out twice', () => {
    const examples = { one: { value: { x: {}, y: {} } } };
    const schema = { type: 'object', properties: { x: large, y: large } };
    assert.match(checkDocument(withContent({ schema, examples })).join(), /stands 2 times without a name/);
  });

  test('two operations with the same name', () => {
    const { paths = {} } = documentOf({});
    const twice = { ...documentOf({}), paths: { ...paths, '/other': { get: operation } } };
    assert.deepEqual(checkDocument(twice), ['getRow: names two operations']);
  });
});

describe('naming schemas', () => {
  const License = { type: 'object', title: 'License', properties: { number: { type: 'string' } } };

  test('moves a schema with a name, even one inside another, and leaves a reference in its place', () => {
    const Vendor = { type: 'object', title: 'Vendor', properties: { license: License } };
    const named = nameSchemas({ paths: { '/a': Vendor, '/b': License } });
    assert.deepEqual(named, {
      paths: {
        '/a': { $ref: '#/components/schemas/Vendor' },
        '/b': { $ref: '#/components/schemas/License' },
      },
      components: {
        schemas: {
          License,
          Vendor: { ...Vendor, properties: { license: { $ref: '#/components/schemas/License' } } },
        },
      },
    });
    assert.deepEqual(inlineSchemas(named).paths, { '/a': Vendor, '/b': License });
  });

  test('leaves descriptions that differ where they are', () => {
    const [a, b] = ['the vendor’s', 'the other one'].map((description) => ({ ...License, description }));
    const named = nameSchemas({ paths: { a, b } });
    const $ref = '#/components/schemas/License';
    assert.deepEqual(named, {
      paths: { a: { $ref, description: 'the vendor’s' }, b: { $ref, description: 'the other one' } },
      components: { schemas: { License } },
    });
    assert.deepEqual(inlineSchemas(named).paths, { a, b });
  });

  test('rejects two schemas with the same name', () => {
    const other = { ...License, properties: {} };
    assert.throws(() => nameSchemas({ paths: { a: License, b: other } }), /Two schemas are named License/);
  });

  test('does not mistake a field called title, or a title in words, for a name', () => {
    const paths = {
      a: { type: 'object', properties: { title: { type: 'string' }, type: { type: 'string' } } },
      b: { type: 'string', title: 'a text' },
    };
    assert.deepEqual(nameSchemas({ paths }), { paths, components: { schemas: {} } });
  });
});
