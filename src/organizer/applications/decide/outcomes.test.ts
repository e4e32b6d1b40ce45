import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { APPLICATION_STATUSES, OUTCOMES } from '../schemas.ts';
import { outcomeRefusal, readOutcome } from './outcomes.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const BEFORE = '2026-03-16T14:59:59.999Z';
const AFTER = '2026-03-16T15:00:00.001Z';

describe('outcomes', () => {
  const times: readonly (readonly ['Published' | 'Completed' | 'Cancelled', string, boolean])[] = [
    ['Published', AFTER, false],
    ['Published', NOW.toISOString(), true],
    ['Published', BEFORE, true],
    ['Completed', AFTER, true],
    ['Cancelled', AFTER, true],
  ];
  for (const [status, starts_at, possible] of times)
    test(`${possible ? 'can' : 'cannot'} be recorded for a ${status} event that starts ${starts_at === AFTER ? 'later' : 'by now'}`, () => {
      assert.equal(outcomeRefusal('approved', { status, starts_at }, NOW) === null, possible);
    });

  test('can be recorded for applications that are approved, confirmed, withdrawn or canceled', () => {
    const event = { status: 'Published', starts_at: BEFORE } as const;
    const possible = APPLICATION_STATUSES.filter((status) => outcomeRefusal(status, event, NOW) === null);
    assert.deepEqual(possible, ['approved', 'confirmed', 'withdrawn', 'cancelled']);
  });

  test('can be one of the six listed values or empty, and any other value is rejected with an explanation', () => {
    const event = { status: 'Published', starts_at: BEFORE } as const;
    for (const outcome of OUTCOMES) assert.deepEqual(readOutcome(outcome, event, NOW), { outcome });
    assert.deepEqual(readOutcome('', event, NOW), { outcome: null });
    for (const text of ['Attended', 'null', 'toString'])
      assert.deepEqual(Object.keys(readOutcome(text, event, NOW)), ['refusal']);
  });

  test('cannot include a no-show if the event was canceled before it started', () => {
    const event = { status: 'Cancelled', starts_at: AFTER } as const;
    const possible = OUTCOMES.filter((outcome) => 'outcome' in readOutcome(outcome, event, NOW));
    assert.deepEqual(possible, ['cancelled_by_vendor', 'cancelled_by_organizer']);
  });
});
