import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  AS_OF,
  anyCover,
  anyLicense,
  anyOrders,
  anyVisits,
  limits,
  mostlyGoodVisits,
  published,
  recordOf,
} from '../../test/support/decided-records.ts';
import { visit } from '../../test/support/visits.ts';
import { decideOn, RULES } from '../judgment/policy/policy.ts';
import { scoreCases } from '../judgment/score/score.ts';
import { addDays, daysBetween } from '../lib/time/dates.ts';
import { toPublishedFacts } from '../records/record/decision-facts.ts';
import type { VendorRecord } from '../records/record/record.ts';
import type { FactVisit } from '../regulator/source/vendor-facts.ts';
import { strengthsOf } from './self-check/factors.ts';

/**
 * Each rule in docs/decisions.md, computed directly from the record instead of from the facts that the policy
 * uses.
 */
const APPLIES: Readonly<Record<string, (record: VendorRecord) => boolean>> = {
  regulator_hold: ({ scorecard }) => scorecard.hold.active,
  license_not_confirmed: ({ scorecard }) => !scorecard.license.confirmed,
  unresolved_enforcement: ({ scorecard, concerns }) =>
    concerns.unresolved.some(({ text }) => !scorecard.hold.active || text.includes('complaint')),
  recent_emergency_closure: (record) => closuresLeft(record).some((day) => day > addDays(AS_OF, -90)),
  grade_f: ({ scorecard, concerns }) =>
    scorecard.grade === 'F' || (scorecard.grade_status === 'insufficient_record' && concerns.is_lowest),
  insufficient_record: ({ cases }) => !scoreCases(cases, AS_OF).scored,
  records_too_old: ({ scorecard }) => daysBetween(scorecard.records_reach_to, AS_OF) > 60,
  coverage_too_short: ({ inspectionsFrom: from }) => from === null || from > addDays(AS_OF, -90),
  grade_d: ({ scorecard }) => scorecard.grade === 'D',
  grade_c: ({ scorecard }) => scorecard.grade === 'C',
  high_priority_at_last_inspection: ({ scorecard, concerns }) =>
    scorecard.grade === 'B' && concerns.last_high_priority > 0,
  follow_up_open: ({ scorecard: { last_disposition: last }, concerns }) =>
    last?.result === 'follow_up' && last.date > '2025-01-01' && concerns.unresolved.length === 0,
  last_result_unknown: ({ scorecard }) => scorecard.last_disposition?.result === 'unknown',
  expires_before_event: ({ scorecard: { license: held } }) =>
    held.confirmed && held.expires_on !== null && held.expires_on < AS_OF,
  records_old: ({ scorecard }) => {
    const days = daysBetween(scorecard.records_reach_to, AS_OF);
    return days > 14 && days <= 60;
  },
  year_not_whole: ({ scorecard, inspectionsFrom: from }) =>
    !scorecard.rollup_12m.whole_year && from !== null && from <= addDays(AS_OF, -90),
  closed_within_year: (record) =>
    closuresLeft(record).some((day) => day > '2025-01-01' && day <= addDays(AS_OF, -90)),
  final_order: ({ scorecard }) =>
    scorecard.final_orders.some(
      (order) => order.of_current_holder && order.final_order_on > addDays(AS_OF, -365),
    ),
  last_visit_long_ago: ({ scorecard }) => (scorecard.last_disposition?.date ?? AS_OF) < '2025-01-01',
  few_inspections: ({ scorecard, concerns }) => scorecard.grade !== null && concerns.known_inspections === 2,
};

/** Returns the orders that are not covered by the hold or by an unresolved enforcement action. */
function closuresLeft({ cases, scorecard, concerns }: VendorRecord): string[] {
  const named = [
    ...scorecard.hold.reasons.map(({ since }) => since),
    ...(scorecard.hold.active ? [] : concerns.unresolved.filter(({ is_closure }) => is_closure)).map(
      ({ on }) => on,
    ),
  ];
  return cases
    .flatMap(({ visits }) => visits)
    .filter(({ disposition }) => disposition === 'Emergency order recommended')
    .map(({ visitedOn }) => visitedOn)
    .filter((day) => !named.includes(day));
}

