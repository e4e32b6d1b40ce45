import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import { isContested } from '../statements/statement-kinds.ts';
import { type Counting, type HolderOutcome, judgeOutcomes, toReliability } from './reliability-rule.ts';

const HOLDER = 'owner@truck.example';

/** Returns an outcome that counts, at an event on the given day in March. */
function outcome(day: number, change: Partial<HolderOutcome> = {}): HolderOutcome {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  return {
    application_id: `application-${day}`,
    status: 'confirmed',
    outcome: 'attended',
    contested: false,

    recorded_at: `${date}T23:00:00Z`,
    told_at: `${date}T23:00:00Z`,
    approved_at: '2026-02-01T12:00:00Z',
    event_status: 'Published',
    starts_at: `${date}T17:00:00Z`,
    day: date,
    organizer_email: `events${day}@gmail.com`,
    contact_email: 'book@truck.example',
    ...change,
  };
}
const from = (organizer_email: string, day: number, told: ApplicationOutcome = 'attended') =>
  outcome(day, { organizer_email, outcome: told });
const shown = (outcomes: readonly HolderOutcome[]) => {
  const { status, events, organizers, attended_rate } = toReliability(outcomes, HOLDER) ?? {};
  return { status, events, organizers, attended_rate };
};

describe('reliability', () => {
  test('is absent for a holder who never applied', () => {
    assert.equal(toReliability([], HOLDER), undefined);
  });

  test('is known after three events by two independent organizers; before that it is unknown and has no rate', () => {
    assert.deepEqual(toReliability([from('a@gmail.com', 1), from('b@gmail.com', 2)], HOLDER), {
      status: 'unknown',
      applications: 2,
      events: 2,
      organizers: 2,
      attended: null,
      late: null,
      left_early: null,
      no_show: null,
      attended_rate: null,
      text: 'Unknown: 2 events by 2 independent organizers count so far. We need 3 events by 2 independent organizers.',
    });
    const known = [from('a@gmail.com', 1, 'late'), from('a@gmail.com', 2, 'no_show'), from('b@gmail.com', 3)];
    assert.deepEqual(toReliability(known, HOLDER), {
      status: 'known',
      applications: 3,
      events: 3,
      organizers: 2,
      attended: 1,
      late: 1,
      left_early: 0,
      no_show: 1,
      attended_rate: 0.6667,
      text: 'Came to 2 of 3 events by 2 independent organizers on this service.',
    });
  });

  test('one organizer is not enough, even with several addresses in one mailbox or domain', () => {
    for (const addresses of [
      ['eve@gmail.com', 'eve@gmail.com', 'eve@gmail.com'],
      ['eve@gmail.com', 'e.v.e@gmail.com', 'eve+2@googlemail.com'],
      ['eve@park.example', 'bob@park.example', 'ann@mail.park.example'],
    ]) {
      const outcomes = addresses.map((address, index) => from(address, index + 1, 'no_show'));
      const expected = { status: 'unknown', events: 3, organizers: 1, attended_rate: null };
      assert.deepEqual(shown(outcomes), expected, addresses.join());
    }
  });

  test('several events by one organizer on one date count once', () => {
    const day = [1, 2, 3].map((id) => outcome(7, { application_id: `a${id}`, outcome: 'no_show' }));
    assert.deepEqual(shown([...day, outcome(8)]), {
      status: 'unknown',
      events: 2,
      organizers: 2,
      attended_rate: null,
    });
  });

  const cases: readonly (readonly [Counting, Partial<HolderOutcome>])[] = [
    ['counts', {}],
    ['counts', { outcome: 'no_show' }],
    ['none', { outcome: null }],
    ['cancellation', { outcome: 'cancelled_by_vendor' }],
    ['cancellation', { outcome: 'cancelled_by_organizer' }],
    ['not_told', { told_at: null }],
    ['contested', { contested: true }],
    ['not_approved', { approved_at: null }],
    ['not_approved', { approved_at: '2026-03-05T17:00:01Z' }],
    ['not_approved', { status: 'withdrawn' }],
    ['not_approved', { status: 'cancelled' }],
    ['recorded_early', { recorded_at: '2026-03-05T16:59:59Z' }],
    ['recorded_early', { event_status: 'Cancelled' }],
    ['own_event', { organizer_email: 'boss@truck.example', contact_email: 'cook@gmail.com' }],
    ['own_event', { organizer_email: 'a.b@gmail.com', contact_email: 'ab+x@googlemail.com' }],
  ];
  for (const [counting, change] of cases)
    test(`an outcome with ${JSON.stringify(change)} is judged as ${counting}`, () => {
      const [[, judged] = []] = judgeOutcomes([outcome(5, change)], HOLDER);
      assert.equal(judged, counting);
    });

  test('a contested outcome does not count until an operator dismisses the contest, even if other outcomes are recorded in the meantime', () => {
    for (const state of ['open', 'withdrawn', 'upheld'] as const)
      assert.equal(isContested([{ outcome: 'no_show', state }], 'no_show'), true, state);
    assert.equal(isContested([{ outcome: 'no_show', state: 'dismissed' }], 'no_show'), false);
    assert.equal(isContested([{ outcome: 'no_show', state: 'open' }], 'attended'), false);
  });
});
