import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
/** This file cites clauses that do not exist, to show that the check can fail. */
const SELF = 'contract-citations.test.ts';
const NUMBER = String.raw`\d+(?:\.\d+)*`;
/** The section signs that belong to somebody else's document. */
const FOREIGN = /(?:RFC \d+|Learning,) §[\d.]+/g;

describe('docs/contract.md', () => {
  const clauses = listClauses(readFileSync(path.join(ROOT, 'docs/contract.md'), 'utf8'));

  test('has every clause that code, tests and documents cite', () => {
    const citations = ['src', 'test', 'tools', 'bench', 'docs'].flatMap((folder) =>
      readTexts(folder).flatMap(({ file, text }) => citedIn(text).map((clause) => ({ file, clause }))),
    );
    assert.ok(citations.length > 100, `${citations.length} citations were found`);
    assert.deepEqual(
      citations.filter(({ clause }) => !clauses.includes(clause)),
      [],
    );
  });

  test('numbers its clauses in order, each once', () => {
    assert.deepEqual(clauses, [...new Set(clauses)].sort(byNumber));
  });
});

describe('the check of citations', () => {
  const cases: readonly (readonly [text: string, clauses: readonly string[]])[] = [
    ['/** The badge (contract §2.9, §4.2): a letter. */', ['2.9', '4.2']],
    ["test('§2.6 a hold is DECLINE', …", ['2.6']],
    ['/** The failures (contract §7) and the envelope (§2.1). */', ['7', '2.1']],
    ['/** RFC 9110 §11.1: the case does not matter. */', []],
  ];
  for (const [text, expected] of cases)
    test(`finds ${expected.length} in ${text}`, () => assert.deepEqual(citedIn(text), expected));

  test('reads a clause from a heading and from a numbered point, and from nothing else', () => {
    const contract = '## 2. Resources\n\n### 2.1 Envelope\n\n- **2.1.1** As in 2.2.\n- 2.3 no\n';
    assert.deepEqual(listClauses(contract), ['2', '2.1', '2.1.1']);
  });
});

/** The numbers of headings and clauses, in the order in which they stand. */
function listClauses(contract: string): string[] {
  return [
    ...contract.matchAll(new RegExp(String.raw`^(?:#{2,3} (${NUMBER})\.? |- \*\*(${NUMBER})\*\* )`, 'gm')),
  ].map(([, heading, clause]) => heading ?? clause ?? '');
}

function citedIn(text: string): string[] {
  return [...text.replace(FOREIGN, '').matchAll(new RegExp(`§(${NUMBER})`, 'g'))].map(
    ([, clause]) => clause ?? '',
  );
}

function readTexts(folder: string): { file: string; text: string }[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|md)$/.test(file) && !file.startsWith('decisions/') && file !== SELF)
    .map((file) => ({
      file: path.join(folder, file),
      text: readFileSync(path.join(ROOT, folder, file), 'utf8'),
    }));
}

function byNumber(a: string, b: string): number {
  const [left, right] = [a, b].map((number) => number.split('.').map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return -1;
}
