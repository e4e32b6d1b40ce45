import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { addEvent } from '../../../test/support/event-samples.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { COPIES_MAX, readCopy, type TypedCopy } from './copy.ts';
import { copyEvent } from './event-series-service.ts';
import { getEvent } from './service.ts';

const NOW = new Date('2026-03-16T15:00:00.000Z');

function typed(changes: Partial<TypedCopy> = {}): TypedCopy {
  return { name: 'Friday Night', starts_on: '2026-05-01', repeat: 'once', until: '', ...changes };
}

describeEngines('copying an event', (open) => {
  let db: LedgerDb;
  before(async () => {
    ({ db } = await open());
    await insertAccount(db, 'owner@example.com', 'owner');
    await insertAccount(db, 'other@example.com', 'other');
  });

  const copy = (eventId: string, changes: Partial<TypedCopy> = {}, accountId = 'owner') =>
    copyEvent(db, { accountId, eventId }, typed(changes), NOW);

  test('creates a draft on another date at the same times of day, with the questions but without the applications', async () => {
    const questions = [{ id: 'q1', label: 'Power?', type: 'yes_no' as const, required: true, options: [] }];
    // The event lasts from 8 PM to 1 AM in standard time. The copy is in daylight saving time.
    const eventId = await addEvent(db, {
      name: 'Before',
      starts_at: '2026-02-07T01:00:00.000Z',
      ends_at: '2026-02-07T06:00:00.000Z',
      applications_close_at: '2026-02-05T17:00:00.000Z',
      status: 'Completed',
      applications_received: 7,
      capacity: 4,
      questions,
    });
    const made = await copy(eventId);
    assert.ok(made.ok);
    const event = await getEvent(db, 'owner', made.value[0] ?? '', 'manage');
    assert.deepEqual(
      [event.name, event.status, event.starts_at, event.ends_at, event.applications_close_at],
      [
        'Friday Night',
        'Draft',
        '2026-05-02T00:00:00.000Z',
        '2026-05-02T05:00:00.000Z',
        '2026-04-30T16:00:00.000Z',
      ],
    );
    assert.deepEqual(
      [event.questions, event.capacity, event.spots_taken, event.applications_received],
      [questions, 4, 0, 0],
    );
  });

  test('creates either all events in a series or none', async () => {
    const eventId = await addEvent(db, {
      starts_at: '2026-03-06T07:30:00.000Z',
      ends_at: '2026-03-06T09:00:00.000Z',
    });
    const series = await copy(eventId, { starts_on: '2026-04-03', repeat: 'weekly', until: '2026-05-01' });
    assert.ok(series.ok);
    const days = [];
    for (const id of series.value)
      days.push((await getEvent(db, 'owner', id, 'read')).starts_at.slice(0, 10));
    assert.deepEqual(days, ['2026-04-03', '2026-04-10', '2026-04-17', '2026-04-24', '2026-05-01']);
    const before = await db.selectFrom('events').select('id').execute();
    // 2:30 AM does not exist on March 14, 2027, which is the second date.
    const gap = await copy(eventId, { starts_on: '2027-03-07', repeat: 'weekly', until: '2027-03-21' });
    assert.equal(gap.ok, false);
    assert.match(gap.ok ? '' : (gap.errors.form ?? ''), /^March 14, 2027: /);
    assert.equal((await db.selectFrom('events').select('id').execute()).length, before.length);
  });

  test('throws not_found for another account’s event and for a malformed id', async () => {
    const eventId = await addEvent(db);
    await assert.rejects(copy(eventId, {}, 'other'), { code: 'not_found' });
    await assert.rejects(copy('x'), { code: 'not_found' });
  });
});

test('copying an event reports an error for each invalid field', () => {
  const fieldsOf = (changes: Partial<TypedCopy>) => {
    const read = readCopy(typed(changes), '2026-03-16');
    return read.ok ? read.value.days.length : Object.keys(read.errors);
  };
  assert.equal(fieldsOf({}), 1);
  assert.equal(fieldsOf({ until: '2027-01-01' }), 1, 'without a repeat the last day does not matter');
  assert.equal(fieldsOf({ repeat: 'biweekly', until: '2026-06-01' }), 3);
  assert.equal(fieldsOf({ repeat: 'weekly', until: '2027-04-30' }), COPIES_MAX);
  assert.deepEqual(fieldsOf({ repeat: 'weekly', until: '2027-05-07' }), ['until']);
  assert.deepEqual(fieldsOf({ repeat: 'weekly', until: '9999-12-31' }), ['until']);
  assert.deepEqual(fieldsOf({ repeat: 'weekly' }), ['until']);
  assert.deepEqual(fieldsOf({ repeat: 'weekly', until: '2026-04-01' }), ['until']);
  assert.deepEqual(fieldsOf({ repeat: 'daily' }), ['repeat']);
  for (const name of ['', ' ', 'x'.repeat(121)]) assert.deepEqual(fieldsOf({ name }), ['name'], name);
  for (const day of ['', '2026-02-30', '2026-03-15', 'tomorrow'])
    assert.deepEqual(fieldsOf({ starts_on: day }), ['starts_on'], day);
});
