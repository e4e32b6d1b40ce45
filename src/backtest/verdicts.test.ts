import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pastVisit, pastVisits } from '../../test/support/past-visits.ts';
import { SCORE_RULES } from '../judgment/score/rules.ts';
import { addDays } from '../lib/time/dates.ts';
import { listMoments, type PastVisit } from './moments.ts';
import { describeVerdicts } from './verdict-results.ts';
import { verdictsBefore, verdictsOnQuarters } from './verdicts.ts';

const ORDER = 'Emergency order recommended';
const MET = 'Inspection Completed - No Further Action';

const on = (visitedOn: string, change: Partial<PastVisit> = {}) =>
  pastVisit({ disposition: MET, visitedOn, ...change });

/** Returns a history of two inspections without findings, followed by the given visits. */
function history(...later: readonly PastVisit[]): PastVisit[] {
  const visits = [on('2015-09-01'), on('2016-03-01'), ...later];
  return visits.map((visit, index) => ({ ...visit, visitId: index + 1, caseId: index + 1 }));
}

const onQuarters = (visits: readonly PastVisit[]) =>
  verdictsOnQuarters(visits, ['2015-16', '2016-17'], SCORE_RULES);

describe('the back-test of the verdict', () => {
  test('gives a clean record CLEAR the day before, and counts the visit’s findings under that verdict', () => {
    const closed = on('2016-09-01', { disposition: ORDER, highPriority: 2, total: 2 });
    const last = verdictsBefore(listMoments(history(closed)), SCORE_RULES).at(-1);
    assert.equal(last?.asOf, '2016-08-31');
    assert.equal(last?.verdict, 'CLEAR');
    assert.deepEqual(last?.found, { high_priority: true, follow_up: true, closure: true });
  });

  test('gives DECLINE after an earlier closure, with the reason that a decision would give', () => {
    const moments = listMoments(history(on('2016-09-01', { disposition: ORDER }), on('2016-09-20')));
    const last = verdictsBefore(moments, SCORE_RULES).at(-1);
    assert.equal(last?.verdict, 'DECLINE');
    assert.ok(last?.reasons.includes('regulator_hold'));
  });

  test('does not let findings from later days affect a day’s verdict', () => {
    const visits = pastVisits(4, 40);
    const said = onQuarters(visits);
    for (const day of [...new Set(said.map(({ asOf }) => asOf))]) {
      const worse = visits.map((visit) =>
        visit.visitedOn > day ? { ...visit, disposition: ORDER, highPriority: 9, total: 30 } : visit,
      );
      const strip = (list: typeof said) =>
        list
          .filter(({ asOf }) => asOf === day)
          .map(({ owner, verdict, reasons }) => [owner, verdict, ...reasons].join(' '));
      assert.deepEqual(strip(onQuarters(worse)), strip(said), day);
    }
  });

  test('counts an outcome on the 90th day, but not one on the 91st day', () => {
    const found = (day: string) =>
      onQuarters(history(on(day, { disposition: ORDER }), on('2017-03-01'))).find(
        ({ asOf }) => asOf === '2016-04-01',
      );
    assert.deepEqual(found(addDays('2016-04-01', 90))?.found.closure, true);
    const after = found(addDays('2016-04-01', 91));
    assert.deepEqual([after?.visited, after?.found.closure], [false, false]);
  });

  test('skips a quarter if its 90 days are not all on file', () => {
    const days = onQuarters(history()).map(({ asOf }) => asOf);
    assert.deepEqual(days, ['2015-10-01']);
  });

  test('evaluates only the owner as of the newest visit, and counts only that owner’s visits', () => {
    const visits = history(on('2016-05-01', { licenseId: 99, disposition: ORDER }), on('2016-12-30'));
    const [first, ...later] = onQuarters(visits).map(({ owner, found }) => [
      owner.split(':').at(-1),
      found.closure,
    ]);
    assert.deepEqual(first, [String(visits[0]?.licenseId), false]);
    assert.ok(later.length > 0);
    const july = onQuarters(visits).filter(({ asOf }) => asOf === '2016-07-01');
    assert.deepEqual(
      july.map(({ owner, verdict }) => [owner.split(':').at(-1), verdict]),
      [['99', 'DECLINE']],
    );
  });

  test('has verdicts that add up to all decisions, and a wide interval for a share of zero among few owners', () => {
    const decisions = onQuarters(pastVisits(5, 60));
    const { by_verdict: verdicts } = describeVerdicts(decisions, { samples: 50, seed: 1 });
    assert.equal(
      verdicts.reduce((sum, { decisions: count }) => sum + count, 0),
      decisions.length,
    );
    const [single] = decisions;
    assert.ok(single);
    const few = [{ ...single, found: { high_priority: false, follow_up: false, closure: false } }];
    const { by_reason: reasons } = describeVerdicts(few, { samples: 50, seed: 1 });
    assert.equal(reasons[0]?.rates.closure.high, 0.975);
  });
});
