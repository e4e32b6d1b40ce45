import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent, openApplicationService } from '../../../test/support/ledger-rows.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import { listMails, PELICAN, publishDay } from '../../../test/support/watch-rows.ts';
import { createBookedWatch } from './service.ts';

const HERON = '4758802';

/**
 * Tests a check that something else interferes with: a decision before it, a change during it, or a row that
 * cannot be read or written.
 */
describeEngines('a check of vendors with a spot', (open) => {
  let database: TestDatabase;
  let accountId: string;
  let eventId: string;
  let day: string;
  let failed: unknown[];
  beforeEach(async () => {
    database = await open();
    day = '2026-03-16';
    failed = [];
    await publish({});
    accountId = await insertAccount(database.db, 'olive@organizer.example');
    eventId = await insertEvent(database.db, accountId, { name: 'Dusk Market' });
  });

  const now = () => new Date(`${day}T15:00:00Z`);
  const applications = () => openApplicationService(database, { now });
  /**
   * Creates the watch. `meanwhile` runs after the vendors with a spot have been read and before anything is
   * compared.
   */
  const watch = (meanwhile: () => Promise<unknown> = async () => {}) =>
    createBookedWatch({
      ledgerDb: database.db,
      engine: database.engine,
      baseUrl: 'https://vendors.example',
      now,
      registry: {
        db: database.published.db,
        engine: {
          ...database.published.engine,
          async inSnapshot(db, read) {
            await meanwhile();
            return database.published.engine.inSnapshot(db, read);
          },
        },
      },
      log: { error: (fields) => failed.push('application' in fields && fields.application) },
    });
  const publish = (
    license: Parameters<typeof licenseRow>[0],
    visits: ReturnType<typeof inspectionRow>[] = [],
  ) =>
    publishDay(database, {
      day,
      licenses: [licenseRow(license), licenseRow({ ...license, licenseNumber: `MFD${HERON}` })],
      visits: [inspectionRow(), ...visits],
    });
  const closed = () =>
    inspectionRow({
      visitId: 9900002,
      caseId: 7700002,
      visitedOn: day,
      disposition: 'Emergency order recommended',
    });
  const decide = (id: string, status: string) =>
    applications().decide(accountId, eventId, id, { status, message: '', reason: 'We know them.' });
  const book = async (digits = PELICAN.license_digits) => {
    const id = await insertApplication(database.db, eventId, {
      license_number: `MFD${digits}`,
      license_digits: digits,
      license_type: PELICAN.license_type,
    });
    assert.equal(await decide(id, 'approved'), undefined);
    await database.db.deleteFrom('mails').execute();
    return id;
  };
  const noted = () =>
    database.db
      .selectFrom('booked_changes')
      .select(['application_id', 'verdict_from', 'verdict_to', 'changes'])
      .orderBy('application_id')
      .orderBy('position')
      .execute();
  const mails = async () => {
    const sent = await listMails(database.db);
    await database.db.deleteFrom('mails').execute();
    return sent;
  };

  for (const [what, end] of [
    ['a spot that is given back', (id: string) => decide(id, 'declined')],
    ['an event that is cancelled', () => applications().cancelEvent(accountId, eventId)],
  ] as const)
    test(`records, stores, and emails no change for ${what} during the check`, async () => {
      const id = await book();
      await watch().look();
      day = '2026-03-17';
      await publish({ primaryStatus: '45' });
      const look = await watch(async () => {
        assert.equal(await end(id), undefined);
        await mails();
      }).look();
      assert.deepEqual(look, { looked: 1, changed: 0, grave: 0, failed: 0 });
      assert.deepEqual([await noted(), await mails()], [[], []]);
      const kept = await database.db.selectFrom('booked_watches').select('version').execute();
      assert.deepEqual(
        kept.map(({ version }) => version),
        [1],
        'as it was seen before',
      );
    });

  test('does not compare records from an earlier version, because they are about to be rebuilt', async () => {
    await book();
    await watch().look();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    await pretendEarlierFormat(database);
    assert.deepEqual(await watch().look(), { looked: 0, changed: 0, grave: 0, failed: 0 });
    assert.deepEqual([await noted(), await mails()], [[], []]);
  });

  test('leaves nothing stored about a vendor whose spot is returned during the first check', async () => {
    const id = await book();
    await watch(() => decide(id, 'declined')).look();
    assert.deepEqual(await database.db.selectFrom('booked_watches').select('version').execute(), []);
  });

  test('takes a verdict filed since the last check as known, and reports only the facts that led to it', async () => {
    const id = await book();
    await watch().look();
    day = '2026-03-17';
    await publish({}, [closed()]);
    assert.equal(await applications().fileDecisions(accountId, eventId), 1);
    await watch().look();
    const [change, ...more] = await noted();
    assert.deepEqual([change?.application_id, more], [id, []]);
    assert.deepEqual([change?.verdict_from, change?.verdict_to], ['DECLINE', 'DECLINE']);
    assert.doesNotMatch(change?.changes ?? '', /Verdict for the event/);
    assert.match((await mails())[0]?.body ?? '', /Hold by the regulator\n {2}from: none on file\n/);
    assert.equal((await watch().look()).changed, 0, 'once');
  });

  test('compares a state seen after a decision was filed with the state seen before, not with the decision', async () => {
    await book();
    await watch().look();
    day = '2026-03-17';
    await publish({}, [closed()]);
    assert.equal((await watch().look()).grave, 1);
    await mails();
    day = '2026-03-18';
    assert.equal((await watch().look()).changed, 0);
    assert.deepEqual([(await noted()).length, await mails()], [1, []]);
  });

  test('is not stopped by a vendor that fails, whose change is reported once its check succeeds', async () => {
    const ids = [await book(), await book(HERON), await book()].toSorted();
    const [unreadable, unwritable, fine] = ids;
    assert.ok(unreadable && unwritable && fine);
    await watch().look();
    const keepSeen = (id: string, seen: string) =>
      database.db.updateTable('booked_watches').set({ seen }).where('application_id', '=', id).execute();
    const { seen } = await database.db
      .selectFrom('booked_watches')
      .select('seen')
      .where('application_id', '=', unreadable)
      .executeTakeFirstOrThrow();
    await keepSeen(unreadable, '{');
    // This row takes the position that the vendor's next change would get.
    const row = {
      id: 'in the way',
      application_id: unwritable,
      position: 2,
      changed_at: '2026-03-16',
      day,
      grave: 0,
      verdict_from: 'CLEAR',
      verdict_to: 'CLEAR',
      changes: '[]',
      reasons: '[]',
      told_at: '2026-03-16',
      settled_at: null,
      settled_by: null,
      settled_how: null,
    };
    await database.db.insertInto('booked_changes').values(row).execute();
    day = '2026-03-17';
    await publish({ primaryStatus: '45' });
    assert.deepEqual(await watch().look(), { looked: 3, changed: 1, grave: 1, failed: 2 });
    assert.deepEqual(failed, [unreadable, unwritable]);
    assert.deepEqual(
      (await noted()).map(({ application_id }) => application_id),
      [unwritable, fine].toSorted(),
    );
    assert.equal((await mails()).length, 1);
    await keepSeen(unreadable, seen);
    await database.db.deleteFrom('booked_changes').where('id', '=', 'in the way').execute();
    assert.deepEqual(await watch().look(), { looked: 3, changed: 2, grave: 2, failed: 0 });
    assert.equal((await mails()).length, 2);
  });
});
