import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EARLIER_FORMAT, pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { AS_OF, licenses, run, truck } from '../../../test/support/publication-runs.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';
import { loadConfig } from '../../config.ts';
import { createLogger } from '../../platform/log/log.ts';
import { RECORD_FORMAT } from '../../records/record/record-format.ts';
import { renewUnreadable } from './renew-unreadable.ts';

const config = loadConfig({ AS_OF });
const log = createLogger('silent');

test('a start serves records in an earlier format that this version can read, unchanged', async () => {
  const database = await openTestSqlite();
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const records = await publishedRecords(database.published.db);
  await pretendEarlierFormat(database);
  await renewUnreadable(config, database, log, (format) => format >= EARLIER_FORMAT);
  assert.equal(await database.published.use(({ version }) => version), 1);
  assert.deepEqual(await publishedRecords(database.published.db), records);
  await database.close();
});

test('a start first rebuilds records in a format that it cannot read, from an earlier version or a later one', async () => {
  for (const format of [EARLIER_FORMAT, RECORD_FORMAT + 1]) {
    const database = await openTestSqlite();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    await database.db.updateTable('published_state').set({ record_format: format }).execute();
    await renewUnreadable(config, database, log);
    assert.equal(await database.published.use(({ version }) => version), 2);
    await database.close();
  }
});
