import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../config.ts';
import { asOfOption, nameOption, reasonOption, vendorsOption } from './options.ts';

test('a reason is one line that is not empty and contains no control characters or direction marks', () => {
  assert.equal(reasonOption('  The regulator sent it again.  '), 'The regulator sent it again.');
  for (const text of ['', '   ', 'two\nlines', 'a\u202eb', 'a\u200fb', 'bell\u0007', 'x'.repeat(501)])
    assert.throws(() => reasonOption(text), /^InvalidArgumentError|It must/, JSON.stringify(text));
});

test('the name of the person who decided is one line without control characters or direction marks', () => {
  assert.equal(nameOption(' Ola Nordmann '), 'Ola Nordmann');
  for (const text of [' ', 'a\nb', 'a\u202eb', 'x'.repeat(101)])
    assert.throws(() => nameOption(text), /It must/, JSON.stringify(text));
});

test('an as-of day before all files is rejected, including in the setting', () => {
  assert.equal(asOfOption('2013-01-01'), '2013-01-01');
  assert.equal(loadConfig({ AS_OF: '2013-01-01' }).asOf, '2013-01-01');
  for (const text of ['1918-06-30', '2012-12-31']) {
    assert.throws(() => asOfOption(text), /It must be 2013-01-01 or later: no file reaches further back\./);
    assert.throws(
      () => loadConfig({ AS_OF: text }),
      new RegExp(`The setting AS_OF is "${text}"; it must be a day from 2013-01-01 on`),
    );
  }
});

test('a fictional state can have at most as many vendors as there are license numbers', () => {
  assert.deepEqual([vendorsOption('100'), vendorsOption('650000')], [100, 650_000]);
  for (const text of ['0', '50', '99', '650001', '9999999'])
    assert.throws(() => vendorsOption(text), /It must be a number from 100 to 650000\./, text);
});
