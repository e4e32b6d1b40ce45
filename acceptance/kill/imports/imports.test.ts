import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../src/lib/random.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { differing, listTables, readContents } from './contents.ts';
import { dealSteps, KILLED_STEPS } from './steps.ts';

describeEngines('the comparison of contents', (open) => {
  test('finds one changed value in any table, even if the row counts are unchanged', async () => {
    const registry = await open();
    const insert = (name: string) =>
      registry.db
        .insertInto('source_files')
        .values({ name, url: 'made-up', checked_at: '2026-01-01', outcome: 'downloaded', misses: 0 })
        .execute();
    await insert('one');
    const before = await readContents(registry);
    assert.deepEqual([...before.keys()], await listTables(registry));
    assert.deepEqual(differing(before, await readContents(registry)), []);
    await registry.db.updateTable('source_files').set({ url: 'made-down' }).execute();
    assert.deepEqual(differing(before, await readContents(registry)), ['source_files']);
    await registry.close();
  });

  test('treats publications as equal if only their marks differ, and as different if any other value differs', async () => {
    const registry = await open();
    const update = (values: Record<string, string | number>) =>
      registry.db.updateTable('change_publications').set(values).execute();
    const before = await readContents(registry);
    assert.match(before.get('change_publications') ?? '', /^1 rows /);
    await update({ mark: '0123456789ab' });
    assert.deepEqual(differing(before, await readContents(registry)), []);
    const others = { as_of: '2026-01-01', data_as_of: '2026-01-01', published_at: '2026-01-01T00:00:00Z' };
    for (const [column, value] of Object.entries({ ...others, mark: '', version: 7, last_number: 7 })) {
      const { [column]: was } = await registry.db
        .selectFrom('change_publications')
        .selectAll()
        .executeTakeFirstOrThrow()
        .then((row): Record<string, string | number> => ({ ...row }));
      await update({ [column]: value });
      assert.deepEqual(differing(before, await readContents(registry)), ['change_publications'], column);
      await update({ [column]: was ?? '' });
    }
    assert.deepEqual(differing(before, await readContents(registry)), []);
    await registry.close();
  });
});

test('kills are divided equally among the steps, including first starts and upgrades, in an order that depends on the seed', () => {
  const dealt = dealSteps(80, createRandom(1, 0));
  for (const step of KILLED_STEPS) assert.equal(dealt.filter((each) => each === step).length, 10);
  assert.deepEqual(dealt, dealSteps(80, createRandom(1, 0)));
  assert.notDeepEqual(dealt, dealSteps(80, createRandom(2, 0)));
});
