import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { SNAPSHOT_INDEXES, SNAPSHOT_TABLES } from '../../platform/db/schema/schema-snapshot.ts';
import { publish } from '../publication/service.ts';
import { isReadFormat, OLDEST_READ_FORMAT, RECORD_FORMAT } from './record-format.ts';

/**
 * A hash of the shape of {@link RECORD_FORMAT}: the tables, and each field of the stored bodies with its
 * types.
 */
const SHAPE = '878c0edc25057200';

test('a snapshot has the shape that belongs to the record format', async () => {
  const database = await openTestSqlite();
  await publish(database, { files: await readDemoFiles(), asOf: DEMO_DAY, now: NOW });
  const rows = await database.published.db
    .selectFrom('records')
    .select(['identity', 'summary', 'facts', 'scorecard'])
    .execute();
  const shape = new Set([SNAPSHOT_TABLES, SNAPSHOT_INDEXES]);
  for (const row of rows)
    for (const [column, text] of Object.entries(row)) addShape(shape, column, JSON.parse(text));
  const { statistics } = await database.published.db
    .selectFrom('published_state')
    .select('statistics')
    .executeTakeFirstOrThrow();
  addShape(shape, 'statistics', JSON.parse(statistics));
  assert.equal(
    hash('sha256', [...shape].sort().join('\n')).slice(0, 16),
    SHAPE,
    `The contents of a snapshot have changed. Raise RECORD_FORMAT, and OLDEST_READ_FORMAT too if anything needs what earlier snapshots lack;
     then write the new shape here.`,
  );
  await database.close();
});

function addShape(shape: Set<string>, path: string, value: unknown): void {
  if (Array.isArray(value)) for (const each of value) addShape(shape, `${path}[]`, each);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) addShape(shape, `${path}.${name}`, each);
  else shape.add(`${path}: ${value === null ? 'null' : typeof value}`);
}

test('the readable formats end with the format that is written', () => {
  const read = [OLDEST_READ_FORMAT - 1, OLDEST_READ_FORMAT, RECORD_FORMAT, RECORD_FORMAT + 1];
  assert.deepEqual(read.map(isReadFormat), [false, true, true, false]);
});
