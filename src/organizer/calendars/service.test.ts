import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { readCalendar } from '../../../test/support/calendars.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent } from '../../../test/support/ledger-rows.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { createCalendarService, NO_SUCH_CALENDAR } from './service.ts';

const BASE_URL = 'https://vendors.example';
const GONE = { code: 'not_found', message: NO_SUCH_CALENDAR };

describeBothEngines('calendars', (open) => {
  let database: TestDatabase;
  let owner: string;
  let member: string;
  let moment = '2026-03-16T15:00:00.000Z';
  beforeEach(async () => {
    database = await open();
    moment = '2026-03-16T15:00:00.000Z';
    owner = await insertAccount(database.db, 'olive@organizer.example');
    member = await insertAccount(database.db, 'mia@organizer.example');
  });

  const calendars = (ledgerDb: LedgerDb = database.db) =>
    createCalendarService({
      ledgerDb,
      baseUrl: BASE_URL,
      now: () => new Date(moment),
      randomToken: () => randomBytes(24).toString('base64url'),
    });
  const sessionOf = (accountId: string) =>
    ({ accountId }) as Parameters<ReturnType<typeof calendars>['findFeed']>[0];
  const tokenOf = (address: string | undefined) => new URL(address ?? '').searchParams.get('token') ?? '';
  const make = async (accountId: string) => {
    const feed = await calendars().findFeed(sessionOf(accountId));
    return tokenOf(await calendars().makeFeed(sessionOf(accountId), feed?.made_at ?? ''));
  };
  const namesIn = async (token: string) =>
    readCalendar(await calendars().getPrivate(token)).map(({ summary }) => summary);
  const join = (role: string) =>
    database.db
      .insertInto('team_members')
      .values({ id: 'm', account_id: owner, member_id: member, role, joined_at: moment })
      .execute();

  test('the public calendar shows public events that are not over, and canceled events only if vendors have applied', async () => {
    const add = (name: string, columns = {}) => insertEvent(database.db, owner, { name, ...columns });
    await add('Open');
    await add('Closed for applications', { applications_close_at: '2026-03-01T00:00:00.000Z' });
    await add('Draft', { status: 'Draft' });
    await add('Draft that was cancelled', { status: 'Cancelled' });
    await add('Called off', { status: 'Cancelled', applications_received: 1 });
    await add('Over', { starts_at: '2026-03-01T00:00:00.000Z', ends_at: '2026-03-16T15:00:00.000Z' });
    const read = readCalendar(await calendars().getPublic());
    assert.deepEqual(read.map(({ summary, status }) => [summary, status]).toSorted(), [
      ['Called off', 'CANCELLED'],
      ['Closed for applications', 'CONFIRMED'],
      ['Open', 'CONFIRMED'],
    ]);
    assert.equal(await calendars().getPublic(), await calendars().getPublic(), 'the same bytes');
  });

  test('the public calendar has at most 500 events, starting with the next event', async () => {
    for (let each = 0; each < 502; each++)
      await insertEvent(database.db, owner, {
        name: `Night ${each}`,
        starts_at: new Date(Date.UTC(2026, 5, 1) + each * 1_000).toISOString(),
        ends_at: '2026-07-01T00:00:00.000Z',
      });
    const names = readCalendar(await calendars().getPublic()).map(({ summary }) => summary);
    assert.deepEqual([names.length, names[0], names.at(-1)], [500, 'Night 0', 'Night 499']);
  });

  test('a single event can be fetched unless it is a draft', async () => {
    const id = await insertEvent(database.db, owner, { name: 'Lake Night' });
    assert.deepEqual(
      readCalendar(await calendars().getEvent(id)).map(({ uid, starts_at }) => [uid, starts_at]),
      [[id, '2026-04-10T21:00:00.000Z']],
    );
    const draft = await insertEvent(database.db, owner, { status: 'Draft' });
    for (const each of [draft, 'no-id', member])
      await assert.rejects(calendars().getEvent(each), { code: 'not_found' }, each);
  });

  test('a private calendar shows the current events of the account and its teams, but no applicants', async () => {
    const id = await insertEvent(database.db, owner, { name: 'Market', capacity: 9, spots_taken: 2 });
    await insertApplication(database.db, id, { status: 'approved', business_name: 'Secret Tacos' });
    await insertEvent(database.db, member, { name: 'Own draft', status: 'Draft' });
    const stranger = await insertAccount(database.db, 'sam@organizer.example');
    await insertEvent(database.db, stranger, { name: 'Foreign' });
    const own = await make(owner);
    const token = await make(member);
    assert.deepEqual(await namesIn(own), ['Market']);
    assert.deepEqual(await namesIn(token), ['Own draft']);
    await join('viewer');
    assert.deepEqual((await namesIn(token)).toSorted(), ['Market', 'Own draft']);
    const text = await calendars().getPrivate(token);
    assert.match(text, /2 of 9 spots taken/);
    assert.doesNotMatch(text, /Secret|Test Person|vendor\.example\b.*@|555-0100/);
    await database.db.deleteFrom('team_members').execute();
    assert.deepEqual(await namesIn(token), ['Own draft'], 'removed: gone on the next request');
    const statements = countStatements(database.db);
    await calendars(statements.db).getPrivate(own);
    assert.equal(statements.count(), 2);
  });

  test('an event disappears from a private calendar ninety days after it ends', async () => {
    await insertEvent(database.db, owner, { name: 'Lake Night' });
    const token = await make(owner);
    moment = '2026-07-10T00:59:59.999Z';
    assert.deepEqual(await namesIn(token), ['Lake Night']);
    moment = '2026-07-10T01:00:00.000Z';
    assert.deepEqual(await namesIn(token), []);
  });

  test('the old URL of a renewed, revoked or deleted calendar immediately throws the same error as one that never existed', async () => {
    const first = await make(owner);
    const second = await make(owner);
    assert.notEqual(first, second);
    const stored = await database.db.selectFrom('calendar_feeds').selectAll().execute();
    assert.equal(stored.length, 1);
    assert.ok(!JSON.stringify(stored).includes(second), 'only a hash is stored');
    assert.deepEqual(await namesIn(second), []);
    for (const token of [
      first,
      '',
      'x',
      second.slice(1),
      `${second}x`,
      randomBytes(24).toString('base64url'),
    ])
      await assert.rejects(calendars().getPrivate(token), GONE, token);
    await calendars().revokeFeed(sessionOf(owner));
    await assert.rejects(calendars().getPrivate(second), GONE);
    const third = await make(owner);
    assert.deepEqual(await namesIn(third), []);
    await database.db.deleteFrom('accounts').where('id', '=', owner).execute();
    await assert.rejects(calendars().getPrivate(third), GONE);
  });

  test('a form that is sent several times at once creates only one URL', async () => {
    const made = await Promise.all([1, 2, 3].map(() => calendars().makeFeed(sessionOf(owner), '')));
    const addresses = made.filter((each) => each !== undefined);
    assert.equal(addresses.length, 1);
    assert.deepEqual(await namesIn(tokenOf(addresses[0])), []);
    const { made_at } = (await calendars().findFeed(sessionOf(owner))) ?? { made_at: '' };
    assert.ok(await calendars().makeFeed(sessionOf(owner), made_at));
    assert.equal(await calendars().makeFeed(sessionOf(owner), made_at), undefined);
  });
});
