import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { facts, license, visit } from '../../../test/support/visits.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { FactVisit, VendorFacts } from '../intake/facts.ts';
import { VOCABULARY } from '../sources/florida-dbpr/dispositions.ts';
import { countedOf, StatisticsCount } from '../statistics/compute.ts';
import { toPublishedFacts } from './decision-facts.ts';
import { nextChange } from './next-change.ts';
import { buildRecord, type RecordContext, type VendorRecord } from './record.ts';
import { redate } from './redate.ts';

const FIRST = '2023-11-25';
const DAYS = 1_300;
const dayFrom = (first: IsoDate, days: number) => fc.nat(days).map((after) => addDays(first, after));
/** Ends of months above all: months differ in length. */
const someDay = fc.oneof(
  dayFrom('2020-01-01', 2_500),
  fc.constantFrom('2022-02-28', '2023-01-31', '2023-08-31', '2023-11-30', '2024-02-28', '2024-02-29'),
);

const someVisit: fc.Arbitrary<FactVisit> = fc
  .record({
    visitId: fc.integer({ min: 1, max: 12 }),
    visitedOn: someDay,
    licenseId: fc.constantFrom(10, 10, 10, 11),
    visitNumber: fc.constantFrom(1, 1, 2),
    disposition: fc.constantFrom(...Object.keys(VOCABULARY), 'Made up outcome'),
    highPriority: fc.nat(3),
    basic: fc.nat(3),
    businessName: fc.constantFrom('MADE UP MUFFINS', 'MADE UP MUFFINS', 'OTHER TACOS', ''),
    caseId: fc.integer({ min: 1, max: 6 }),
    text: fc.option(
      someDay.map((day) => `First.\nFrom follow-up inspection ${day}: More.`),
      { freq: 6, nil: undefined },
    ),
  })
  .map(({ text, ...fields }) => {
    const texts = { code: '23-01-4', category: 23, tier: 'basic' as const, flags: [] };
    const observations = text === undefined ? {} : { observations: [{ ...texts, text }] };
    return visit({ ...fields, categories: `23:${fields.highPriority + fields.basic}`, ...observations });
  });

