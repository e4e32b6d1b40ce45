import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_STATUSES } from '../../events/schemas.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../schemas.ts';
import { applicantMay, isOpen, nextStatuses, spotChange } from './statuses.ts';

/** Every allowed change by party. This list is written independently of the rules. */
const ORGANIZER = [
  'submitted>under_review submitted>waitlisted submitted>approved submitted>declined',
  'under_review>waitlisted under_review>approved under_review>declined',
  'waitlisted>under_review waitlisted>approved waitlisted>declined',
  'approved>confirmed approved>waitlisted approved>declined approved>cancelled',
  'confirmed>cancelled',
  'declined>under_review',
].flatMap((line) => line.split(' '));
const APPLICANT = [
  'submitted>withdrawn under_review>withdrawn waitlisted>withdrawn approved>withdrawn confirmed>withdrawn',
  'approved>confirmed',
].flatMap((line) => line.split(' '));
const TAKES = ['submitted', 'under_review', 'waitlisted', 'declined', 'withdrawn', 'cancelled'];

const NOW = new Date('2026-03-16T15:00:00Z');
const EVENT = { status: 'Published', ends_at: '2026-03-17T00:00:00.000Z' } as const;

describe('the statuses of an application', () => {
  for (const from of APPLICATION_STATUSES)
    for (const to of APPLICATION_STATUSES) {
      const pair = `${from}>${to}`;
      test(`${pair} is allowed only for the right party and affects spots correctly`, () => {
        assert.equal(nextStatuses(from, EVENT, NOW).includes(to), ORGANIZER.includes(pair));
        if (to === 'withdrawn' || to === 'confirmed')
          assert.equal(applicantMay(to, from, EVENT, NOW), APPLICANT.includes(pair));
        const before = holds(from);
        const after = holds(to);
        assert.equal(spotChange(from, to), before === after ? 'none' : after ? 'take' : 'free');
      });
    }

  test('cannot change if the event is not published', () => {
    for (const status of EVENT_STATUSES.filter((each) => each !== 'Published'))
      for (const from of APPLICATION_STATUSES) {
        assert.deepEqual(nextStatuses(from, { ...EVENT, status }, NOW), []);
        assert.equal(applicantMay('withdrawn', from, { ...EVENT, status }, NOW), false);
      }
  });

  test('can be changed by the applicant and the organizer until the event ends', () => {
    const applicant = (ends_at: string) =>
      applicantMay('withdrawn', 'confirmed', { status: 'Published', ends_at }, NOW);
    const organizer = (ends_at: string) =>
      APPLICATION_STATUSES.some(
        (from) => nextStatuses(from, { status: 'Published', ends_at }, NOW).length > 0,
      );
    for (const may of [applicant, organizer])
      assert.deepEqual([may('2026-03-16T15:00:00.001Z'), may('2026-03-16T15:00:00.000Z')], [true, false]);
  });

  test('are closed if declined, withdrawn or canceled, and open otherwise', () => {
    const closed = APPLICATION_STATUSES.filter((status) => !isOpen(status));
    assert.deepEqual(closed, ['declined', 'withdrawn', 'cancelled']);
  });
});

function holds(status: ApplicationStatus): boolean {
  return !TAKES.includes(status);
}
