import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facts, license, recordContext, visit } from '../../../test/support/visits.ts';
import { toPublishedFacts } from '../../records/record/decision-facts.ts';
import { buildRecord } from '../../records/record/record.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactClosure, FactVisit } from '../../regulator/source/vendor-facts.ts';
import type { SelfCheck } from './schemas.ts';
import { selfCheckOf } from './self-check.ts';

const AS_OF = '2026-01-01';

function check(
  visits: readonly FactVisit[],
  change: Parameters<typeof license>[0] = {},
  today = AS_OF,
  closures: readonly FactClosure[] = [],
): SelfCheck {
  const given = facts({ visits, license: license(change), closures });
  const record = buildRecord(given, recordContext(AS_OF)) ?? assert.fail();
  return selfCheckOf(toPublishedFacts(record), record.scorecard.inspections, {
    baseUrl: 'https://x.example',
    today,
  });
}

const clean = [1, 2].map((visitId) => visit({ visitId, visitedOn: `2024-0${visitId}-01` }));
const factorOf = (made: SelfCheck, code: string) =>
  made.limiting_factors.find((each) => each.code === code) ?? assert.fail(code);

describe('the limits in a self-check', () => {
  test('begin with the most expensive cause, even if other causes occur more often', () => {
    const made = check([
      ...clean,
      visit({ visitId: 3, visitedOn: '2024-06-01', disposition: 'Emergency order recommended' }),
      visit({
        visitId: 4,
        caseId: 3,
        visitNumber: 2,
        visitedOn: '2024-06-02',
        disposition: 'Emergency Order Callback Complied',
      }),
      visit({ visitId: 5, visitedOn: '2024-09-01', highPriority: 1, categories: '3:1' }),
      ...[6, 7, 8].map((visitId) =>
        visit({ visitId, visitedOn: `2025-0${visitId}-01`, basic: 1, categories: '23:1' }),
      ),
    ]);
    const codes = made.limiting_factors.map(({ code }) => code);
    const wanted = ['emergency_measures', 'high_priority_violations', 'category_23'];
    assert.deepEqual(
      codes.filter((code) => wanted.includes(code)),
      wanted,
    );
  });

  test('include every category in the scored record with a corrective action, no matter how old it is', () => {
    const all = Array.from({ length: REGULATOR.categoryMax }, (_, index) => index + 1);
    const visits = all.map((category) =>
      visit({
        visitId: category,
        visitedOn: `20${10 + (category % 15)}-03-01`,
        basic: 1,
        categories: `${category}:1`,
      }),
    );
    const codes = check([...visits, ...clean]).limiting_factors.map(({ code }) => code);
    assert.deepEqual(
      all.filter((category) => !codes.includes(`category_${category}`)),
      [],
    );
  });

  test('say “keep it that way” instead of “correct them first” after a complied callback', () => {
    const found = visit({
      visitId: 3,
      visitedOn: '2025-11-01',
      highPriority: 2,
      disposition: 'Warning Issued',
    });
    const open = factorOf(check([...clean, found]), 'high_priority_at_last_inspection');
    assert.match(open.corrective_action, /^If you haven’t done so yet, correct them first\./);
    const complied = visit({
      visitId: 4,
      caseId: 3,
      visitNumber: 2,
      visitedOn: '2025-11-09',
      disposition: 'Call Back - Complied',
    });
    const settled = factorOf(check([...clean, found, complied]), 'high_priority_at_last_inspection');
    assert.match(settled.corrective_action, / The visit on November 9, 2025 met standards; keep it up\.$/);
    assert.doesNotMatch(settled.corrective_action, /Correct them/);
  });

  test('say “keep it that way” only after a visit or callback that met standards and that no later visit contradicts', () => {
    const found = { visitId: 3, visitedOn: '2025-11-01', disposition: 'Warning Issued' };
    const counted = { highPriority: 1, total: 1, categories: '35:1' };
    const callback = (visitId: number, day: string, more: object = {}) =>
      visit({
        visitId,
        caseId: 3,
        visitNumber: visitId,
        visitedOn: `2025-11-${day}`,
        disposition: 'Call Back - Complied',
        ...more,
      });
    const told = (...later: FactVisit[]) => {
      const { limiting_factors: all } = check([...clean, visit({ ...found, ...counted }), ...later]);
      return ['high_priority_at_last_inspection', 'category_35'].map((code) => {
        const action = all.find((each) => each.code === code)?.corrective_action ?? '';
        return / The visit on (\w+ \d+, \d+) met standards; keep it up\.$/.exec(action)?.[1];
      });
    };
    const settled = callback(4, '09');
    const still = callback(4, '09', counted);
    assert.deepEqual(told(settled), ['November 9, 2025', 'November 9, 2025']);
    assert.deepEqual(told(still), [undefined, undefined]);
    assert.deepEqual(told(still, callback(5, '20')), ['November 20, 2025', 'November 20, 2025']);
    assert.deepEqual(told(settled, callback(5, '20', counted)), [undefined, undefined]);
  });

  test('quote the inspector with the date, but only if the text is on file', () => {
    const observation = {
      code: '23-05-4',
      category: 23,
      tier: 'basic' as const,
      text: 'Soiled gasket.',
      flags: [],
    };
    const told = { visitId: 3, visitedOn: '2025-11-01', basic: 1, categories: '23:1' };
    const quoted = factorOf(
      check([...clean, visit({ ...told, observations: [observation] })]),
      'category_23',
    );
    assert.deepEqual(quoted.quotes, [{ text: 'Soiled gasket.', on: '2025-11-01' }]);
    assert.deepEqual(factorOf(check([...clean, visit(told)]), 'category_23').quotes, []);
  });

  test('say “inspections” only if there are several, and include the date of the last one', () => {
    const cited = (visitId: number) =>
      visit({ visitId, visitedOn: `2025-0${visitId}-01`, basic: 1, categories: '29:1' });
    const { title } = REGULATOR.violationCategory(29);
    const issue = (visits: readonly FactVisit[]) =>
      factorOf(check([...clean, ...visits]), 'category_29').issue;
    assert.equal(issue([cited(3)]), `Category 29 (${title}) was marked at one inspection, on March 1, 2025.`);
    assert.equal(
      issue([cited(3), cited(4)]),
      `Category 29 (${title}) was marked at 2 inspections, most recently on April 1, 2025.`,
    );
  });

  test('say when a closure stops being a reason not to book, and when an old finding counts half', () => {
    const closed = [
      visit({ visitId: 3, visitedOn: '2025-12-01', disposition: 'Emergency order recommended' }),
      visit({
        visitId: 4,
        caseId: 3,
        visitNumber: 2,
        visitedOn: '2025-12-02',
        disposition: 'Emergency Order Callback Complied',
      }),
    ];
    assert.equal(factorOf(check([...clean, ...closed]), 'recent_emergency_closure').fades?.on, '2026-03-01');
    const found = visit({ visitId: 3, visitedOn: '2025-11-01', basic: 1, categories: '29:1' });
    assert.deepEqual(factorOf(check([...clean, found]), 'category_29').fades, {
      on: '2026-11-01',
      text: 'Once you have a new inspection on or after November 1, 2026, this one will count at most half as much.',
    });
  });
});

