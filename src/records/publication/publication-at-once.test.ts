import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { AS_OF, cards, licenses, now, truck } from '../../../test/support/publication-runs.ts';
import { listRunFiles, listRuns } from '../../intake/log/runs-service.ts';
import { publish } from './service.ts';

const ALL = { offset: 0, rowsMax: 10 };

describeBothEngines('simultaneous publications', (open) => {
  test('a run that is overtaken by another run starts over, and both are published', async () => {
    const database = await open();
    // The two files are from different districts, so each of them changes the records in either order.
    const slow = [await licenses('6.csv', '2025-12-01', [truck(1), truck(2)])];
    const inDuval = { district: '5', countyCode: '26', countyName: 'Duval', licenseNumber: 'MFD2650001' };
    const fast = [await licenses('5.csv', '2025-12-02', [inDuval])];
    const steps: string[] = [];
    let overtaking: ReturnType<typeof publish> | undefined;
    const first = await publish(database, {
      files: slow,
      asOf: AS_OF,
      now,
      onStep(step) {
        steps.push(step);
        if (step === 'importing') overtaking ??= publish(database, { files: fast, asOf: AS_OF, now });
      },
    });
    const second = await overtaking;
    assert.deepEqual([first.outcome, second?.outcome, first.version, second?.version].sort(), [
      1,
      2,
      'published',
      'published',
    ]);
    const again = steps.filter((step) => step === 'importing').length;
    assert.equal(again, first.version, 'the run that finished second started over');
    assert.equal((await cards(database)).size, 3);
    const runs = await listRuns(database.db, ALL);
    assert.deepEqual(
      runs.map(({ id, outcome }) => [id, outcome]),
      [
        [2, 'published'],
        [1, 'published'],
      ],
    );
    const files = await Promise.all([1, 2].map((id) => listRunFiles(database.db, id)));
    assert.deepEqual(
      files
        .flat()
        .map(({ name }) => name)
        .sort(),
      ['5.csv', '6.csv'],
    );
    await database.close();
  });

  test('a build does not block writes to the database', async () => {
    const database = await open();
    const writes: Promise<unknown>[] = [];
    const write = async (name: string) =>
      database.db.insertInto('leases').values({ name, holder: 'x', expires_at: 'later' }).execute();
    await publish(database, {
      files: [await licenses('6.csv', '2025-12-01', [truck(1)])],
      asOf: AS_OF,
      now,
      onStep(step) {
        writes.push(write(step));
      },
    });
    await Promise.all(writes);
    const leases = await database.db.selectFrom('leases').select('name').orderBy('name').execute();
    assert.deepEqual(
      leases.map(({ name }) => name),
      ['importing', 'publishing', 'scoring'],
    );
    await database.close();
  });
});
