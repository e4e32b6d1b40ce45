import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import {
  describeBothEngines,
  openTestSqlite,
  type TestDatabase,
  withPublished,
} from '../../../test/support/engines.ts';
import { findFreePort } from '../../../test/support/free-port.ts';
import { licenses, now, run, truck } from '../../../test/support/publication-runs.ts';
import { insertWebhook } from '../../../test/support/webhook-receiver.ts';
import { openPostgres } from '../../platform/db/postgres/postgres.ts';
import { noteFact } from '../../platform/job-findings.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { createSharedMetrics, type SharedMetricsOptions } from './shared-metrics.ts';

const NOW = new Date('2026-01-03T12:00:00Z');
const HOUR_AGO = new Date('2026-01-03T11:00:00Z');
const seconds = (instant: string) => Date.parse(instant) / 1000;
/** The metrics of sizes, which depend on the disk. */
const SIZES = ['database_size_bytes', 'data_dir_free_bytes', 'data_dir_disk_bytes'];

function measure(database: TestDatabase, more: Partial<SharedMetricsOptions> = {}) {
  return createSharedMetrics({
    ledger: database,
    dataDir: tmpdir(),
    now: () => NOW,
    freshMs: 0,
    watch: () => undefined,
    ...more,
  });
}

/** Returns the name and labels of each value, without sizes. */
async function valuesOf(read: ReturnType<typeof createSharedMetrics>): Promise<Record<string, number>> {
  const families = (await read()).map(({ name, values }) => ({
    name: name.replace('vendor_compliance_', ''),
    values,
  }));
  return Object.fromEntries(
    families
      .filter(({ name }) => !SIZES.includes(name))
      .flatMap(({ name, values }) =>
        values.map(({ labels, value }) => [[name, ...Object.values(labels)].join(' '), value]),
      ),
  );
}

