import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkProse } from './check-prose.ts';

/** A sentence with each word that we do not use, and the same sentence in plain English. */
const SENTENCES: readonly (readonly [bad: string, good: string])[] = [
  ['Sends a mail.', 'Sends an email.'],
  ['Removes mails that were sent.', 'Removes emails that were sent.'],
  ['Nobody has claimed it.', 'The license has no owner.'],
  ['Answers whoever asks.', 'Answers any caller.'],
  ['Takes whatever is sent.', 'Takes any body.'],
  ['Uses one statement, however many.', 'Uses one statement for any number of rows.'],
  ['Returns the name as it stands.', 'Returns the name as it is.'],
  ['The name stands in a header.', 'The name appears in a header.'],
  ['Returns every change behind the cursor.', 'Returns every change after the cursor.'],
  ['Shows the sum beside the bar.', 'Shows the sum next to the bar.'],
  ['Compresses it anew.', 'Compresses it again.'],
  ['Counts whole days alone.', 'Counts only whole days.'],
  ['Meanwhile, the old one is served.', 'Until then, the old one is served.'],
  ['It is sent all the same.', 'It is still sent.'],
  ['Keeps the record but for its days.', 'Keeps the record except for its days.'],
  ['Returns names that are alike.', 'Returns similar names.'],
  ['Returns the sureness.', 'Returns the confidence.'],
  ['Sends the kept answer.', 'Sends the cached response.'],
  ['Compares the likeness of a file.', 'Compares the profile check of a file.'],
  ['Returns the touched rows.', 'Returns the affected rows.'],
  ['The visit settles the case.', 'The visit resolves the case.'],
  ['Lists measures of the regulator.', 'Lists enforcement actions.'],
  ['Returns the gravest result.', 'Returns the most severe result.'],
  ['Compares with the grade that it foretold.', 'Compares with the grade that it predicted.'],
  ['The record speaks against it.', 'The record is a reason to decline.'],
  ['Returns our key and that of the caller.', 'Returns our key and the key of the caller.'],
  ['Waits for another one.', 'Waits for another process.'],
  ['A closed business is no vendor.', 'A closed business is not a vendor.'],
  ['Fails for a name that is none.', 'Fails for an unknown name.'],
  ['The file has not a header.', 'The file does not have a header.'],
  ['Goes on with the next row.', 'Continues with the next row.'],
  ['A later visit puts right the fault.', 'A later visit fixes the fault.'],
  ['The reason is said on the page.', 'The reason is shown on the page.'],
  ['Takes back the decision.', 'Withdraws the decision.'],
  ['Records that tell the same are equal.', 'Records that list the same are equal.'],
];

describe('the prose check', () => {
  for (const [bad, good] of SENTENCES)
    test(`accepts “${good}” and rejects “${bad}”`, () => {
      assert.deepEqual(checkProse('src/a.ts', `/** ${good} */`), []);
      assert.equal(checkProse('src/a.ts', `/** ${bad} */`).length, 1);
    });

  test('accepts the same words in their literal sense', () => {
    for (const text of [
      'Reads the address behind a trusted proxy.',
      'Leaves no file behind.',
      'There is no such file.',
      'A hot dog stand has a license.',
      'A day is no longer than 25 hours.',
      'Runs `nobody` as it is in the code.',
    ])
      assert.deepEqual(checkProse('src/a.ts', `// ${text}`), []);
  });

  test('rejects a comment or title that begins without a verb, and names the words to begin with', () => {
    for (const opening of ['What', 'Which', 'Whether', 'Where', 'Of', 'How']) {
      const [breach] = checkProse('src/a.ts', `\n/** ${opening} a file holds. */\nconst a = 1;\n`);
      assert.match(breach ?? '', /^src\/a\.ts:2: ".+ …": begin with the subject or a verb/);
    }
    assert.equal(checkProse('src/a.ts', `test('what a file holds', () => {});`).length, 1);
    assert.equal(checkProse('src/a.ts', '// Returns rows. Of each row, the newest.').length, 1);
    assert.deepEqual(checkProse('src/a.ts', '// Returns what a file holds. Of course it is read first.'), []);
  });

  test('rejects a sentence of more than 30 words', () => {
    const words = (count: number) => `// ${'word '.repeat(count - 1)}end. Short.`;
    assert.deepEqual(checkProse('src/a.ts', words(30)), []);
    assert.match(checkProse('src/a.ts', words(31)).join(), /a sentence of 31 words/);
  });

  test('rejects curly quotes in comments and Markdown, and straight ones in titles and on pages', () => {
    assert.equal(checkProse('src/a.ts', '// Shows “Clear”.').length, 1);
    assert.deepEqual(checkProse('src/a.ts', '// Shows "Clear".'), []);
    assert.equal(checkProse('docs/a.md', 'Shows “Clear”.').length, 1);
    assert.equal(checkProse('src/a.ts', `test('shows "Clear"', run);`).length, 1);
    assert.deepEqual(checkProse('src/a.ts', `test('shows “Clear”', run);`), []);
    assert.equal(checkProse('src/a.ts', `const a = { en: 'The "Clear" page', es: 'La "Clear"' };`).length, 1);
  });

  test('rejects dates in manuals, and allows them in decisions, measurements and the changelog', () => {
    for (const date of ['2026-11-28', 'November 28, 2026']) {
      assert.equal(checkProse('docs/operate.md', `Measured on ${date}.`).length, 1);
      for (const file of ['docs/decisions/0001-a.md', 'docs/measurements/a.md', 'CHANGELOG.md'])
        assert.deepEqual(checkProse(file, `Measured on ${date}.`), []);
    }
  });

  test('checks message catalogs, and counts the words of only one plural form', () => {
    const catalog = `{ en: '{count, plural, one {# mail} other {# emails}}', es: 'anew' }`;
    assert.deepEqual(checkProse('src/a.ts', catalog), []);
    assert.equal(checkProse('src/a.ts', `{ en: 'Nobody asked {name}.' }`).length, 1);
    assert.deepEqual(checkProse('src/a.ts', `{ en: 'We tell the owner.' }`), []);
  });

  test('reports the line number of a word in a multi-line comment and in Markdown', () => {
    const comment = '/**\n * Reads a file.\n * Reads it\n * anew.\n */';
    assert.match(checkProse('src/a.ts', comment).join(), /^src\/a\.ts:4: "anew": write again$/);
    const lines = '// Reads it.\n// Reads it anew.\nread(); // Nobody does.';
    assert.deepEqual(
      checkProse('src/a.ts', lines).map((breach) => breach.split(':')[1]),
      ['2', '3'],
    );
    const markdown = '# Title\n\nText.\n\n```\nanew\n```\n\n- one\n- `anew` and\n  anew\n\n| a | anew |\n';
    assert.deepEqual(
      checkProse('docs/a.md', markdown).map((breach) => breach.split(':')[1]),
      ['11', '13'],
    );
  });

  test('does not mistake strings, templates or regular expressions for comments', () => {
    const source = `const a = '// anew';
const b = \`/* anew */ \${c ? \`// \${d} anew\` : { e: 1 }} // anew\`;
const f = g.replace(/[/*] '\\/* anew/g, '') / 2;
test(\`shows \${b} anew\`, run);`;
    assert.deepEqual(checkProse('src/a.ts', source), ['src/a.ts:4: "anew": write again']);
  });
});
