import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repairText } from './repair-text.ts';

/** Returns the repaired text and the warnings. */
function repair(text: string): [string, ...string[]] {
  const warnings: string[] = [];
  const repaired = repairText(text, { warn: (code) => void warnings.push(code) });
  return [repaired, ...warnings];
}

test('restores the apostrophe from ¿ only between letters', () => {
  for (const [text, repaired] of [
    ['ADRIANO¿S', "ADRIANO'S"],
    ['A¿B¿C', "A'B'C"],
    ["GULL'¿S CAFÉ", "GULL'S CAFÉ"],
    ["GULL¿'S", "GULL'S"],
    ['É¿LAN', "É'LAN"],
  ] as const)
    assert.deepEqual(repair(text), [repaired, 'apostrophe_repaired'], text);
  for (const text of ['GULLS¿ NEST', '¿QUE PASA?', 'TACOS ¿ WINGS', '4¿4', 'X¿¿Y'])
    assert.deepEqual(repair(text), [text]);
});

test('decodes entities only once', () => {
  for (const [text, decoded] of [
    ['ROSETTA&#39;S', "ROSETTA'S"],
    ['BAY &amp; BAYOU', 'BAY & BAYOU'],
    ['THE &quot;BIG&quot; WAGON', 'THE "BIG" WAGON'],
    ['CAF&eacute; &#201; &#xE9; &Ntilde;', 'CAFé É é Ñ'],
    ['GULL&rsquo;S &#146; &#8217;', 'GULL’S ’ ’'],
    ['A&nbsp;&#160;B', 'A B'],
    ['&amp;quot;X', '&quot;X'],
    ['&amp;#39;X', '&#39;X'],
    ['&lt;b&gt;', '<b>'],
  ] as const)
    assert.deepEqual(repair(text), [decoded, 'entity_decoded'], text);
  for (const text of ['R&B; GRILL', 'BAY & BAYOU', 'A&amp B', '&#;', '&#x;', '&bogus;', '&AMP;'])
    assert.deepEqual(repair(text), [text]);
});

test('never decodes into invisible characters', () => {
  for (const code of [
    0, 9, 10, 27, 127, 129, 157, 173, 0x200b, 0x202e, 0x2028, 0xd800, 0xe000, 0xfeff, 0x110000,
  ])
    for (const entity of [`&#${code};`, `&#x${code.toString(16)};`])
      assert.deepEqual(repair(`A${entity}B`), [`A${entity}B`]);
  const code = fc.oneof(fc.nat(0x500), fc.nat(0x11ffff));
  fc.assert(
    fc.property(fc.array(fc.tuple(code, fc.boolean())), (codes) => {
      const [text] = repair(
        codes.map(([each, isHex]) => `&#${isHex ? `x${each.toString(16)}` : each};`).join('x'),
      );
      assert.doesNotMatch(text, /[\p{C}\u2028\u2029]/u);
    }),
  );
});

test('strips quotes around a whole name, but not quotes inside it', () => {
  for (const [text, stripped] of [
    [`"JOE'S"`, "JOE'S"],
    [`'JOE'S'`, "JOE'S"],
    [`""JOE""`, 'JOE'],
    ['“GULL” ', 'GULL'],
    [`"'GULL'"`, 'GULL'],
    ['" GULL "', 'GULL'],
  ] as const)
    assert.deepEqual(repair(text), [stripped, 'quotes_stripped'], text);
  for (const text of [
    `THE "BIG" WAGON`,
    `"BIG" AND "BAD"`,
    `"BIG" WAGON`,
    `'N' OUT 'N'`,
    `ROCK 'N' ROLL`,
    `GULLS'`,
    `'TIL DAWN`,
    `""`,
    `'"'`,
  ])
    assert.deepEqual(repair(text), [text]);
});

test('repairs all kinds of damage in one text, and makes no change the second time', () => {
  assert.deepEqual(repair('"GULL¿S &amp; CO"'), [
    "GULL'S & CO",
    'entity_decoded',
    'apostrophe_repaired',
    'quotes_stripped',
  ]);
  const part = fc.constantFrom('A', "'", '"', '¿', ' ', '“', '”', '&', '#', '1', ';');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const [once] = repair(parts.join(''));
      assert.deepEqual(repair(once)[0], once);
    }),
    { numRuns: 3_000 },
  );
});
