import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent } from '../../../test/support/ledger-rows.ts';
import { createShortlistService } from './shortlist-service.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const OLD = '2025-01-01T00:00:00.000Z';

describeBothEngines('shortlist invitations', (open) => {
  let database: TestDatabase;
  let accountId: string;
  let eventId: string;
  let service: ReturnType<typeof createShortlistService>;
  beforeEach(async () => {
    database = await open();
    accountId = await insertAccount(database.db);
    await database.db.updateTable('accounts').set({ created_at: OLD }).where('id', '=', accountId).execute();
    eventId = await insertEvent(database.db, accountId, { name: 'Lake Night', organizer_name: 'Lake Parks' });
    service = createShortlistService({
      ledgerDb: database.db,
      registry: database.published,
      baseUrl: 'https://vendors.example',
      randomToken: () => randomUUID(),
      decide: async () => [],
      now: () => NOW,
    });
  });

  const shortlist = async (count: number, event = eventId): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const [index, id] of ids.entries())
      await database.db
        .insertInto('shortlisted_vendors')
        .values({
          id,
          event_id: event,
          vendor_id: `vendor ${index}`,
          typed_name: '',
          typed_number: '',
          name: `TRUCK ${String(index).padStart(3, '0')}`,
          license_number: `MFD000000${index}`.slice(0, 10),
          city: '',
          added_at: OLD,
          added_by: 'Ana',
          verdict: 'CLEAR',
          decided_at: OLD,
          event_date: '2026-04-10',
          receipt_number: '',
        })
        .execute();
    return ids;
  };
  const mails = () =>
    database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).orderBy('recipient').execute();
  const invite = (emails: Readonly<Record<string, string>>, event = eventId, by = accountId) =>
    service.invite(by, event, new Map(Object.entries(emails)));

  test('are sent once per event to each vendor and each address, in both languages', async () => {
    const [a = '', b = '', c = ''] = await shortlist(3);
    assert.equal(await invite({ [a]: ' Ana@Truck.example ', [b]: '', [c]: 'ana@truck.example' }), undefined);
    const sent = await mails();
    assert.deepEqual(
      sent.map(({ recipient }) => recipient),
      ['ana@truck.example'],
    );
    assert.match(sent[0]?.subject ?? '', /^Apply for a spot: .*Lake Night/);
    assert.match(sent[0]?.body ?? '', /Lake Parks.* has invited you to apply/);
    assert.match(sent[0]?.body ?? '', new RegExp(`https://vendors.example/es/events/${eventId}`));
    assert.match((await invite({ [a]: 'other@truck.example' })) ?? '', /not invited yet/);
    assert.equal((await mails()).length, 1);
    const { vendors } = await service.list(accountId, eventId);
    assert.deepEqual(
      vendors.map(({ invitedAt }) => invitedAt !== undefined),
      [true, false, false],
    );
  });

  test('are not sent by any organizer once a vendor has stopped them, and organizers do not find out', async () => {
    const [a = ''] = await shortlist(1);
    await invite({ [a]: 'ana@truck.example' });
    const token = /stop\?token=([\w-]+)/.exec((await mails())[0]?.body ?? '')?.[1] ?? '';
    await service.stopInvitations(token);
    await service.stopInvitations(token);
    const other = await insertAccount(database.db);
    const event = await insertEvent(database.db, other);
    const [b = ''] = await shortlist(1, event);
    assert.equal(await invite({ [b]: 'ana@truck.example' }, event, other), undefined);
    assert.equal((await mails()).length, 1);
    for (const made of ['', 'made-up'])
      await assert.rejects(service.stopInvitations(made), { code: 'not_found' });
  });

  test('do not store addresses as plain text', async () => {
    const [a = ''] = await shortlist(1);
    await invite({ [a]: 'ana@truck.example' });
    const stored = await database.db.selectFrom('event_invitations').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(stored), /truck\.example/);
  });

  test('suggest an address from earlier applications only if those were to this organizer’s events', async () => {
    await shortlist(2);
    const earlier = await insertEvent(database.db, accountId);
    const foreign = await insertEvent(database.db, await insertAccount(database.db));
    const apply = (event: string, license_digits: string, contact_email: string) =>
      insertApplication(database.db, event, { license_digits, contact_email });
    await apply(earlier, '0000000', 'known@truck.example');
    await apply(foreign, '0000001', 'foreign@truck.example');
    const { vendors } = await service.list(accountId, eventId);
    assert.deepEqual(
      vendors.map(({ knownEmail }) => knownEmail),
      ['known@truck.example', ''],
    );
  });

  test('are not sent for an invalid address, a draft, a new account over its limit, or another account’s event', async () => {
    const ids = await shortlist(11);
    const [a = '', b = ''] = ids;
    assert.match(
      (await invite({ [a]: 'ana@truck.example', [b]: 'nobody' })) ?? '',
      /Check the email address/,
    );
    const draft = await insertEvent(database.db, accountId, { status: 'Draft' });
    const [c = ''] = await shortlist(1, draft);
    assert.match((await invite({ [c]: 'ana@truck.example' }, draft)) ?? '', /isn’t published/);
    await database.db
      .updateTable('accounts')
      .set({ created_at: NOW.toISOString() })
      .where('id', '=', accountId)
      .execute();
    const all = Object.fromEntries(ids.map((id, index) => [id, `v${index}@truck.example`]));
    assert.match((await invite(all)) ?? '', /You can invite 10 vendors an hour/);
    await assert.rejects(invite({ [a]: 'ana@truck.example' }, eventId, await insertAccount(database.db)), {
      code: 'not_found',
    });
    assert.deepEqual(await mails(), []);
    assert.deepEqual(await database.db.selectFrom('event_invitations').selectAll().execute(), []);
  });
});
