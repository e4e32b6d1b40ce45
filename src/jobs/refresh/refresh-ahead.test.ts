import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { describePlaces } from '../../../test/support/place.ts';
import { type Config, loadConfig } from '../../config.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { createLogger } from '../../platform/log/log.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { startSchedule } from './daily-refresh.ts';
import { refreshAhead } from './refresh.ts';
import { startRefresh } from './refresh-process.ts';

const DAY = '2026-03-16';
const NEXT_DAY = '2026-03-17';
const VENDORS = 300;

describePlaces('a first refresh that starts before its database exists', (place) => {
  let database: OpenLedger;
  let config: Config;

  before(async () => {
    config = loadConfig({ ...place().settings, REGULATOR_SOURCE: 'demo' });
    database = place().openLedger();
    await migrateLedger(database);
  });
  after(() => database.close());

  const at = (day: string) => ({ config, now: () => new Date(`${day}T17:00:00Z`), demoVendors: VENDORS });
  const countRecords = async () => {
    const counted = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirst();
    return Number(counted?.all);
  };
  const forget = async () => {
    for (const table of ['published_state', 'change_publications'] as const)
      await database.db.deleteFrom(table).execute();
  };

  test('writes and reads its files right away, and publishes them once the database exists', async () => {
    const opened = Promise.withResolvers<OpenLedger>();
    const ahead = refreshAhead(at(DAY), opened.promise);
    const files = path.join(config.dataDir, 'demo', 'observations.json');
    while (!existsSync(files)) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await findPublishedState(database.published.db), undefined, 'nothing is published yet');
    opened.resolve(database);
    const { outcome, asOf } = await ahead;
    assert.deepEqual({ outcome, asOf }, { outcome: 'published', asOf: DAY });
    const state = await findPublishedState(database.published.db);
    assert.deepEqual([state?.version, state?.fictional, state?.as_of], [1, 1, DAY]);
    assert.ok((await countRecords()) >= VENDORS / 2);
  });

  test('keeps records that another process has published in the meantime', async () => {
    const before = await findPublishedState(database.published.db);
    const { outcome } = await refreshAhead(at(DAY), Promise.resolve(database));
    assert.equal(outcome, 'unchanged');
    assert.deepEqual(await findPublishedState(database.published.db), before);
  });

  test('publishes the new day if the refresh began before midnight', async () => {
    await forget();
    let day = DAY;
    const opened = Promise.withResolvers<OpenLedger>();
    const ahead = refreshAhead({ ...at(DAY), now: () => new Date(`${day}T17:00:00Z`) }, opened.promise);
    day = NEXT_DAY;
    opened.resolve(database);
    assert.equal((await ahead).asOf, NEXT_DAY);
  });
});

test('an early refresh that fails ends silently, so that another process can do the work when requested', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ahead-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'demo'), 'where a folder should be');
  const environment = { DATA_DIR: folder, REGULATOR_SOURCE: 'demo', AS_OF: DAY };
  const ahead = startRefresh({ environment, isAhead: true, demoVendors: VENDORS });
  await ahead.ended;
  assert.equal(ahead.letPublish(), false);
  await assert.rejects(ahead.result, /EEXIST|ENOTDIR/);
});

describePlaces('a schedule that is given an early refresh', (place) => {
  test('uses it to create the first records', async (t) => {
    const settings = { ...place().settings, AS_OF: DAY };
    const database = place().openLedger();
    t.after(() => database.close());
    await migrateLedger(database);
    const ahead = startRefresh({
      environment: { ...settings, REGULATOR_SOURCE: 'demo' },
      isAhead: true,
      demoVendors: VENDORS,
    });
    const followed = Promise.withResolvers<void>();
    // A new process would not find any files in this folder.
    const environment = { ...settings, REGULATOR_SOURCE: place().folder };
    const schedule = startSchedule({
      config: loadConfig(environment),
      environment,
      database,
      ahead,
      log: createLogger('silent'),
      beforeRefresh: async () => assert.equal(await findPublishedState(database.published.db), undefined),
      afterRefresh: async () => followed.resolve(),
      everyHour: async () => {},
      everyMinute: async () => {},
    });
    t.after(() => schedule.stop());
    await followed.promise;
    await ahead.ended;
    const state = await findPublishedState(database.published.db);
    assert.deepEqual([state?.version, state?.fictional, state?.as_of], [1, 1, DAY]);
  });
});
