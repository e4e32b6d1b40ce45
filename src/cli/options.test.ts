import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOption, reasonOption } from './options.ts';

test('a reason is one line without control characters or direction marks, and not empty', () => {
  assert.equal(reasonOption('  The regulator sent it again.  '), 'The regulator sent it again.');
  for (const text of ['', '   ', 'two\nlines', 'a\u202eb', 'a\u200fb', 'bell\u0007', 'x'.repeat(501)])
    assert.throws(() => reasonOption(text), /^InvalidArgumentError|It must/, JSON.stringify(text));
});

test('the name of who decided is one line without control characters or direction marks', () => {
  assert.equal(nameOption(' Ola Nordmann '), 'Ola Nordmann');
  for (const text of [' ', 'a\nb', 'a\u202eb', 'x'.repeat(101)])
    assert.throws(() => nameOption(text), /It must/, JSON.stringify(text));
});
