import { drawFrom, type Random } from '../../src/lib/random.ts';
import { drawHostileText } from './values.ts';

/** Tokens of JSON that are no text. */
const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e309',
  '-1e309',
  '1e-400',
  '9'.repeat(400),
  '[]',
  '{}',
  '[null]',
  '""',
  '" "',

  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '["a","b"]',

  '{"length":1e9}',
  '{"toString":"x"}',
  `"${'x'.repeat(8_193)}"`,
  `"${'\\u00e9'.repeat(3_000)}"`,
  '"<x-fuzz>"',
];

/** Whole bodies that are no JSON object as it is wanted. */
const HOSTILE_BODIES: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[[]]',
  '{',
  '}',
  '{}',
  '{"',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":2}',
  '\u0000',
  'NaN',
  '[1,2',
  '\ufeff{}',
  '/* */{}',

  '{"__proto__":{"receipt":"x"}}',
  '{"receipt":"a","receipt":"b"}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"receipt":{"$ne":null}}',
  '{"RECEIPT":"x"}',

  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  `{"receipt":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

export function drawHostileJson(random: Random): string {
  return random() < 0.5 ? JSON.stringify(drawHostileText(random)) : drawFrom(random, HOSTILE_JSON);
}

export function drawHostileBody(random: Random): string {
  return drawFrom(random, HOSTILE_BODIES);
}