describe('the decision policy', () => {
  test('property: a hold is always DECLINE, and its reason quotes the regulator', () => {
    fc.assert(
      fc.property(anyVisits, anyLicense, (visits, change) => {
        const closed = visit({
          visitId: 99,
          visitedOn: AS_OF,
          disposition: 'Emergency order recommended',
          visitNumber: 9,
        });
        const decision = decideOn(published([...visits, closed], change), { today: AS_OF });
        assert.equal(decision.verdict, 'DECLINE');
        assert.equal(decision.reasons[0]?.code, 'regulator_hold');
        assert.match(decision.reasons[0]?.text ?? '', /“Emergency order recommended” \(/);
      }),
    );
  });

  test('property: an unconfirmed license without a hold is always REVIEW, with the grade withheld', () => {
    fc.assert(
      fc.property(anyVisits, anyLicense, (visits, change) => {
        const record = published(visits, change);
        if (record.vendor.license.confirmed || record.evidence.hold.active) return;
        const decision = decideOn(record, { today: AS_OF });
        assert.deepEqual(
          [decision.verdict, record.evidence.grade, record.evidence.grade_status],
          ['REVIEW', null, 'withheld'],
        );
      }),
    );
  });

  test('property: a record’s recommendation follows its verdict', () => {
    const codes = {
      CLEAR: 'book',
      CONDITIONAL: 'book_after_review',
      REVIEW: 'review',
      DECLINE: 'do_not_book',
    };
    fc.assert(
      fc.property(fc.oneof(anyVisits, mostlyGoodVisits), anyLicense, (visits, change) => {
        const record = recordOf(visits, change);
        const { verdict } = decideOn(toPublishedFacts(record), { today: AS_OF });
        assert.equal(record.scorecard.recommendation.code, codes[verdict]);
      }),
    );
  });

  test('property: the reasons are exactly the rules that apply, in order, and the first reason determines the verdict', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.oneof(anyVisits, mostlyGoodVisits),
        anyLicense,
        anyCover,
        anyOrders,
        (visits, change, cover, orders) => {
          const record = recordOf(visits, change, cover, [], orders);
          const { verdict, reasons } = decideOn(toPublishedFacts(record), { today: AS_OF });
          const applying = RULES.filter(({ code }) => (APPLIES[code] ?? assert.fail(code))(record));
          const expected = applying.map(({ code }) => code);
          const deciding = applying[0]?.verdict ?? 'CLEAR';
          if (deciding === 'CLEAR') expected.push('record_in_order');
          assert.deepEqual([verdict, reasons.map(({ code }) => code)], [deciding, expected]);
          for (const code of expected) seen.add(code);
        },
      ),
      { numRuns: 4_000, seed: 10 },
    );
    assert.deepEqual([...seen].sort(), [...Object.keys(APPLIES), 'record_in_order'].sort());
  });

  test('a short record is listed along with an unconfirmed license or a hold, in words that fit both situations', () => {
    const closed = visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Emergency order recommended' });
    const texts = [
      recordOf([], { onFile: false }),
      recordOf([closed]),
      recordOf([closed], { secondaryStatus: '18' }),
    ].map((record) => {
      const text = decideOn(toPublishedFacts(record), { today: AS_OF }).reasons.find(
        ({ code }) => code === 'insufficient_record',
      )?.text;
      const factor = limits(record).find(({ code }) => code === 'insufficient_record');
      assert.equal(factor?.issue, text);
      assert.doesNotMatch(factor?.corrective_action ?? '', /Nothing is wrong/);
      return text;
    });
    const told = (owner: string) =>
      `There are too few recent inspections under the ${owner} owner for a grade. A grade requires at least 1 more.`;
    const none = 'No inspections under the last known owner are on record. A grade requires 2.';
    assert.deepEqual(texts, [none, told('current'), told('last known')]);
  });

  const clean = [1, 2, 3].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId * 2}-01` }));
  const cases: readonly (readonly [
    name: string,
    visits: readonly FactVisit[],
    verdict: string,
    codes: readonly string[],
  ])[] = [
    ['a clean record', clean, 'CLEAR', ['record_in_order']],
    ['no inspection', [], 'REVIEW', ['insufficient_record']],
    [
      'a closure 89 days ago that was reopened',
      [
        ...clean,
        visit({ visitId: 8, caseId: 8, visitedOn: '2025-10-04', disposition: 'Emergency order recommended' }),
        visit({
          visitId: 9,
          caseId: 8,
          visitNumber: 2,
          visitedOn: '2025-10-05',
          disposition: 'Emergency Order Callback Complied',
        }),
      ],
      'DECLINE',
      ['recent_emergency_closure'],
    ],
    [
      'a closure 90 days ago that was reopened',
      [
        ...clean,
        visit({ visitId: 8, caseId: 8, visitedOn: '2025-10-03', disposition: 'Emergency order recommended' }),
        visit({
          visitId: 9,
          caseId: 8,
          visitNumber: 2,
          visitedOn: '2025-10-05',
          disposition: 'Emergency Order Callback Complied',
        }),
      ],
      'CLEAR',
      ['closed_within_year', 'record_in_order'],
    ],
    [
      'an administrative complaint not yet followed up',
      [
        ...clean,
        visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Administrative complaint recommended' }),
      ],
      'DECLINE',
      ['unresolved_enforcement'],
    ],
  ];
  test('an unknown last result is reported, and does not hide a high-priority violation from the previous inspection', () => {
    const bad = visit({ visitId: 8, visitedOn: '2025-11-01', highPriority: 1, basic: 6 });
    const unknown = visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Assigned to Inspector' });
    const codes = decideOn(published([...clean, bad, unknown]), { today: AS_OF }).reasons.map(
      ({ code }) => code,
    );
    assert.deepEqual(codes, ['high_priority_at_last_inspection', 'last_result_unknown']);
  });

  test('unknown counts at the last inspection are reported, do not hide earlier findings, and are not a strength', () => {
    const bad = visit({ visitId: 8, visitedOn: '2025-11-01', highPriority: 1, basic: 6 });
    const counts = { total: null, highPriority: null, intermediate: null, basic: null, categories: '29:1' };
    const record = recordOf([...clean, bad, visit({ visitId: 9, visitedOn: '2025-12-01', ...counts })]);
    const facts = toPublishedFacts(record);
    const { reasons } = decideOn(facts, { today: AS_OF });
    assert.deepEqual(
      reasons.map(({ code }) => code),
      ['high_priority_at_last_inspection', 'last_result_unknown'],
    );
    assert.equal(
      reasons[1]?.text,
      'We don’t know how many violations the inspection on December 1, 2025 cited.',
    );
    assert.ok(limits(record).some(({ code }) => code === 'counts_unknown'));
    const strengths = strengthsOf(facts, record.scorecard.inspections, facts.as_of).map(({ code }) => code);
    assert.ok(!strengths.some((code) => /violation|priority/.test(code)), strengths.join(' '));
  });

  test('an open follow-up results in CONDITIONAL until a visit meets standards or a year has passed, and a determination is not a closure', () => {
    const warned = (visitedOn: string) => visit({ visitId: 9, visitedOn, disposition: 'Warning Issued' });
    const decided = (...visits: FactVisit[]) => {
      const { verdict, reasons } = decideOn(published(visits), { today: AS_OF });
      return [verdict, reasons.map(({ code }) => code)];
    };
    assert.deepEqual(decided(...clean, warned('2025-12-01')), ['CONDITIONAL', ['follow_up_open']]);
    const met = visit({ visitId: 10, visitedOn: '2025-12-20' });
    assert.deepEqual(decided(...clean, warned('2025-12-01'), met), ['CLEAR', ['record_in_order']]);
    const before = [1, 2].map((visitId) => visit({ visitId, visitedOn: `2024-0${visitId * 2}-01` }));
    assert.deepEqual(decided(...before, warned('2025-01-02')), ['CONDITIONAL', ['follow_up_open']]);
    assert.deepEqual(decided(...before, warned('2025-01-01')), ['CLEAR', ['record_in_order']]);
    assert.deepEqual(decided(...before, warned('2024-12-31')), [
      'CLEAR',
      ['last_visit_long_ago', 'record_in_order'],
    ]);
    const { reasons } = decideOn(published([...before, warned('2024-12-31')]), { today: AS_OF });
    assert.match(reasons[0]?.text ?? '', /more than twelve months ago, and ended with “Warning Issued”/);
    const determined = visit({
      visitId: 9,
      visitedOn: '2025-11-01',
      disposition: 'Administrative determination recommended',
    });
    const settled = visit({ visitId: 10, visitedOn: '2025-11-09' });
    const codes = decideOn(published([...clean, determined, settled]), { today: AS_OF }).reasons.map(
      ({ code }) => code,
    );
    assert.ok(!codes.includes('recent_emergency_closure'), codes.join(' '));
  });

  for (const [name, visits, verdict, codes] of cases)
    test(`${name}: ${verdict}`, () => {
      const decision = decideOn(published(visits), { today: AS_OF });
      assert.deepEqual([decision.verdict, decision.reasons.map(({ code }) => code)], [verdict, codes]);
    });
});
