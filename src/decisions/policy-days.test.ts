import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { recordOf as coveredRecord, limits } from '../../test/support/decided-records.ts';
import { facts, license, recordContext, visit } from '../../test/support/visits.ts';
import { type DecisionDays, decideOn } from '../judgment/policy/policy.ts';
import { recommendationOf } from '../judgment/score/recommendation.ts';
import { addDays, describeDay } from '../lib/time/dates.ts';
import { toPublishedFacts } from '../records/record/decision-facts.ts';
import { buildRecord } from '../records/record/record.ts';
import type { FactVisit } from '../regulator/source/vendor-facts.ts';

const AS_OF = '2026-01-01';
const CLEAN = ['2025-03-01', '2025-06-01', '2025-09-01'].map((visitedOn, index) =>
  visit({ visitId: index + 1, caseId: index + 1, visitedOn }),
);

function recordOf(
  options: { expiresOn?: string; reachTo?: string; visits?: readonly FactVisit[]; today?: string } = {},
) {
  const { expiresOn = '2026-12-01', reachTo = AS_OF, visits = CLEAN, today = AS_OF } = options;
  const { covers } = recordContext(reachTo);
  const context = { ...recordContext(AS_OF), today, covers };
  return buildRecord(facts({ visits, license: license({ expiresOn }) }), context) ?? assert.fail();
}

function decide(options: Parameters<typeof recordOf>[0], days: Partial<DecisionDays> = {}) {
  return decideOn(toPublishedFacts(recordOf(options)), { today: AS_OF, ...days });
}

function textOf(decision: ReturnType<typeof decideOn>, code: string): string {
  return decision.reasons.find((reason) => reason.code === code)?.text ?? assert.fail(`no ${code}`);
}

const on = (first: string, last = first) => ({ first, last });

describe('a license', () => {
  test('that expired before the records but is still listed is reported as expired, with a request for the renewed license', () => {
    const decision = decide({ expiresOn: '2025-12-31' });
    assert.equal(decision.verdict, 'CLEAR');
    assert.equal(textOf(decision, 'record_in_order'), 'Grade A.');
    assert.equal(
      textOf(decision, 'expires_before_event'),
      'The license expired on December 31, 2025, no more than 30 days before the date of these records (January 1, 2026), which still list it as current. Ask the vendor for the renewed license.',
    );
  });

  test('that expired since the records is reported as current in them, and never as current now or as expired before them', () => {
    for (const expiresOn of [AS_OF, '2026-01-04']) {
      const decision = decide({ expiresOn }, { today: '2026-01-05' });
      assert.equal(decision.verdict, 'CLEAR');
      const text = textOf(decision, 'expires_before_event');
      assert.match(
        text,
        new RegExp(
          `^In the license file we used, the license was current through ${describeDay(expiresOn)}, which has passed\\. Ask the vendor for the renewed`,
        ),
      );
      assert.doesNotMatch(text, /is current|the date of these records/);
    }
  });

  test('that is valid today is reported as current, and the verdict is CLEAR', () => {
    for (const [expiresOn, today] of [
      ['2026-01-05', '2026-01-05'],
      ['2026-12-01', AS_OF],
    ] as const) {
      const decision = decide({ expiresOn }, { today });
      assert.equal(decision.verdict, 'CLEAR');
      assert.match(
        textOf(decision, 'record_in_order'),
        new RegExp(`License current through ${describeDay(expiresOn)}\\. Grade`),
      );
    }
  });
});

describe('the date of the event', () => {
  test('makes a license that expires before it a caution with a question for the vendor, without changing the verdict', () => {
    const decision = decide({ expiresOn: '2026-05-01' }, { event: on('2026-05-02') });
    assert.deepEqual(
      [decision.verdict, decision.reasons[0]?.severity, decision.reasons[0]?.code],
      ['CLEAR', 'caution', 'expires_before_event'],
    );
    assert.equal(
      textOf(decision, 'expires_before_event'),
      'The license is current and expires on May 1, 2026, before the event on May 2, 2026. Ask the vendor for the renewed license before the event.',
    );
    assert.equal(decide({ expiresOn: '2026-05-01' }, { event: on('2026-05-01') }).verdict, 'CLEAR');
  });

  test('is the last day of an event of several days, so a license must be valid through that day', () => {
    const event = on('2026-05-01', '2026-05-03');
    assert.equal(decide({ expiresOn: '2026-05-03' }, { event }).verdict, 'CLEAR');
    const decision = decide({ expiresOn: '2026-05-02' }, { event });
    assert.match(textOf(decision, 'expires_before_event'), /before the last day of the event, May 3, 2026/);
  });
});

