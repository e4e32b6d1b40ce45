import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_DAY, openTestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

const ADDRESS = '/.well-known/security.txt';

/** Tests security.txt (RFC 9116). */
describeEngines('security.txt', (open) => {
  test('is machine-readable, and always expires in the future but in less than a year', async () => {
    const database = await open();
    const { get, app } = await openTestApp(database, { OPERATOR_EMAIL: 'secure+us@sunshine.example' });
    const { status, headers, body } = await get(ADDRESS);
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    const lines = body.trimEnd().split('\n');
    const fields = new Map(lines.map((line) => line.split(': ', 2) as [string, string]));
    assert.deepEqual(
      [...fields].filter(([name]) => name !== 'Expires'),
      [
        ['Contact', 'mailto:secure%2Bus@sunshine.example'],
        ['Preferred-Languages', 'en, es'],
        ['Canonical', `https://vendors.example${ADDRESS}`],
      ],
    );
    const expires = fields.get('Expires') ?? '';
    assert.match(expires, /^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const days = (Date.parse(expires) - Date.parse(DEMO_DAY)) / 86_400_000;
    assert.ok(days > 30 && days < 365, `${days} days`);
    await app.close();
    await database.close();
  });

  test('does not exist until a contact is configured', async () => {
    const database = await open();
    const { get, app } = await openTestApp(database);
    assert.equal((await get(ADDRESS)).status, 404);
    await app.close();
    await database.close();
  });
});
