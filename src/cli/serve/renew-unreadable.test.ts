import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { snapshotFile } from '../../../test/support/change-snapshot.ts';
import { EARLIER_FORMAT, pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { AS_OF, licenses, run, truck } from '../../../test/support/publication-runs.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';
import { loadConfig } from '../../config.ts';
import { openPublished } from '../../platform/db/snapshots/published-snapshot.ts';
import { createLogger } from '../../platform/log/log.ts';
import { RECORD_FORMAT } from '../../records/record/record-format.ts';
import { renewUnreadable } from './renew-unreadable.ts';

const config = loadConfig({ AS_OF });
const log = createLogger('silent');

test('a service that starts serves records in an earlier but readable format unchanged', async () => {
  const database = await openTestSqlite();
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const records = await publishedRecords(database.published.db);
  await pretendEarlierFormat(database);
  await renewUnreadable(config, database, log, (format) => format >= EARLIER_FORMAT);
  assert.equal(await database.published.use(({ version }) => version), 1);
  assert.deepEqual(await publishedRecords(database.published.db), records);
  await database.close();
});

test('a service that starts first rebuilds records whose format it cannot read, from an earlier or a later version', async () => {
  for (const format of [EARLIER_FORMAT, RECORD_FORMAT + 1]) {
    const database = await openTestSqlite();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    await database.db.updateTable('published_state').set({ record_format: format }).execute();
    await renewUnreadable(config, database, log);
    assert.equal(await database.published.use(({ version }) => version), 2);
    await database.close();
  }
});

test('a service that starts first rebuilds records whose file is lost or damaged, even if the records do not change', async () => {
  const database = await openTestSqlite();
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const changes = await countChanges(database);
  // After the first start, the records are already as of today.
  for (const [times, damage] of [rmSync, rmSync, changeLastByte, loseAllPages].entries()) {
    damage(await snapshotFile(database));
    const { folder } = database.published;
    const published = openPublished(database.db, { folder, recheckMs: 0, daysKept: 7 });
    await renewUnreadable(config, { ...database, published }, log);
    assert.equal(await published.use(({ version }) => version), times + 2, damage.name);
    assert.equal((await publishedRecords(published.db)).length, 1, damage.name);
    published.close();
  }
  assert.equal(await countChanges(database), changes);
  await database.close();
});

async function countChanges({ db }: Awaited<ReturnType<typeof openTestSqlite>>): Promise<number> {
  return (await db.selectFrom('record_changes').select('number').execute()).length;
}

function changeLastByte(file: string): void {
  overwriteFrom(file, -1, 0xff);
}

/** Keeps only the first page, which lists the tables. */
function loseAllPages(file: string): void {
  overwriteFrom(file, 4096, 0);
}

function overwriteFrom(file: string, start: number, value: number): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(value, start < 0 ? bytes.length + start : start));
}