describe('a self-check', () => {
  const found = (visitId: number, visitedOn: string) =>
    visit({ visitId, visitedOn, highPriority: 2, basic: 2 });

  test('states how many inspections the next letter needs, without which findings, the earliest date, and how it was estimated', () => {
    const { grade, outlook } = check([
      found(1, '2025-01-01'),
      found(2, '2025-07-01'),
      found(3, '2025-12-01'),
    ]);
    assert.deepEqual([grade, outlook.next_grade, outlook.interval_days], ['D', 'C', 181]);
    assert.deepEqual(outlook.ways, [
      { without: 'violation', inspections: 1, grade: 'C', earliest_on: '2026-05-31' },
      { without: 'high_priority', inspections: 1, grade: 'C', earliest_on: '2026-05-31' },
    ]);
    assert.equal(
      outlook.text,
      'One more inspection that meets standards without a violation would bring the grade to C, on May 31, 2026 at the earliest. ' +
        'One more inspection that meets standards without a high-priority violation would bring the grade to C, on May 31, 2026 at the earliest. ' +
        'That holds even if it finds the same as the newest one with known counts (2 basic). ' +
        'These dates assume one inspection every 181 days, as in this record so far. The regulator decides when to inspect. ' +
        'Without another inspection, the record will be too old for a grade from December 2, 2027 on.',
    );
  });

  test('explains how to keep the best letter, and when that letter is lost to age', () => {
    const { grade, outlook } = check(
      clean.map((each) => ({ ...each, visitedOn: each.visitedOn.replace('2024', '2025') })),
    );
    assert.deepEqual(
      [grade, outlook.next_grade, outlook.ways, outlook.letter_until],
      ['A', null, [], '2027-02-02'],
    );
    assert.match(
      outlook.text,
      /^A is the best grade\. Keep it with inspections that meet standards and cite no violations\. If the next inspection, on [A-Z][a-z]+ \d+, \d{4}, finds \d high-priority violations? and nothing else, the grade will drop to B\./,
    );
  });

  test('lists an order instead of the callback after it, and lists the complaint that led to a complied callback', () => {
    const callback = (visitNumber: number, disposition: string) =>
      visit({
        visitId: 2 + visitNumber,
        caseId: 3,
        visitNumber,
        visitedOn: `2025-06-0${visitNumber}`,
        disposition,
      });
    const made = check([
      ...clean,
      visit({ visitId: 3, visitedOn: '2025-06-01', disposition: 'Emergency order recommended' }),
      callback(2, 'Emergency Order Callback Time Extension'),
      callback(3, 'Emergency Order Callback Complied'),
      callback(4, 'Admin. Complaint Callback Complied'),
    ]);
    assert.equal(
      factorOf(made, 'emergency_measures').issue,
      'One inspection led to an emergency measure: “Emergency order recommended” (June 1, 2025).',
    );
    const complaint = factorOf(made, 'administrative_complaints');
    assert.equal(
      complaint.issue,
      'One inspection led to an administrative complaint: “Admin. Complaint Callback Complied” (June 4, 2025).',
    );
    assert.match(complaint.corrective_action, / The visit on June 4, 2025 met standards; keep it up\.$/);
  });

  test('lists a closure that is only in the weekly file for as long as organizers see it', () => {
    const report = (closedOn: string): FactClosure => ({
      closedOn,
      businessName: '',
      conditions: 'Sewage',
      reopenedOn: closedOn,
    });
    const made = check(clean, {}, AS_OF, [report('2025-06-01')]);
    const { fades, ...factor } = factorOf(made, 'closed_within_year');
    assert.deepEqual(
      [factor.severity, factor.issue, factor.evidence],
      [
        'caution',
        'The regulator closed the business on June 1, 2025, within the year ending January 1, 2026.',
        'Closure on June 1, 2025',
      ],
    );
    assert.deepEqual(
      [fades?.on, fades?.text.slice(0, 38)],
      ['2026-06-01', 'Once the records reach June 1, 2026, o'],
    );
    const codesOf = (closedOn: string) =>
      check(clean, {}, AS_OF, [report(closedOn)]).limiting_factors.map(({ code }) => code);
    assert.deepEqual(codesOf('2025-01-02'), ['closed_within_year']);
    assert.deepEqual(codesOf('2025-01-01'), []);
    assert.deepEqual(codesOf('2025-12-01'), ['recent_emergency_closure']);
  });

  test('gives unknown counts the same severity as the reason that organizers see', () => {
    const unknown = visit({ visitId: 3, visitedOn: '2025-11-01', total: null });
    assert.equal(factorOf(check([...clean, unknown]), 'counts_unknown').severity, 'caution');
  });

  test('mentions a closure that resulted from a visit only once', () => {
    const ordered = visit({
      visitId: 3,
      visitedOn: '2025-06-01',
      disposition: 'Emergency order recommended',
    });
    const reopened = visit({
      visitId: 4,
      caseId: 3,
      visitNumber: 2,
      visitedOn: '2025-06-02',
      disposition: 'Emergency Order Callback Complied',
    });
    const codes = check([...clean, ordered, reopened]).limiting_factors.map(({ code }) => code);
    assert.ok(codes.includes('emergency_measures'));
    assert.ok(!codes.includes('closed_within_year'));
  });

  test('has a separate factor for a complaint on the same day as a closure', () => {
    const made = check([
      ...clean,
      visit({ visitId: 3, visitedOn: '2025-06-01', disposition: 'Administrative complaint recommended' }),
      visit({
        visitId: 4,
        caseId: 3,
        visitNumber: 2,
        visitedOn: '2025-12-10',
        disposition: 'Admin. Complaint Callback Not Complied',
      }),
      visit({ visitId: 5, visitedOn: '2025-12-10', disposition: 'Emergency order recommended' }),
      visit({
        visitId: 6,
        caseId: 5,
        visitNumber: 2,
        visitedOn: '2025-12-11',
        disposition: 'Emergency Order Callback Complied',
      }),
    ]);
    const codes = made.limiting_factors.map(({ code }) => code);
    assert.ok(codes.includes('recent_emergency_closure'));
    assert.ok(codes.includes('administrative_complaints'));
    assert.ok(!codes.includes('emergency_measures'));
  });

  test('does not promise an inspection under a relinquished license', () => {
    const { outlook } = check([], { primaryStatus: '46', secondaryStatus: '' });
    assert.deepEqual(
      outlook.missing.map(({ code }) => code),
      ['license_confirmed'],
    );
    assert.doesNotMatch(outlook.text, /further inspection/);
  });

  test('lists exactly what is missing for a vendor without a letter', () => {
    const codes = (made: SelfCheck) => made.outlook.missing.map(({ code }) => code);
    const one = visit({ visitedOn: '2025-06-01', inspectionType: 'Food-Licensing Inspection' });
    assert.deepEqual(codes(check([one])), ['inspections', 'operating_inspection']);
    assert.match(
      check([one]).outlook.text,
      /1 more inspection .* A grade requires 2, and there is 1\. It must be/,
    );
    assert.deepEqual(codes(check([])), ['inspections', 'operating_inspection']);
    const old = clean.map((each) => ({ ...each, visitedOn: each.visitedOn.replace('2024', '2022') }));
    assert.deepEqual(codes(check(old)), ['recent_inspection']);
    assert.match(check(old).outlook.text, /from February 1, 2022, is 24 months old or older/);
    assert.deepEqual(codes(check(clean, { primaryStatus: '45' })), ['license_confirmed']);
    const closed = visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Emergency order recommended' });
    assert.deepEqual(codes(check([...clean, closed])), ['hold_lifted']);
    const other = check(clean.map((each) => ({ ...each, businessName: 'PELICAN WHARF' })));
    assert.deepEqual(codes(other), ['inspections', 'operating_inspection', 'owner_certain']);
  });
});

