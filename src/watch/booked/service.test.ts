import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent, openApplicationService } from '../../../test/support/ledger-rows.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import { listMails, PELICAN, publishDay } from '../../../test/support/watch-rows.ts';
import { insertWebhook } from '../../../test/support/webhook-receiver.ts';
import { readInboxView } from '../../organizer/applications/inbox/inbox-view.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { createBookedWatch } from './service.ts';

const ADDRESS = 'https://vendors.example';
const CHANGED = ['status'];

describeBothEngines('vendors with a spot', (open) => {
  let database: TestDatabase;
  let accountId: string;
  let eventId: string;
  let day = '2026-03-16';
  beforeEach(async () => {
    database = await open();
    day = '2026-03-16';
    await publish({});
    accountId = await insertAccount(database.db, 'olive@organizer.example');
    eventId = await insertEvent(database.db, accountId, { name: 'Dusk Market' });
  });

  afterEach(() => database.close());

  const now = () => new Date(`${day}T15:00:00Z`);
  const applications = () => openApplicationService(database, { now });
  const watch = () =>
    createBookedWatch({
      ledgerDb: database.db,
      engine: database.engine,
      registry: database.published,
      baseUrl: ADDRESS,
      now,
      log: { error: (fields) => assert.fail(String(Object.values(fields)[0])) },
    });
  const publish = (license: Parameters<typeof licenseRow>[0], visits = [inspectionRow()]) =>
    publishDay(database, { day, licenses: [licenseRow(license)], visits });
  const apply = () =>
    insertApplication(database.db, eventId, {
      license_number: `MFD${PELICAN.license_digits}`,
      license_digits: PELICAN.license_digits,
      license_type: PELICAN.license_type,
    });
  const decide = (id: string, status: string) =>
    applications().decide(accountId, eventId, id, { status, message: '', reason: 'We know them.' });
  const book = async () => {
    const id = await apply();
    assert.equal(await decide(id, 'approved'), undefined);
    await database.db.deleteFrom('mails').execute();
    return id;
  };
  const mails = async () => {
    const sent = await listMails(database.db);
    await database.db.deleteFrom('mails').execute();
    return sent;
  };
  const lookOn = async (date: string) => {
    day = date;
    return watch().look();
  };

  test('are reported immediately to the owner and the managers, but not to viewers, if the license was not renewed', async () => {
    const id = await book();
    for (const [name, role] of [
      ['mia', 'manager'],
      ['vic', 'viewer'],
    ] as const) {
      const member_id = await insertAccount(database.db, `${name}@organizer.example`);
      const row = { id: name, account_id: accountId, member_id, role, joined_at: '2026-01-01' };
      await database.db.insertInto('team_members').values(row).execute();
    }
    assert.equal((await watch().look()).changed, 0);
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    await insertWebhook(database.db, accountId);
    assert.deepEqual(await watch().look(), { looked: 1, changed: 1, grave: 1, failed: 0 });
    const told = await database.db.selectFrom('webhook_messages').select('body').execute();
    assert.deepEqual(
      told.map(({ body }) => JSON.parse(body)),
      [
        {
          type: 'vendor.changed',
          timestamp: now().toISOString(),
          data: {
            reason: 'booked',
            vendor_id: vendorId('2014', PELICAN.license_digits),
            changed: CHANGED,

            application_id: id,
            event_id: eventId,
            grave: true,
            verdict_from: 'REVIEW',
            verdict_to: 'REVIEW',
            vendor_name: 'PELICAN TACO WAGON',
            license_number: 'MFD4758801',
            verdict: 'REVIEW',
            url: `${ADDRESS}/organizer/events/${eventId}/applications/${id}`,
          },
        },
      ],
    );
    const sent = await mails();
    assert.deepEqual(sent.map(({ recipient }) => recipient).toSorted(), [
      'mia@organizer.example',
      'olive@organizer.example',
    ]);
    const [{ subject, body } = { subject: '', body: '' }] = sent;
    assert.match(subject, /^Now [^:]+: “.*”, with a spot at “Dusk Market”$/);
    assert.match(body, /has a spot at “Dusk Market” on April 10, 2026/);
    assert.match(body, /License status\n {2}from: current\n {2}to: {3}not renewed \(delinquent\)/);
    assert.match(body, new RegExp(`${ADDRESS}/organizer/events/${eventId}/applications/${id}\n`));
    assert.doesNotMatch(body, /@vendor|555-0100|Test Person/);
    assert.equal((await watch().look()).changed, 0);
    assert.equal(await watch().sendDigests(), 0);
    assert.deepEqual(await mails(), []);
  });

  test('are reported immediately, once each, if the business was closed or the license is no longer on file', async () => {
    // Without these rows, a file that lacks this one license would be held for review.
    const others = Array.from({ length: 40 }, (_, each) =>
      licenseRow({ licenseNumber: `MFD${4_770_001 + each}` }),
    );
    for (const [license, visits, expected] of [
      [
        [licenseRow({})],
        [
          inspectionRow(),
          inspectionRow({
            visitId: 9900002,
            caseId: 7700002,
            visitedOn: '2026-03-17',
            disposition: 'Emergency order recommended',
          }),
        ],
        /Hold by the regulator\n {2}from: none on file\n {2}to: {3}The regulator closed the business/,
      ],
      [[], [inspectionRow()], /License status\n {2}from: current\n {2}to: {3}not in the latest license file/],
    ] as const) {
      day = '2026-03-16';
      await database.close();
      database = await open();
      await publishDay(database, { day, licenses: [licenseRow({}), ...others], visits: [inspectionRow()] });
      accountId = await insertAccount(database.db, 'olive@organizer.example');
      eventId = await insertEvent(database.db, accountId, { name: 'Dusk Market' });
      await book();
      await watch().look();
      day = '2026-03-17';
      await publishDay(database, { day, licenses: [...license, ...others], visits });
      assert.deepEqual(await watch().look(), { looked: 1, changed: 1, grave: 1, failed: 0 });
      const [mail, ...more] = await mails();
      assert.deepEqual(more, []);
      assert.match(mail?.body ?? '', expected);
      assert.equal((await watch().look()).changed, 0);
      assert.equal(await watch().sendDigests(), 0);
    }
  });

  test('are reported immediately and only once, without a name, if the license has a new holder', async () => {
    const id = await book();
    await watch().look();
    day = '2026-03-17';
    await publish({ licenseeName: 'MARLOW, JANE' });
    const looks = await Promise.all([watch().look(), watch().look()]);
    assert.equal(looks[0].grave + looks[1].grave, 1, 'two processes tell it once');
    const [mail, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.match(mail?.subject ?? '', /^New license holder: “.*”, with a spot at “Dusk Market”$/);
    assert.match(
      mail?.body ?? '',
      /License holder\n {2}from: the holder on file before\n {2}to: {3}a different holder/,
    );
    assert.match(mail?.body ?? '', /says little about the new one: ask who runs the business/);
    assert.doesNotMatch(JSON.stringify([mail, (await watch().describe([id])).get(id)]), /marlow/i);
    assert.equal((await watch().look()).changed, 0);
    assert.equal(await watch().sendDigests(), 0);
    day = '2026-03-18';
    await publish({ licenseeName: 'Jane Marlow ', expiresOn: '2027-06-01' });
    assert.deepEqual(await watch().look(), { looked: 1, changed: 1, grave: 0, failed: 0 });
  });

  test('are not reported for a new holder if their state was stored before holders were read', async () => {
    const id = await book();
    await watch().look();
    const kept = await database.db.selectFrom('booked_watches').select('seen').executeTakeFirstOrThrow();
    const { holderRead: _, record, ...seen } = JSON.parse(kept.seen);
    const old = JSON.stringify({ ...seen, record: { ...record, holder: null } });
    await database.db
      .updateTable('booked_watches')
      .set({ seen: old })
      .where('application_id', '=', id)
      .execute();
    assert.deepEqual(await watch().look(), { looked: 1, changed: 0, grave: 0, failed: 0 });
    day = '2026-03-17';
    await publish({ licenseeName: 'MARLOW FOODS LLC' });
    assert.deepEqual(await watch().look(), { looked: 1, changed: 1, grave: 1, failed: 0 });
  });

  test('are compared with the filed decision if the record changed between the approval and the first check', async () => {
    const id = await book();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    assert.equal((await watch().look()).changed, 1);
    const history = (await watch().describe([id])).get(id);
    assert.deepEqual(
      history?.sinceDecision.flatMap(({ changes }) => changes.map(({ label }) => label)),
      ['License status'],
    );
  });

  test('are left for the daily email if a change is not severe, and that email lists the day of each change', async () => {
    await book();
    await lookOn('2026-03-16');
    day = '2026-03-17';
    await publish({ expiresOn: '2027-06-01' });
    assert.deepEqual(await watch().look(), { looked: 1, changed: 1, grave: 0, failed: 0 });
    assert.deepEqual(await mails(), []);
    const digests = await Promise.all([watch().sendDigests(), watch().sendDigests()]);
    assert.equal(digests[0] + digests[1], 1, 'two processes queue one mail');
    const [digest, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.match(digest?.body ?? '', /Noticed on March 17, 2026:\n\nLicense expires\n/);
    await publish({ expiresOn: '2027-06-01', city: 'QUINCY' });
    await watch().look();
    assert.equal(await watch().sendDigests(), 0, 'one a day');
    day = '2026-03-18';
    assert.equal(await watch().sendDigests(), 1);
  });

  test('are reported in the daily email as changed back if a change was reversed before it', async () => {
    await book();
    await lookOn('2026-03-16');
    day = '2026-03-17';
    await publish({ expiresOn: '2027-06-01' });
    await watch().look();
    day = '2026-03-18';
    await publish({});
    await watch().look();
    assert.equal(await watch().sendDigests(), 1);
    const [{ body } = { body: '' }] = await mails();
    assert.match(
      body,
      /Noticed on March 17, 2026:[\s\S]+to: {3}June 1, 2027[\s\S]+Noticed on March 18, 2026:[\s\S]+from: June 1, 2027/,
    );
  });

  test('are not reported once the spot was given back or the event is over or canceled', async () => {
    const id = await book();
    await lookOn('2026-03-16');
    day = '2026-03-17';
    await publish({ expiresOn: '2027-06-01' });
    await watch().look();
    assert.equal(await decide(id, 'declined'), undefined);
    await mails();
    assert.equal(await watch().sendDigests(), 0);
    await publish({ primaryStatus: '45' });
    assert.equal((await watch().look()).changed, 0);
    assert.deepEqual(await mails(), []);
    assert.deepEqual(await database.db.selectFrom('booked_watches').select('version').execute(), []);
  });

  test('have a change recorded and emailed only once if two processes check at the same time', async () => {
    await book();
    await watch().look();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    const looks = await Promise.all([watch().look(), watch().look(), watch().look()]);
    assert.equal(
      looks.reduce((sum, { grave }) => sum + grave, 0),
      1,
    );
    assert.equal((await mails()).length, 1);
    assert.equal((await database.db.selectFrom('booked_changes').select('id').execute()).length, 1);
  });

  test('make a change the first task until a manager keeps the decision, files a new one, or changes the status', async () => {
    const kept = await book();
    const filed = await book();
    const declined = await book();
    await sql`update applications set contact_email = 'x@vendor.example' where id = ${kept}`.execute(
      database.db,
    );
    await watch().look();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    await watch().look();
    const todos = () => applications().countTodos(accountId, eventId);
    assert.equal((await todos()).changed, 3);
    const changedOnly = readInboxView(new URLSearchParams('todo=changed'), 1);
    const listed = async () => {
      const { rows, counts } = await applications().listInbox(accountId, eventId, changedOnly);
      assert.equal(counts.todos.changed, rows.length);
      return rows.map(({ id }) => id).toSorted();
    };
    assert.deepEqual(await listed(), [kept, filed, declined].toSorted());
    const other = await insertAccount(database.db, 'vic@organizer.example');
    const named = (applicationId: string) => ({ accountId, eventId, applicationId });
    const asked = { how: 'kept', upTo: 1 } as const;
    await assert.rejects(watch().resolve({ ...named(kept), accountId: other }, asked), /no such event/);
    assert.equal(await watch().resolve(named(kept), asked), true);
    assert.equal(await watch().resolve(named(filed), { how: 'filed', upTo: 1 }), true);
    assert.equal(await decide(declined, 'declined'), undefined);
    assert.equal((await todos()).changed, 0);
    assert.deepEqual(await listed(), []);
    const resolved = [...(await watch().describe([kept, filed, declined])).entries()].map(
      ([id, { all, sinceDecision }]) => {
        const by = all[0]?.resolved;
        return [id, by?.how, by?.byId, by?.at, sinceDecision.length];
      },
    );
    const at = '2026-03-17T15:00:00.000Z';
    assert.deepEqual(
      new Map(resolved.map(([id, ...rest]) => [id, rest])),
      new Map([
        [kept, ['kept', accountId, at, 0]],
        [filed, ['filed', accountId, at, 0]],
        [declined, ['status', accountId, at, 0]],
      ]),
    );
    assert.equal((await watch().look()).changed, 0, 'what was kept is not told again');
  });

  test('keep a change open that arrived after the page was shown, and an undo reopens the changes that its action resolved', async () => {
    const id = await book();
    await watch().look();
    day = '2026-03-17';
    await publish({ expiresOn: '2027-06-01' });
    await watch().look();
    await publish({ expiresOn: '2027-06-01', city: 'QUINCY' });
    await watch().look();
    const named = { accountId, eventId, applicationId: id };
    assert.equal(await watch().resolve(named, { how: 'kept', upTo: 1 }), false);
    const open = async () =>
      (await watch().describe([id])).get(id)?.sinceDecision.map(({ position }) => position);
    assert.deepEqual(await open(), [2]);
    const actionId = randomUUID();
    const form = { chosen: [`${id}:approved`], action: 'waitlisted', message: '', reason: '' };
    assert.equal(await applications().applyBulk(accountId, eventId, actionId, form), undefined);
    assert.deepEqual(await open(), []);
    assert.equal(await applications().undoBulk(accountId, eventId, actionId), undefined);
    assert.deepEqual(await open(), [2]);
  });

  test('keep their mark if all decisions are filed in bulk, because that does not count as a review of the changes', async () => {
    const id = await book();
    await watch().look();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    await watch().look();
    assert.equal((await watch().describe([id])).get(id)?.sinceDecision.length, 1);
    day = '2026-03-18';
    assert.equal(await applications().fileDecisions(accountId, eventId), 1);
    const history = (await watch().describe([id])).get(id);
    assert.deepEqual([history?.sinceDecision.length, history?.all.length], [1, 1]);
    assert.equal((await watch().look()).changed, 0, 'what was decided with is known');
  });

  test('take as many statements to read for many vendors as for one', async () => {
    const count = async () => {
      const ledger = countStatements(database.db);
      const registry = countStatements(database.published.db);
      await createBookedWatch({
        ledgerDb: ledger.db,
        engine: database.engine,
        registry: { db: registry.db, engine: database.published.engine },
        baseUrl: ADDRESS,
        now,
        log: { error: () => assert.fail() },
      }).look();
      return [ledger.count(), registry.count()];
    };
    await book();
    await watch().look();
    const one = await count();
    for (let index = 0; index < 5; index++) await book();
    await watch().look();
    assert.deepEqual(await count(), one);
  });
});
