import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { signInWith } from '../../../test/support/account-service.ts';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { openDemoApp } from '../../../test/support/demo-app.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { DEMO_ORGANIZERS } from '../../accounts/account/demo-organizers.ts';
import { APPLICATION_STATUSES, DEPOSIT_STATUSES, OUTCOMES } from '../../organizer/applications/schemas.ts';
import { EVENT_STATUSES } from '../../organizer/events/schemas.ts';
import { createLogger } from '../../platform/log/log.ts';
import { demoRows } from './demo-rows.ts';
import { demoKey, seedDemoOrganizers } from './seed-organizers.ts';
import { syncDemoOrganizers } from './sync-organizers.ts';

const TODAY = new Date('2026-03-16T15:00:00Z');
const log = createLogger('silent');

describeEngines('the demo organizers', (open) => {
  test('can sign in and use their keys, and have events, applications, and filed decisions', async () => {
    const database = await open();
    const { app, services } = await openDemoApp(database, 120);
    await syncDemoOrganizers({ ledger: database.db, services, demo: true, log });
    const [parks] = DEMO_ORGANIZERS;
    await signInWith(services.accounts, parks);
    for (const organizer of DEMO_ORGANIZERS) {
      const headers = { authorization: `Bearer ${demoKey(organizer).text}` };
      const answer = await app.inject({ url: '/api/v1/applications', headers });
      assert.equal(answer.statusCode, 200);
      assert.ok(answer.json().meta.count > 5, organizer.email);
    }
    const [festival] = (await services.events.list(parks.id)).filter(({ name }) => name.includes('Festival'));
    const { entries } = await services.applications.getComplianceFile(parks.id, festival?.id ?? '', 1);
    assert.ok(entries.filter(({ decision }) => decision !== null).length >= 8);
    await app.close();
    await database.close();
  });

  test('have no application that a link could open, even if an earlier version stored the hash of a known token', async () => {
    const database = await open();
    const { app, services } = await openDemoApp(database, 120);
    await syncDemoOrganizers({ ledger: database.db, services, demo: true, log });
    const read = () => database.db.selectFrom('applications').selectAll().orderBy('id').execute();
    const names = new Map(
      (await database.db.selectFrom('events').select(['id', 'name']).execute()).map(({ id, name }) => [
        id,
        name,
      ]),
    );
    const stored = await read();
    const [known] = stored;
    assert.ok(known && stored.length > 10);
    assert.ok(stored.every(({ link_sha256 }) => !/^[0-9a-f]{64}$/.test(link_sha256)));
    const earlierText = `no link:${names.get(known.event_id)}:${known.license_number}`;
    const link_sha256 = createHash('sha256').update(earlierText).digest('hex');
    await database.db.updateTable('applications').set({ link_sha256 }).where('id', '=', known.id).execute();
    const rows = await read();
    for (const { id, link_sha256: hash } of [known, ...rows.slice(0, 3)])
      for (const token of [earlierText, hash, id, '']) {
        const fields = new URLSearchParams({ token });
        const shown = await app.inject({ url: `/application?${fields}` });
        assert.equal(shown.statusCode, 404, token);
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const options = { method: 'POST', headers, payload: fields.toString() } as const;
        const sent = await app.inject({ ...options, url: '/application/withdraw' });
        assert.equal(sent.statusCode, 404, token);
      }
    assert.deepEqual(await read(), rows);
    await app.close();
    await database.close();
  });

  test('remain as visitors left them until their last event is over', async () => {
    const { db, close } = await open();
    assert.equal(await seedDemoOrganizers(db, TODAY), true);
    await db.updateTable('events').set({ description: 'changed' }).execute();
    assert.equal(await seedDemoOrganizers(db, TODAY), false);
    assert.equal(await seedDemoOrganizers(db, new Date('2026-12-01T15:00:00Z')), true);
    const changed = await db.selectFrom('events').select('id').where('description', '=', 'changed').execute();
    assert.deepEqual(changed, []);
    await close();
  });

  test('do not exist outside the demo, and cannot be used once records are real', async () => {
    const database = await open();
    const { app, services } = await openDemoApp(database, 120);
    const sync = (demo: boolean) => syncDemoOrganizers({ ledger: database.db, services, demo, log });
    await sync(true);
    const [parks] = DEMO_ORGANIZERS;
    const cookie = await signInWith(services.accounts, parks);
    assert.equal((await services.accounts.findSession({ cookie }))?.accountId, parks.id);
    assert.equal((await services.apiKeys.verify(demoKey(parks).text))?.accountId, parks.id);
    await changeSnapshot(database, (snapshot) => snapshot.exec('update published_state set fictional = 0'));
    assert.equal(await services.accounts.findSession({ cookie }), undefined);
    assert.equal(await services.apiKeys.verify(demoKey(parks).text), undefined);
    await sync(true);
    for (const table of ['accounts', 'events', 'applications', 'api_keys'] as const)
      assert.deepEqual(await database.db.selectFrom(table).select('id').execute(), [], table);
    await changeSnapshot(database, (snapshot) => snapshot.exec('update published_state set fictional = 1'));
    await sync(true);
    await sync(false);
    assert.deepEqual(await database.db.selectFrom('accounts').select('id').execute(), []);
    await app.close();
    await database.close();
  });
});

test('the demo organizers’ events show every status, and their applications every status, deposit, and outcome', () => {
  const { events, applications } = demoRows(TODAY);
  const shown = (values: readonly (string | null)[]) => [...new Set(values)].sort();
  assert.deepEqual(shown(events.map(({ status }) => status)), [...EVENT_STATUSES].sort());
  assert.deepEqual(shown(applications.map(({ status }) => status)), [...APPLICATION_STATUSES].sort());
  assert.deepEqual(shown(applications.map((each) => each.deposit_status)), [...DEPOSIT_STATUSES].sort());
  const outcomes = applications.flatMap(({ outcome }) => outcome ?? []);
  assert.deepEqual(shown(outcomes), [...OUTCOMES].sort());
});

test('the README states the demo organizers’ sign-in and keys', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  for (const organizer of DEMO_ORGANIZERS) {
    const { email, password } = organizer;
    assert.ok(readme.includes(`| \`${email}\` | \`${password}\` | \`${demoKey(organizer).text}\` |`), email);
  }
});
