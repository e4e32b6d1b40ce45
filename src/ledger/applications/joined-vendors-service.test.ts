import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishLicenses, TRUCK_REF } from '../../../test/support/claimed-licenses.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { joinVendors } from './joined-vendors-service.ts';

describeEngines('joined vendors', (open) => {
  test('the identity text is the published one with the address of the vendor’s page at its end', async () => {
    const database = await open();
    await publishLicenses(database, '2026-03-01');
    const { license_digits } = TRUCK_REF;
    const sharing = await joinVendors(
      { registry: database, baseUrl: 'https://v.example/a"b', now: () => new Date('2026-03-02T12:00:00Z') },
      [{ license_digits }],
    );
    const { identity, vendor_id } = await database.db
      .selectFrom('vendor_records')
      .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
      .select(['identity', 'vendor_id'])
      .where('digits', '=', license_digits)
      .executeTakeFirstOrThrow();
    const published: Record<string, unknown> = JSON.parse(identity);
    assert.deepEqual(
      sharing(license_digits).map(({ identityText }) => identityText),
      [JSON.stringify({ ...published, page_url: `https://v.example/a"b/vendor/${vendor_id}` })],
    );
    await database.close();
  });
});
