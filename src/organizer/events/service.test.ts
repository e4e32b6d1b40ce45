import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import {
  addEvent,
  addEvents,
  EVENTS_NOW,
  eventFields,
  storedEvent,
} from '../../../test/support/event-samples.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Checked } from '../../lib/field-errors.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { readEventForm } from './form/event-form.ts';
import { EVENT_STATUSES, type EventStatus } from './schemas.ts';
import {
  changeSpots,
  countReceived,
  createEventService,
  type EventServiceOptions,
  findPublicEvent,
  freeSpot,
  getOwnEvent,
  listOwnEvents,
  listTakingEvents,
  NO_SUCH_EVENT,
  setEventStatus,
} from './service.ts';
import { updateDescription, updateQuestions, updateStatus } from './store.ts';
import type { StoredEvent } from './stored-event.ts';
import { takingApplications } from './taking-applications.ts';

const MADE_UP = '00000000-0000-4000-8000-000000000000';
const MALFORMED = ['', 'x', `${MADE_UP} `, MADE_UP.replaceAll('-', ''), "' or 1=1 --", '\u0000', 'é'];
const QUESTION = { label: 'Menu?', type: 'text', required: false, options: '' };
const DAY_MS = 86_400_000;
const isNotFound = (error: unknown) =>
  error instanceof AppError && error.code === 'not_found' && error.message === NO_SUCH_EVENT;
const days = (count: number) => new Date(EVENTS_NOW.getTime() + count * DAY_MS).toISOString();

