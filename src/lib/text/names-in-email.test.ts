import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quotedName, withoutAddresses } from './names-in-email.ts';

test('an ordinary name is quoted unchanged', () => {
  for (const name of [
    'Ada',
    'St. Johns County',
    'J.R. Tacos & Co.',
    'Nº 1 Café',
    'O’Neil',
    'Tacos: the best',
  ])
    assert.equal(quotedName(name), `“${name}”`);
});

test('a name cannot be a link, end its quotes or reverse the text around it', () => {
  for (const [name, shown] of [
    [
      'URGENT: your bank account is locked, go to https://evil.example/x',
      '“URGENT: your bank account is locked, go to evil example/x”',
    ],
    ['www.evil.example', '“www evil example”'],
    ['write to me@evil.example', '“write to me at evil example”'],
    ['mailto:me＠evil。example', '“me at evil example”'],
    ['Ada” wrote “this', '“Ada’ wrote ’this”'],
    ['Ada\u202egnp.exe', '“Ada gnp exe”'],
    ['Ada\u200b\u2066\r\nBcc: x@evil.example', '“Ada Bcc: x at evil example”'],
  ] as const)
    assert.equal(quotedName(name), shown);
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.webUrl(),
      fc.emailAddress(),
      (text, url, email) => {
        const shown = withoutAddresses(`${text} ${url} ${email}`);
        assert.doesNotMatch(shown, /:\/\/|@|[a-z\d]\.[a-z]{2}|[\p{Cc}\p{Cf}]/iu);
      },
    ),
  );
});
