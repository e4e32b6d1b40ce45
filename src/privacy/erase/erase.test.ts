import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent, TEST_LINKS } from '../../../test/support/ledger-rows.ts';
import { insertPeople, insertPerson, PERSON, STRANGER } from '../../../test/support/person-rows.ts';
import { tablesWithColumns } from '../../../test/support/table-names.ts';
import { deleteByOperator } from '../../accounts/account/deletion-service.ts';
import { findAccount } from '../../accounts/account/service.ts';
import { createApiKeyService } from '../../accounts/api-keys/service.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log/log.ts';
import { EXPORTED } from '../export/exported-tables.ts';
import { erasePerson, leaveEverything, planErasure } from './erase-service.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const DETAILS = [PERSON.name, PERSON.email, PERSON.phone, PERSON.street, 'Quillfeather'];

/**
 * The columns that still mention the person: the emails to the person and to the account's teams. See
 * docs/data-retention.md.
 */
const IN_MAILS = ['mails.body', 'mails.recipient'];

/** Returns the table columns that contain any of the texts. Searches every text and bytes column. */
async function placesOf(database: TestDatabase, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of await tablesWithColumns(database)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database.db,
    );
    for (const row of rows)
      for (const column of columns) {
        const value = row[column];
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
        if (texts.some((each) => text.toLowerCase().includes(each.toLowerCase())))
          found.push(`${table}.${column}`);
      }
  }
  return [...new Set(found)].sort();
}

function contextOf({ db, engine }: TestDatabase, lines: string[] = []) {
  const log = createLogger('info', { write: (line: string) => lines.push(line) });
  return { ledgerDb: db, engine, log, links: TEST_LINKS, now: () => NOW };
}