describe('old records', () => {
  test('are only mentioned when more than 14 days old, and limit the verdict to REVIEW when more than 60 days old', () => {
    const at = (days: number) => {
      const { verdict, reasons } = decide({}, { today: addDays(AS_OF, days) });
      return [verdict, reasons.map(({ code }) => code).filter((code) => code.startsWith('records_'))];
    };
    assert.deepEqual(at(14), ['CLEAR', []]);
    assert.deepEqual(at(15), ['CLEAR', ['records_old']]);
    assert.deepEqual(at(60), ['CLEAR', ['records_old']]);
    assert.deepEqual(at(61), ['REVIEW', ['records_too_old']]);
    const { reasons } = decide({ reachTo: '2025-12-10' }, { today: AS_OF });
    assert.match(reasons[0]?.text ?? '', /go only through December 10, 2025, 22 days ago/);
  });

  test('state a closure’s age as of the records once 90 days have passed since the closure', () => {
    const closed = visit({
      visitId: 8,
      caseId: 8,
      visitedOn: '2025-12-01',
      disposition: 'Emergency order recommended',
    });
    const complied = visit({
      visitId: 9,
      caseId: 8,
      visitNumber: 2,
      visitedOn: '2025-12-02',
      disposition: 'Emergency Order Callback Complied',
    });
    const said = (today: string) =>
      textOf(decide({ visits: [...CLEAN, closed, complied] }, { today }), 'recent_emergency_closure');
    assert.match(said('2026-02-28'), /We advise waiting 90 days after a closure\.$/);
    assert.match(
      said('2026-03-01'),
      /less than 90 days before the date of these records \(January 1, 2026\)\.$/,
    );
  });

  test('never soften a DECLINE', () => {
    const closed = visit({
      visitId: 8,
      caseId: 8,
      visitedOn: '2025-12-20',
      disposition: 'Emergency order recommended',
    });
    const complaint = visit({
      visitId: 9,
      caseId: 9,
      visitedOn: '2025-12-20',
      disposition: 'Administrative complaint recommended',
    });
    for (const bad of [closed, complaint])
      assert.equal(decide({ visits: [...CLEAN, bad] }, { today: '2028-01-01' }).verdict, 'DECLINE');
  });

  test('property: when published on a later day, recommend what the policy decides for that day', () => {
    const any = fc.record({
      expires: fc.integer({ min: -40, max: 100 }),
      reach: fc.integer({ min: -100, max: 0 }),
      later: fc.integer({ min: 0, max: 120 }),
      disposition: fc.constantFrom(
        'Inspection Completed - No Further Action',
        'Warning Issued',
        'Administrative complaint recommended',
        'Assigned to Inspector',
      ),
    });
    fc.assert(
      fc.property(any, ({ expires, reach, later, disposition }) => {
        const last = visit({ visitId: 9, caseId: 9, visitedOn: '2025-12-20', disposition });
        const today = addDays(AS_OF, later);
        const record = recordOf({
          expiresOn: addDays(AS_OF, expires),
          reachTo: addDays(AS_OF, reach),
          visits: [...CLEAN, last],
          today,
        });
        const decision = decideOn(toPublishedFacts(record), { today });
        assert.deepEqual(record.scorecard.recommendation, recommendationOf(decision.verdict));
        assert.equal(record.verdictToday, decision.verdict);
        assert.equal(record.scorecard.records_old === null, later - reach <= 14);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a verdict when inspections may be missing', () => {
  const over = (cover: Parameters<typeof coveredRecord>[2]) => {
    const { verdict, reasons } = decideOn(toPublishedFacts(coveredRecord(CLEAN, {}, cover)), {
      today: AS_OF,
    });
    return { verdict, codes: reasons.map(({ code }) => code), text: reasons[0]?.text };
  };

  test('is not CLEAR if the inspection files begin within the closure period, and the reason gives their first day', () => {
    const short = over({ inspections_from: '2025-10-04', whole_year: false });
    assert.deepEqual([short.verdict, short.codes], ['REVIEW', ['coverage_too_short']]);
    assert.equal(
      short.text,
      'Our inspection files start on October 4, 2025, less than 90 days before the date of these records (January 1, 2026), so earlier closures may be missing. Look the vendor up on the regulator’s site before booking.',
    );
    assert.match(
      over({ inspections_from: '2026-01-02' }).text ?? '',
      /after the date of these records \(January 1, 2026\),/,
    );
    const none = over({ inspections_from: null, whole_year: false });
    assert.deepEqual([none.verdict, none.codes], ['REVIEW', ['coverage_too_short']]);
    assert.match(none.text ?? '', /^We don’t have an inspection file for the vendor’s district/);
  });

  test('may be CLEAR with a note about files that cover the closure period but not the full year', () => {
    const part = over({ inspections_from: '2025-10-03', whole_year: false });
    assert.deepEqual([part.verdict, part.codes], ['CLEAR', ['year_not_whole', 'record_in_order']]);
    assert.match(part.text ?? '', /don’t cover the whole year to January 1, 2026, so some visits may be/);
    assert.deepEqual(over({ inspections_from: '2024-12-01' }).codes, ['record_in_order']);
  });

  test('is explained in the self-check by the first day of the inspection files', () => {
    const record = coveredRecord(CLEAN, {}, { inspections_from: '2025-12-01', whole_year: false });
    const factor = limits(record).find(({ code }) => code === 'coverage_too_short');
    assert.match(factor?.issue ?? '', /start on December 1, 2025, less than 90 days/);
    assert.match(factor?.corrective_action ?? '', /^You don’t need to correct anything/);
  });
});

describe('reasons that do not affect the verdict', () => {
  test('include a closure in the past year, an old last visit and a small number of inspections', () => {
    const closed = [
      visit({ visitId: 8, caseId: 8, visitedOn: '2025-04-01', disposition: 'Emergency order recommended' }),
      visit({ visitId: 9, caseId: 8, visitNumber: 2, visitedOn: '2025-04-02' }),
    ];
    const told = decide({ visits: [...CLEAN, ...closed] });
    assert.match(
      textOf(told, 'closed_within_year'),
      /closed the business on April 1, 2025, within the year ending January 1, 2026/,
    );
    const old = ['2024-06-01', '2024-12-31'].map((visitedOn, index) =>
      visit({ visitId: index + 1, caseId: index + 1, visitedOn }),
    );
    const { verdict, reasons } = decide({ visits: old });
    assert.deepEqual(
      [verdict, reasons.map(({ code }) => code)],
      ['CLEAR', ['last_visit_long_ago', 'few_inspections', 'record_in_order']],
    );
    assert.match(
      reasons[0]?.text ?? '',
      /last visit on file was on December 31, 2024, more than twelve months ago/,
    );
    assert.match(reasons[1]?.text ?? '', /is based on 2 inspections, the minimum/);
  });
});
