import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pastVisit, pastVisits } from '../../test/support/past-visits.ts';
import { isWholeRun } from '../../test/support/whole-run.ts';
import { OUTCOMES } from '../judgment/methodology/backtest-report.ts';
import { ALL_SCORE_RULES, SCORE_RULES } from '../judgment/score/rules.ts';
import { runBacktest } from './backtest.ts';
import { boundedShare } from './bootstrap.ts';
import { listMoments, type PastVisit } from './moments.ts';
import { evaluatedYears, letterBefore, runTrial, type Trial } from './trial.ts';

const OPTIONS = { rules: SCORE_RULES, samples: 20, seed: 1 };

const trialOf = (visits: readonly PastVisit[]) => runTrial(listMoments(visits), SCORE_RULES, () => {});

/** Returns all numeric results for the moments up to a given day. */
function saidUpTo(day: string, { moments, letters, methods }: Trial): string[] {
  return [...moments.entries()]
    .filter(([, { visitedOn }]) => visitedOn <= day)
    .map(([index, { owner, visitedOn }]) => {
      const numbers = methods.flatMap(({ risks, chances }) =>
        OUTCOMES.flatMap((outcome) => [risks[outcome][index], chances?.[outcome][index]]),
      );
      return [owner, visitedOn, letters[index], ...numbers].join(' ');
    });
}

/**
 * Keeps the visits before the day, and replaces the others with invented visits that are as bad as possible.
 */
function poisoned(visits: readonly PastVisit[], day: string): PastVisit[] {
  const worst = {
    highPriority: 99,
    intermediate: 99,
    basic: 99,
    total: 297,
    disposition: 'Emergency order recommended',
    categories: Array.from({ length: 58 }, (_, index) => `${index + 1}:9`).join(','),
  };
  return visits.flatMap((visit, index) => {
    if (visit.visitedOn < day) return [visit];
    // The disposition that decides whether this visit is a moment is unchanged, so that the earlier results
    // remain comparable.
    const known = visit.disposition === 'Assigned to Inspector' ? visit.disposition : worst.disposition;
    const changed = { ...visit, ...worst, disposition: known };
    const added = { ...changed, visitId: 1_000_000 + index, caseId: 1_000_000 + index, visitNumber: 3 };
    return [changed, added];
  });
}

describe('the back-test', () => {
  test('does not change an earlier prediction of any method, even a fitted one, when the future changes', () => {
    const visits = pastVisits(7, 30);
    const clean = trialOf(visits);
    assert.ok(clean.methods.some(({ id }) => id === 'fitted'));
    const days = [...new Set(clean.moments.map(({ visitedOn }) => visitedOn))];
    const some = days.filter((_, index) => index % (isWholeRun ? 12 : 60) === 0);
    for (const day of ['2016-07-01', ...some, '2018-06-29']) {
      const before = saidUpTo(day, clean);
      assert.deepEqual(saidUpTo(day, trialOf(poisoned(visits, day))), before, day);
    }
  });

  test('uses the letter from the day before, when the oldest records that count are a day older', () => {
    const record = [
      pastVisit({ visitId: 1, visitedOn: '2014-08-01' }),
      pastVisit({ visitId: 2, visitedOn: '2014-09-02' }),
    ];
    const letterOn = (visitedOn: string) => {
      const moment = listMoments([...record, pastVisit({ visitId: 3, visitedOn })]).at(-1);
      return moment ? letterBefore(moment, SCORE_RULES) : assert.fail();
    };
    assert.equal(letterOn('2016-09-03'), 'A');
    assert.equal(letterOn('2016-09-04'), undefined);
  });

  test('uses the first year only for training, and evaluates the others', () => {
    const { moments } = trialOf(pastVisits(7, 60));
    assert.deepEqual([...new Set(moments.map(({ fiscalYear }) => fiscalYear))].sort(), [
      '2016-17',
      '2017-18',
    ]);
    assert.deepEqual(evaluatedYears(moments.filter(({ fiscalYear }) => fiscalYear === '2016-17')), [
      '2016-17',
    ]);
  });

  test('property: gives the same report for the same visits in any order', () => {
    const visits = pastVisits(3, 25);
    const report = runBacktest(visits, OPTIONS);
    fc.assert(
      fc.property(fc.shuffledSubarray(visits, { minLength: visits.length }), (shuffled) => {
        assert.deepEqual(runBacktest(shuffled, OPTIONS), report);
      }),
      { numRuns: isWholeRun ? 5 : 2 },
    );
  });

  test('has letters, groups, and years that each add up to all moments', () => {
    const report = runBacktest(pastVisits(5, 60), OPTIONS);
    const { overall, groups, years, vendors } = report;
    const sum = (list: readonly { readonly moments: number }[]) =>
      list.reduce((total, { moments }) => total + moments, 0);
    assert.ok(overall.moments > 80);
    assert.equal(sum([...overall.grades, overall.below_minimum]), overall.moments);
    assert.equal(sum(years.filter(({ use }) => use === 'evaluation')), overall.moments);
    for (const by of ['fiscal_year', 'district', 'license_type', 'earlier_cases', 'letter'])
      assert.equal(sum(groups.filter((group) => group.by === by)), overall.moments, by);
    assert.equal(
      Object.values(vendors.grades).reduce((total, count) => total + count, vendors.below_minimum),
      vendors.on_record,
    );
  });

  test('has figures within their intervals, and a score that beats a coin toss if carelessness persists', () => {
    const { overall } = runBacktest(pastVisits(5, 60), { ...OPTIONS, samples: 100 });
    const { auc } = overall.methods.find(({ id }) => id === 'score')?.outcomes.high_priority ?? assert.fail();
    assert.ok(
      (auc.low ?? 1) > 0.5 && (auc.low ?? 1) <= (auc.value ?? 0) && (auc.value ?? 1) <= (auc.high ?? 0),
    );
  });

  test('treats zero out of a few as less certain than zero out of many', () => {
    const nought = { value: 0, low: 0, high: 0 };
    assert.deepEqual(boundedShare(nought, 20), { value: 0, low: 0, high: 0.1684 });
    assert.deepEqual(boundedShare(nought, 2_000), { value: 0, low: 0, high: 0.0018 });
    assert.deepEqual(boundedShare({ value: 1, low: 1, high: 1 }, 20), { value: 1, low: 0.8316, high: 1 });
    const share = { value: 0.5, low: 0.2, high: 0.8 };
    assert.deepEqual(boundedShare(share, 20), share);
    const { overall } = runBacktest(pastVisits(5, 60), OPTIONS);
    const rates = [...overall.grades, overall.below_minimum].flatMap(({ rates }) => Object.values(rates));
    for (const { value, high } of rates) if (value === 0) assert.ok((high ?? 0) > 0);
  });

  test('can test each version of the rules, and evaluates a single year without training', () => {
    const visits = pastVisits(5, 40);
    for (const rules of ALL_SCORE_RULES)
      assert.equal(runBacktest(visits, { ...OPTIONS, rules }).score_version, rules.version);
    const year = visits.filter(({ visitedOn }) => visitedOn >= '2016-07-01' && visitedOn < '2017-07-01');
    const { methods, overall } = runBacktest(year, OPTIONS);
    assert.ok(!methods.some(({ id }) => id === 'fitted'));
    assert.equal(overall.methods[0]?.outcomes.closure.calibration_error, null);
  });

  test('throws an error, instead of returning an empty table, if there is no earlier inspection', () => {
    assert.throws(() => runBacktest([], OPTIONS), /No routine inspection/);
  });
});
