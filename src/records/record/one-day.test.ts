import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { facts, recordContext, visit } from '../../../test/support/visits.ts';
import type { FactVisit } from '../../regulator/source/vendor-facts.ts';
import { buildRecord } from './record.ts';

const CONTEXT = { ...recordContext(), dataAsOf: '2025-12-31' };
const DAY = '2025-10-01';

const build = (visits: readonly FactVisit[]) =>
  buildRecord(facts({ visits }), CONTEXT) ?? assert.fail('no record');

const WARNED = visit({ visitId: 1, caseId: 7, visitedOn: '2025-09-01', disposition: 'Warning Issued' });
/** The callback of the case above, and the first visit of another case, on the same day. */
const sameDay = (ids: { readonly callback: number; readonly closing: number }) => [
  WARNED,
  visit({
    visitId: ids.callback,
    caseId: 7,
    visitNumber: 2,
    visitedOn: DAY,
    disposition: 'Call Back - Complied',
  }),
  visit({ visitId: ids.closing, caseId: 8, visitedOn: DAY, disposition: 'Emergency order recommended' }),
];

/** Returns the visit that each part of a record treats as the last one. */
function lastOf(visits: readonly FactVisit[]) {
  const { scorecard, concerns } = build(visits);
  return {
    hold: scorecard.hold.active,
    last_disposition: scorecard.last_disposition?.result,
    first_inspection: scorecard.inspections[0]?.result,
    last_result: concerns.last_result,
    unresolved: concerns.unresolved[0]?.text ?? null,
  };
}

describe('two cases with visits on the same day', () => {
  test('give every part of the record the same last visit, the one with the higher id, with any visit numbers', () => {
    assert.deepEqual(lastOf(sameDay({ callback: 2, closing: 3 })), {
      hold: true,
      last_disposition: 'closed',
      first_inspection: 'closed',
      last_result: 'closed',
      unresolved: 'Emergency order recommended',
    });
    assert.deepEqual(lastOf(sameDay({ callback: 3, closing: 2 })), {
      hold: false,
      last_disposition: 'met',
      first_inspection: 'met',
      last_result: 'met',
      unresolved: null,
    });
  });

  test('give the same record in any row order', () => {
    const visits = [
      ...sameDay({ callback: 3, closing: 2 }),
      ...sameDay({ callback: 12, closing: 13 }).slice(1),
    ];
    const expected = build(visits);
    fc.assert(
      fc.property(fc.shuffledSubarray(visits, { minLength: visits.length }), (shuffled) => {
        assert.deepEqual(build(shuffled), expected);
      }),
    );
  });
});
