import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isCommonPassword } from '../../platform/passwords/common-passwords.ts';
import { cleanName, emailProblem, foldEmail, nameProblem, passwordProblem } from './account-input.ts';
import { DEMO_ORGANIZERS } from './demo-organizers.ts';

describe('an email address', () => {
  test('is accepted in its usual forms, in upper or lower case', () => {
    for (const typed of [
      ' Ada@Example.COM ',
      'a.b+tag@sub.example.co',
      'first_last-1@x-y.example',
      '1@2.example',
      "Shannon.O'Brien@x.example",
      'events&catering@x.example',
      'a/b=c@x.example',
      '.a..b@x.example',
      'ana@xn--caf-dma.example',
      'ivan@xn--80ak6aa92e.xn--p1ai',
    ])
      assert.equal(emailProblem(foldEmail(typed)), undefined, typed);
    const longest = `a@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.example`;
    assert.equal(emailProblem(longest.slice(0, 254)), undefined);
  });

  test('is rejected if it is malformed or could be misread in an email header', () => {
    const refused = [
      'a b@x.example',
      'a@x.example,b@x.example',
      '<a@x.example>',
      '"a"@x.example',
      'a(b)@x.example',
      'a;b@x.example',
      'a:b@x.example',
      'a\\b@x.example',
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
      'ä@x.example',
      'a@-x.example',
      'a@x-.example',
      'a@x..example',
      'a@x.example.',
      'a@x.1',
      'a@[127.0.0.1]',
      'a@x.example\u2028',
    );
    for (const typed of refused) assert.ok(emailProblem(typed), JSON.stringify(typed));
    assert.match(`${emailProblem(`${'a'.repeat(250)}@x.example`)}`, /at most 254 characters/);
    assert.match(`${emailProblem('')}`, /^Type/);
  });

  test('takes less than 50 ms of CPU time to check, for any input', () => {
    const started = process.cpuUsage();
    for (const typed of [`${'a.'.repeat(120)}@`, `a@${'a.'.repeat(120)}1`, `a@${'a'.repeat(250)}`])
      emailProblem(typed);
    assert.ok(process.cpuUsage(started).user < 50_000);
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

  test('cannot contain invisible characters, such as marks that change the direction of the text', () => {
    for (const unseen of ['\u200b', '\u200f', '\u061c', '\u202e', '\u2066', '\u00ad', '\ufeff', '\u{e0041}'])
      assert.ok(nameProblem(`Ada${unseen}B`), JSON.stringify(unseen));
  });
});

describe('a password', () => {
  const account = { name: 'Ada of Harbor Nights', email: 'ada.lovelace@trucknights.example' };
  const problem = (password: string) => passwordProblem(password, account, isCommonPassword);

  test('may be any 10 to 200 characters that are not easy to guess', () => {
    const long = 'a sentence of many words, '.repeat(7).slice(0, 175) + randomBytes(12).toString('hex');
    for (const good of ['ten chars!', 'äöüßéèêñçå', 'no digits at all', 'kT7#mq2!xP', long.slice(0, 200)])
      assert.equal(problem(good), undefined, good);
    for (const bad of ['', 'nine char', `${long}${long}`]) assert.ok(problem(bad), bad);
  });

  test('is rejected when it is a variant of a very common password', () => {
    const bad = ['Summer2026!', 'Password2026', 'Welcome1!!', 'Florida2026!', 'password123', 'P@ssw0rd2026'];
    bad.push('$ummer2026!', '2026sunshine', 'letmein!!!!', 'monkey.monkey', 'iloveyou2026', 'jessica1990!');
    for (const each of bad) assert.match(`${problem(each)}`, /common password/, each);
  });

  test('is rejected when it consists of the account’s name, its email address, or words from this site', () => {
    const bad = [
      'Adalovelace1',
      'harbornights',
      'trucknights2026!',
      'FoodTruck2026',
      'Vendor-Compliance',
      'adasunshine',
    ];
    for (const each of bad)
      assert.match(`${problem(each)}`, /your name, your address or words from this site/, each);
    assert.ok(problem(account.email));
    assert.ok(problem(account.email.toUpperCase()));
  });

  test('is rejected when it follows the keyboard or repeats itself', () => {
    const bad = [
      '1234567890',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'qwertyuiop12',
      '1qaz2wsx3edc4rfv',
      'abcdefghijkl',
      '        x   ',
    ];
    for (const each of bad) assert.match(`${problem(each)}`, /repeats itself/, each);
  });

  test('may be any four unrelated words', () => {
    const words = ['tulip', 'engine', 'harvest', 'mirror', 'cobalt', 'thunder', 'pickle', 'ladder', 'violin'];
    words.push('summer', 'dragon', 'monkey', 'sunshine', 'truck', 'florida', 'gravel', 'saddle', 'window');
    const four = fc.uniqueArray(fc.constantFrom(...words), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(
        four,
        fc.constantFrom(' ', '-', ''),
        fc.constantFrom('', '7', '!'),
        (chosen, between, end) => {
          // Two words from the site and two common words count as four words.
          assert.equal(problem(`${chosen.join(between)}${end}`), undefined, chosen.join(between));
        },
      ),
    );
  });

  test('may be random letters and digits: fewer than one in 500 such passwords is rejected', () => {
    const texts = Array.from({ length: 2_000 }, (_, index) =>
      randomBytes(12 + (index % 13)).toString('base64url'),
    );
    const refused = texts.filter((text) => problem(text) !== undefined);
    assert.ok(refused.length < 4, refused.join(' '));
  });

  test('from the demo is accepted for the demo’s own accounts', () => {
    for (const { password, ...organizer } of DEMO_ORGANIZERS)
      assert.equal(passwordProblem(password, organizer, isCommonPassword), undefined);
  });

  test('is checked in under 200 ms of CPU time, even if it is long and unusual', () => {
    const started = process.cpuUsage();
    for (const typed of [
      'florida'.repeat(28),
      'ada'.repeat(66),
      'aB1!'.repeat(50),
      '1'.repeat(200),
      'é'.repeat(200),
    ])
      problem(typed);
    assert.ok(process.cpuUsage(started).user < 200_000);
  });
});

test('a placeholder for an erased address cannot be used', () => {
  assert.equal(emailProblem('anna@truck.example'), undefined);
  for (const email of ['erased-1@erased.invalid', 'bob@erased.invalid'])
    assert.notEqual(emailProblem(email), undefined, email);
});
