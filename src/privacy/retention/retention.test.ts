import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeBothEngines, type TestDb } from '../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
} from '../../../test/support/ledger-rows.ts';
import { insertPerson, PERSON, STRANGER } from '../../../test/support/person-rows.ts';
import { deleteExpiredInvitations } from '../../accounts/teams/service.ts';
import { isErasedAddress } from '../../lib/erase-details.ts';
import { toReliability } from '../../owner/reliability/reliability-rule.ts';
import { forgetOld } from './retention-job.ts';
import { agedTables, deleteAged, ROWS_AT_ONCE } from './retention-store.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const DAYS = { applications: 1_095, closed: 365, proof: 2_555 };
/** Offsets in milliseconds that put a row one second past or one second before its expiry. */
const OLD = 1_000;
const YOUNG = -1_000;
const ago = (days: number, extraMs: number) =>
  new Date(NOW.getTime() - days * 86_400_000 - extraMs).toISOString();

async function erasedOf(db: TestDb): Promise<string[]> {
  const rows = await db.selectFrom('applications').select(['id', 'contact_email']).execute();
  return rows.filter((row) => isErasedAddress(row.contact_email)).map(({ id }) => id);
}

const eventOver = (db: TestDb, days: number, extraMs: number) =>
  insertEvent(db, STRANGER.id, { starts_at: ago(days + 1, 0), ends_at: ago(days, extraMs) });

