import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import { applicationRow, insertApplications, insertEvent } from '../../../../test/support/ledger-rows.ts';
import type { ApplicationService } from '../service.ts';

describeBothEngines('the day-of list', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;
  let eventId: string;
  let ids: string[];
  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
    eventId = await insertEvent(database.db, accountId, { spots_taken: 3 });
    const rows = (['approved', 'confirmed', 'approved', 'submitted'] as const).map((status, index) =>
      applicationRow(eventId, {
        status,
        business_name: `Truck ${index}`,
        license_number: `000000001${index}`,
      }),
    );
    ids = rows.map(({ id }) => id);
    await insertApplications(database.db, rows);
  });
  after(() => database.close());

  const shown = async () =>
    (await service.getDayList(accountId, eventId)).entries.map(
      ({ business_name, spot, load_in, checked_in_at }) => [
        business_name,
        spot,
        load_in,
        checked_in_at !== null,
      ],
    );
  const note = (index: number, typed: Parameters<typeof service.noteDay>[3]) =>
    service.noteDay(accountId, eventId, ids[index] ?? '', typed);

  test('lists every vendor with a spot in natural spot order, and does not change fields that a form omits', async () => {
    assert.equal(await note(0, { spot: '10', load_in: ' 3:30 PM,  gate B ' }), undefined);
    assert.equal(await note(1, { spot: '2' }), undefined);
    assert.equal(await note(0, { checked_in: true }), undefined);
    assert.deepEqual(await shown(), [
      ['Truck 1', '2', '', false],
      ['Truck 0', '10', '3:30 PM, gate B', true],
      ['Truck 2', '', '', false],
    ]);
    assert.equal(await note(0, { checked_in: false }), undefined);
    assert.deepEqual((await shown())[1], ['Truck 0', '10', '3:30 PM, gate B', false]);
  });

  test('keeps the time of the first check-in after a second one', async () => {
    await note(2, { checked_in: true });
    const first = (await service.getDayList(accountId, eventId)).entries.at(-1)?.checked_in_at;
    await note(2, { checked_in: true });
    assert.equal((await service.getDayList(accountId, eventId)).entries.at(-1)?.checked_in_at, first);
    assert.ok(first);
  });

  test('rejects text that is too long, a vendor without a spot, and another account', async () => {
    assert.match((await note(0, { spot: 'x'.repeat(21) })) ?? '', /at most 20 characters/);
    assert.match((await note(0, { load_in: 'x'.repeat(61) })) ?? '', /at most 60 characters/);
    assert.match((await note(3, { spot: '1' })) ?? '', /no longer has a spot/);
    const other = await insertAccount(database.db);
    await assert.rejects(service.getDayList(other, eventId), { code: 'not_found' });
    await assert.rejects(service.noteDay(other, eventId, ids[0] ?? '', { spot: '1' }), { code: 'not_found' });
    await assert.rejects(service.noteDay(accountId, eventId, 'made-up', { spot: '1' }), {
      code: 'not_found',
    });
  });

  test('counts vendors with a spot by the kind of food they serve', async () => {
    const rows = [
      ...(['approved', 'confirmed', 'submitted'] as const).map((status) => ({ status, food_kind: 'tacos' })),
      { status: 'approved', food_kind: 'bbq' },
      { status: 'approved', food_kind: '' },
    ];
    const event = await insertEvent(database.db, accountId);
    await insertApplications(
      database.db,
      rows.map((row, index) => applicationRow(event, { ...row, license_number: `000000002${index}` })),
    );
    assert.deepEqual(
      [...(await service.countFoods(event))],
      [
        ['tacos', 2],
        ['bbq', 1],
      ],
    );
  });
});