const someFacts: fc.Arbitrary<VendorFacts> = fc
  .record({
    visits: fc.uniqueArray(someVisit, { selector: ({ visitId }) => visitId, maxLength: 5 }),
    license: fc.option(
      fc.record({
        expiresOn: fc.option(someDay),
        onFile: fc.boolean(),
        businessName: fc.constantFrom('MADE UP MUFFINS', 'MAY 1, 2024 GRILL', 'The year to January 2, 2025'),
      }),
      { nil: undefined },
    ),
    closures: fc.array(
      fc.record({
        closedOn: someDay,
        reopenedOn: fc.option(someDay),
        businessName: fc.constant('MADE UP MUFFINS'),
        conditions: fc.constantFrom('', 'Sewage', 'since June 1, 2024'),
      }),
      { maxLength: 2 },
    ),
    orders: fc.array(
      fc.record({
        orderedOn: someDay,
        violationOn: fc.option(someDay),
        caseNumber: fc.constant('2024000001'),
        violations: fc.nat(3),
        fineCents: fc.constant(50_000),
        fileDate: someDay,
      }),
      { maxLength: 1 },
    ),
    ownershipChanges: fc.array(someDay, { maxLength: 1 }),
    names: fc.array(
      fc.record({
        licenseeName: fc.constantFrom('MADE UP MUFFINS LLC', 'MADE UP MUFFINS', 'SOMEONE ELSE'),
        businessName: fc.constant('MADE UP MUFFINS'),
        firstOn: someDay,
        lastOn: someDay,
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ license: fields, ...rest }) => facts({ ...rest, license: fields && license(fields) }));

/** Files that reach the day, as daily ones do. */
function contextOn(asOf: IsoDate): RecordContext {
  const reachTo = addDays(asOf, -1);
  const cover = {
    reach_to: reachTo,
    whole_year: true,
    inspections_from: '2019-01-01',
    licenses_to: reachTo,
    inspections_to: reachTo,
  };
  return {
    ...{ asOf, dataAsOf: addDays(asOf, -1), fictional: false },
    ...{ licenseDistricts: new Set([6]), covers: new Map([[6, cover]]) },
  };
}

const textsOf = (record: VendorRecord) => ({
  scorecard: JSON.stringify(record.scorecard),
  facts: JSON.stringify(toPublishedFacts(record)),
});
const daysOf = ({ scorecard }: VendorRecord) => ({
  asOf: scorecard.as_of,
  dataAsOf: scorecard.data_as_of,
  reachTo: scorecard.records_reach_to,
});

function statisticsOf(counted: ReturnType<typeof countedOf>, asOf: IsoDate) {
  const count = StatisticsCount.none();
  count.add(counted);
  return count.result({ asOf, dataAsOf: asOf, fictional: false, filesCover: [] });
}

/** That a record made on `asOf` gives that of the later day, but for its days. */
function checkDay(given: VendorFacts, made: VendorRecord, asOf: IsoDate, later: IsoDate): void {
  const anew = buildRecord(given, contextOn(later)) ?? assert.fail(`no record on ${later}`);
  const told = `made as of ${asOf}, read as of ${later}`;
  assert.deepEqual(redate(textsOf(made), daysOf(made), daysOf(anew)), textsOf(anew), told);
  assert.equal(made.verdict, anew.verdict, told);
  assert.deepEqual(
    statisticsOf(countedOf(made, asOf), later),
    statisticsOf(countedOf(anew, later), later),
    told,
  );
}

describe('the day on which a record next changes by age', () => {
  test('until then it is the same but for its days, whatever is on file', () => {
    let kept = 0;
    let days = 0;
    fc.assert(
      fc.property(someFacts, dayFrom(FIRST, 400), (given, asOf) => {
        const made = buildRecord(given, contextOn(asOf));
        if (!made) return;
        const end = nextChange(given, made, asOf);
        assert.ok(end >= asOf);
        if (end === asOf) return;
        const last = [addDays(end, -1), addDays(asOf, DAYS)].sort()[0] ?? asOf;
        if (last > asOf) kept += 1;
        // Every day of a short time, every sixth of a long one, and the last.
        const step = addDays(asOf, 40) > last ? 1 : 6;
        for (let later = asOf; later < last; later = addDays(later, step)) {
          days += 1;
          checkDay(given, made, asOf, later);
        }
        checkDay(given, made, asOf, last);
      }),
      { numRuns: 1_200, seed: 42 },
    );
    // Otherwise nothing would have been shown.
    assert.ok(kept > 200 && days > 4_000, `${kept} records, ${days} days`);
  });

  test('is, to the day, the one on which each rule changes a record', () => {
    const clean = ['2022-03-05', '2022-05-01'].map((visitedOn, index) =>
      visit({ visitId: index + 1, visitedOn }),
    );
    const leapDay = [visit({ visitedOn: '2024-02-29' })];
    const cases: readonly [rule: string, given: VendorFacts, asOf: IsoDate, changes: IsoDate][] = [
      [
        'no longer confirmed',
        facts({ license: license({ expiresOn: '2024-06-01' }) }),
        '2024-06-10',
        '2024-07-02',
      ],
      [
        'too old for a letter',
        facts({ license: license({ expiresOn: '2030-06-01' }), visits: clean }),
        '2024-04-01',
        '2024-05-02',
      ],
      ['out of the year, which had a leap day', facts({ visits: leapDay }), '2025-02-28', '2025-03-01'],
    ];
    for (const [rule, given, asOf, changes] of cases) {
      const made = buildRecord(given, contextOn(asOf)) ?? assert.fail();
      assert.equal(nextChange(given, made, asOf), changes, rule);
      checkDay(given, made, asOf, addDays(changes, -1));
      assert.throws(() => checkDay(given, made, asOf, changes), assert.AssertionError, rule);
    }
  });

  test('is the same day where another holder was listed, and where a name looks like a day', () => {
    const names = [
      { licenseeName: 'SOMEONE ELSE', businessName: 'X', firstOn: '2023-01-01', lastOn: '2023-02-01' },
    ];
    for (const given of [
      facts({ names }),
      facts({ license: license({ businessName: 'MAY 1, 2024 GRILL' }) }),
    ]) {
      const made = buildRecord(given, contextOn('2024-04-30')) ?? assert.fail();
      assert.equal(nextChange(given, made, '2024-04-30'), '2024-04-30');
    }
  });
});

describe('a record with new days', () => {
  const made = buildRecord(facts({ visits: [visit(), visit({ visitId: 2 })] }), contextOn('2025-12-01'));
  const texts = textsOf(made ?? assert.fail());
  const days = daysOf(made ?? assert.fail());
  const next = { asOf: '2025-12-02', dataAsOf: '2025-12-01', reachTo: '2025-12-01' };

  test('is refused when its texts do not name the days that they should', () => {
    assert.ok(redate(texts, days, next));
    assert.equal(redate(texts, { ...days, reachTo: '2025-01-01' }, next), undefined);
    assert.equal(redate({ ...texts, facts: '{}' }, days, next), undefined);
    const damaged = texts.scorecard.replace('December 1, 2025', 'December 3, 2025');
    assert.notEqual(damaged, texts.scorecard);
    assert.equal(redate({ ...texts, scorecard: damaged }, days, next), undefined);
  });
});
