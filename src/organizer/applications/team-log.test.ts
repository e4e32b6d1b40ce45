import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent, openApplicationService } from '../../../test/support/ledger-rows.ts';
import { createTeamService } from '../../accounts/teams/service.ts';
import { toEventFields } from '../events/form/event-form.ts';
import { createEventService } from '../events/service.ts';

const DURING = () => new Date('2026-04-10T22:00:00Z');

describeEngines('a team’s log', (open) => {
  let database: TestDatabase;
  before(async () => {
    database = await open();
  });
  after(() => database.close());

  test('has exactly one entry each time a member edits the event, sets a deposit, or records or removes outcomes', async () => {
    const olive = await insertAccount(database.db);
    const mia = await insertAccount(database.db);
    const row = {
      id: randomUUID(),
      account_id: olive,
      member_id: mia,
      role: 'manager',
      joined_at: '2026-01-01',
    };
    await database.db.insertInto('team_members').values(row).execute();
    let clock = DURING().getTime();
    // Each entry gets its own timestamp, because entries with the same timestamp have no defined order.
    const now = () => new Date(clock++);
    const events = createEventService({ ledgerDb: database.db, now });
    const applications = openApplicationService(database, { now });
    const id = await insertEvent(database.db, olive);
    const { event } = await events.get(mia, id);
    const edited = await events.update(
      mia,
      id,
      { ...toEventFields(event), venue_name: 'Hill Park' },
      event.updated_at,
    );
    assert.ok(edited.ok);
    const stale = await events.update(mia, id, toEventFields(event), event.updated_at);
    assert.equal(stale.ok, false);
    const apply = (business_name: string) =>
      insertApplication(database.db, id, { business_name, status: 'confirmed' });
    const ann = await apply('Ann’s');
    const bob = await apply('Bob’s');
    for (const status of ['paid', 'paid'])
      assert.equal(await applications.setDeposit(mia, id, ann, status), undefined);
    for (const outcome of ['late', 'late', ''])
      assert.equal(await applications.recordOutcome(mia, id, ann, outcome), undefined);
    const actionId = randomUUID();
    const chosen = [ann, bob].map((each) => `${each}:confirmed:none`);
    const form = { chosen, action: 'attended', message: '', reason: '' };
    for (const _ of [1, 2]) assert.equal(await applications.applyBulk(mia, id, actionId, form), undefined);
    assert.equal(await applications.undoBulk(mia, id, actionId), undefined);
    assert.equal(await events.complete(mia, id), undefined);
    const team = createTeamService({ ledgerDb: database.db, baseUrl: '', now, randomToken: () => '' });
    const session = { accountId: olive, name: '', email: '', sessionId: '' };
    const { log } = await team.describe(session);
    assert.deepEqual(log.map(({ action, subject, role }) => [action, subject, role]).toReversed(), [
      ['changed_event', 'Lake Night', ''],
      ['deposit', 'Ann’s at Lake Night', 'paid'],
      ['outcome', 'Ann’s at Lake Night', 'late'],
      ['outcome', 'Ann’s at Lake Night', ''],
      ['outcome', '2 vendors at Lake Night', 'attended'],
      ['outcomes_undone', '2 vendors at Lake Night', ''],
      ['completed', 'Lake Night', ''],
    ]);
    const { name } = await database.db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', mia)
      .executeTakeFirstOrThrow();
    assert.deepEqual([...new Set(log.map(({ actor_name }) => actor_name))], [name]);
    assert.deepEqual((await team.describe({ ...session, accountId: mia })).log, [], 'it is the owner’s');
  });
});
