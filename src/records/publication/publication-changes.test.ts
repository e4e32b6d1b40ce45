import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { readDemoFiles } from '../../../test/support/demo-app.ts';
import { pretendEarlierFormat } from '../../../test/support/earlier-format.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, licenses, now, run, truck, visits } from '../../../test/support/publication-runs.ts';
import type { RecordChange } from '../changes/schemas.ts';
import { publish } from './service.ts';

/** Returns every stored change, in the order of numbers. */
async function changesOn(database: TestDatabase) {
  const rows = await database.db
    .selectFrom('record_changes')
    .select(['number', 'version', 'license_key', 'changes'])
    .orderBy('number')
    .execute();
  return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as RecordChange[] }));
}

/** Returns each change as `<digits> <kinds>`. */
async function told(database: TestDatabase, afterNumber = 0): Promise<string[]> {
  const rows = (await changesOn(database)).filter(({ number }) => number > afterNumber);
  return rows.map(({ license_key: key, changes }) =>
    [key.split(':')[1], ...changes.map(({ kind }) => kind)].join(' '),
  );
}

const publicationsOn = (database: TestDatabase) =>
  database.db.selectFrom('change_publications').selectAll().orderBy('last_number').execute();

describeBothEngines('the changes that a publication writes', (open) => {
  test('the first import records only that each vendor appeared', async () => {
    const database = await open();
    await run(database, [
      await licenses('a.csv', '2025-12-01', [truck(1), truck(2)]),
      await visits('b.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn: '2025-11-01' }]),
    ]);
    assert.deepEqual(await told(database), ['1350001 appeared', '1350002 appeared']);
    const [base, first] = await publicationsOn(database);
    assert.equal(base?.last_number, 0);
    assert.deepEqual(
      { ...first, mark: 'MARK' },
      {
        last_number: 2,
        version: 1,
        mark: 'MARK',
        as_of: AS_OF,
        data_as_of: '2025-12-01',
        published_at: now().toISOString(),
        other_program: 0,
      },
    );
    await database.close();
  });

  test('a later run records the differences, a withdrawal reverts them, and the changes are in the order of the runs', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1), truck(2), truck(3)])]);
    await run(database, [
      await licenses('b.csv', '2025-12-01', [
        { ...truck(1), businessName: 'OTHER NAME', licenseeName: 'OTHER HOLDER' },
        { ...truck(2), primaryStatus: '45' },
        truck(4),
      ]),
      await visits('c.csv', [{ visitId: 1, licenseNumber: '1350003', visitedOn: '2025-11-20' }]),
    ]);
    const later = await told(database, 3);
    assert.deepEqual(
      later.map((each) => each.split(' ').slice(0, 2).join(' ')),
      ['1350001 identity', '1350002 status', '1350003 status', '1350004 appeared'],
    );
    assert.match(later[2] ?? '', / visits$/);
    const count = (await changesOn(database)).length;
    const { id } = await database.db
      .selectFrom('import_files')
      .select('id')
      .where('name', '=', 'b.csv')
      .executeTakeFirstOrThrow();
    const withdrawal = { fileId: id, by: 'op', because: 'wrong' };
    await publish(database, { files: [], now, withdrawal });
    assert.deepEqual(
      (await told(database, count)).map((each) => each.split(' ').slice(0, 2).join(' ')),
      ['1350001 identity', '1350002 status', '1350003 status', '1350004 disappeared'],
    );
    const rows = await changesOn(database);
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, index) => index + 1),
    );
    assert.deepEqual(
      (await publicationsOn(database)).map(({ version, last_number: last }) => [version, last]),
      [0, 1, 2, 3].map((version) => [
        version,
        rows.filter((row) => row.version <= version).at(-1)?.number ?? 0,
      ]),
    );
    await database.close();
  });

  test('a run that publishes the same facts again does not record a change, even if the date or the format is different', async () => {
    const database = await open();
    await publish(database, { files: await readDemoFiles(), asOf: '2026-03-16', now });
    const before = await told(database);
    assert.ok(before.length > 250);
    await database.db.updateTable('published_state').set({ record_format: 1 }).execute();
    const { outcome } = await publish(database, { files: [], asOf: '2026-03-16', now });
    assert.equal(outcome, 'published');
    assert.deepEqual(await told(database, before.length), []);
    await database.close();
  });

  test('a difference is by our program if only the program changed, and marked if files came with it', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1), truck(2)])]);
    await pretendEarlierFormat(database);
    await changeSnapshot(database, (snapshot) =>
      snapshot.exec(
        `update records set scorecard = replace(scorecard, 'PELICAN TACO', 'HERON TACO'); update vendors set sha256 = 'x'`,
      ),
    );
    await publish(database, { files: [], now });
    const causes = async () =>
      (await changesOn(database)).flatMap(({ changes }) => changes.map(({ cause }) => cause));
    assert.deepEqual((await causes()).slice(2), ['rules', 'rules']);
    await pretendEarlierFormat(database);
    const late = { ...truck(1), primaryStatus: '45' };
    await run(database, [await licenses('b.csv', '2025-12-01', [late, truck(2)])]);
    await run(database, [
      await licenses('c.csv', '2025-12-02', [late, { ...truck(2), primaryStatus: '45' }]),
    ]);
    assert.ok((await causes()).slice(4).every((cause) => cause === 'records'));
    assert.deepEqual(
      (await publicationsOn(database)).map(({ other_program: isOther }) => isOther),
      [0, 0, 1, 1, 0],
    );
    await database.close();
  });

  test('a verdict that changes only because time passes is recorded as a change in the publication that first shows it', async () => {
    const database = await open();
    const expiring = { ...truck(1), expiresOn: '2025-06-01' };
    await run(database, [await licenses('a.csv', '2025-06-10', [expiring, truck(2)])], '2025-06-15');
    await run(database, [], '2025-06-16');
    assert.deepEqual(await told(database, 2), []);
    await run(database, [], '2025-08-01');
    const [change] = (await changesOn(database)).slice(2);
    assert.equal(change?.license_key, '2014:1350001');
    const status = change?.changes.find(({ kind }) => kind === 'status');
    assert.deepEqual([status?.before?.confirmed, status?.after?.confirmed], [true, false]);
    await database.close();
  });

  test('the second of two simultaneous publications waits, and its change numbers follow the first publication’s numbers', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1), truck(2)])]);
    const one = [
      await licenses('b.csv', '2025-11-20', [
        { ...truck(1), businessName: 'ONE', licenseeName: 'HOLDER ONE' },
        truck(2),
      ]),
    ];
    const two = [
      await licenses('c.csv', '2025-12-01', [
        { ...truck(1), businessName: 'TWO', licenseeName: 'HOLDER TWO' },
        truck(2),
      ]),
    ];
    const scoring = Promise.withResolvers<void>();
    const first = publish(database, { files: one, asOf: AS_OF, now, onStep: () => scoring.resolve() });
    await scoring.promise;
    const outcomes = await Promise.all([first, run(database, two)]);
    assert.deepEqual(
      outcomes.map(({ version }) => version),
      [2, 3],
    );
    const names = (await changesOn(database))
      .slice(2)
      .map(({ number, version, changes }) => [
        number,
        version,
        changes[0]?.before?.name,
        changes[0]?.after?.name,
      ]);
    const [start] = names;
    assert.deepEqual(names, [
      [3, 2, start?.[2], 'ONE'],
      [4, 3, 'ONE', 'TWO'],
    ]);
    await database.close();
  });

  test('a run that fails at the end does not leave any records or changes', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    const files = [
      await licenses('b.csv', '2025-12-01', [
        { ...truck(1), businessName: 'ONE', licenseeName: 'HOLDER ONE' },
      ]),
    ];
    let calls = 0;
    const failing = () => {
      calls += 1;
      // The clock is read at the start, for the state, and at the end of the run.
      if (calls === 3) throw new Error('the disk is gone');
      return now();
    };
    await assert.rejects(publish(database, { files, asOf: AS_OF, now: failing }), /the disk is gone/);
    assert.deepEqual(await told(database, 1), []);
    assert.equal((await publicationsOn(database)).length, 2);
    await database.close();
  });
});
