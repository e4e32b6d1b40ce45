import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import { insertApplication, insertEvent } from '../../../../test/support/ledger-rows.ts';
import type { ApplicationService } from '../service.ts';

describeBothEngines('the vendor book', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;
  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
  });
  after(() => database.close());

  test('lists each vendor with a spot or an outcome once, with its record, events and outcomes, but not other accounts’ vendors', async () => {
    const { db } = database;
    const digits = reservedNumber('grade-a').replace(/\D/g, '');
    const license = { license_number: digits, license_digits: digits };
    const earlier = await insertEvent(db, accountId, {
      name: 'Earlier',
      starts_at: '2026-01-10T20:00:00.000Z',
    });
    const later = await insertEvent(db, accountId, { name: 'Later', starts_at: '2026-02-10T20:00:00.000Z' });
    const other = await insertAccount(db);
    const foreign = await insertEvent(db, other, { name: 'Foreign' });
    await insertApplication(db, earlier, {
      ...license,
      business_name: 'Old Name',
      status: 'confirmed',
      outcome: 'attended',
    });
    await insertApplication(db, later, {
      ...license,
      business_name: 'Pelican',
      status: 'cancelled',
      outcome: 'no_show',
    });
    await insertApplication(db, later, { business_name: 'Asked only', license_number: '0000000009' });
    await insertApplication(db, later, {
      business_name: 'Abuela’s Jams',
      license_number: '',
      license_digits: '',
      license_kind: 'cottage_food',
      status: 'approved',
    });
    await insertApplication(db, foreign, { ...license, business_name: 'Foreign', status: 'confirmed' });

    const book = await service.getVendorBook(accountId, { text: '', page: 1 });
    assert.deepEqual(
      book.entries.map(({ newest, events, outcomes, vendor, standing }) => [
        newest.business_name,
        events.map(({ event_name }) => event_name),
        [...outcomes],
        vendor?.license_number ?? null,
        standing !== null,
      ]),
      [
        ['Abuela’s Jams', ['Later'], [], null, false],
        [
          'Pelican',
          ['Later', 'Earlier'],
          [
            ['no_show', 1],
            ['attended', 1],
          ],
          reservedNumber('grade-a'),
          true,
        ],
      ],
    );
    const found = async (text: string) => (await service.getVendorBook(accountId, { text, page: 1 })).total;
    assert.deepEqual([await found('old earlier'), await found('jams'), await found('nobody')], [1, 1, 0]);
    assert.equal((await service.getVendorBook(other, { text: '', page: 1 })).all, 1);
  });
});
