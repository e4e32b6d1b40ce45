import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import {
  AS_OF,
  cards,
  file,
  licenses,
  now,
  run,
  truck,
  visits,
  world,
} from '../../../test/support/publication-runs.ts';
import {
  applicationCsv,
  closureWorkbook,
  inspectionCsv,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { readRowsInForce } from '../../../test/support/rows-in-force.ts';
import { publish } from './service.ts';

describeEngines('files and runs that are not good enough to publish', (open) => {
  test('a file with only restaurants is not described as observations when it is held because of demo records', async () => {
    const database = await open();
    await run(database, [await licenses('demo.csv', '2025-11-01', [{ licenseNumber: 'MFD1390001' }])]);
    const restaurant = { licenseType: '2010', licenseNumber: '1301234', visitedOn: '2025-11-05' };
    const visit = await visits('1fdinspi.csv', [{ visitId: 1, ...restaurant }]);
    const { files } = await run(database, [visit]);
    assert.match(
      files[0]?.reason ?? '',
      /^no_records: no row is about a food truck or caterer, so a real file cannot be distinguished/,
    );
    await database.close();
  });

  test('a header row without data is an error, except in a new fiscal year and in a week without closures', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    const empty = [
      await file('visits.csv', inspectionCsv([])),
      await file('new.csv', applicationCsv([])),
      await file('closures.xlsx', await closureWorkbook([])),
      await file('licenses.csv', licenseCsv([])),
    ];
    for (const [day, expected] of [
      ['2026-07-02', ['unchanged', 'unchanged', 'unchanged', 'held_back']],
      ['2026-01-02', ['held_back', 'held_back', 'unchanged', 'held_back']],
    ] as const) {
      const clock = () => new Date(`${day}T12:00:00Z`);
      const outcome = await publish(database, { files: empty, asOf: AS_OF, now: clock });
      const results = new Map(outcome.files.map((each) => [each.name, each]));
      assert.deepEqual(
        empty.map(({ name }) => results.get(name)?.outcome),
        expected,
        day,
      );
      assert.equal(results.get('closures.xlsx')?.reason, 'it has titles and no rows yet');
      assert.match(results.get('licenses.csv')?.reason ?? '', /^no_rows/);
    }
    await database.close();
  });

  test('a bad file among several is held, and the records that it would have replaced are kept', async () => {
    const database = await open();
    await run(database, [
      await licenses(
        'a.csv',
        '2025-11-01',
        Array.from({ length: 20 }, (_, index) => truck(index)),
      ),
    ]);
    const outcome = await run(database, [
      await licenses('few.csv', '2025-12-01', [truck(1)]),
      await file('home.csv', '<!DOCTYPE html><html></html>'),
      await visits('b.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn: '2025-11-05' }]),
    ]);
    assert.equal(outcome.outcome, 'published');
    const results = outcome.files
      .map(({ name, outcome: each, reason }) => [name, each, reason?.split(':')[0] ?? null])
      .sort();
    assert.deepEqual(results, [
      ['b.csv', 'published', null],
      ['few.csv', 'held_back', 'far_fewer_rows'],
      ['home.csv', 'held_back', 'html_page'],
    ]);
    const seen = await cards(database);
    assert.equal(seen.size, 20);
    assert.ok([...seen.values()].every((card) => card.license.status === 'current'));
    await database.close();
  });

  test('if every file is bad, the run fails and nothing is published or changed', async () => {
    const database = await open();
    const bad = await file('home.csv', '<html>');
    assert.equal((await run(database, [bad])).outcome, 'failed');
    assert.deepEqual(await database.db.selectFrom('published_state').selectAll().execute(), []);
    const good = await licenses('a.csv', '2025-11-01', [truck(1)]);
    await run(database, [good]);
    const before = await world(database);
    assert.equal(
      (await run(database, [bad, await licenses('b.csv', '2026-05-01', [truck(2)])])).outcome,
      'failed',
    );
    assert.equal(await world(database), before);
    await database.close();
  });

  test('a refused row is counted, and is stored with its reason and line', async () => {
    const database = await open();
    const outcome = await run(database, [
      await visits('a.csv', [
        { visitId: 1, licenseNumber: '1350001' },
        { visitId: 2, licenseNumber: '1350001', visitedOn: '13/45/2025' },
        { visitId: 1, licenseNumber: '1350002' },
      ]),
    ]);
    assert.deepEqual(outcome.files[0]?.refusals, { inspection_date_malformed: 1, duplicate_visit_id: 1 });
    const kept = await database.db
      .selectFrom('refused_rows')
      .select(['line', 'reason'])
      .orderBy('line')
      .execute();
    assert.deepEqual(
      kept.map(({ line, reason }) => [line, reason]),
      [
        [3, 'inspection_date_malformed'],
        [4, 'duplicate_visit_id'],
      ],
    );
    await database.close();
  });

  test('a real file that is held does not remove any fictional records', async () => {
    const database = await open();
    await publish(database, {
      files: await readDemoFiles(100),
      asOf: '2026-03-16',
      now,
      replaceFictional: true,
    });
    const before = await world(database);
    const count = async () => (await readRowsInForce(database.db)).visits.length;
    const visitsBefore = await count();
    const cut = licenseCsv([licenseRow({ ...truck(1) }), licenseRow({ ...truck(2) })])
      .trimEnd()
      .slice(0, -30);
    assert.equal((await run(database, [await file('cut.csv', cut)])).outcome, 'failed');
    assert.equal(await world(database), before);
    assert.equal(await count(), visitsBefore);
    await database.close();
  });

  test('a run that fails midway leaves the last good state unchanged', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    const before = await world(database);
    const failing = () => {
      throw new Error('the machine is on fire');
    };
    const files = [await licenses('b.csv', '2025-12-01', [truck(1), truck(2)])];
    const onStep = (step: string) => (step === 'publishing' ? failing() : undefined);
    await assert.rejects(publish(database, { files, asOf: AS_OF, now, onStep }), /on fire/);
    assert.equal(await world(database), before);
    assert.equal((await run(database, files)).outcome, 'published');
    await database.close();
  });
});
