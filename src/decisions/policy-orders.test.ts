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
  order,
  published,
  recordOf,
} from '../../test/support/decided-records.ts';
import { visit } from '../../test/support/visits.ts';
import { type DecisionDays, decideOn } from '../judgment/policy/policy.ts';
import { addDays } from '../lib/time/dates.ts';
import { toPublishedFacts } from '../records/record/decision-facts.ts';
import type { FactOrder } from '../regulator/source/vendor-facts.ts';
import { limitingFactors, strengthsOf } from './self-check/factors.ts';

const CLEAN = ['2025-03-01', '2025-07-01', '2025-11-01'].map((visitedOn, index) =>
  visit({ visitId: index + 1, visitedOn }),
);
const FORMER = visit({ visitId: 9, visitedOn: '2024-10-01', licenseId: 9 });

function decide(orders: readonly FactOrder[], days: Partial<DecisionDays> = {}, visits = CLEAN) {
  return decideOn(published(visits, {}, {}, [], orders), { today: AS_OF, ...days });
}
const codesOf = (...asked: Parameters<typeof decide>) => decide(...asked).reasons.map(({ code }) => code);
const hasReason = (...asked: Parameters<typeof decide>) => codesOf(...asked).includes('final_order');

describe('a final order against the current holder', () => {
  test('is a caution for a year, and does not affect the verdict', () => {
    const { verdict, reasons } = decide([order(120)]);
    assert.deepEqual(
      [verdict, reasons.map(({ code, severity }) => [code, severity])],
      [
        'CLEAR',
        [
          ['final_order', 'caution'],
          ['record_in_order', 'info'],
        ],
      ],
    );
    for (const [daysAgo, expected] of [
      [0, true],
      [364, true],
      [365, false],
      [366, false],
    ] as const)
      assert.equal(hasReason([order(daysAgo)]), expected, String(daysAgo));
  });

  test('has an age that is counted to the first day of the event, not to the day of the decision', () => {
    const on = (days: number, more = 0) => ({
      event: { first: addDays(AS_OF, days), last: addDays(AS_OF, days + more) },
    });
    assert.deepEqual(
      [hasReason([order(300)], on(64)), hasReason([order(300)], on(65)), hasReason([order(300)], on(64, 5))],
      [true, false, true],
    );
  });

  test('is described in one sentence with a question for the vendor, in English and in Spanish', () => {
    const facts = published(CLEAN, {}, {}, [], [order(120)]);
    const textIn = (language: 'en' | 'es', from = facts) =>
      decideOn(from, { today: AS_OF }, language).reasons.find(({ code }) => code === 'final_order')?.text;
    assert.equal(
      textIn('en'),
      'DBPR ordered a fine of $500 on September 3, 2025 (case 2025000001, 2 violations). Ask the vendor what it has corrected since, and ask for proof that the fine was paid.',
    );
    assert.equal(
      textIn('es'),
      'El DBPR impuso una multa de $500 el 3 de septiembre de 2025 (caso 2025000001, 2 infracciones). Pregúntele al vendedor qué se corrigió desde entonces y pídale el comprobante de pago de la multa.',
    );
    const free = published(CLEAN, {}, {}, [], [order(120, { fineCents: 0, violations: 1 })]);
    assert.equal(
      textIn('en', free),
      'DBPR issued a final order without a fine on September 3, 2025 (case 2025000001, 1 violation). Ask the vendor what it has corrected since.',
    );
    assert.match(textIn('es', free) ?? '', /^El DBPR dictó una orden final sin multa el 3 de septiembre/);
    const cents = published(CLEAN, {}, {}, [], [order(120, { fineCents: 123_450 })]);
    assert.match(textIn('en', cents) ?? '', /a fine of \$1,234\.50 on/);
  });

  test('is the reason only if it is the newest order', () => {
    const text = decide([order(10, { caseNumber: 'NEW' }), order(40, { caseNumber: 'OLD' })]).reasons[0]
      ?.text;
    assert.match(text ?? '', /case NEW/);
  });

  test('is a limiting factor in the self-check until it is a year old, with an action and an official page', () => {
    const factor = limits(recordOf(CLEAN, {}, {}, [], [order(120)])).find(
      ({ code }) => code === 'final_order',
    );
    assert.deepEqual(
      [factor?.severity, factor?.issue, factor?.evidence, factor?.fades?.on],
      [
        'caution',
        'DBPR ordered a fine of $500 on September 3, 2025 (case 2025000001, 2 violations).',
        'Final order of September 3, 2025, case 2025000001',
        '2026-09-03',
      ],
    );
    assert.match(factor?.corrective_action ?? '', /^Pay the fine/);
    assert.match(factor?.resource.url ?? '', /enforcement-actions/);
    const codes = (orders: readonly FactOrder[]) =>
      limits(recordOf(CLEAN, {}, {}, [], orders)).map(({ code }) => code);
    assert.ok(!codes([order(365)]).includes('final_order'));
    const spanish = limitingFactors(published(CLEAN, {}, {}, [], [order(1)]), [], 'es');
    assert.match(
      spanish.find(({ code }) => code === 'final_order')?.corrective_action ?? '',
      /^Pague la multa/,
    );
  });

  test('removes the strength of a year without enforcement', () => {
    const strengths = (orders: readonly FactOrder[]) => {
      const record = recordOf(CLEAN, {}, {}, [], orders);
      return strengthsOf(toPublishedFacts(record), record.scorecard.inspections, AS_OF).map(
        ({ code }) => code,
      );
    };
    assert.ok(strengths([]).includes('no_enforcement_12m'));
    assert.ok(!strengths([order(200)]).includes('no_enforcement_12m'));
    assert.ok(strengths([order(365)]).includes('no_enforcement_12m'));
  });
});

