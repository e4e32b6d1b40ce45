import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { cards, licenses, run, truck, visits, world } from '../../../test/support/publication-runs.ts';

const SIGN = 'PELICAN TACOS';
const SEEN = await visits('visits.csv', [
  { visitId: 1, visitedOn: '2025-07-02', licenseNumber: '1350001', businessName: SIGN },
]);
const listed = (day: string, licenseeName: string, businessName: string) =>
  licenses(`${day}.csv`, day, [{ ...truck(1), licenseeName, businessName }]);
const OLD = await Promise.all(['2025-08-01', '2025-08-08'].map((day) => listed(day, 'DOE JANE', SIGN)));
const NEW = await Promise.all(
  ['15', '22', '29'].map((day) => listed(`2025-08-${day}`, 'OSPREY WAFFLES LLC', 'OSPREY WAFFLES')),
);
const LATER = await Promise.all(
  ['05', '12', '19'].map((day) => listed(`2025-09-${day}`, 'OSPREY WAFFLES LLC', 'OSPREY WAFFLES')),
);

async function owners(database: TestDatabase) {
  return (await cards(database)).get('2014:1350001')?.inspections.map(({ owner }) => owner);
}

describeEngines('the holder of a license', (open) => {
  test('who changed between two files leaves the earlier inspections to the prior owner, no matter how many files there are or in what order', async () => {
    const worlds: string[] = [];
    for (const order of [
      [SEEN, ...OLD, ...NEW, ...LATER],
      [SEEN, ...LATER, ...NEW, ...OLD],
      [...NEW, SEEN, ...LATER, ...OLD],
    ]) {
      const database = await open();
      for (const each of order) await run(database, [each]);
      assert.deepEqual(await owners(database), ['prior']);
      worlds.push(await world(database));
      await database.close();
    }
    assert.equal(new Set(worlds).size, 1);
  });

  test('who only changed names keeps the inspections under the old name, no matter how many files follow', async () => {
    const renamed = await Promise.all(
      ['15', '16', '17', '18', '19', '20'].map((day) =>
        listed(`2025-08-${day}`, 'JANE DOE', 'OSPREY WAFFLES'),
      ),
    );
    for (const order of [
      [SEEN, ...OLD, ...renamed],
      [...renamed, ...OLD, SEEN],
    ]) {
      const database = await open();
      for (const each of order) await run(database, [each]);
      assert.deepEqual(await owners(database), ['current']);
      assert.equal((await cards(database)).get('2014:1350001')?.aka, SIGN);
      await database.close();
    }
  });

  test('who did not change keeps the inspections', async () => {
    const database = await open();
    await run(database, [SEEN, ...OLD]);
    assert.deepEqual(await owners(database), ['current']);
    await database.close();
  });

  test('who changed is recognized from a single file if the file also lists the former holder', async () => {
    const database = await open();
    const both = await licenses('both.csv', '2025-08-01', [
      {
        ...truck(1),
        licenseeName: 'DOE JANE',
        businessName: SIGN,
        primaryStatus: '45',
        secondaryStatus: '45',
      },
      { ...truck(1), licenseeName: 'PELICAN HOLDINGS LLC', businessName: `${SIGN} TOO` },
    ]);
    const { files } = await run(database, [SEEN, both]);
    assert.deepEqual(
      files.map(({ outcome }) => outcome),
      ['published', 'published'],
    );
    assert.deepEqual(await owners(database), ['uncertain']);
    await database.close();
  });
});
