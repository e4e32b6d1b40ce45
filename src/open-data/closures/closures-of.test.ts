import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { closuresOf } from './closures-of.ts';

describe('a vendor’s closures', () => {
  test('are the closures after the given day, as decisions count them', () => {
    const facts = {
      vendor: { id: 'v', name: 'TACOS', license: { number: 'MFD1' }, city: 'TAMPA', county: 'Hillsborough' },
      concerns: {
        closures: [
          { on: '2026-03-09', is_exact: false, reopened_on: '2026-03-10' },
          { on: '2026-03-02', is_exact: true, reopened_on: null },
          { on: '2026-03-01', is_exact: true, reopened_on: null },
        ],
      },
    } as unknown as PublishedFacts;
    assert.deepEqual(
      closuresOf(facts, '2026-03-01').map(({ closedOn, isExact, reopenedOn }) => [
        closedOn,
        isExact,
        reopenedOn,
      ]),
      [
        ['2026-03-09', false, '2026-03-10'],
        ['2026-03-02', true, null],
      ],
    );
  });
});
