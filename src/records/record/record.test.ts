import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facts, license, recordContext, visit } from '../../../test/support/visits.ts';
import type { VendorFacts } from '../../regulator/source/vendor-facts.ts';
import { countedOf, StatisticsCount } from '../statistics/count-statistics.ts';
import { buildRecord } from './record.ts';

const CONTEXT = { ...recordContext(), dataAsOf: '2025-12-31' };

function record(change: Partial<VendorFacts>, asOf = CONTEXT.asOf) {
  return buildRecord(facts(change), { ...CONTEXT, asOf })?.scorecard ?? assert.fail('no record');
}

/**
 * Returns true if a license in district 6, where licenses expire on June 1, is confirmed on the given day.
 */
function isConfirmedOn(asOf: string, expiresOn: string, licensesTo: string): boolean {
  const [, cover = assert.fail()] = [...CONTEXT.covers][0] ?? [];
  const covers = new Map([[6, { ...cover, licenses_to: licensesTo }]]);
  const given = facts({ license: license({ expiresOn }) });
  const made = buildRecord(given, { ...CONTEXT, asOf, covers }) ?? assert.fail('no record');
  assert.equal(made.scorecard.license.expires_on, expiresOn);
  return made.scorecard.license.confirmed;
}

const CLEAN = [1, 2, 3].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId * 2}-01` }));

describe('the vendor record', () => {
  test('nothing dated after the as-of day affects scores, rollups, scorecards or holds', () => {
    const later = visit({
      visitId: 9,
      visitedOn: '2025-12-02',
      highPriority: 9,
      disposition: 'Emergency order recommended',
    });
    const before = record({ visits: CLEAN }, '2025-12-01');
    assert.deepEqual(record({ visits: [...CLEAN, later] }, '2025-12-01'), before);
    assert.equal(record({ visits: [...CLEAN, later] }, '2025-12-02').grade_status, 'hold');
    assert.equal(
      buildRecord(facts({ license: undefined, visits: [later] }), { ...CONTEXT, asOf: '2025-12-01' }),
      undefined,
    );
  });

  test('an expiry date off the calendar is shown, and confirms a license only until the next regular date of its file', () => {
    const file = '2026-05-20';
    const later = '2026-06-10';
    for (const [asOf, expiresOn, licensesTo, isConfirmed] of [
      ['2026-07-01', '2027-03-15', file, true],
      ['2026-07-02', '2027-03-15', file, false],
      ['2026-07-02', '2027-03-15', '2026-05-31', false],
      ['2026-07-02', '2027-03-15', '2026-06-01', true],
      ['2026-07-02', '2027-03-15', later, true],
      ['2026-07-02', '2027-06-01', file, true],
      ['2026-06-14', '2026-05-15', file, true],
      ['2026-06-15', '2026-05-15', file, false],
      ['2026-06-15', '2026-05-15', later, false],
    ] as const)
      assert.equal(
        isConfirmedOn(asOf, expiresOn, licensesTo),
        isConfirmed,
        `${asOf} ${expiresOn} ${licensesTo}`,
      );
  });

  test('rollup_12m covers the year up to and including the as-of date, and a case of any type counts as one inspection', () => {
    const visits = [
      visit({ visitId: 1, visitedOn: '2025-01-01', highPriority: 5 }),
      visit({ visitId: 2, visitedOn: '2025-01-02', highPriority: 1, disposition: 'Warning Issued' }),
      visit({
        visitId: 3,
        caseId: 2,
        visitNumber: 2,
        visitedOn: '2025-02-02',
        highPriority: 1,
        disposition: 'Call Back - Complied',
      }),
      visit({ visitId: 4, visitedOn: '2025-03-01', intermediate: 2, inspectionType: 'Complaint Full' }),
      visit({ visitId: 5, visitedOn: '2026-01-01', basic: 3, inspectionType: 'Food-Licensing Inspection' }),
      visit({ visitId: 6, visitedOn: '2026-01-02', basic: 30 }),
    ];
    assert.deepEqual(record({ visits }).rollup_12m, {
      inspections: 3,
      violations: 6,
      high_priority: 1,
      intermediate: 2,
      basic: 3,
      emergency_orders: 0,
      admin_complaints: 0,
      warnings: 1,
      last_inspected_on: '2026-01-01',
      whole_year: true,
      year_covered: 'whole',
    });
  });

  test('a case whose first visit is not on file uses the day and counts of its earliest visit on file', () => {
    const callback = visit({
      visitId: 2,
      caseId: 2,
      visitNumber: 3,
      visitedOn: '2025-05-01',
      basic: 2,
      disposition: 'Call Back - Complied',
    });
    const { rollup_12m: rollup } = record({ visits: [callback] });
    assert.deepEqual([rollup.inspections, rollup.basic], [1, 2]);
  });

  test('the current owner is identified by the License ID of the newest visit, and earlier owners’ cases are shown separately', () => {
    const prior = visit({
      visitId: 1,
      licenseId: 5,
      visitedOn: '2025-06-01',
      highPriority: 9,
      disposition: 'Emergency order recommended',
    });
    const card = record({
      visits: [
        prior,
        ...CLEAN.map((each) => ({
          ...each,
          visitId: each.visitId + 10,
          caseId: each.caseId + 10,
          visitedOn: `2025-0${each.visitId + 6}-01`,
        })),
      ],
    });
    assert.equal(card.hold.active, false);
    assert.equal(card.grade, 'A');
    assert.equal(card.rollup_12m.high_priority, 0);
    assert.deepEqual(
      card.inspections.map((each) => each.prior_owner),
      [false, false, false, true],
    );
  });

  test('an approved change of owner with no visit since then leaves the new owner without a record', () => {
    const card = record({ visits: CLEAN, ownershipChanges: ['2025-11-01'] });
    assert.equal(card.grade_status, 'insufficient_record');
    assert.equal(card.rollup_12m.inspections, 0);
    assert.ok(card.inspections.every((each) => each.prior_owner));
    assert.equal(record({ visits: CLEAN, ownershipChanges: ['2025-01-01'] }).grade, 'A');
    assert.equal(record({ visits: CLEAN, ownershipChanges: ['2026-11-01'] }).grade, 'A');
  });

  test('a name that changed under the same owner becomes the former name, but a prior owner’s name does not', () => {
    const old = visit({ visitId: 1, visitedOn: '2025-02-01', businessName: 'OLD NAME' });
    assert.equal(record({ visits: [old, ...CLEAN.slice(1)] }).aka, 'OLD NAME');
    assert.equal(record({ visits: [{ ...old, licenseId: 5 }, ...CLEAN.slice(1)] }).aka, null);
    assert.equal(record({ visits: [{ ...old, businessName: 'Made-Up  Muffins' }] }).aka, null);
  });

  test('the name comes from the license file, from the licensee if that name is blank, or from the newest visit without a file', () => {
    const visits = [visit({ businessName: 'SEEN BY INSPECTOR' })];
    assert.equal(record({ visits }).name, 'MADE UP MUFFINS');
    assert.equal(record({ visits, license: license({ businessName: '' }) }).name, 'MADE UP MUFFINS LLC');
    assert.equal(record({ visits, license: undefined }).name, 'SEEN BY INSPECTOR');
    assert.equal(record({ visits, license: license({ onFile: false }) }).name, 'SEEN BY INSPECTOR');
  });

  test('a license is confirmed if it is in the newest file, current, and no more than 30 days past expiry', () => {
    const confirmed = (change: Parameters<typeof license>[0]) =>
      record({ license: license(change) }).license.confirmed;
    assert.equal(confirmed({}), true);
    assert.equal(confirmed({ expiresOn: '2025-12-02' }), true);
    assert.equal(confirmed({ expiresOn: '2025-12-01' }), false);
    assert.equal(confirmed({ expiresOn: null }), false);
    assert.equal(confirmed({ onFile: false }), false);
    for (const [primaryStatus, secondaryStatus] of [
      ['45', '20'],
      ['20', '18'],
      ['46', ''],
      ['45', '45'],
      ['32', '20'],
    ])
      assert.equal(
        confirmed({ primaryStatus: primaryStatus ?? '', secondaryStatus: secondaryStatus ?? '' }),
        false,
      );
  });

  test('an unconfirmed license withholds the grade, but the score remains on the scorecard', () => {
    const card = record({ visits: CLEAN, license: license({ primaryStatus: '45' }) });
    assert.deepEqual([card.grade, card.grade_status, card.risk_tier], [null, 'withheld', 'unknown']);
    assert.equal(typeof card.service_score, 'number');
  });

  test('unknown counts for one inspection are shown as unknown, and so are the sums, rates and comparisons that use them', () => {
    const unknown = { total: null, highPriority: null, intermediate: null, basic: null };
    const visits = [...CLEAN, visit({ visitId: 9, visitedOn: '2025-12-01', ...unknown, categories: '35:2' })];
    const card = record({ visits });
    const sums = { violations: null, high_priority: null, intermediate: null, basic: null };
    assert.deepEqual(card.rollup_12m, {
      ...record({ visits: CLEAN }).rollup_12m,
      ...sums,
      inspections: 4,
      last_inspected_on: '2025-12-01',
    });
    const [newest] = card.inspections;
    assert.deepEqual(newest?.counts, { total: null, high_priority: null, intermediate: null, basic: null });
    assert.deepEqual(
      newest?.violations.map(({ category, count }) => [category, count]),
      [[35, 2]],
    );
    assert.equal(card.trend.direction, 'unknown');
    assert.match(card.narrative ?? '', /4 times\. The files don’t fully show how many violations it cited\./);
    assert.ok((card.service_score ?? 0) < (record({ visits: CLEAN }).service_score ?? 0));
    const built = buildRecord(facts({ visits }), CONTEXT) ?? assert.fail();
    const count = new StatisticsCount();
    count.add(countedOf(built, CONTEXT.asOf));
    const statistics = count.result({ ...CONTEXT, filesCover: [] });
    const { inspected_12m, any_12m, any_36m, high_priority_36m } = statistics.violation_rates;
    assert.deepEqual([inspected_12m, any_12m, any_36m, high_priority_36m], [1, null, null, null]);
  });

  test('a closure report without a name is not matched to any vendor if its license digits could be a restaurant’s', () => {
    const closures = [{ closedOn: '2025-12-01', businessName: '', conditions: 'x', reopenedOn: null }];
    assert.equal(record({ licenseType: '2013', visits: CLEAN, closures }).hold.active, false);
    assert.equal(record({ visits: CLEAN, closures }).hold.active, true);
  });

  test('an unknown disposition is kept verbatim with the result “unknown”', () => {
    const card = record({
      visits: [...CLEAN, visit({ visitId: 9, visitedOn: '2025-12-01', disposition: 'Made up outcome' })],
    });
    assert.deepEqual(card.last_disposition, {
      text: 'Made up outcome',
      date: '2025-12-01',
      result: 'unknown',
    });
  });

  test('reporting-only categories are marked as such, and no category is given a tier', () => {
    const card = record({ visits: [visit({ categories: '8:2,45:1' })] });
    assert.deepEqual(card.inspections[0]?.violations, [
      { category: 8, title: 'Food protection, cross-contamination', count: 2, reporting_only: false },
      { category: 45, title: 'Fire extinguishing', count: 1, reporting_only: true },
    ]);
  });
});
