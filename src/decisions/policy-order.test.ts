import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AS_OF, anyCases, anyLicense, BY_GRAVITY, published } from '../../test/support/decided-records.ts';
import { visit } from '../../test/support/visits.ts';
import { decideOn, RULES } from '../judgment/policy/policy.ts';
import { addDays } from '../lib/time/dates.ts';
import type { FactVisit } from '../regulator/source/vendor-facts.ts';

const FROM_BEST = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const;
type License = Parameters<typeof published>[1];

function verdictOf(visits: readonly FactVisit[], license: License): (typeof FROM_BEST)[number] {
  return decideOn(published(visits, license), { today: AS_OF }).verdict;
}

function assertNotWorse(better: readonly FactVisit[], than: readonly FactVisit[], license: License): void {
  const after = verdictOf(better, license);
  const before = verdictOf(than, license);
  assert.ok(FROM_BEST.indexOf(after) <= FROM_BEST.indexOf(before), `${before} → ${after}`);
}

describe('a better record never gets a worse verdict', () => {
  const anyRecord = [anyCases, anyLicense] as const;

  test('property: with fewer citations or a milder result on one visit', () => {
    const fields = ['highPriority', 'intermediate', 'basic', 'disposition'] as const;
    fc.assert(
      fc.property(...anyRecord, fc.nat(), fc.constantFrom(...fields), (visits, license, pick, field) => {
        const target = visits[pick % Math.max(1, visits.length)];
        if (!target) return;
        const milder = BY_GRAVITY[BY_GRAVITY.indexOf(target.disposition) - 1] ?? target.disposition;
        const better =
          field === 'disposition'
            ? { ...target, disposition: milder }
            : { ...target, [field]: Math.max(0, (target[field] ?? 0) - 1) };
        assertNotWorse(
          visits.map((each) => (each === target ? better : each)),
          visits,
          license,
        );
      }),
      { numRuns: 4_000 },
    );
  });

  test('property: with one more clean inspection today', () => {
    fc.assert(
      fc.property(...anyRecord, (visits, license) => {
        assertNotWorse([...visits, visit({ visitId: 99, caseId: 99, visitedOn: AS_OF })], visits, license);
      }),
      { numRuns: 4_000 },
    );
  });

  test('a short record is DECLINE, too, if there was a closure 22 days ago', () => {
    const closed = visit({
      visitId: 1,
      caseId: 1,
      visitedOn: addDays(AS_OF, -22),
      disposition: 'Emergency order recommended',
    });
    const reopened = visit({
      visitId: 2,
      caseId: 1,
      visitNumber: 2,
      visitedOn: addDays(AS_OF, -21),
      disposition: 'Emergency Order Callback Complied',
    });
    assert.equal(verdictOf([closed, reopened], {}), 'DECLINE');
  });

  test('old inspections that would earn an F are DECLINE, with or without one more clean visit', () => {
    const bad = [1, 2, 3].map((visitId) =>
      visit({ visitId, caseId: visitId, visitedOn: '2023-10-01', highPriority: 9, total: 9 }),
    );
    const { verdict, reasons } = decideOn(published(bad), { today: AS_OF });
    assert.deepEqual(
      [verdict, reasons[0]?.code, reasons[1]?.code],
      ['DECLINE', 'grade_f', 'insufficient_record'],
    );
    assert.match(reasons[0]?.text ?? '', /too few or too old for a grade/);
  });
});

describe('the reasons for a decision', () => {
  test('have the order, verdicts and severities listed in docs/decisions.md, with record_in_order last', () => {
    const text = readFileSync(new URL('../../docs/decisions.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| (?:\d+|–) \| `(\w+)` \|.*\| (\w+|–) \| (\w+) \|$/gm)].map(
      ([, code, verdict, severity]) => [code, verdict, severity],
    );
    const rules = RULES.map(({ code, verdict, severity }) => [
      code,
      verdict === 'CLEAR' ? '–' : verdict,
      severity,
    ]);
    assert.deepEqual(rows, [...rules, ['record_in_order', 'CLEAR', 'info']]);
    const clean = [1, 2].map((visitId) =>
      visit({ visitId, caseId: visitId, visitedOn: `2025-0${visitId}-01` }),
    );
    const { reasons } = decideOn(published(clean), { today: AS_OF });
    assert.deepEqual(
      reasons.map(({ code }) => code),
      ['few_inspections', 'record_in_order'],
    );
  });

  test('list every closure in the past year exactly once', () => {
    const closed = (visitId: number, daysAgo: number) => [
      visit({
        visitId,
        caseId: visitId,
        visitedOn: addDays(AS_OF, -daysAgo),
        disposition: 'Emergency order recommended',
      }),
      visit({
        visitId: visitId + 1,
        caseId: visitId,
        visitNumber: 2,
        visitedOn: addDays(AS_OF, 1 - daysAgo),
        disposition: 'Emergency Order Callback Complied',
      }),
    ];
    const textsOf = (visits: readonly FactVisit[]) =>
      decideOn(published(visits), { today: AS_OF }).reasons.map(({ code, text }) => [
        code,
        [...text.matchAll(/(\w+ \d+), 2025/g)].map(([, day]) => day),
      ]);
    const many = [...closed(1, 200), ...closed(3, 100), ...closed(5, 50), ...closed(7, 20)];
    const named = new Map(textsOf(many).map(([code, days]) => [code, days]));
    assert.deepEqual(named.get('recent_emergency_closure'), ['December 12', 'November 12']);
    assert.deepEqual(named.get('closed_within_year'), ['September 23', 'June 15']);
    const still = many.slice(0, -1);
    const codes = textsOf(still).map(([code]) => code);
    assert.equal(codes[0], 'regulator_hold');
    assert.ok(!codes.includes('unresolved_enforcement'), codes.join(' '));
    assert.deepEqual(textsOf(still).find(([code]) => code === 'recent_emergency_closure')?.[1], [
      'November 12',
    ]);
  });
});