describeBothEngines('metrics read from the databases', (open) => {
  test('omit unknown values: before the first publication, there is no age', async () => {
    assert.deepEqual(await valuesOf(measure(await open())), {
      'database_up ledger': 1,
      'mail_unsent waiting': 0,
      'mail_unsent failing': 0,
      'mail_unsent given_up': 0,
      'webhook_deliveries due': 0,
      'webhook_deliveries later': 0,
    });
  });

  test('report the findings of jobs: the newest backup in each place, and the result of the last page check', async (t) => {
    const database = await open();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'facts-'));
    t.after(() => rmSync(dataDir, { recursive: true }));
    noteFact(dataDir, 'backups-seen', {
      folder: { newest: '2026-01-02T00:00:00.000Z', everyHours: 24 },
      bucket: { newest: null, everyHours: 24 },
    });
    noteFact(dataDir, 'pages-checked', {
      ledger: { at: '2026-01-03T00:00:00.000Z', sound: true, look: 'whole' },
    });
    const values = await valuesOf(measure(database, { dataDir }));
    const told = Object.fromEntries(Object.entries(values).filter(([name]) => /^backup_|_pages_/.test(name)));
    const backups = {
      'backup_newest_timestamp_seconds folder': seconds('2026-01-02T00:00:00Z'),
      'backup_newest_timestamp_seconds bucket': 0,
      'backup_interval_seconds folder': 86_400,
      'backup_interval_seconds bucket': 86_400,
    };
    const pages = {
      'database_pages_sound ledger': 1,
      'database_pages_checked_timestamp_seconds ledger': seconds('2026-01-03T00:00:00Z'),
    };
    assert.deepEqual(told, { ...backups, ...(database.engine.name === 'sqlite' && pages) });
    writeFileSync(path.join(dataDir, 'backups-seen.json'), '{"folder": 1');
    assert.ok(
      !Object.keys(await valuesOf(measure(database, { dataDir }))).some((name) => name.startsWith('backup_')),
    );
  });

  test('report ages, rows and backlogs, and how late license monitoring is', async () => {
    const database = await open();
    await run(database, [
      await licenses('old.csv', '2025-12-01', [truck(1)]),
      await licenses('new.csv', '2025-12-20', [truck(1), truck(2)]),
    ]);
    await queueMail(database.db, { to: 'a@x.example', subject: 'a', text: 'a' }, HOUR_AGO);
    await queueMail(database.db, { to: 'b@x.example', subject: 'b', text: 'b' }, NOW);
    await queueMail(database.db, { to: 'c@x.example', subject: 'c', text: 'c' }, new Date('2026-01-02'));
    await database.db
      .updateTable('mails')
      .set({ next_attempt_at: null, attempts: 9 })
      .where('subject', '=', 'c')
      .execute();
    const accountId = await insertAccount(database.db, 'ana@x.example');
    const endpoint = await insertWebhook(database.db, accountId);
    const off = await insertWebhook(database.db, accountId);
    await database.db.updateTable('webhook_endpoints').set({ state: 'off' }).where('id', '=', off).execute();
    for (const [message_id, endpoint_id, next] of [
      ['one', endpoint, HOUR_AGO.toISOString()],
      ['two', endpoint, '2026-01-04T00:00:00.000Z'],
      ['three', endpoint, null],
      ['four', off, '2026-01-01T00:00:00.000Z'],
    ] as const)
      await database.db
        .insertInto('webhook_deliveries')
        .values({
          message_id,
          endpoint_id,
          created_at: HOUR_AGO.toISOString(),
          next_attempt_at: next,
          attempts: 0,
          delivered_at: null,
          claimed_until: null,
        })
        .execute();
    const expected = {
      'database_up ledger': 1,
      published_version: 1,
      published_timestamp_seconds: now().getTime() / 1000,
      as_of_timestamp_seconds: seconds('2025-12-31'),
      fictional: 0,
      watch_lag_seconds: 24 * 3600,
      'file_date_timestamp_seconds licenses:district-6 licenses weekly': seconds('2025-12-20'),
      'file_rows licenses:district-6 kept': 2,
      'file_rows licenses:district-6 other': 0,
      'file_rows licenses:district-6 refused': 0,
      'file_doubts licenses:district-6': 0,
      'import_duration_seconds published': 0,
      import_finished_timestamp_seconds: now().getTime() / 1000,
      'mail_unsent waiting': 2,
      'mail_unsent failing': 0,
      'mail_unsent given_up': 1,
      mail_oldest_timestamp_seconds: HOUR_AGO.getTime() / 1000,
      'webhook_deliveries due': 1,
      'webhook_deliveries later': 1,
      webhook_oldest_due_timestamp_seconds: HOUR_AGO.getTime() / 1000,
      'webhook_endpoints off': 1,
      'webhook_endpoints on': 1,
    };
    const behind = measure(database, { watch: () => ({ version: undefined }) });
    assert.deepEqual(await valuesOf(behind), expected);
    const level = measure(database, { watch: () => ({ version: 1 }) });
    assert.deepEqual(await valuesOf(level), { ...expected, watch_lag_seconds: 0 });
    const { watch_lag_seconds: _lag, ...others } = expected;
    assert.deepEqual(await valuesOf(measure(database)), others);
  });

  test('run the same number of statements for any data, and only once for consecutive scrapes', async () => {
    const database = await open();
    const counted = countStatements(database.db);
    const read = measure({ ...database, db: counted.db }, { freshMs: 60_000 });
    await read();
    const first = counted.count();
    await read();
    assert.equal(counted.count(), first);
    await run(
      database,
      await Promise.all(
        ['2025-12-01', '2025-12-10', '2025-12-20'].map((day) => licenses(`${day}.csv`, day, [truck(1)])),
      ),
    );
    await measure({ ...database, db: counted.db })();
    assert.equal(counted.count(), 2 * first);
  });
});

test('a database that does not respond is reported as down, without other values', async () => {
  const closed = await openTestSqlite();
  await closed.close();
  const away = withPublished(openPostgres(`postgres://postgres@127.0.0.1:${await findFreePort()}/away`));
  for (const database of [closed, away])
    assert.deepEqual(await valuesOf(measure(database)), { 'database_up ledger': 0 });
  await away.close();
});
