import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { publish } from '../publication/service.ts';
import { rememberCounts } from './match-counts.ts';
import { createRecordReader } from './record-reader-service.ts';

describeBothEngines('the numbers and orders of searches', (open) => {
  test('are kept also where finding them takes longer than an edition is taken for granted', async () => {
    const database = await open();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    let clock = 0;
    const records = createRecordReader(database.db, {
      recheckMs: 250,
      now: () => clock,
      today: () => DEMO_DAY,
    });
    const counts = rememberCounts(records.latestEdition);
    const query = { terms: ['e'], phrase: 'e', digits: '', cities: [], filters: {}, today: DEMO_DAY };
    let found = 0;
    const slowly =
      <Value>(value: Value) =>
      async () => {
        found += 1;
        clock += 1_000;
        return value;
      };
    for (let time = 0; time < 2; time += 1) {
      assert.equal(await counts.of(query, slowly(7)), 7);
      assert.deepEqual(await counts.orderOf(query, slowly(Uint32Array.of(3, 1))), Uint32Array.of(3, 1));
    }
    assert.equal(found, 2);
    await publish(database, { files: await readDemoFiles(130), asOf: DEMO_DAY, now: NOW });
    clock += 1_000;
    assert.equal(await counts.of(query, slowly(8)), 8, 'another publication');
    await database.close();
  });
});
