import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  AS_OF,
  anyCover,
  anyLicense,
  anyOrders,
  anyVisits,
  BY_GRAVITY,
  limits,
  mostlyGoodVisits,
  published,
  recordOf,
} from '../../test/support/decided-records.ts';
import { visit } from '../../test/support/visits.ts';
import { addDays, daysBetween } from '../lib/dates.ts';
import type { FactVisit } from '../registry/intake/facts.ts';
import { scoreCases } from '../registry/scoring/score.ts';
import { toPublishedFacts } from '../registry/vendors/decision-facts.ts';
import { decideOn, RULES } from '../registry/vendors/policy.ts';
import type { VendorRecord } from '../registry/vendors/record.ts';
import { strengthsOf } from './self-check/factors.ts';

const WORSE = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const;

/** Each rule as docs/decisions.md states it, told by the record alone and not by the facts that the policy sees. */
const APPLIES: Readonly<Record<string, (record: VendorRecord) => boolean>> = {
  regulator_hold: ({ scorecard }) => scorecard.hold.active,
  license_not_confirmed: ({ scorecard }) => !scorecard.license.confirmed,
  insufficient_record: ({ cases }) => !scoreCases(cases, AS_OF).scored,
  grade_f: ({ scorecard }) => scorecard.grade === 'F',
  unresolved_enforcement: ({ concerns }) => concerns.unresolved !== null,
  recent_emergency_closure: ({ concerns }) => concerns.recent_closure_on !== null,
  records_too_old: ({ scorecard }) => daysBetween(scorecard.records_reach_to, AS_OF) > 60,
  coverage_too_short: ({ inspectionsFrom: from }) => from === null || from > addDays(AS_OF, -90),
  grade_d: ({ scorecard }) => scorecard.grade === 'D',
  grade_c: ({ scorecard }) => scorecard.grade === 'C',
  high_priority_at_last_inspection: ({ scorecard, concerns }) =>
    scorecard.grade === 'B' && concerns.last_high_priority > 0,
  last_result_unknown: ({ scorecard }) => scorecard.last_disposition?.result === 'unknown',
  expires_before_event: ({ scorecard: { license: held } }) =>
    held.confirmed && held.expires_on !== null && held.expires_on < AS_OF,
  records_old: ({ scorecard }) => {
    const days = daysBetween(scorecard.records_reach_to, AS_OF);
    return days > 14 && days <= 60;
  },
  year_not_whole: ({ scorecard, inspectionsFrom: from }) =>
    !scorecard.rollup_12m.whole_year && from !== null && from <= addDays(AS_OF, -90),
  follow_up_open: ({ scorecard, concerns }) =>
    scorecard.last_disposition?.result === 'follow_up' && concerns.unresolved === null,
  closed_within_year: ({ scorecard, concerns, cases }) =>
    !scorecard.hold.active &&
    concerns.recent_closure_on === null &&
    cases.some(({ visits }) =>
      visits.some(
        ({ disposition, visitedOn }) =>
          disposition === 'Emergency order recommended' && visitedOn > '2025-01-01' && visitedOn <= AS_OF,
      ),
    ),
  final_order: ({ scorecard }) =>
    scorecard.final_orders.some(
      (order) => order.of_current_holder && order.final_order_on > addDays(AS_OF, -365),
    ),
  last_visit_long_ago: ({ scorecard }) => (scorecard.last_disposition?.date ?? AS_OF) < '2025-01-01',
  few_inspections: ({ scorecard, concerns }) => scorecard.grade !== null && concerns.known_inspections === 2,
};

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

  test('property: the recommendation of a record follows the verdict on it', () => {
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

  test('property: a better record never gets a worse verdict', () => {
    const fields = ['highPriority', 'intermediate', 'basic', 'disposition'] as const;
    fc.assert(
      fc.property(
        anyVisits,
        anyLicense,
        fc.nat(),
        fc.constantFrom(...fields),
        (visits, change, pick, field) => {
          const target = visits[pick % Math.max(1, visits.length)];
          if (!target) return;
          const milder = BY_GRAVITY[BY_GRAVITY.indexOf(target.disposition) - 1] ?? target.disposition;
          const better =
            field === 'disposition'
              ? { ...target, disposition: milder }
              : { ...target, [field]: Math.max(0, (target[field] ?? 0) - 1) };
          const before = decideOn(published(visits, change), { today: AS_OF }).verdict;
          const after = decideOn(
            published(
              visits.map((each) => (each === target ? better : each)),
              change,
            ),
            { today: AS_OF },
          ).verdict;
          assert.ok(WORSE.indexOf(after) <= WORSE.indexOf(before), `${before} → ${after}`);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('property: the reasons are all rules that apply, in their order, and the first one decides', () => {
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
          if (deciding === 'CLEAR') expected.unshift('record_in_order');
          assert.deepEqual([verdict, reasons.map(({ code }) => code)], [deciding, expected]);
          for (const code of expected) seen.add(code);
        },
      ),
      { numRuns: 4_000, seed: 10 },
    );
    assert.deepEqual([...seen].sort(), [...Object.keys(APPLIES), 'record_in_order'].sort());
  });

  test('a short record is a reason beside an unconfirmed license and a hold, in words that are true of both', () => {
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
      `Too few recent inspections are on record under the ${owner} owner for a grade.`;
    const none = 'No inspection is counted for the last known owner, so there is no grade.';
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
      'the same 90 days ago',
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
      ['record_in_order', 'closed_within_year'],
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
  test('an unknown last result is reported, and does not hide a high-priority violation of the inspection before it', () => {
    const bad = visit({ visitId: 8, visitedOn: '2025-11-01', highPriority: 1, basic: 6 });
    const unknown = visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Assigned to Inspector' });
    const codes = decideOn(published([...clean, bad, unknown]), { today: AS_OF }).reasons.map(
      ({ code }) => code,
    );
    assert.deepEqual(codes, ['high_priority_at_last_inspection', 'last_result_unknown']);
  });

  test('unknown counts of the last inspection are reported, hide nothing before it and are no strength', () => {
    const bad = visit({ visitId: 8, visitedOn: '2025-11-01', highPriority: 1, basic: 6 });
    const counts = { total: null, highPriority: null, intermediate: null, basic: null };
    const record = recordOf([...clean, bad, visit({ visitId: 9, visitedOn: '2025-12-01', ...counts })]);
    const facts = toPublishedFacts(record);
    const { reasons } = decideOn(facts, { today: AS_OF });
    assert.deepEqual(
      reasons.map(({ code }) => code),
      ['high_priority_at_last_inspection', 'last_result_unknown'],
    );
    assert.equal(
      reasons[1]?.text,
      'How many violations the inspection of December 1, 2025 cited is not known.',
    );
    assert.ok(limits(record).some(({ code }) => code === 'counts_unknown'));
    const strengths = strengthsOf(facts, record.scorecard.inspections, facts.as_of).map(({ code }) => code);
    assert.ok(!strengths.some((code) => /violation|priority/.test(code)), strengths.join(' '));
  });

  test('an open follow-up is told beside a CLEAR, and a determination is no closure', () => {
    const warned = visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Warning Issued' });
    const { verdict, reasons } = decideOn(published([...clean, warned]), { today: AS_OF });
    assert.deepEqual(
      [verdict, reasons.map(({ code }) => code)],
      ['CLEAR', ['record_in_order', 'follow_up_open']],
    );
    assert.match(reasons[1]?.text ?? '', /on December 1, 2025, ended with “Warning Issued”/);
    const determined = visit({
      ...{ visitId: 9, visitedOn: '2025-11-01', disposition: 'Administrative determination recommended' },
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