describeBothEngines('expired data', (open) => {
  test('personal details of applicants with a spot are erased 1,095 days after the event, and details of others after 365 days, but never earlier', async () => {
    const { db, close } = await open();
    await insertAccount(db, STRANGER.email, STRANGER.id);
    const expected: string[] = [];
    for (const [status, days] of [
      ['approved', DAYS.applications],
      ['confirmed', DAYS.applications],
      ['declined', DAYS.closed],
      ['withdrawn', DAYS.closed],
      ['cancelled', DAYS.closed],
      ['submitted', DAYS.closed],
      ['waitlisted', DAYS.closed],
    ] as const)
      for (const extraMs of [OLD, YOUNG]) {
        const id = await insertApplication(db, await eventOver(db, days, extraMs), { status });
        if (extraMs === OLD) expected.push(id);
      }
    await insertApplication(db, await insertEvent(db, STRANGER.id), { status: 'declined' });
    assert.deepEqual(await forgetOld(db, NOW, DAYS), { applications: expected.length });
    assert.deepEqual((await erasedOf(db)).sort(), expected.sort());
    assert.deepEqual(await forgetOld(db, NOW, DAYS), {}, 'nothing is done twice');
    await close();
  });

  test('an application is kept while its contest is open and erased once the contest is closed', async () => {
    const { db, close } = await open();
    const { application, event } = await insertPerson(db);
    await db
      .updateTable('events')
      .set({ ends_at: ago(DAYS.applications, OLD) })
      .where('id', '=', event)
      .execute();
    await db.updateTable('outcome_contests').set({ state: 'open' }).execute();
    await forgetOld(db, NOW, DAYS);
    assert.deepEqual(await erasedOf(db), []);
    await db.updateTable('outcome_contests').set({ state: 'dismissed' }).execute();
    await forgetOld(db, NOW, DAYS);
    assert.deepEqual(await erasedOf(db), [application]);
    await close();
  });

  test('the paid watch, its claim and the account’s data are kept regardless of age', async () => {
    const { db, close } = await open();
    await insertPerson(db);
    await db
      .updateTable('subscriptions')
      .set({ updated_at: ago(9_000, 0) })
      .execute();
    await db
      .updateTable('claims')
      .set({ updated_at: ago(9_000, 0) })
      .execute();
    await db
      .updateTable('accounts')
      .set({ created_at: ago(9_000, 0) })
      .execute();
    await db
      .updateTable('replies')
      .set({ updated_at: ago(9_000, 0) })
      .execute();
    await db
      .updateTable('disputes')
      .set({ updated_at: ago(9_000, 0) })
      .execute();
    await db
      .updateTable('second_factors')
      .set({ created_at: ago(9_000, 0) })
      .execute();
    await forgetOld(db, NOW, DAYS);
    for (const table of [
      'subscriptions',
      'claims',
      'replies',
      'disputes',
      'watched_licenses',
      'second_factors',
    ] as const)
      assert.equal((await db.selectFrom(table).selectAll().execute()).length, 1, table);
    assert.equal((await db.selectFrom('accounts').select('id').execute()).length, 2);
    await close();
  });

  test('erasing applications does not change a vendor’s reliability counts', async () => {
    const { db, close } = await open();
    await insertPerson(db);
    await insertAccount(db, 'second@organizer.example', 'second');
    const spots = { status: 'confirmed', outcome: 'attended', holder_account_id: PERSON.id } as const;
    for (const [index, account] of [STRANGER.id, 'second', 'second', 'second'].entries()) {
      const ends_at = ago(DAYS.applications + index, OLD);
      const event = await insertEvent(db, account, { starts_at: ends_at, ends_at });
      const told = {
        outcome_recorded_at: ago(DAYS.applications - 9, 0),
        outcome_told_at: ago(DAYS.applications - 9, 0),
      };
      // The last application is the second organizer's own, so it does not count.
      const contact_email = index === 3 ? 'second@organizer.example' : PERSON.email;
      await insertApplication(db, event, {
        ...spots,
        ...told,
        contact_email,
        license_number: `000000010${index}`,
      });
    }
    const count = async () => {
      const rows = await db
        .selectFrom('applications')
        .innerJoin('events', 'events.id', 'applications.event_id')
        .innerJoin('accounts', 'accounts.id', 'events.account_id')
        .select(['applications.id as application_id', 'contact_email', 'accounts.email as organizer_email'])
        .select(['outcome_told_at as told_at', 'outcome_recorded_at as recorded_at', 'starts_at'])
        .where('outcome', '=', 'attended')
        .where('holder_account_id', '=', PERSON.id)
        .execute();
      const outcomes = rows.map((row) => ({
        ...row,
        status: 'confirmed' as const,
        outcome: 'attended' as const,
        contested: false,
        approved_at: ago(9_000, 0),
        event_status: 'Completed',
        day: row.starts_at.slice(0, 10),
      }));
      return toReliability(outcomes, PERSON.email);
    };
    const before = await count();
    assert.deepEqual([before?.applications, before?.events, before?.organizers], [4, 3, 2]);
    await forgetOld(db, NOW, DAYS);
    assert.equal((await erasedOf(db)).length, 3);
    assert.deepEqual(await count(), before);
    await close();
  });

  for (const [table, days, row] of [
    ['accounts', 30, (db: TestDb, id: string, at: string) => unconfirmed(db, id, at)],
    ['second_factors', 1, begunFactor],
    ['follows', 30, unconfirmedFollow],
    ['watch_mails', 30, watchMail],
    ['expiry_reminders', 90, expiryReminder],
    ['booked_digests', 30, digest],
    ['api_keys', DAYS.closed, revokedKey],
    ['claims', DAYS.closed, rejectedClaim],
    ['replies', DAYS.closed, replacedReply],
    ['disputes', DAYS.closed, withdrawnDispute],
    ['subscriptions', DAYS.proof, endedSubscription],
    ['payment_events', DAYS.proof, payment],
    ['operator_log', DAYS.proof, logEntry],
  ] as const)
    test(`rows of ${table} are deleted after ${days} days, but not earlier`, async () => {
      const { db, close } = await open();
      await insertAccount(db, PERSON.email, PERSON.id);
      await row(db, 'old', ago(days, OLD));
      await row(db, 'young', ago(days, YOUNG));
      assert.deepEqual(await forgetOld(db, NOW, DAYS), { [table]: 1 });
      assert.deepEqual(await forgetOld(db, NOW, DAYS), {});
      await close();
    });

  test('an open invitation is deleted when it expires', async () => {
    const { db, close } = await open();
    await insertPerson(db);
    await deleteExpiredInvitations(db, NOW);
    assert.equal((await db.selectFrom('team_invitations').select('id').execute()).length, 1);
    await db
      .updateTable('team_invitations')
      .set({ expires_at: ago(0, OLD) })
      .execute();
    await deleteExpiredInvitations(db, NOW);
    assert.equal((await db.selectFrom('team_invitations').select('id').execute()).length, 0);
    await close();
  });

  test('rows are deleted in batches of a few hundred, and the job stops when it is aborted', async () => {
    const { db, close } = await open();
    const rows = Array.from({ length: ROWS_AT_ONCE + 1 }, (_, index) => index);
    for (const each of rows) await payment(db, `evt ${each}`, ago(DAYS.proof, OLD));
    const aged = agedTables(NOW, DAYS).find(({ table }) => table === 'payment_events');
    assert.ok(aged);
    assert.equal(await deleteAged(db, aged), ROWS_AT_ONCE);
    assert.deepEqual(await forgetOld(db, NOW, DAYS), { payment_events: 1 });
    const stopped = AbortSignal.abort();
    await payment(db, 'late', ago(DAYS.proof, OLD));
    assert.deepEqual(await forgetOld(db, NOW, DAYS, stopped), {});
    await close();
  });

  test('all of an event’s applications are erased even if they do not fit in one step', async () => {
    const { db, close } = await open();
    await insertAccount(db, STRANGER.email, STRANGER.id);
    const event = await eventOver(db, DAYS.closed, OLD);
    const applied = Array.from({ length: 120 }, (_, index) =>
      applicationRow(event, { status: 'declined', license_number: `MFD${1_000_000 + index}` }),
    );
    await insertApplications(db, applied);
    assert.deepEqual(await forgetOld(db, NOW, DAYS), { applications: 120 });
    await close();
  });
});

