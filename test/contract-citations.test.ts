import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
/** This file cites clauses that do not exist, to show that the check can fail. */
const SELF = 'contract-citations.test.ts';
const NUMBER = String.raw`\d+(?:\.\d+)*`;
/**
 * A citation: `contract 2.3`, `contract 2.3, 4.1` or `contract 2.3, 2.4 and 4.1`, even if it spans lines of a
 * comment.
 */
const CITATION = new RegExp(`\\bcontract (${NUMBER}(?:(?:, | and )${NUMBER}(?![\\w%]))*)`, 'gi');
/** A section sign that does not follow the name of an RFC or a book. */
const SECTION_SIGN = /(?<!RFC \d+ |Learning, )§/;

describe('docs/contract.md', () => {
  const clauses = listClauses(readFileSync(path.join(ROOT, 'docs/contract.md'), 'utf8'));
  const texts = ['src', 'test', 'tools', 'tools', 'bench', 'docs'].flatMap(readTexts);

  test('has every clause that code, tests, and documents cite', () => {
    const citations = texts.flatMap(({ file, text }) => citedIn(text).map((clause) => ({ file, clause })));
    assert.ok(citations.length > 100, `${citations.length} citations were found`);
    assert.deepEqual(
      citations.filter(({ clause }) => !clauses.includes(clause)),
      [],
    );
  });

  test('is always cited in the same form, with the section sign reserved for RFCs and books', () => {
    assert.deepEqual(
      texts.filter(({ text }) => SECTION_SIGN.test(text)).map(({ file }) => file),
      [],
    );
  });

  test('numbers its clauses in order, without repeats', () => {
    assert.deepEqual(clauses, [...new Set(clauses)].sort(byNumber));
  });
});

describe('the check of citations', () => {
  const cases: readonly (readonly [text: string, clauses: readonly string[]])[] = [
    ['/** The badge (contract 2.9, 4.2): a letter. */', ['2.9', '4.2']],
    ["test('contract 2.6.4: a hold is DECLINE', …", ['2.6.4']],
    ['/** Contract 2.2, 2.9 and 4.2: search. */', ['2.2', '2.9', '4.2']],
    ['/**\n * A key (contract 4.3,\n * 5) or none.\n */', ['4.3', '5']],
    ['The full result (contract 8), 200 rows at a time.', ['8']],
    ['/** RFC 9110 §11.1: the case does not matter. */', []],
  ];
  for (const [text, expected] of cases)
    test(`finds [${expected}] in ${JSON.stringify(text)}`, () => assert.deepEqual(citedIn(text), expected));

  test('reads clauses only from headings and numbered points', () => {
    const contract = '## 2. Resources\n\n### 2.1 Envelope\n\n- **2.1.1** As in 2.2.\n- 2.3 no\n';
    assert.deepEqual(listClauses(contract), ['2', '2.1', '2.1.1']);
  });

  test('distinguishes a section sign for an RFC from one for the contract', () => {
    assert.ok(!SECTION_SIGN.test('RFC 9110 §11.1'));
    assert.ok(SECTION_SIGN.test('contract §2.3'));
  });
});

/** Lists the numbers of headings and clauses, in order. */
function listClauses(contract: string): string[] {
  return [
    ...contract.matchAll(new RegExp(String.raw`^(?:#{2,3} (${NUMBER})\.? |- \*\*(${NUMBER})\*\* )`, 'gm')),
  ].map(([, heading, clause]) => heading ?? clause ?? '');
}

function citedIn(text: string): string[] {
  const oneLine = text.replace(/\s*\n\s*(?:(?:\*|\/\/)\s+)?/g, ' ');
  return [...oneLine.matchAll(CITATION)].flatMap(([, list = '']) => list.split(/, | and /));
}

function readTexts(folder: string): { file: string; text: string }[] {
  if (!existsSync(path.join(ROOT, folder))) return [];
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|md)$/.test(file) && file !== SELF)
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
