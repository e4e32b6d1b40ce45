import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cleanName, emailProblem, foldEmail, nameProblem, passwordProblem } from './account-input.ts';

describe('an address', () => {
  test('is taken as it is usually written, whatever its case', () => {
    for (const typed of [
      ' Ada@Example.COM ',
      'a.b+tag@sub.example.co',
      'first_last-1@x-y.example',
      '1@2.example',
    ])
      assert.equal(emailProblem(foldEmail(typed)), undefined, typed);
    const longest = `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.example`;
    assert.equal(emailProblem(longest.slice(0, 254)), undefined);
  });

  test('that a mail header could take for something else is refused', () => {
    const refused = [
      'a b@x.example',
      'a@x.example,b@x.example',
      '<a@x.example>',
      '"a"@x.example',
      "o'b@x.example",
    ];
    refused.push(
      'a@x.example\r\nbcc: b@x.example',
      'a@x.example\u0000',
      'a@@x.example',
      '@x.example',
      'a@',
      'a',
    );
    refused.push(
      'a@localhost',
      '.a@x.example',
      'a..b@x.example',
      'ä@x.example',
      'a@[127.0.0.1]',
      'a@x.example\u2028',
    );
    for (const typed of refused) assert.ok(emailProblem(typed), JSON.stringify(typed));
    assert.match(`${emailProblem(`${'a'.repeat(250)}@x.example`)}`, /at most 254 characters/);
    assert.match(`${emailProblem('')}`, /^Type/);
  });

  test('is checked in no time, however it is made', () => {
    const started = performance.now();
    for (const typed of [`${'a.'.repeat(120)}@`, `a@${'a.'.repeat(120)}1`, `a@${'a'.repeat(250)}`])
      emailProblem(typed);
    assert.ok(performance.now() - started < 50);
  });
});

describe('a name', () => {
  test('is one line of 1 to 100 characters', () => {
    assert.equal(cleanName('  Parks   & Recreation '), 'Parks & Recreation');
    for (const good of ['Ada', 'Zoë’s Fête', '大阪', 'x'.repeat(100)])
      assert.equal(nameProblem(good), undefined);
    for (const bad of ['', 'x'.repeat(101), 'a\nb', 'a\rb', 'a\u0000', 'a\u2028b', 'a\tb'])
      assert.ok(nameProblem(bad), bad);
  });
});

describe('a password', () => {
  const email = 'ada@example.com';

  test('may be anything of 10 to 200 characters', () => {
    for (const good of ['ten chars!', '        x   ', 'äöüßéèêñçå', 'x1'.repeat(100), 'no digits at all'])
      assert.equal(passwordProblem(good, email), undefined, good);
    for (const bad of ['', 'nine char', 'x1'.repeat(101)]) assert.ok(passwordProblem(bad, email), bad);
  });

  test('is neither the address nor one of the worst', () => {
    for (const bad of [email, 'ADA@example.com', 'password123', 'Password1234', '1234567890', 'aaaaaaaaaaaa'])
      assert.ok(passwordProblem(bad, email), bad);
  });
});
