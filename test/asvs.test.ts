import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ASVS } from './support/asvs-numbers.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'docs/security');
const STATES = ['pass', 'fail'];

interface Row {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  readonly shown: string;
}

/** Lists unproven lines. If a line names a file and a test title, the title must be in the file. */
function unproven(text: string): string[] {
  const named = [...text.matchAll(/`([\w./-]+\.ts)` `([^`]+)`/g)];
  return named.flatMap(([whole, file = '', title = '']) => {
    const place = path.join(ROOT, file);
    return existsSync(place) && readFileSync(place, 'utf8').includes(title) ? [] : [whole];
  });
}

describe('the ASVS table', () => {
  const text = readFileSync(path.join(FOLDER, 'asvs.md'), 'utf8');
  const [judged = '', notApplicable = ''] = text.split('\n## Not applicable\n');
  const rows = judged
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line): Row => {
      const [, number = '', level = '', , state = '', shown = ''] = line
        .split('|')
        .map((each) => each.trim());
      return { number, level, state, shown };
    });
  const others = [...notApplicable.matchAll(/(\d+\.\d+\.\d+)\/(\d)/g)].map(
    ([, number, level]) => `${number}:${level}`,
  );

  test('has every requirement at levels 1 and 2 once, with a status and evidence', () => {
    const listed = [...rows.map(({ number, level }) => `${number}:${level}`), ...others];
    assert.deepEqual(listed.sort(), ASVS.split(' ').sort());
    for (const { number, state, shown } of rows) {
      assert.ok(STATES.includes(state), number);
      assert.ok(shown.length > 3, number);
      if (state === 'pass') assert.match(shown, /^`[\w./-]+` `.+`$|^\[[^\]]+\]\([^)]+\)$/, number);
    }
  });

  test('states how often each status occurs, and names only existing tests', () => {
    const [pass, fail] = STATES.map((each) => rows.filter(({ state }) => state === each).length);
    const counts = `${pass} pass, ${others.length} not applicable, ${fail} fail.`;
    assert.ok(text.includes(`\n${counts}\n`), counts);
    assert.deepEqual(unproven(text), []);
    const passed = rows.filter(({ state, shown }) => state === 'pass' && shown.startsWith('`'));
    assert.ok(passed.length > 100);
  });

  test('is joined by a table of the ten API risks, each with an existing test', () => {
    const risks = readFileSync(path.join(FOLDER, 'api-top-10.md'), 'utf8');
    const lines = risks.split('\n').filter((line) => /^\| API\d+ /.test(line));
    assert.equal(lines.length, 10);
    for (const line of lines) assert.match(line, /\| (?:pass|fail) \| `[^`]+` `[^`]+`/);
    assert.deepEqual(unproven(risks), []);
  });
});
