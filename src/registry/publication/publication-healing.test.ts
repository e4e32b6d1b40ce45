import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, file, now, run, truck, visits, world } from '../../../test/support/publication-runs.ts';
import { closureRow, closureWorkbook } from '../../../test/support/regulator-files.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import { publish } from './service.ts';

/** A damaged file that was taken in all the same, and the good ones after it. */

const FLEET = Array.from({ length: 12 }, (_, index) => truck(index + 1).licenseNumber.slice(3));
const VISITS = FLEET.flatMap((licenseNumber, index) => [
  {
    ...{ visitId: 2 * index + 1, licenseNumber, visitedOn: '2025-11-05', total: 1, basic: 1 },
    ...{ categories: { 35: 1 }, disposition: 'Emergency order recommended' },
  },
  { visitId: 2 * index + 2, licenseNumber, visitedOn: '2025-11-20' },
]);
/** A follow-up at a visit of its own dates the file. */
const texts = (dated: string, text: (index: number) => string) => {
  const citation = (observation: string) => [{ code: '35A-03-4', observation: `Basic - ${observation}` }];
  const own = FLEET.map((_, index) => [2 * index + 1, citation(text(index))]);
  const newest = [900, citation(`Newest. - From follow-up inspection ${dated}: Clean.`)];
  return file('observations.json', JSON.stringify(Object.fromEntries([...own, newest])));
};
const closures = async (name: string, dated: string, reason: (index: number) => string) => {
  const rows = FLEET.map((digits, index) =>
    closureRow({
      ...{ licenseNumber: digits, closedOn: '2025-11-05', reopenedAt: '2025-11-07' },
      ...{ conditions: reason(index), businessName: `PELICAN TACO WAGON ${index}` },
    }),
  );
  const newest = closureRow({ licenseNumber: '4758899', closedOn: dated, businessName: `NEWEST ${dated}` });
  return file(name, await closureWorkbook([...rows, newest]));
};
const accept = (database: TestDatabase, accepted: ParsedFile) =>
  publish(database, {
    ...{ files: [accepted], asOf: AS_OF, now },
    acceptance: { by: 'operator', because: 'A test.' },
  });

/** The records after these files, of which the second is held back first and then accepted. */
async function publishAll(database: TestDatabase, files: readonly (ParsedFile | undefined)[]) {
  await run(database, [await visits('a.csv', VISITS)]);
  for (const [index, each] of files.entries()) {
    if (!each) continue;
    const { files: outcomes } = await run(database, [each]);
    assert.equal(outcomes[0]?.outcome, index === 1 ? 'held_back' : 'published', outcomes[0]?.reason ?? '');
    if (index === 1) assert.equal((await accept(database, each)).files[0]?.outcome, 'published');
  }
  return world(database);
}

describeEngines('good files after a damaged one', (open) => {
  const heals = async (files: readonly ParsedFile[]) => {
    const [healed, clean] = [await open(), await open()];
    const [good, , again] = files;
    assert.equal(await publishAll(healed, files), await publishAll(clean, [good, undefined, again]));
    await healed.close();
    await clean.close();
  };

  test('texts are again those of the good files, and the next good file is not held back', async () => {
    const shelf = (index: number) => `Pretend shelf ${index} soiled.`;
    await heals([
      await texts('2025-12-01', shelf),
      await texts('2025-12-02', (index) => (index < 6 ? `Pretend bin ${index} open.` : shelf(index))),
      await texts('2025-12-03', shelf),
    ]);
  });

  test('closures are again those of the good files, and the next good file is not held back', async () => {
    await heals([
      await closures('a.xlsx', '2025-12-01', () => 'Sewage'),
      await closures('b.xlsx', '2025-12-02', (index) => (index < 6 ? 'No water' : 'Sewage')),
      await closures('c.xlsx', '2025-12-03', () => 'Sewage'),
    ]);
  });

  test('visits are again those of the good files, and the next good file is not held back', async () => {
    const good = async (day: string) =>
      visits(`${day}.csv`, [...VISITS, { visitId: 99, licenseNumber: FLEET[0] ?? '', visitedOn: day }]);
    const damaged = VISITS.map((each) => ({ ...each, disposition: 'Warning Issued' }));
    await heals([
      await good('2025-12-01'),
      await visits('b.csv', [
        ...damaged,
        { visitId: 99, licenseNumber: FLEET[0] ?? '', visitedOn: '2025-12-02' },
      ]),
      await good('2025-12-03'),
    ]);
  });
});