const LICENSE = { license_type: '2014', license_digits: '0000001' } as const;

async function unconfirmed(db: TestDb, id: string, created_at: string): Promise<void> {
  await insertAccount(db, `${id}@new.example`, id);
  await db.updateTable('accounts').set({ email_verified: 0, created_at }).where('id', '=', id).execute();
}

async function begunFactor(db: TestDb, id: string, created_at: string): Promise<void> {
  await insertAccount(db, `${id}@new.example`, id);
  const row = { account_id: id, sealed_secret: 'x', created_at, confirmed_at: null, last_step: 0 };
  await db.insertInto('second_factors').values(row).execute();
}

async function watchMail(db: TestDb, day: string, queued_at: string): Promise<void> {
  await db
    .insertInto('watch_mails')
    .values({ account_id: PERSON.id, ...LICENSE, day, queued_at })
    .execute();
}

const NOT_SENT = { license_key: '', sent_through: null, sent_number: null, sent_at: null };
async function expiryReminder(db: TestDb, code: string, queued_at: string): Promise<void> {
  const row = { account_id: PERSON.id, ...LICENSE, code, due_on: '2026-02-01', days: 60, queued_at };
  await db.insertInto('expiry_reminders').values(row).execute();
}

async function unconfirmedFollow(db: TestDb, id: string, created_at: string): Promise<void> {
  const follow = { email: PERSON.email, county: id, language: 'en', token_sha256: id };
  await db
    .insertInto('follows')
    .values({ id, ...follow, ...NOT_SENT, created_at, confirmed_at: null })
    .execute();
}

async function digest(db: TestDb, day: string, queued_at: string): Promise<void> {
  await db.insertInto('booked_digests').values({ account_id: PERSON.id, day, queued_at }).execute();
}

async function revokedKey(db: TestDb, id: string, revoked_at: string): Promise<void> {
  const row = {
    id,
    account_id: PERSON.id,
    name: 'till',
    secret_sha256: 'x',
    created_at: revoked_at,
    last_used_at: null,
  };
  await db
    .insertInto('api_keys')
    .values({ ...row, revoked_at })
    .execute();
}

async function rejectedClaim(db: TestDb, id: string, at: string): Promise<void> {
  await db
    .insertInto('claims')
    .values({
      id,
      account_id: PERSON.id,
      ...LICENSE,
      state: 'rejected',
      proof: 'post',
      owner_name: 'X',
      note: '',

      owner_license_id: null,
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,
      code_entered_at: null,
      letter_printed_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function replacedReply(db: TestDb, id: string, at: string): Promise<void> {
  await db
    .insertInto('replies')
    .values({
      id,
      account_id: PERSON.id,
      ...LICENSE,
      vendor_id: 'v',
      text: 'x',
      state: 'replaced',
      note: '',
      reports: 0,
      published_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function withdrawnDispute(db: TestDb, id: string, at: string): Promise<void> {
  await db
    .insertInto('disputes')
    .values({
      id,
      account_id: PERSON.id,
      ...LICENSE,
      vendor_id: 'v',
      visit_id: 1,
      category: null,
      row: '{}',
      text: 'x',
      told_regulator: '',
      state: 'withdrawn',
      open_place: null,
      note: '',
      due_on: '2020-01-01',
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function endedSubscription(db: TestDb, id: string, at: string): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({
      id,
      account_id: PERSON.id,
      ...LICENSE,
      provider: 'stripe',
      customer_id: 'c',
      state: 'cancelled',
      period_ends_at: null,
      grace_ends_at: null,
      cancel_at_period_end: 0,
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function payment(db: TestDb, id: string, received_at: string): Promise<void> {
  await db.insertInto('payment_events').values({ id, type: 'invoice.paid', received_at }).execute();
}

async function logEntry(db: TestDb, id: string, at: string): Promise<void> {
  const row = { id, at, account_id: 'cli', action: 'operator.grant', subject: 'x', detail: '' };
  await db.insertInto('operator_log').values(row).execute();
}
