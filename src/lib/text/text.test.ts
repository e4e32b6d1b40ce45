import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, countNoun, decodeInParts, decodeText, foldForSearch, ownText } from './text.ts';

test('UTF-8 is decoded as UTF-8, without its byte-order mark', () => {
  assert.equal(decodeText(Buffer.from('CAFÉ – ¿')), 'CAFÉ – ¿');
  assert.equal(decodeText(Buffer.from('\ufeffCAFÉ')), 'CAFÉ');
  assert.equal(decodeText(new Uint8Array()), '');
});

test('text that is not UTF-8 is decoded as Windows-1252, without a leading byte-order mark', () => {
  assert.equal(decodeText(Buffer.from('GULL\x92S CAF\xc9 \x80', 'latin1')), 'GULL’S CAFÉ €');
  assert.equal(decodeText(Buffer.from('\xef\xbb\xbfCAF\xc9', 'latin1')), 'CAFÉ');
});

test('every byte of Windows-1252 is decoded, by itself and among other such bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const expected = new TextDecoder('windows-1252').decode(bytes);
  assert.equal(decodeText(bytes), expected);
  assert.equal(decodeText(Buffer.alloc(100_000, 0x85)), '…'.repeat(100_000));
});

test('spaces at the ends are removed and runs of spaces become one', () => {
  for (const cell of ['  GULL  INN ', 'GULL INN', '\tGULL\u00a0INN\r\n', 'GULL\0INN', 'GULL \u00a0 INN'])
    assert.deepEqual(cleanText(cell), { text: 'GULL INN', repaired: false }, JSON.stringify(cell));
  assert.deepEqual(cleanText(''), { text: '', repaired: false });
});

test('stray Windows-1252 control characters become the punctuation they represent', () => {
  assert.deepEqual(cleanText('GULL\u0092S \u0093INN\u0094 \u0096 \u0080'), {
    text: 'GULL’S “INN” – €',
    repaired: false,
  });
});

test('text that was encoded twice is repaired and reported as repaired', () => {
  const twice = {
    'CAFÃ\u0089': 'CAFÉ',
    'CAFÃ‰': 'CAFÉ',
    'GULLâ€™S': 'GULL’S',
    'GULLâ\u0080\u0099S': 'GULL’S',
    'GULLÂ¿S': 'GULL¿S',
    '32Â° BAR': '32° BAR',
  };
  for (const [cell, text] of Object.entries(twice))
    assert.deepEqual(cleanText(cell), { text, repaired: true }, cell);
});

test('text that was encoded once is left alone, even if it looks odd', () => {
  const once = [
    'CAFÉ',
    'GULL¿S',
    'NIÑA’S',
    'SÃO JOÃO',
    'Â',
    'CRÊPE Ã LA CARTE',
    '寿司',
    'CAFÉ ™',
    'CAFÃ‰ 寿司',
  ];
  for (const cell of once) assert.deepEqual(cleanText(cell), { text: cell, repaired: false }, cell);
  assert.deepEqual(cleanText('CAFÉ\u0092S'), { text: 'CAFÉ’S', repaired: false });
});

test('any Windows-1252 text that was encoded twice is restored, and cleaning it again changes nothing', () => {
  const word = fc.string({ unit: fc.constantFrom(...'AZ09¿ÉÑçß’“–€'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, (text) => {
      const twice = new TextDecoder('windows-1252').decode(Buffer.from(text));
      const clean = cleanText(twice);
      assert.deepEqual(clean, { text, repaired: twice !== text });
      assert.deepEqual(cleanText(clean.text), { text, repaired: false });
    }),
  );
});

test('search ignores case, accents, apostrophes and punctuation', () => {
  const folded = {
    'Joe’s Bar-B-Q': 'joes bar b q',
    "JOE'S BAR B Q": 'joes bar b q',
    'JOE¿S BAR/B/Q!': 'joes bar b q',
    'Café  Ñandú & Söhne': 'cafe nandu sohne',
    '#1 “Taco” Nº 2': '1 taco no 2',
    ' … ': '',
  };
  for (const [text, expected] of Object.entries(folded)) assert.equal(foldForSearch(text), expected, text);
});

test('a noun is plural after any number other than one', () => {
  const counted = [0, 1, 2, 1_234].map((number) => countNoun(number, 'visit'));
  assert.deepEqual(counted, ['0 visits', '1 visit', '2 visits', '1,234 visits']);
});

test('bytes that are not UTF-8 are decoded as standard Windows-1252, for all 256 byte values', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  assert.equal(decodeText(bytes), new TextDecoder('windows-1252').decode(bytes));
  const marked = Uint8Array.from([0xef, 0xbb, 0xbf, 0x41, 0xc9]);
  assert.equal(decodeText(marked), 'AÉ');
});

test('text decoded in parts equals the whole text, and each part ends at the end of a line', () => {
  const line = fc.constantFrom(
    'GULL INN,"1"\r\n',
    'CAFÉ ’N GRILL\n',
    '\ufeffINN\n',
    '🌮 TACO\r',
    '\n',
    'CAF\xc9\n',
  );
  const bytes = fc
    .tuple(
      fc.boolean(),
      fc.boolean(),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.string({ maxLength: 9 }),
    )
    .map(([isMarked, isUtf8, lines, end]) => {
      const text = `${lines.join('').repeat(Math.ceil(700_000 / lines.join('').length))}${end}`;
      return Buffer.concat([
        Buffer.from(isMarked ? '\ufeff' : ''),
        Buffer.from(text, isUtf8 ? 'utf8' : 'latin1'),
      ]);
    });
  fc.assert(
    fc.property(bytes, fc.constantFrom('\n', '\r'), (whole, lineEnd) => {
      const parts = [...decodeInParts(whole, lineEnd)];
      assert.equal(parts.join(''), decodeText(whole));
      assert.ok(parts.slice(0, -1).every((part) => part.endsWith(lineEnd)));
      assert.ok(parts.length >= 2 || !whole.includes(lineEnd, 300_000));
    }),
    { numRuns: 40 },
  );
});

test('a copied text equals the original', () => {
  for (const text of ['', 'É', 'GULL’S INN', '\ud83c', ' two  blanks ']) assert.equal(ownText(text), text);
});
