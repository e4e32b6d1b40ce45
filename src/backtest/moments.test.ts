import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pastVisit } from '../../test/support/past-visits.ts';
import { listMoments, type PastVisit } from './moments.ts';

const first = pastVisit({ visitId: 1, visitedOn: '2016-01-10', highPriority: 2 });
const second = pastVisit({ visitId: 2, visitedOn: '2016-09-01' });

const days = (visits: readonly PastVisit[]) => listMoments(visits).map(({ visitedOn }) => visitedOn);

describe('moments: what was known the day before a routine first visit', () => {
  test('include a routine first visit only if the same owner has an earlier case, so never the very first visit', () => {
    const [moment, ...others] = listMoments([second, first]);
    assert.equal(others.length, 0);
    assert.deepEqual([moment?.visitedOn, moment?.fiscalYear], ['2016-09-01', '2016-17']);
    assert.deepEqual(
      moment?.known.map(({ openedOn, highPriority }) => [openedOn, highPriority]),
      [['2016-01-10', 2]],
    );
  });

  test('do not include callbacks, complaints, pre-opening inspections, or unknown results', () => {
    const not = [
      { visitNumber: 2 },
      { inspectionType: 'Complaint Full' },
      { inspectionType: 'Food-Licensing Inspection' },
      { disposition: 'Assigned to Inspector' },
      { disposition: 'Something new' },
    ];
    for (const change of not)
      assert.deepEqual(days([first, { ...second, ...change }]), [], JSON.stringify(change));
  });

  test('leave out cases under a former owner or another license', () => {
    for (const change of [{ licenseId: 11 }, { digits: '1350002' }, { licenseType: '2013' }])
      assert.deepEqual(days([{ ...first, ...change }, second]), [], JSON.stringify(change));
  });

  test('contain an open case as it was on the day before', () => {
    const opened = { ...first, disposition: 'Warning Issued' };
    const callback = (visitedOn: string) =>
      pastVisit({
        visitId: 3,
        caseId: 1,
        visitNumber: 2,
        visitedOn,
        disposition: 'Call Back - Admin. complaint recommended',
      });
    const worst = (visitedOn: string) =>
      listMoments([opened, callback(visitedOn), second])[0]?.known[0]?.worst;
    assert.equal(worst('2016-08-31'), 'Call Back - Admin. complaint recommended');
    for (const late of ['2016-09-01', '2016-10-01']) assert.equal(worst(late), 'Warning Issued');
  });

  test('never count a visit of the same case with an earlier date as an earlier case', () => {
    const early = pastVisit({ visitId: 3, caseId: 2, visitNumber: 2, visitedOn: '2016-08-01' });
    assert.deepEqual(days([early, second]), []);
    assert.deepEqual(
      listMoments([first, early, second])[0]?.known.map(({ caseId }) => caseId),
      [1],
    );
  });

  test('count a closure as a follow-up too, and high-priority violations separately', () => {
    const found = (change: Partial<PastVisit>) =>
      Object.values(listMoments([first, { ...second, ...change }])[0]?.found ?? {});
    assert.deepEqual(found({}), [false, false, false]);
    assert.deepEqual(found({ highPriority: 1 }), [true, false, false]);
    assert.deepEqual(found({ disposition: 'Warning Issued' }), [false, true, false]);
    assert.deepEqual(found({ disposition: 'Emergency order recommended' }), [false, true, true]);
  });
});
