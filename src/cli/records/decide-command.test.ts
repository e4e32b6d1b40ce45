import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { licenses, run, truck } from '../../../test/support/publication-runs.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';
import { openVersion } from './decide-command.ts';

test('an earlier publication is read as it was for a week after it was replaced, and then the versions that are left are listed', async () => {
  const database = await openTestSqlite();
  const { published } = database;
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const first = await publishedRecords(published.db);
  await run(database, [await licenses('b.csv', '2025-11-02', [{ ...truck(1), primaryStatus: '45' }])]);
  const earlier = openVersion(published, '1');
  assert.deepEqual(await publishedRecords(earlier.db), first);
  earlier.close();
  assert.notDeepEqual(await publishedRecords(published.db), first);
  assert.equal(openVersion(published, undefined), published);
  const longAgo = new Date('2025-12-20T00:00:00Z');
  for (const name of readdirSync(published.folder))
    utimesSync(path.join(published.folder, name), longAgo, longAgo);
  await run(database, [await licenses('c.csv', '2025-11-03', [truck(1)])]);
  assert.throws(() => openVersion(published, '1'), /version 1 are not here any more\. There are: 3, 2\./);
  assert.throws(() => openVersion(published, 'x'), /There are: 3, 2\./);
  await database.close();
});
