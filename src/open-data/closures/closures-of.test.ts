import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inspection, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { closuresOf } from './closures-of.ts';

const ORDER = 'Emergency order recommended';
const REOPENED = 'Emergency Order Callback Complied';

interface Seen {
  readonly on: string;
  readonly disposition: string;
  readonly case?: number;
  readonly visit?: number;
  readonly owner?: Inspection['owner'];
}

/** A scorecard with only what a closure is read from. */
function scorecard(seen: readonly Seen[]): Scorecard {
  const inspections = seen.map(({ on, disposition, case: caseId = 1, visit = 1, owner = 'current' }) => ({
    date: on,
    disposition,
    case_id: caseId,
    visit_number: visit,
    owner,
  }));
  const location = { city: 'TAMPA', county: 'Hillsborough' };
  return {
    id: 'v',
    name: 'TACOS',
    license: { number: 'MFD1' },
    location,
    inspections,
  } as unknown as Scorecard;
}

const list = (...seen: Seen[]) =>
  closuresOf(scorecard(seen), '2026-03-01').map(({ closedOn, reopenedOn }) => [closedOn, reopenedOn]);

describe('closures of a vendor', () => {
  test('are its emergency orders after the day, newest first', () => {
    assert.deepEqual(
      list(
        { on: '2026-03-01', disposition: ORDER, case: 1 },
        { on: '2026-03-02', disposition: ORDER, case: 2 },
        { on: '2026-03-09', disposition: ORDER, case: 3 },
        { on: '2026-03-10', disposition: 'Warning Issued', case: 4 },
      ),
      [
        ['2026-03-09', '2026-03-10'],
        ['2026-03-02', '2026-03-10'],
      ],
    );
  });

  test('end with the first later visit that lets it operate', () => {
    assert.deepEqual(
      list(
        { on: '2026-03-09', disposition: ORDER },
        { on: '2026-03-10', disposition: 'Emergency Order Callback Not Complied', visit: 2 },
        { on: '2026-03-11', disposition: REOPENED, visit: 3 },
        { on: '2026-03-12', disposition: REOPENED, visit: 4 },
      ),
      [['2026-03-09', '2026-03-11']],
    );
  });

  test('may end on the same day, by a callback only', () => {
    const order = { on: '2026-03-09', disposition: ORDER };
    assert.deepEqual(list(order, { on: '2026-03-09', disposition: REOPENED, visit: 2 }), [
      ['2026-03-09', '2026-03-09'],
    ]);
    const other = { on: '2026-03-09', disposition: 'Warning Issued', case: 2 };
    assert.deepEqual(list(other, order), [['2026-03-09', null]]);
  });

  test('do not include the closures of an earlier owner', () => {
    assert.deepEqual(list({ on: '2026-03-09', disposition: ORDER, owner: 'prior' }), []);
    assert.deepEqual(list({ on: '2026-03-09', disposition: ORDER, owner: 'uncertain' }), []);
  });

  test('count a case once, also if a callback asks for the order again', () => {
    assert.deepEqual(
      list({ on: '2026-03-09', disposition: ORDER }, { on: '2026-03-10', disposition: ORDER, visit: 2 }),
      [['2026-03-09', null]],
    );
  });
});
