import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { licenses, truck, visits } from '../../../test/support/publication-runs.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from './service.ts';

const CHOSEN = '2025-11-15';
const TODAY = '2026-01-02';
const now = () => new Date('2026-01-02T12:00:00Z');
const FLEET = [truck(1), truck(2)];
const DIGITS = FLEET[0]?.licenseNumber.slice(3) ?? '';

const visitsUpTo = (name: string, day: string) =>
  visits(name, [
    { visitId: 9_900_001, visitedOn: '2025-09-01', licenseNumber: DIGITS },
    { visitId: 9_900_002, visitedOn: day, licenseNumber: DIGITS },
  ]);

describeEngines('an as-of date chosen by an operator', (open) => {
  /** Does the same as `import --as-of`. */
  const choose = (database: TestDatabase, files: readonly ParsedFile[]) =>
    publish(database, { files, asOf: CHOSEN, keepAsOf: true, now });
  /** Does the same as a startup or refresh, which requests today's date without choosing it. */
  const start = (database: TestDatabase, files: readonly ParsedFile[] = []) =>
    publish(database, { files, asOf: TODAY, now });
  const stateOf = async ({ db }: TestDatabase) => {
    const state = await db.selectFrom('published_state').selectAll().executeTakeFirstOrThrow();
    return [state.as_of, state.as_of_chosen];
  };

  test('is kept across restarts, and when a newer file of only one kind arrives', async () => {
    const database = await open();
    await choose(database, [
      await licenses('a.csv', '2025-11-10', FLEET),
      await visitsUpTo('visits.csv', '2025-11-11'),
    ]);
    assert.deepEqual(await stateOf(database), [CHOSEN, 1]);
    assert.equal((await start(database)).asOf, CHOSEN);
    assert.equal((await start(database, [await licenses('b.csv', '2025-12-20', FLEET)])).asOf, CHOSEN);
    assert.deepEqual(await stateOf(database), [CHOSEN, 1]);
    await database.close();
  });

  test('ends when every district’s files extend past it', async () => {
    const database = await open();
    await choose(database, [
      await licenses('a.csv', '2025-11-10', FLEET),
      await visitsUpTo('visits.csv', '2025-11-11'),
    ]);
    const newer = [await licenses('b.csv', '2025-12-20', FLEET), await visitsUpTo('newer.csv', '2025-12-21')];
    assert.equal((await start(database, newer)).asOf, TODAY);
    assert.deepEqual(await stateOf(database), [TODAY, 0]);
    await database.close();
  });

  test('is dropped when the operator chooses today, and a date that was not chosen is never kept', async () => {
    const database = await open();
    await choose(database, [await licenses('a.csv', '2025-11-10', FLEET)]);
    await publish(database, { files: [], asOf: TODAY, keepAsOf: false, now });
    assert.deepEqual(await stateOf(database), [TODAY, 0]);
    const later = '2026-01-03';
    assert.equal((await publish(database, { files: [], asOf: later, now })).asOf, later);
    await database.close();
  });
});