describe('a self-check that is read after the date of its records', () => {
  const codesOf = ({ strengths }: SelfCheck) => strengths.map(({ code }) => code);
  const recent = [1, 2].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId}-01` }));

  test('does not praise a license that expired before or after the date of the records', () => {
    assert.ok(codesOf(check(recent, { expiresOn: '2026-01-10' }, '2026-01-10')).includes('license_current'));
    assert.ok(!codesOf(check(recent, { expiresOn: '2026-01-10' }, '2026-01-11')).includes('license_current'));
    assert.ok(!codesOf(check(recent, { expiresOn: '2025-12-20' })).includes('license_current'));
  });

  test('does not promise a letter on a past date', () => {
    const poor = [1, 2].map((visitId) =>
      visit({ visitId, visitedOn: `2025-0${visitId}-01`, highPriority: 1, intermediate: 1 }),
    );
    const days = check(poor, {}, '2026-03-01').outlook.ways.flatMap(({ earliest_on: on }) => on ?? []);
    assert.ok(days.length > 0);
    for (const day of days) assert.ok(day > '2026-03-01', day);
  });

  test('no longer states “no violation was cited” after a callback that cited one', () => {
    const callback = visit({
      visitId: 3,
      caseId: 2,
      visitNumber: 2,
      visitedOn: '2025-03-01',
      disposition: 'Call Back - Complied',
    });
    assert.ok(codesOf(check([...recent, callback])).includes('no_violation_12m'));
    assert.ok(!codesOf(check([...recent, { ...callback, basic: 1, total: 1 }])).includes('no_violation_12m'));
  });
});