describeBothEngines('events', (open) => {
  let db: LedgerDb;
  const serviceOn = (options: Partial<EventServiceOptions> = {}) =>
    createEventService({ ledgerDb: db, now: () => EVENTS_NOW, ...options });
  const setStatus = (id: string, to: EventStatus, accountId = 'owner') =>
    db.transaction().execute((tx) => setEventStatus(tx, accountId, id, to, EVENTS_NOW));

  beforeEach(async () => {
    ({ db } = await open());
    await insertAccount(db, 'owner@example.com', 'owner');
    await insertAccount(db, 'other@example.com', 'other');
  });

  test('a form from a deleted account throws not_found and creates no event', async () => {
    const created = serviceOn().create(MADE_UP, eventFields());
    await assert.rejects(created, (error) => error instanceof AppError && error.code === 'not_found');
  });

  test('another account’s id, a nonexistent id and a malformed id are all not_found, and the malformed id runs no query', async () => {
    const id = await addEvent(db);
    assert.equal((await getOwnEvent(db, 'owner', id)).id, id);
    assert.equal((await getOwnEvent(db, 'owner', id.toUpperCase())).id, id);
    await assert.rejects(getOwnEvent(db, 'other', id), isNotFound);
    await assert.rejects(getOwnEvent(db, 'owner', MADE_UP), isNotFound);
    const counting = countStatements(db);
    for (const malformed of MALFORMED) {
      await assert.rejects(getOwnEvent(counting.db, 'owner', malformed), isNotFound);
      assert.equal(await findPublicEvent(counting.db, malformed), undefined);
    }
    assert.equal(counting.count(), 0);
    for (const [accountId, target] of [
      ['other', id],
      ['owner', MADE_UP],
      ['owner', 'x'],
    ] as const) {
      await assert.rejects(setStatus(target, 'Cancelled', accountId), isNotFound);
      await assert.rejects(serviceOn().update(accountId, target, eventFields(), ''), isNotFound);
      await assert.rejects(serviceOn().removeQuestion(accountId, target, 'q'), isNotFound);
    }
  });

  test('everyone can find an event with any status except draft', async () => {
    const ids = await Promise.all(EVENT_STATUSES.map((status) => addEvent(db, { status })));
    const found = await Promise.all(ids.map((id) => findPublicEvent(db, id)));
    assert.deepEqual(
      found.map((event) => event?.status),
      ['Published', undefined, 'Completed', 'Cancelled'],
    );
  });

  test('an account’s list has only its own events, sorted by date and then id', async () => {
    const ids = ['b', 'a', 'c'].map((letter) => MADE_UP.replace(/^0{8}/, letter.repeat(8)));
    for (const id of ids) await addEvent(db, { id });
    await addEvent(db, { account_id: 'other' });
    const first = await addEvent(db, { starts_at: days(1), status: 'Draft' });
    const listed = async (status?: EventStatus) =>
      (await listOwnEvents(db, 'owner', status)).map(({ id }) => id);
    assert.deepEqual(await listed(), [first, ...ids.toSorted()]);
    assert.deepEqual(await listed('Draft'), [first]);
    assert.deepEqual(await listed('Completed'), []);
  });

  test('the SQL query and the rule select the same events as taking applications', async () => {
    const instants = [null, days(-1), EVENTS_NOW.toISOString(), new Date(+EVENTS_NOW + 1).toISOString()];
    const starts = [days(-1), EVENTS_NOW.toISOString(), new Date(+EVENTS_NOW + 1).toISOString(), days(5)];
    const samples: Partial<StoredEvent>[] = [];
    for (const status of EVENT_STATUSES)
      for (const starts_at of starts)
        for (const applications_open_at of instants)
          for (const applications_close_at of instants)
            for (const [capacity, spots_taken, applications_received] of [
              [null, 3, 1_999],
              [3, 2, 0],
              [3, 3, 0],
              [null, 0, 2_000],
            ] as const)
              samples.push({
                status,
                starts_at,
                applications_open_at,
                applications_close_at,
                capacity,
                spots_taken,
                applications_received,
              });
    for (let start = 0; start < samples.length; start += 200)
      await addEvents(db, samples.slice(start, start + 200));
    const taking = (await listTakingEvents(db, EVENTS_NOW)).map(({ id }) => id);
    const expected = (await listOwnEvents(db, 'owner')).filter(
      (event) => takingApplications(event, EVENTS_NOW).taking,
    );
    assert.deepEqual(
      taking,
      expected.map(({ id }) => id),
    );
    assert.equal(taking.length, 2 * 3 * 2 * 2);
  });

  test('fifty concurrent requests for ten spots get exactly ten, and a freed spot can be taken again', async () => {
    const id = await addEvent(db, { capacity: 10 });
    const take = () => db.transaction().execute((tx) => changeSpots(tx, id, { by: 1 }));
    const taken = await Promise.all(Array.from({ length: 50 }, take));
    assert.equal(taken.filter(Boolean).length, 10);
    const { spots_taken, spots_left } = await getOwnEvent(db, 'owner', id);
    assert.deepEqual([spots_taken, spots_left], [10, 0]);
    await freeSpot(db, id);
    assert.deepEqual([await take(), await take()], [true, false]);
    const endless = await addEvent(db, { capacity: null });
    assert.equal(await changeSpots(db, endless, { by: 1 }), true);
    assert.equal((await getOwnEvent(db, 'owner', endless)).spots_left, null);
    assert.equal(await changeSpots(db, MADE_UP, { by: 1 }), false);
  });

  test('the number of taken spots never falls below zero', async () => {
    const id = await addEvent(db, { capacity: 2 });
    await freeSpot(db, id);
    assert.equal((await getOwnEvent(db, 'owner', id)).spots_taken, 0);
  });

  test('applications are counted only while the event is published', async () => {
    for (const status of EVENT_STATUSES) {
      const id = await addEvent(db, { status });
      assert.equal(await countReceived(db, id), status === 'Published', status);
      const { applications_received } = await getOwnEvent(db, 'owner', id);
      assert.equal(applications_received, status === 'Published' ? 1 : 0);
    }
  });

  test('contract 3: an event can only change to the allowed statuses, and other changes are rejected with an explanation', async () => {
    const id = await addEvent(db, { status: 'Draft' });
    assert.match((await setStatus(id, 'Completed')) ?? '', /published/);
    assert.equal(await setStatus(id, 'Published'), undefined);
    assert.match((await setStatus(id, 'Completed')) ?? '', /once it has started/);
    await countReceived(db, id);
    assert.match((await setStatus(id, 'Draft')) ?? '', /have applied/);
    assert.equal((await getOwnEvent(db, 'owner', id)).status, 'Published');
    assert.equal(await setStatus(id, 'Cancelled'), undefined);
    assert.match((await setStatus(id, 'Published')) ?? '', /final/);
    const past = await addEvent(db, { status: 'Draft', starts_at: EVENTS_NOW.toISOString() });
    assert.match((await setStatus(past, 'Published')) ?? '', /in the past/);
  });

  test('concurrent status changes leave one valid status, and a draft never has applications', async () => {
    const id = await addEvent(db);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => setStatus(id, index % 2 === 0 ? 'Draft' : 'Cancelled')),
    );
    const { status } = await getOwnEvent(db, 'owner', id);
    assert.ok(outcomes.some((outcome) => outcome === undefined));
    assert.ok(['Draft', 'Cancelled'].includes(status));
    const wanted = await addEvent(db);
    const [counted, ...refusals] = await Promise.all([
      db.transaction().execute((tx) => countReceived(tx, wanted)),
      ...Array.from({ length: 8 }, () => setStatus(wanted, 'Draft')),
    ]);
    const after = await getOwnEvent(db, 'owner', wanted);
    // If the application came first, the event remains published. Otherwise, it is a draft without
    // applications.
    assert.deepEqual([after.status, after.applications_received], counted ? ['Published', 1] : ['Draft', 0]);
    assert.equal(refusals.includes(undefined), !counted);
  });

  test('a change based on outdated data writes nothing', async () => {
    const later = days(1);
    const tries: readonly (readonly [EventStatus, (id: string) => Promise<unknown>])[] = [
      ['Draft', (id) => countReceived(db, id)],
      ['Cancelled', (id) => setStatus(id, 'Draft')],
      ['Cancelled', (id) => serviceOn().addQuestion('owner', id, QUESTION)],
    ];
    for (const [to, meanwhile] of tries) {
      const id = await addEvent(db);
      const before = await getOwnEvent(db, 'owner', id);
      await meanwhile(id);
      assert.equal(await updateStatus(db, before, to, later), false);
      assert.notEqual((await getOwnEvent(db, 'owner', id)).status, to);
    }
    const id = await addEvent(db, { capacity: 5 });
    const before = await getOwnEvent(db, 'owner', id);
    const form = readEventForm(eventFields({ capacity: '1' }));
    assert.ok(form.ok);
    for (let spots = 0; spots < 2; spots++) await changeSpots(db, id, { by: 1 });
    assert.equal(await updateDescription(db, before, form.value, later), false);
    await serviceOn().addQuestion('owner', id, QUESTION);
    assert.equal(await updateDescription(db, before, { ...form.value, capacity: 5 }, later), false);
    assert.equal(await updateQuestions(db, before, [], later), false);
    const after = await getOwnEvent(db, 'owner', id);
    assert.deepEqual([after.capacity, after.questions.length], [5, 1]);
  });

  test('a new event is a draft and belongs to its account', async () => {
    const created = await serviceOn().create('owner', eventFields({ capacity: '3', deposit: '20' }));
    assert.ok(created.ok);
    const { id } = created.value;
    assert.deepEqual(
      created.value,
      storedEvent({
        id,
        status: 'Draft',
        capacity: 3,
        spots_left: 3,
        deposit_cents: 2_000,
        created_at: EVENTS_NOW.toISOString(),
        updated_at: EVENTS_NOW.toISOString(),
        owner_name: 'Organizer',
      }),
    );
    assert.deepEqual(refusedIn(await serviceOn().create('owner', eventFields({ name: '' }))), ['name']);
  });

  test('an account can have at most 1,000 events', async () => {
    for (let start = 0; start < 999; start += 333)
      await addEvents(
        db,
        Array.from({ length: 333 }, () => ({})),
      );
    const made = await Promise.all(
      Array.from({ length: 4 }, () => serviceOn().create('owner', eventFields())),
    );
    assert.equal(made.filter(({ ok }) => ok).length, 1, 'one was missing, however many come at once');
    const refused = await serviceOn().create('owner', eventFields());
    assert.deepEqual(refused, { ok: false, errors: { form: 'An account can have at most 1,000 events.' } });
    assert.equal((await serviceOn().create('other', eventFields())).ok, true);
  });

  test('an account can have at most 200 published events, even with concurrent requests, and completing one makes room for another', async () => {
    await addEvents(
      db,
      Array.from({ length: 199 }, () => ({})),
    );
    const [first = '', second = ''] = [
      await addEvent(db, { status: 'Draft' }),
      await addEvent(db, { status: 'Draft' }),
    ];
    const service = serviceOn();
    const both = await Promise.all([service.publish('owner', first), service.publish('owner', second)]);
    assert.equal(both.filter((refusal) => refusal === undefined).length, 1);
    const left = both[0] === undefined ? second : first;
    assert.match((await service.publish('owner', left)) ?? '', /200 published events/);
    const done = both[0] === undefined ? first : second;
    await db.updateTable('events').set({ status: 'Completed' }).where('id', '=', done).execute();
    assert.equal(await service.publish('owner', left), undefined);
  });

  test('a form based on an older version is not saved, even within the same millisecond', async () => {
    const id = await addEvent(db, { updated_at: EVENTS_NOW.toISOString() });
    const version = EVENTS_NOW.toISOString();
    const service = serviceOn();
    const outcomes = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => service.update('owner', id, eventFields({ name }), version)),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
    for (const outcome of outcomes.filter(({ ok }) => !ok)) assert.deepEqual(refusedIn(outcome), ['form']);
    const { name, updated_at } = await getOwnEvent(db, 'owner', id);
    assert.ok(['One', 'Two', 'Three'].includes(name));
    assert.ok(updated_at > version);
  });

  test('a canceled or completed event and its questions cannot be changed', async () => {
    for (const status of ['Cancelled', 'Completed'] as const) {
      const id = await addEvent(db, { status });
      const { updated_at } = await getOwnEvent(db, 'owner', id);
      assert.deepEqual(refusedIn(await serviceOn().update('owner', id, eventFields(), updated_at)), ['form']);
      assert.deepEqual(refusedIn(await serviceOn().addQuestion('owner', id, QUESTION)), ['form']);
    }
  });

  test('the number of spots cannot be set below the number of approved vendors', async () => {
    const id = await addEvent(db, { capacity: 10, spots_taken: 4 });
    const { updated_at } = await getOwnEvent(db, 'owner', id);
    const save = (capacity: string, version: string) =>
      serviceOn().update('owner', id, eventFields({ capacity }), version);
    assert.deepEqual(refusedIn(await save('3', updated_at)), ['capacity']);
    const saved = await save('4', updated_at);
    assert.ok(saved.ok);
    assert.equal(saved.value.spots_left, 0);
  });

  test('a published event cannot be moved into the past, but an event that has already started can still be edited', async () => {
    const past = { starts_at: '2026-03-15T17:00', ends_at: '2026-03-22T17:00' };
    const id = await addEvent(db);
    const begun = await addEvent(db, { starts_at: '2026-03-15T21:00:00.000Z' });
    const { updated_at } = await getOwnEvent(db, 'owner', id);
    const save = (target: string) => serviceOn().update('owner', target, eventFields(past), updated_at);
    assert.deepEqual(refusedIn(await save(id)), ['starts_at']);
    assert.equal((await save(begun)).ok, true);
  });

  test('a new time or place of a published event is reported to applicants in the same transaction', async () => {
    const told: string[] = [];
    const service = serviceOn({
      onChanged: async (tx, before, after) => {
        const { city } = await getOwnEvent(tx, 'owner', after.id);
        told.push(`${before.city} → ${city}`);
        if (city === 'Nowhere') throw new Error('the mail cannot be queued');
      },
    });
    const id = await addEvent(db);
    const draft = await addEvent(db, { status: 'Draft' });
    const save = async (target: string, changes: Parameters<typeof eventFields>[0]) => {
      const { updated_at } = await getOwnEvent(db, 'owner', target);
      return service.update('owner', target, eventFields(changes), updated_at);
    };
    await save(id, { name: 'Another name', description: 'More.', capacity: '5', deposit: '5' });
    await save(draft, { city: 'Tampa' });
    assert.deepEqual(told, []);
    await save(id, { city: 'Tampa' });
    await save(id, { city: 'Tampa', ends_at: '2026-03-21T22:00' });
    assert.deepEqual(told, ['Orlando → Tampa', 'Tampa → Tampa']);
    await assert.rejects(save(id, { city: 'Nowhere' }), /mail/);
    assert.equal((await getOwnEvent(db, 'owner', id)).city, 'Tampa');
  });

  test('questions can be added, changed, moved and removed, and keep their ids', async () => {
    const id = await addEvent(db);
    const service = serviceOn();
    const fields = { label: 'Menu?', type: 'long_text', required: true, options: '' };
    for (const label of ['One?', 'Two?', 'Three?'])
      await service.addQuestion('owner', id, { ...fields, label });
    const read = async () => (await getOwnEvent(db, 'owner', id)).questions;
    const [one, two, three] = (await read()).map((question) => question.id);
    assert.ok(one && two && three);
    assert.equal(new Set([one, two, three]).size, 3);
    await service.moveQuestion('owner', id, three, 'up');
    await service.removeQuestion('owner', id, one);
    await service.changeQuestion('owner', id, two, { ...fields, label: '2?', type: 'text', required: false });
    assert.deepEqual(await read(), [
      { id: three, label: 'Three?', type: 'long_text', required: true, options: [] },
      { id: two, label: '2?', type: 'text', required: false, options: [] },
    ]);
    assert.deepEqual(refusedIn(await service.removeQuestion('owner', id, one)), ['form']);
    assert.deepEqual(refusedIn(await service.addQuestion('owner', id, { ...fields, label: '' })), ['label']);
  });

  test('questions that are added concurrently are either saved or rejected with an error', async () => {
    const id = await addEvent(db);
    const added = await Promise.all(
      Array.from({ length: 10 }, () => serviceOn().addQuestion('owner', id, QUESTION)),
    );
    const { questions } = await getOwnEvent(db, 'owner', id);
    assert.equal(questions.length, added.filter(({ ok }) => ok).length);
  });

  test('text with special characters is stored unchanged', async () => {
    const name = `<b>"Ça"</b> 'ñ' 🌮 \\ %s ${randomUUID()}`;
    const created = await serviceOn().create('owner', eventFields({ name, city: 'DeLand' }));
    assert.ok(created.ok);
    assert.equal(created.value.name, name);
    await serviceOn().publish('owner', created.value.id);
    const feed = await serviceOn().listTaking(' deLAND\u0000', { offset: 0, rowsMax: 10 });
    assert.deepEqual(
      [feed.events.map((event) => event.name), feed.cities, feed.total],
      [[name], ['DeLand'], 1],
    );
    const { id, updated_at } = feed.events[0] ?? created.value;
    await serviceOn().update('owner', id, eventFields({ city: 'Can\u0303a' }), updated_at);
    assert.equal((await listTakingEvents(db, EVENTS_NOW, 'ca\u00f1a')).length, 1);
  });
});

function refusedIn(outcome: Checked<unknown>): string[] {
  return outcome.ok ? [] : Object.keys(outcome.errors);
}
