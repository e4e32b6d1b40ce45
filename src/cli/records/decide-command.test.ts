import assert from 'node:assert/strict';
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { licenses, run, truck } from '../../../test/support/publication-runs.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';
import { openVersion } from './decide-command.ts';

test('an earlier publication can be read for a week after it was replaced; then the error lists the available versions', async () => {
  const database = await openTestSqlite();
  const { published } = database;
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const first = await publishedRecords(published.db);
  await run(database, [await licenses('b.csv', '2025-11-02', [{ ...truck(1), primaryStatus: '45' }])]);
  const earlier = await openVersion(published, '1');
  assert.deepEqual(await publishedRecords(earlier.db), first);
  earlier.close();
  assert.notDeepEqual(await publishedRecords(published.db), first);
  assert.equal(await openVersion(published, undefined), published);
  const longAgo = new Date('2025-12-20T00:00:00Z');
  for (const name of readdirSync(published.folder))
    utimesSync(path.join(published.folder, name), longAgo, longAgo);
  await run(database, [await licenses('c.csv', '2025-11-03', [truck(1)])]);
  await assert.rejects(openVersion(published, '1'), /version 1 are not here any more\. There are: 3, 2\./);
  await assert.rejects(openVersion(published, 'x'), /There are: 3, 2\./);
  await database.close();
});

test('an earlier publication that was compressed can be read, and no extra file is left behind', async () => {
  const database = await openTestSqlite();
  const { published } = database;
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  const first = await publishedRecords(published.db);
  for (const day of ['2025-11-02', '2025-11-03', '2025-11-04'])
    await run(database, [await licenses(`${day}.csv`, day, [truck(1)])]);
  const names = readdirSync(published.folder).sort();
  assert.deepEqual(
    names.map((name) => name.endsWith('.zst')),
    [true, true, false, false],
    'the published one and the one that it replaced stay as they are',
  );
  const earlier = await openVersion(published, '1');
  assert.deepEqual(await publishedRecords(earlier.db), first);
  earlier.close();
  assert.deepEqual(readdirSync(published.folder).sort(), names);
  await database.close();
});

test('an earlier publication is rejected if this version cannot read its format', async () => {
  const database = await openTestSqlite();
  await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
  await pretendEarlierFormat(database);
  await run(database, [await licenses('b.csv', '2025-11-02', [{ ...truck(1), primaryStatus: '45' }])]);
  await assert.rejects(openVersion(database.published, '1'), /version 1 have a format that this version/);
  await database.close();
});
