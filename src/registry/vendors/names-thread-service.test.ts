import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { describePlaces } from '../../../test/support/place.ts';
import { migrateRegistry } from '../../platform/db/migrate.ts';
import { publish } from '../publication/service.ts';
import { createFinder } from './finder-service.ts';
import { prepareNames } from './names-service.ts';
import { type NamesOrder, prepareNamesOnThread } from './names-thread-service.ts';

const VENDORS = 150;
const NEVER = (error: unknown) => assert.fail(`the thread failed: ${error}`);

describePlaces('names prepared on a thread', (place) => {
  const orderOf = (isAwaited: boolean): NamesOrder => ({
    databaseUrl: place().settings.DATABASE_URL,
    dataDir: place().settings.DATA_DIR ?? assert.fail(),
    isAwaited,
  });

  before(async () => {
    const database = place().openRegistry();
    await migrateRegistry(database);
    await publish(database, { files: await readDemoFiles(VENDORS), asOf: DEMO_DAY, now: NOW });
    await database.close();
  });

  test('start no thread before anything is published', async () => {
    const empty = await openTestSqlite();
    await assert.rejects(prepareNamesOnThread(empty.db, orderOf(true), NEVER), { code: 'not_ready' });
    await empty.close();
  });

  test('are the same as those prepared here, waited for or in the background', async () => {
    const database = place().openRegistry();
    const here = await prepareNames(database.db, () => 0);
    for (const isAwaited of [true, false]) {
      const there = await prepareNamesOnThread(database.db, orderOf(isAwaited), NEVER);
      assert.equal(there.version, here.version);
      const finders = [here, there].map((prepared) =>
        createFinder(database.db, {
          ...{ recheckMs: 0, now: () => 0, onFailed: assert.ifError },
          prepare: async () => prepared,
        }),
      );
      for (const typed of ['notional narwal', 'pelican taco', '5890007', '589007', 'taco', 'zzyzx']) {
        const [one, other] = await Promise.all(finders.map((each) => each.findMeant(typed, { limit: 50 })));
        assert.deepEqual(other, one, typed);
      }
      const cities = await Promise.all(finders.map((each) => each.spellCity('winter park')));
      assert.deepEqual(cities, [['winter park'], ['winter park']]);
    }
    await database.close();
  });

  test('are prepared here when the thread fails, which is told', async () => {
    const database = place().openRegistry();
    const told: unknown[] = [];
    const empty = mkdtempSync(path.join(place().folder, 'empty-'));
    const nowhere = { databaseUrl: undefined, dataDir: empty, isAwaited: true };
    const prepared = await prepareNamesOnThread(database.db, nowhere, (error) => told.push(error));
    assert.equal(prepared.names.numbers.vendors.length, VENDORS);
    assert.equal(told.length, 1);
    assert.deepEqual(readdirSync(empty), [], 'no empty database in place of the one that is gone');
    await database.close();
  });
});
