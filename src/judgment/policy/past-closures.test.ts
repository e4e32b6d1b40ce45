import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visit } from '../../../test/support/visits.ts';
import { toCases } from '../score/cases.ts';
import { closuresIn } from './past-closures.ts';

const ORDER = 'Emergency order recommended';
const REOPENED = 'Emergency Order Callback Complied';
const STILL_CLOSED = 'Emergency Order Callback Not Complied';

type Seen = readonly [on: string, disposition: string, caseId?: number];
interface Report {
  readonly closedOn: string;
  readonly reopenedOn?: string;
}

/**
 * Returns the date and the reopening date of each closure that the visits and reports show. If the date is
 * not exact, it begins with "by".
 */
function listClosures(seen: readonly Seen[], reports: readonly Report[] = []): (string | null)[][] {
  const visits = seen.map(([visitedOn, disposition, caseId = 1], index) =>
    visit({ visitId: index + 1, visitNumber: index + 1, caseId, visitedOn, disposition }),
  );
  const reported = reports.map(({ closedOn, reopenedOn = null }) => ({
    closedOn,
    reopenedOn,
    businessName: 'MADE UP MUFFINS',
    conditions: '',
  }));
  const found = closuresIn(toCases(visits), reported, { after: '2025-03-31', asOf: '2026-03-31' });
  return found.map(({ on, is_exact, reopened_on }) => [is_exact ? on : `by ${on}`, reopened_on]);
}

describe('the closures on a record', () => {
  test('are the orders, and the reports about other closures, within the period, newest first', () => {
    const orders: Seen[] = [
      ['2025-03-31', ORDER, 1],
      ['2026-03-02', ORDER, 2],
      ['2026-03-09', ORDER, 3],
    ];
    assert.deepEqual(listClosures(orders, [{ closedOn: '2026-03-10' }, { closedOn: '2026-01-05' }]), [
      ['2026-03-09', null],
      ['2026-03-02', null],
      ['2026-01-05', null],
    ]);
  });

  test('end with the first later visit or report that lets the business operate again', () => {
    const order: Seen = ['2026-03-09', ORDER];
    const again: Seen = ['2026-03-10', STILL_CLOSED];
    assert.deepEqual(listClosures([order, again, ['2026-03-12', REOPENED], ['2026-03-13', REOPENED]]), [
      ['2026-03-09', '2026-03-12'],
    ]);
    assert.deepEqual(listClosures([order, again], [{ closedOn: '2026-03-09', reopenedOn: '2026-03-11' }]), [
      ['2026-03-09', '2026-03-11'],
    ]);
    assert.deepEqual(listClosures([order, ['2026-03-15', 'Warning Issued', 2]]), [
      ['2026-03-09', '2026-03-15'],
    ]);
  });

  test('may end on the same day only through a callback', () => {
    assert.deepEqual(
      listClosures([
        ['2026-03-09', ORDER],
        ['2026-03-09', REOPENED],
      ]),
      [['2026-03-09', '2026-03-09']],
    );
    assert.deepEqual(
      listClosures([
        ['2026-03-09', 'Warning Issued', 2],
        ['2026-03-09', ORDER],
      ]),
      [['2026-03-09', null]],
    );
  });

  test('are inferred from a callback if neither an order nor a report is on file', () => {
    assert.deepEqual(listClosures([['2026-03-10', REOPENED]]), [['by 2026-03-10', '2026-03-10']]);
    assert.deepEqual(listClosures([['2026-03-10', STILL_CLOSED]]), [['by 2026-03-10', null]]);
    assert.deepEqual(listClosures([['2026-03-10', REOPENED]], [{ closedOn: '2026-03-08' }]), [
      ['2026-03-08', '2026-03-10'],
    ]);
  });
});