describe('a final order against another holder', () => {
  // The last visit to the former holder was on October 1, 2024, and the first visit to the current holder was
  // on March 1, 2025.
  const whose = (violationOn: string | null) => {
    const orders = [order(20, { violationOn })];
    const { scorecard } = recordOf([FORMER, ...CLEAN], {}, {}, [], orders);
    return [scorecard.final_orders[0]?.of_current_holder, hasReason(orders, {}, [FORMER, ...CLEAN])];
  };

  test('is shown as the former holder’s and is never a reason, even if it was issued later', () => {
    assert.deepEqual(whose('2024-10-01'), [false, false]);
    assert.deepEqual(whose('2025-03-01'), [true, true]);
  });

  test('has an unknown holder and is not a reason if the violation was between the two holders’ visits or on an unknown day', () => {
    assert.deepEqual(whose('2024-10-02'), [null, false]);
    assert.deepEqual(whose('2025-02-28'), [null, false]);
    assert.deepEqual(whose(null), [null, false]);
  });

  test('has an unknown holder if the record may be another owner’s', () => {
    const others = CLEAN.map((each) => ({ ...each, businessName: 'ENTIRELY OTHER GRILLWORKS' }));
    const { scorecard } = recordOf(others, {}, {}, [], [order(20)]);
    assert.equal(scorecard.uncertain_record?.code, 'other_name');
    assert.equal(scorecard.final_orders[0]?.of_current_holder, null);
  });

  test('has an unknown holder until the current holder’s first visit if the license file itself lists a former holder', () => {
    const orders = [order(20, { violationOn: '2025-02-28' }), order(21, { violationOn: '2025-03-01' })];
    const { scorecard } = recordOf(CLEAN, { formerNames: 'SOMEONE ELSE LLC' }, {}, [], orders);
    assert.deepEqual(
      scorecard.final_orders.map((each) => each.of_current_holder),
      [null, true],
    );
  });
});

test('an order issued after the record’s date does not appear on it', () => {
  assert.deepEqual(recordOf(CLEAN, {}, {}, [], [order(-1)]).scorecard.final_orders, []);
});

test('a scorecard lists the newest 50 orders', () => {
  const orders = Array.from({ length: 60 }, (_, index) => order(index, { caseNumber: `C${index}` }));
  const listed = recordOf(CLEAN, {}, {}, [], orders).scorecard.final_orders.map((each) => each.case_number);
  assert.deepEqual([listed.length, listed[0], listed.at(-1)], [50, 'C0', 'C49']);
});

test('property: orders do not change the verdict or the score, and only add their own reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(anyVisits, mostlyGoodVisits),
      anyLicense,
      anyCover,
      anyOrders,
      (visits, change, cover, orders) => {
        const without = recordOf(visits, change, cover);
        const having = recordOf(visits, change, cover, [], orders);
        const [before, after] = [without, having].map((each) =>
          decideOn(toPublishedFacts(each), { today: AS_OF }),
        );
        assert.equal(after?.verdict, before?.verdict);
        assert.deepEqual(
          after?.reasons.filter(({ code }) => code !== 'final_order'),
          before?.reasons,
        );
        assert.deepEqual(
          [having.scorecard.service_score, having.scorecard.recommendation, having.scorecard.rollup_12m],
          [without.scorecard.service_score, without.scorecard.recommendation, without.scorecard.rollup_12m],
        );
      },
    ),
    { numRuns: 500 },
  );
});
