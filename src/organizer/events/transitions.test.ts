import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_STATUSES, type EventStatus } from './schemas.ts';
import { type EventPhase, listTransitions, refuseEdit, refuseTransition } from './transitions.ts';

const NOW = new Date('2026-03-16T15:00:00.000Z');
const FUTURE = '2026-03-16T15:00:00.001Z';
const LATER = '2026-03-16T20:00:00.000Z';

function event(status: EventStatus, changes: Partial<EventPhase> = {}): EventPhase {
  return { status, starts_at: FUTURE, ends_at: LATER, applications_received: 0, ...changes };
}

describe('an event’s status', () => {
  const started = { starts_at: NOW.toISOString() };
  const applied = { applications_received: 1 };
  const cases: readonly (readonly [
    string,
    Partial<EventPhase>,
    Record<EventStatus, readonly EventStatus[]>,
  ])[] = [
    [
      'before it starts, without applications',
      {},
      { Draft: ['Published', 'Cancelled'], Published: ['Draft', 'Cancelled'], Completed: [], Cancelled: [] },
    ],
    [
      'before it starts, with applications',
      applied,
      { Draft: ['Published', 'Cancelled'], Published: ['Cancelled'], Completed: [], Cancelled: [] },
    ],
    [
      'from the millisecond it starts, without applications',
      started,
      {
        Draft: ['Cancelled'],
        Published: ['Draft', 'Completed', 'Cancelled'],
        Completed: [],
        Cancelled: [],
      },
    ],
    [
      'from the millisecond it starts, with applications',
      { ...started, ...applied },
      { Draft: ['Cancelled'], Published: ['Completed', 'Cancelled'], Completed: [], Cancelled: [] },
    ],
    [
      'from the millisecond it ends: who came cannot be told to stay away',
      { ...started, ...applied, ends_at: NOW.toISOString() },
      { Draft: ['Cancelled'], Published: ['Completed'], Completed: [], Cancelled: [] },
    ],
  ];
  for (const [when, changes, allowed] of cases)
    test(`contract 3: can change only to the allowed statuses ${when}`, () => {
      for (const from of EVENT_STATUSES) {
        assert.deepEqual(listTransitions(event(from, changes), NOW), allowed[from], from);
        for (const to of EVENT_STATUSES) {
          const refusal = refuseTransition(event(from, changes), to, NOW);
          assert.equal(refusal === undefined, allowed[from].includes(to), `${from} to ${to}: ${refusal}`);
          if (refusal !== undefined) assert.match(refusal, /^[A-Z].*\.$/);
        }
      }
    });

  test('prevents all changes to the event once it is final', () => {
    const editable = EVENT_STATUSES.filter((status) => refuseEdit({ status }) === undefined);
    assert.deepEqual(editable, ['Published', 'Draft']);
  });
});
