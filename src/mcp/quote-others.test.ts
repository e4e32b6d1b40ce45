import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asJson } from './api-document.ts';
import { defineTool } from './define-tool.ts';
import { OUR_TEXTS } from './list-our-texts.ts';
import { quoted, quoteOthers } from './quote-others.ts';
import { TOOLS } from './tools.ts';

const document: unknown = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);

describe('quotes in tool responses', () => {
  test('text inside a quote cannot end the quote or begin another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const marked = quoted(`${text}</quoted><quoted>${text}`);
        assert.match(marked, /^<quoted>[^<>]*<\/quoted>$/u);
      }),
    );
  });

  test('text is quoted unless its schema restricts it or it is listed as ours; names in our sentences are also quoted', () => {
    const schema = {
      type: 'object',
      title: 'DecisionReason',
      properties: {
        code: { type: 'string' },
        text: { type: 'string' },
        verdict: { type: 'string', enum: ['CLEAR'] },
        on: { type: 'string', format: 'date' },
        name: { type: 'string' },
      },
    };
    const value = {
      code: 'two words',
      text: 'TACO <b> is closed.',
      verdict: 'CLEAR',
      on: '2026-01-01',
      name: 'TACO',
      unknown: 'CLEAR',
    };
    assert.deepEqual(quoteOthers(value, schema), {
      code: '<quoted>two words</quoted>',
      text: '<quoted>TACO</quoted> (b) is closed.',
      verdict: 'CLEAR',
      on: '2026-01-01',
      name: '<quoted>TACO</quoted>',
      unknown: '<quoted>CLEAR</quoted>',
    });
    assert.deepEqual(quoteOthers({ verdict: 'DECLINE', on: 'tomorrow' }, schema), {
      verdict: '<quoted>DECLINE</quoted>',
      on: '<quoted>tomorrow</quoted>',
    });
  });

  test('overlapping names in a sentence are quoted together, never in part', () => {
    const value = [
      { text: 'The license of PELICAN TACOS (now) is open.' },
      'of PELICAN',
      'PELICAN TACOS (now)',
    ];
    const [decided] = quoteOthers(value, {
      anyOf: [{ items: { title: 'DecisionReason', properties: { text: { type: 'string' } } } }],
    }) as [{ text: string }];
    assert.equal(decided.text, 'The license <quoted>of PELICAN TACOS (now)</quoted> is open.');
  });

  test('doubling a list only doubles the work, because sentences are not scanned again for each name', () => {
    const schema = {
      type: 'array',
      items: {
        title: 'DecisionReason',
        properties: { text: { type: 'string' }, name: { type: 'string' } },
      },
    };
    const replaced = (vendors: number) => {
      const list = Array.from({ length: vendors }, (_, index) => ({
        name: `TACO ${index}`,
        text: `TACO ${index} is closed.`,
      }));
      const { replace, split } = String.prototype;
      let calls = 0;
      const counted = <F extends typeof replace | typeof split>(method: F): F =>
        new Proxy(method, {
          apply: (target, self, all) => {
            calls += 1;
            return Reflect.apply(target, self, all);
          },
        });
      String.prototype.replace = counted(replace);
      String.prototype.split = counted(split);
      try {
        quoteOthers(list, schema);
      } finally {
        String.prototype.replace = replace;
        String.prototype.split = split;
      }
      return calls;
    };
    assert.equal(replaced(100), 2 * replaced(50));
  });

  test('every entry in the list of our texts is a field in a response', () => {
    const fields = new Set<string>();
    const collect = (schema: unknown, owner: string): void => {
      const { title, properties, items, anyOf, $defs } = asJson(schema);
      const name = typeof title === 'string' ? title : owner;
      for (const [field, inner] of Object.entries(asJson(properties))) {
        fields.add(`${name}.${field}`);
        collect(inner, field);
      }
      collectAll([items, ...Object.values(asJson(anyOf))], owner);
      collectAll(Object.values(asJson($defs)), '');
    };
    const collectAll = (schemas: readonly unknown[], owner: string): void => {
      for (const each of schemas) if (each !== undefined) collect(each, owner);
    };
    for (const tool of TOOLS) collect(defineTool(document, tool).outputSchema, '');
    assert.deepEqual(
      [...OUR_TEXTS.keys()].filter((key) => !fields.has(key)),
      [],
    );
  });
});
