import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { publishDay } from '../../../test/support/daily-publications.ts';
import { dater, digitsOf, someDays, World } from '../../../test/support/daily-world.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { licenses, truck } from '../../../test/support/publication-runs.ts';
import { buildFromRead } from '../../../test/support/snapshot-files.ts';
import { isWholeRun } from '../../../test/support/whole-run.ts';
import { addDays } from '../../lib/time/dates.ts';
import { getPublishedState } from '../../published-state/service.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';

const FIRST = '2025-08-01';

describeEngines('daily imports', (open) => {
  test('publish, after any sequence of daily changes, the same records as a build from all the original files', async () => {
    const { engine, close } = await open();
    await close();
    // Both engines follow the same rules, so fewer runs are enough to test the other engine's SQL.
    const numRuns = isWholeRun && engine.name === 'sqlite' ? 8 : 2;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(someDays, async (days) => {
        const database = await open();
        const world = new World();
        let day = addDays(FIRST, -1);
        const read: ParsedFile[] = [...(await world.dayOf(day, [], true))];
        await publishDay(database, day, read);
        let skipped: readonly ParsedFile[] = [];
        for (const { after, isSkipped, changes, renewed } of days) {
          day = addDays(day, after);
          const files = [...skipped, ...(await world.dayOf(day, changes, renewed))];
          skipped = isSkipped ? files : [];
          if (isSkipped) continue;
          read.push(...files);
          await publishDay(database, day, files);
          const { root_hash: published, statistics } = await getPublishedState(database.published.db);
          await buildFromRead(database, read, (built) => {
            assert.equal(built.rootHash, published, `on ${day}`);
            assert.equal(built.statistics, statistics, `on ${day}`);
          });
          compared += 1;
        }
        await database.close();
      }),
      { numRuns, seed: 7 },
    );
    // Without enough compared days, the test would prove nothing.
    assert.ok(compared > 3 * numRuns, `${compared} days were compared`);
  });

  test('find a vendor by a city that a newer file added, even if the name has the same letters', async () => {
    const database = await open();
    const inCity = (city: string) => ({ ...truck(1), businessName: 'TALLAHASSEE', city });
    for (const [name, day, city] of [
      ['a.csv', '2025-08-10', ''],
      ['b.csv', '2025-08-11', 'TALLAHASSEE'],
    ] as const)
      await publishDay(database, day, [await licenses(name, day, [inCity(city), dater(day)])]);
    const rows = await database.published.db
      .selectFrom('vendors')
      .select(['search_city', 'digits'])
      .execute();
    assert.equal(rows.find(({ digits }) => digits === digitsOf(1))?.search_city, 'tallahassee');
    await database.close();
  });
});
