import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { storedEvent } from '../../../test/support/event-samples.ts';
import { EVENT_STATUSES } from './schemas.ts';
import type { StoredEvent } from './stored-event.ts';
import { takingApplications, takingUntil } from './taking-applications.ts';

const OPEN = '2026-03-10T05:00:00.000Z';
const CLOSE = '2026-03-20T16:00:00.000Z';
const START = '2026-03-21T21:00:00.000Z';

function before(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}

/** Returns the reason that the event does not take applications, or `taking`. */
function standing(changes: Partial<StoredEvent>, at: string): string {
  const taking = takingApplications(storedEvent(changes), new Date(at));
  return taking.taking ? 'taking' : taking.reason;
}

describe('contract 4.1: “currently taking vendor applications”', () => {
  const window = { applications_open_at: OPEN, applications_close_at: CLOSE };

  test('is true only for a published event', () => {
    for (const status of EVENT_STATUSES)
      assert.equal(standing({ status }, OPEN), status === 'Published' ? 'taking' : 'not_published', status);
  });

  test('is true from the millisecond the window opens until the millisecond it closes', () => {
    assert.deepEqual(
      [before(OPEN), OPEN, before(CLOSE), CLOSE].map((at) => standing(window, at)),
      ['not_open_yet', 'taking', 'taking', 'closed'],
    );
  });

  test('is true until the millisecond the event starts if there is no window', () => {
    assert.deepEqual(
      ['2000-01-01T00:00:00.000Z', before(START), START].map((at) => standing({}, at)),
      ['taking', 'taking', 'started'],
    );
    assert.equal(standing({ applications_close_at: START }, START), 'started');
  });

  test('is true only while spots are left', () => {
    const spots = (capacity: number | null, spots_left: number | null) =>
      standing({ ...window, capacity, spots_left }, OPEN);
    assert.deepEqual([spots(2, 1), spots(2, 0), spots(null, null)], ['taking', 'full', 'taking']);
  });

  test('gives the window as the reason before “full”, and the status before both', () => {
    const full = { capacity: 1, spots_left: 0 };
    assert.equal(standing({ ...window, ...full }, before(OPEN)), 'not_open_yet');
    assert.equal(standing({ ...window, ...full }, CLOSE), 'closed');
    assert.equal(standing({ ...window, ...full, status: 'Cancelled' }, START), 'not_published');
  });

  test('gives the reason as a sentence with the time in the event’s time zone', () => {
    const text = (changes: Partial<StoredEvent>, at: string) => {
      const taking = takingApplications(storedEvent(changes), new Date(at));
      return taking.taking ? '' : taking.text;
    };
    assert.equal(text(window, CLOSE), 'Applications closed on Friday, March 20, 2026, 12:00 PM EDT.');
    assert.equal(
      text({ ...window, timezone: 'America/Chicago' }, before(OPEN)),
      'Applications open on Tuesday, March 10, 2026, 12:00 AM CDT.',
    );
  });

  test('ends automatically when the window closes, or when the event starts if there is no window', () => {
    assert.equal(takingUntil(storedEvent(window)), CLOSE);
    assert.equal(takingUntil(storedEvent()), START);
    assert.equal(takingUntil(storedEvent({ applications_close_at: START })), START);
  });
});
