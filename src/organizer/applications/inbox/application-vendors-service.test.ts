import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishLicenses, TRUCK_REF } from '../../../../test/support/claimed-licenses.ts';
import { describeEngines } from '../../../../test/support/engines.ts';
import { joinVendors } from './application-vendors-service.ts';

describeEngines('joined vendors', (open) => {
  test('have the published identity as text, with the URL of the vendor’s page added at the end', async () => {
    const database = await open();
    await publishLicenses(database, '2026-03-01');
    const { license_digits } = TRUCK_REF;
    const sharing = await joinVendors(
      {
        registry: database.published,
        baseUrl: 'https://v.example/a"b',
        now: () => new Date('2026-03-02T12:00:00Z'),
      },
      [{ license_digits }],
    );
    const { identity, id } = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['identity', 'id'])
      .where('digits', '=', license_digits)
      .executeTakeFirstOrThrow();
    const published: Record<string, unknown> = JSON.parse(identity);
    assert.deepEqual(
      sharing(license_digits).map(({ identityText }) => identityText),
      [JSON.stringify({ ...published, page_url: `https://v.example/a"b/vendor/${id}` })],
    );
    await database.close();
  });
});
