import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pastVisit } from '../../test/support/past-visits.ts';
import { SCORE_RULES } from '../judgment/score/rules.ts';
import { baselines, ourMethod } from './methods.ts';
import { listMoments, type PastVisit } from './moments.ts';

const methods = [ourMethod(SCORE_RULES), ...baselines(SCORE_RULES)];

function riskOf(id: string, visits: readonly PastVisit[]): number {
  const moment = listMoments([...visits, pastVisit({ visitId: 99, visitedOn: '2018-06-01' })]).at(-1);
  const method = methods.find((each) => each.id === id);
  return method && moment ? method.risk(moment) : assert.fail();
}

const old = pastVisit({ visitId: 1, visitedOn: '2017-01-10', highPriority: 2, basic: 1 });
const recent = pastVisit({
  visitId: 2,
  visitedOn: '2018-05-01',
  intermediate: 1,
  disposition: 'Warning Issued',
});
const callback = pastVisit({
  visitId: 3,
  caseId: 2,
  visitNumber: 2,
  visitedOn: '2018-05-20',
  basic: 4,
  disposition: 'Call Back - Complied',
});

describe('the methods, compared with hand-worked values', () => {
  test('include a score that equals the record’s score, even for a record that is too short for a letter', () => {
    // 6½ points and two average cases: (6.5 + 5) / 3, times 8.
    assert.equal(riskOf('score', [old]).toFixed(1), (8 * (11.5 / 3)).toFixed(1));
  });

  test('include the flag and the points of the last inspection, which use only the newest case', () => {
    assert.deepEqual(
      [[old], [old, recent]].map((visits) => [
        riskOf('last_high_priority', visits),
        riskOf('last_points', visits),
      ]),
      [
        [1, 6.5],
        [0, 2],
      ],
    );
  });

  test('include cycles with a case’s highest counts and worst disposition, the most weight on the newest, and at most four', () => {
    // The newest cycle has 2 × 1 intermediate, 4 basic from the callback, and 10 for the warning. The older
    // one has 3 × 2 + 1.
    assert.equal(
      riskOf('cycles', [old, recent, callback]).toFixed(4),
      ((0.4 * 16 + 0.3 * 7) / 0.7).toFixed(4),
    );
    const clean = [1, 2, 3, 4].map((number) =>
      pastVisit({ visitId: 10 + number, visitedOn: `2018-0${number}-01` }),
    );
    assert.equal(riskOf('cycles', [old, ...clean]), 0);
    assert.equal(riskOf('cycles', [{ ...old, visitedOn: '2015-05-01' }]), 0);
  });

  test('include severity points, which count every visit separately and older visits less', () => {
    const expected = (0.5 * 7 + 1 * 2 + 1 * 4) / 2.5;
    assert.equal(riskOf('severity_points', [old, recent, callback]).toFixed(4), expected.toFixed(4));
  });
});
