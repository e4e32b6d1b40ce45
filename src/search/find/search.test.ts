import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { publish } from '../../records/publication/service.ts';
import { openLiteralSearch } from './search-store.ts';

test('a search for short words returns the same vendors whether it sorts the matches or walks the index', async () => {
  const database = await openTestSqlite();
  await publish(database, { files: await readDemoFiles(), asOf: DEMO_DAY, now: NOW });
  await database.published.use(({ sqlite }) => {
    const [ranking, walking] = [Number.MAX_SAFE_INTEGER, 0].map((max) => openLiteralSearch(sqlite, max));
    for (const phrase of [...'abcdefghijklmnopqrstuvwxyz17', 'ta', 'er', 'qz', 'fl', 'a b', 'p o', 'e n s'])
      for (const filters of [{}, { kind: 'food_truck' }] as const)
        for (const offset of [0, 7, 90]) {
          const query = { terms: phrase.split(' '), phrase, digits: '', cities: [], filters };
          const page = { limit: 20, offset };
          assert.deepEqual(walking?.listMatches(query, page), ranking?.listMatches(query, page), phrase);
        }
  });
  await database.close();
});