describeBothEngines('erasing a person', (open) => {
  test('leaves the name, address, phone number and street only in the emails about the erasure', async () => {
    const database = await open();
    const { db, close } = database;
    const { own, event, application } = await insertPerson(db);
    assert.ok((await placesOf(database, DETAILS)).length > 25, 'the fixture has the person in many places');
    const lines: string[] = [];
    const account = await findAccount(db, PERSON.id);
    const erased = await erasePerson(contextOf(database, lines), { account, email: PERSON.email });
    assert.deepEqual(erased, { applications: 1, withdrawn: 1, account: true });
    assert.deepEqual(await placesOf(database, DETAILS), IN_MAILS);
    const mails = await db.selectFrom('mails').select(['recipient', 'subject']).orderBy('subject').execute();
    assert.deepEqual(
      mails.filter(({ recipient }) => recipient === PERSON.email).map(({ subject }) => subject),
      ['Your account was deleted'],
    );
    assert.ok(mails.some(({ subject }) => subject.startsWith('Withdrawn from ')));
    const left = await db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', application)
      .executeTakeFirstOrThrow();
    assert.equal(left.status, 'withdrawn');
    const withdrawals = await db
      .selectFrom('application_history')
      .select('changed_by')
      .where('application_id', '=', application)
      .where('status', '=', 'withdrawn')
      .execute();
    assert.deepEqual(
      withdrawals.map(({ changed_by }) => changed_by),
      ['service'],
      'the applicant did not do it',
    );
    assert.equal(left.business_name, 'Heron Tacos');
    const spots = await db
      .selectFrom('events')
      .select('spots_taken')
      .where('id', '=', event)
      .executeTakeFirst();
    assert.equal(spots?.spots_taken, 0);
    assert.equal(
      await db.selectFrom('events').select('id').where('id', '=', own).executeTakeFirst(),
      undefined,
    );
    assert.equal((await db.selectFrom('application_decisions').select('jti').execute()).length, 1);
    const subscription = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
    assert.equal(subscription.state, 'cancel_requested');
    assert.ok(
      DETAILS.every((each) => !lines.join('').includes(each)),
      'the log has no details',
    );
    assert.ok(lines.join('').includes(PERSON.id), 'the log says which account, for a restore');
    await close();
  });

  test('leaves the account id only in the tables that docs/data-retention.md lists', async () => {
    const database = await open();
    const { db, close } = database;
    await insertPerson(db);
    const account = await findAccount(db, PERSON.id);
    await erasePerson(contextOf(database), { account, email: PERSON.email });
    assert.deepEqual(await placesOf(database, [PERSON.id]), [
      'application_document_history.account_id',
      'applications.holder_account_id',
      'operator_log.account_id',
      'operator_log.subject',
      'subscriptions.account_id',
      'team_log.actor_id',
    ]);
    await close();
  });

  test('withdraws and erases every application from an address without an account, and leaves other applications unchanged', async () => {
    const database = await open();
    const { db, close } = database;
    await insertPeople(db);
    const running = await insertEvent(db, STRANGER.id, { spots_taken: 1 });
    const over = await insertEvent(db, STRANGER.id, {
      starts_at: '2026-02-01T20:00:00.000Z',
      ends_at: '2026-02-01T23:00:00.000Z',
    });
    const hers = {
      contact_email: 'tia@taco.example',
      contact_name: 'Tia Tacoma',
      contact_phone: '407-555-0177',
    };
    const withSpot = await insertApplication(db, running, {
      ...hers,
      status: 'confirmed',
      license_number: '0000000007',
    });
    const past = await insertApplication(db, over, {
      ...hers,
      status: 'approved',
      license_number: '0000000008',
    });
    const other = await insertApplication(db, running, { license_number: '0000000009' });
    const person = { account: undefined, email: 'tia@taco.example' };
    assert.deepEqual(await planErasure(db, { accountId: undefined, email: person.email }), {
      rows: { applications: 2, application_history: 4 },
      applications: 2,
    });
    assert.equal((await placesOf(database, ['Tia Tacoma'])).length, 1, 'a plan changes nothing');
    assert.deepEqual(await erasePerson(contextOf(database), person), {
      applications: 2,
      withdrawn: 1,
      account: false,
    });
    assert.deepEqual(await placesOf(database, ['Tia Tacoma', 'tia@taco.example', '407-555-0177']), []);
    const rows = await db.selectFrom('applications').select(['id', 'status', 'contact_name']).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    assert.equal(byId.get(withSpot)?.status, 'withdrawn');
    assert.equal(byId.get(past)?.status, 'approved', 'what happened at a past event stays');
    assert.deepEqual([byId.get(other)?.status, byId.get(other)?.contact_name], ['submitted', 'Test Person']);
    const lines = await db.selectFrom('operator_log').select(['action', 'subject']).execute();
    assert.deepEqual(
      lines.map((line) => ({ ...line })),
      [{ action: 'account.erase', subject: 'an applicant without an account' }],
    );
    assert.deepEqual(await erasePerson(contextOf(database), person), {
      applications: 0,
      withdrawn: 0,
      account: false,
    });
    await close();
  });

  test('can be repeated after the process is killed, and can run at the same time as the owner’s own deletion', async () => {
    const database = await open();
    const { db, close } = database;
    await insertPerson(db);
    const account = await findAccount(db, PERSON.id);
    assert.ok(account);
    const killed = {
      ...contextOf(database),
      log: { ...contextOf(database).log, info: () => assert.fail('killed') },
    };
    const logged = async () =>
      (await db.selectFrom('operator_log').select(['action', 'subject']).execute()).flatMap((row) =>
        row.action === 'account.erase' ? [{ ...row }] : [],
      );
    await assert.rejects(erasePerson(killed as never, { account, email: PERSON.email }), /killed/);
    assert.ok(await findAccount(db, PERSON.id), 'it was killed within the transaction');
    assert.deepEqual(await logged(), [], 'what was not done is not logged');
    // Deletes the same data as the service does when it deletes an account.
    const beforeDelete = (tx: LedgerTx, id: string) =>
      leaveEverything(tx, id, { now: NOW, links: TEST_LINKS });
    const again = await Promise.all([
      erasePerson(contextOf(database), { account, email: PERSON.email }),
      erasePerson(contextOf(database), { account, email: PERSON.email }),
      deleteByOperator({ ...contextOf(database), beforeDelete }, account),
    ]);
    assert.equal([again[0].account, again[1].account, again[2]].filter(Boolean).length, 1);
    const line = { action: 'account.erase', subject: PERSON.id };
    assert.deepEqual(await logged(), [line, line], 'one for each time that it was asked for');
    assert.deepEqual(await placesOf(database, DETAILS), IN_MAILS);
    await close();
  });

  test('leaves nothing that the account’s concurrent requests add, and those requests fail only with “not found”', async () => {
    const database = await open();
    const { db, close } = database;
    await insertPerson(db);
    const context = contextOf(database);
    const keys = createApiKeyService(db, {
      baseUrl: 'https://vendors.example',
      now: () => NOW,
      log: context.log,
      isFictional: async () => false,
    });
    const account = await findAccount(db, PERSON.id);
    const [erased, ...added] = await Promise.allSettled([
      erasePerson(context, { account, email: PERSON.email }),
      ...Array.from({ length: 12 }, (_, index) => keys.create(PERSON.id, `${PERSON.name} ${index}`)),
    ]);
    assert.equal(erased.status, 'fulfilled');
    for (const each of added)
      if (each.status === 'rejected') assert.equal((each.reason as { code?: string }).code, 'not_found');
    assert.deepEqual(await db.selectFrom('api_keys').select('id').execute(), []);
    assert.deepEqual(await placesOf(database, DETAILS), IN_MAILS);
    await assert.rejects(keys.create(PERSON.id, 'late'), { code: 'not_found' });
    await close();
  });

  test('notifies the applicants that the person’s events are canceled, and notifies the person’s team', async () => {
    const database = await open();
    const { db, close } = database;
    const { own } = await insertPerson(db);
    await insertApplication(db, own, { contact_email: 'tia@taco.example', license_number: '0000000011' });
    const account = await findAccount(db, PERSON.id);
    await erasePerson(contextOf(database), { account, email: PERSON.email });
    const mails = await db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
    const to = (recipient: string) => mails.filter((mail) => mail.recipient === recipient);
    assert.deepEqual(
      to('tia@taco.example').map(({ subject }) => subject),
      ['Event canceled: “Lake Night”'],
    );
    assert.ok(
      to(STRANGER.email).some(({ body }) => body.includes(PERSON.name)),
      'a member is told whose team it was',
    );
    await close();
  });

  test('deletes every row that an export includes, or removes the personal details from it', async () => {
    const database = await open();
    const { db, close } = database;
    await insertPerson(db);
    const person = { accountId: PERSON.id, email: PERSON.email };
    const before = await planErasure(db, person);
    assert.deepEqual(Object.keys(before.rows).sort(), Object.keys(EXPORTED).sort());
    await erasePerson(contextOf(database), {
      account: await findAccount(db, PERSON.id),
      email: PERSON.email,
    });
    const { rows } = await planErasure(db, person);
    assert.deepEqual(Object.keys(rows).sort(), [
      'application_document_history',
      'application_document_reminders',
      'application_documents',
      'application_history',
      'applications',
      'mails',
      'operator_log',
      'subscriptions',
      'team_log',
    ]);
    await close();
  });
});
