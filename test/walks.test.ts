import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const WORDS_MAX = 1500;

/**
 * The walkthroughs in docs/architecture.md. Each lists numbered files below `src/` and what each file does.
 */
const WALKS = new Map(
  [...PAGE.matchAll(/^\*\*(.+?)\*\*.*:\n\n((?:\d+\. .*\n)+)/gm)].map(([, title = '', lines = '']) => [
    title,
    [...lines.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
  ]),
);

describe('the walkthroughs in docs/architecture.md', () => {
  test('are a decision, an import, an approval, and a change to an email', () => {
    assert.deepEqual(
      [...WALKS.keys()],
      ['One decision', 'One import', 'One approval', 'One change to an email'],
    );
  });

  for (const [title, files] of WALKS)
    test(`${title}: each file exists, and a file above it imports it`, () => {
      assert.ok(files.length >= 3);
      const missing = files.filter((file) => !existsSync(path.join(ROOT, 'src', file)));
      assert.deepEqual(missing, []);
      const imports = files.map(importsOf);
      for (const [place, file] of files.entries()) {
        const above = files.slice(0, place);
        assert.ok(
          place === 0 || above.some((_, at) => imports[at]?.includes(file)),
          `no file above ${file} imports it`,
        );
      }
    });

  test(`are part of a page of at most ${WORDS_MAX} words with one picture`, () => {
    const words = PAGE.split(/\s+/).filter(Boolean).length;
    assert.ok(words <= WORDS_MAX, `${words} words`);
    assert.equal(PAGE.match(/```mermaid/g)?.length, 1);
  });
});

test('the picture in docs/architecture.md shows every import between rooms, directly or through other rooms', () => {
  const arrows = new Map<string, string[]>();
  for (const line of PAGE.match(/^ {2}[\w-]+.* --> .*$/gm) ?? []) {
    const steps = line.split('-->').map((step) => step.split('&').map((room) => room.trim()));
    for (const [at, rooms] of steps.slice(0, -1).entries())
      for (const room of rooms) arrows.set(room, [...(arrows.get(room) ?? []), ...(steps[at + 1] ?? [])]);
  }
  const reach = (room: string): Set<string> =>
    new Set([room, ...(arrows.get(room) ?? []).flatMap((next) => [...reach(next)])]);
  const files = globSync('*/**/*.ts', { cwd: path.join(ROOT, 'src') });
  const missing = new Set<string>();
  for (const file of files.filter((each) => !each.endsWith('.test.ts'))) {
    const [room = ''] = file.split('/');
    const seen = reach(room);
    for (const target of importsOf(file)) {
      const [other = '', ...rest] = target.split('/');
      if (rest.length > 0 && other !== '..' && !seen.has(other)) missing.add(`${room} → ${other}`);
    }
  }
  assert.ok(arrows.size > 20);
  assert.deepEqual([...missing], []);
});

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, 'src', file), 'utf8');
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), target),
  );
}
