import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
const NOUNS = [
  'accounts',
  'applications',
  'bytes',
  'days',
  'deliveries',
  'endpoints',
  'events',
  'files',
  'hours',
  'keys',

  'licenses',
  'mails',
  'members',
  'moments',
  'operators',
  'owners',
  'pages',
  'pairs',
  'problems',
  'receipts',
  'records',
  'requests',
  'rows',
  'spots',
  'tries',
  'vendors',
  'visits',
].join('|');
/**
 * A number that can be one, followed by a plural noun. Uppercase constants are never one, and the 1 in "2 of
 * 1 …" is not a count.
 */
const COUNTED = new RegExp(
  String.raw`(?<!of )(?<!of the )\$\{(?!\s*(?:countNoun|[A-Z][A-Z0-9_]*(?:\.toLocaleString\('en-US'\))?\s*\}))[^{}]*\}(?: (?!has\b)[a-z]+)? (?:${NOUNS})\b`,
  'g',
);
/** Matches plurals that leave the number open, such as "1 account(s)". */
const UNSURE = /[a-z]\(s\) /g;

function countedIn(text: string): string[] {
  return [...(text.match(COUNTED) ?? []), ...(text.match(UNSURE) ?? [])];
}

test('a count of one is followed by a singular noun, everywhere on the command line and in reports', () => {
  const wrong = ['made} vendors', 'n} free spots'];
  const right = ["countNoun(n, 'vendor')}", 'ROWS_MAX} rows', 'file} has pages'];
  const found = (texts: readonly string[]) => texts.filter((each) => countedIn(`\u0024{${each}`).length > 0);
  assert.deepEqual([found(wrong), found(right)], [wrong, []]);
  const files = globSync(['src/cli/**/*.ts', 'src/jobs/**/*.ts'], {
    cwd: ROOT,
  });
  assert.ok(files.length > 60);
  const inFiles = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      countedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((each) => `${file}: ${each}`),
    );
  assert.deepEqual(inFiles, []);
});
