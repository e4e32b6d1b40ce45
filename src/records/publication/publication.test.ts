import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
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
  applicationRow,
  closureRow,
  closureWorkbook,
} from '../../../test/support/regulator-files.ts';
import { addDays } from '../../lib/time/dates.ts';
import { publish } from './service.ts';

describeBothEngines('a publication', (open) => {
  test('keeps its content and version if the same files are imported twice', async () => {
    const database = await open();
    const files = [
      await licenses('a.csv', '2025-12-01', [truck(1), truck(2)]),
      await visits('b.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn: '2025-11-01' }]),
    ];
    const first = await run(database, files);
    const before = await world(database);
    const second = await run(database, files);
    assert.deepEqual(
      [first.outcome, second.outcome, second.version],
      ['published', 'unchanged', first.version],
    );
    assert.deepEqual(
      second.files.map(({ outcome }) => outcome),
      ['unchanged', 'unchanged'],
    );
    assert.equal(await world(database), before);
    await database.close();
  });

  test('does not depend on the order of files in one run or several, because each row comes from the newest file', async () => {
    const others = [11, 12, 13, 14].map(truck);
    const files = [
      await visits('old.csv', [
        { visitId: 1, licenseNumber: '1350001', visitedOn: '2025-07-01', basic: 1, total: 1 },
        { visitId: 2, licenseNumber: '1350002', visitedOn: '2025-07-02' },
      ]),
      await visits('middle.csv', [
        { visitId: 1, licenseNumber: '1350001', visitedOn: '2025-07-01', basic: 2, total: 2 },
        { visitId: 2, licenseNumber: '1350002', visitedOn: '2025-07-02' },
        { visitId: 3, licenseNumber: '1350001', visitedOn: '2025-08-01' },
      ]),
      await visits('new.csv', [
        { visitId: 1, licenseNumber: '1350001', visitedOn: '2025-07-01', basic: 3, total: 3 },
        { visitId: 2, licenseNumber: '1350002', visitedOn: '2025-07-02', intermediate: 4, total: 4 },
        { visitId: 3, licenseNumber: '1350001', visitedOn: '2025-08-01' },
        { visitId: 4, licenseNumber: '1350003', visitedOn: '2025-09-01' },
      ]),
      await licenses('june.csv', '2025-06-01', [
        truck(1),
        truck(2),
        { ...truck(3), expiresOn: '2025-06-01' },
        ...others,
      ]),
      await licenses('july.csv', '2025-07-01', [truck(1), truck(2), ...others]),
      await file(
        'closed.xlsx',
        await closureWorkbook([
          closureRow({ licenseNumber: '1350002', closedOn: '2025-09-05', reopenedAt: '' }),
        ]),
      ),
      await file(
        'reopened.xlsx',
        await closureWorkbook([
          closureRow({ licenseNumber: '1350002', closedOn: '2025-09-05', reopenedAt: '2025-09-07' }),
          closureRow({ licenseNumber: '1350009', closedOn: '2025-09-10', reopenedAt: '' }),
        ]),
      ),
    ];
    const reference = await open();
    await run(reference, files);
    const expected = await world(reference);
    const seen = await cards(reference);
    assert.equal(seen.get('2014:1350001')?.rollup_12m.basic, 3);
    assert.equal(seen.get('2014:1350002')?.rollup_12m.intermediate, 4);
    assert.equal(seen.get('2014:1350002')?.hold.active, false);
    assert.equal(seen.get('2014:1350003')?.license.status, 'not_on_file');
    await reference.close();
    for (const order of [
      [6, 5, 4, 3, 2, 1, 0],
      [2, 0, 1, 4, 3, 6, 5],
      [1, 2, 0, 3, 4, 5, 6],
    ]) {
      const together = await open();
      const apart = await open();
      const shuffled = order.flatMap((index) => files[index] ?? []);
      await run(together, shuffled);
      for (const each of shuffled) await run(apart, [each]);
      assert.equal(await world(together), expected, `together ${order}`);
      assert.equal(await world(apart), expected, `apart ${order}`);
      await together.close();
      await apart.close();
    }
  });

  test('a license is gone only if its own district’s newest file no longer lists it', async () => {
    const database = await open();
    const five = { district: '5', countyCode: '26', countyName: 'Duval' };
    await run(database, [
      await licenses('6.csv', '2025-11-01', [truck(1), truck(2), truck(3)]),
      await licenses('5.csv', '2025-11-01', [{ ...five, licenseNumber: 'MFD2650001' }]),
    ]);
    await run(database, [await licenses('6b.csv', '2025-12-01', [truck(1), truck(2), truck(4)])]);
    const statuses = [...(await cards(database))].map(([number, card]) => [number, card.license.status]);
    assert.deepEqual(statuses, [
      ['2014:1350001', 'current'],
      ['2014:1350002', 'current'],
      ['2014:1350003', 'not_on_file'],
      ['2014:1350004', 'current'],
      ['2014:2650001', 'current'],
    ]);
    await database.close();
  });

  test('if two districts list a license, a row that is still on file comes first, and then the current holder’s row', async () => {
    const database = await open();
    const five = { district: '5', countyCode: '26', countyName: 'Duval' };
    const filler = [2, 3, 4, 5].map((last) => ({ ...five, licenseNumber: `MFD265000${last}` }));
    const moved = { ...five, ...truck(1), businessName: 'MOVED', lastInspectedOn: '2025-11-01' };
    await run(database, [
      await licenses('6.csv', '2025-11-01', [{ ...truck(1), primaryStatus: '45' }]),
      { ...(await licenses('5.csv', '2025-11-01', [...filler, moved])), rowsElsewhere: 0 },
    ]);
    const shown = async () => {
      const card = (await cards(database)).get('2014:1350001');
      return [card?.name, card?.license.status, card?.location.district];
    };
    assert.deepEqual(
      await shown(),
      ['PELICAN TACO WAGON', 'delinquent', 6],
      'a number from another district is held',
    );
    const again = await licenses('5a.csv', '2025-11-02', [...filler, moved]);
    const nextDay = () => new Date('2026-01-03T12:00:00Z');
    await publish(database, { files: [{ ...again, rowsElsewhere: 0 }], asOf: AS_OF, now: nextDay });
    assert.deepEqual(await shown(), ['MOVED', 'current', 5]);
    await run(database, [await licenses('5b.csv', '2025-12-01', filler)]);
    assert.deepEqual(await shown(), ['PELICAN TACO WAGON', 'delinquent', 6]);
    await database.close();
  });

  test('inspections accumulate, so a later file that does not list earlier inspections does not remove them', async () => {
    const database = await open();
    await run(database, [
      await visits('a.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn: '2025-01-01' }]),
    ]);
    await run(database, [
      await visits('b.csv', [{ visitId: 2, licenseNumber: '1350001', visitedOn: '2025-08-01' }]),
    ]);
    assert.equal((await cards(database)).get('2014:1350001')?.inspections.length, 2);
    await database.close();
  });

  test('if a number has two rows, the current holder’s row is used, whichever comes first', async () => {
    const codes = { primaryStatus: '45', secondaryStatus: '45' };
    const former = { ...truck(1), businessName: 'BEFORE', licenseeName: 'SELLER LLC', ...codes };
    const present = { ...truck(1), businessName: 'AFTER' };
    for (const rows of [
      [former, present],
      [present, former],
    ]) {
      const database = await open();
      await run(database, [await licenses('a.csv', '2025-11-01', rows)]);
      const card = (await cards(database)).get('2014:1350001');
      assert.deepEqual([card?.name, card?.license.status], ['AFTER', 'current']);
      await database.close();
    }
  });

  test('a change of owner on file splits the inspection history even if there has been no visit since', async () => {
    const database = await open();
    const change = applicationRow({
      ...truck(1),
      applicationType: 'Approve Change Owner Request',
      approvedOn: '2025-12-10',
    });
    await run(database, [
      await visits('a.csv', [
        { visitId: 1, licenseNumber: '1350001', visitedOn: '2025-08-01' },
        { visitId: 2, licenseNumber: '1350001', visitedOn: '2025-11-01', caseId: 2 },
      ]),
      await file('c.csv', applicationCsv([change], { file: 'change_of_owner' })),
    ]);
    const card = (await cards(database)).get('2014:1350001');
    assert.deepEqual([card?.service_score, card?.rollup_12m.inspections], [null, 0]);
    assert.ok(card?.inspections.every((visit) => visit.prior_owner));
    await database.close();
  });

  test('a run without files publishes another as-of date, and switching back gives the same records', async () => {
    const database = await open();
    await run(database, [
      await licenses('l.csv', '2025-12-01', [truck(1)]),
      await visits('a.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn: '2025-11-01' }]),
    ]);
    const before = await world(database);
    await run(database, [], '2025-10-31');
    assert.equal((await cards(database)).get('2014:1350001')?.inspections.length, 0);
    await run(database, [], AS_OF);
    assert.equal(await world(database), before);
    await database.close();
  });

  test('real records replace all fictional records, which never return', async () => {
    const database = await open();
    const demo = await readDemoFiles(100);
    const fictional = await publish(database, {
      files: demo,
      asOf: '2026-03-16',
      now,
      replaceFictional: true,
    });
    assert.equal(fictional.fictional, true);
    const real = await licenses('real.csv', '2025-12-01', [truck(1)]);
    const mixed = await run(database, [real, ...demo.slice(0, 3)]);
    assert.equal(mixed.fictional, false);
    assert.deepEqual([...(await cards(database)).keys()], ['2014:1350001']);
    assert.ok([...(await cards(database)).values()].every((card) => !card.fictional));
    const again = await publish(database, { files: demo, asOf: '2026-03-16', now, replaceFictional: true });
    assert.equal(again.outcome, 'failed');
    assert.deepEqual([...(await cards(database)).keys()], ['2014:1350001']);
    await database.close();
  });

  test('newer demo data replaces the previous day’s data', async () => {
    const database = await open();
    const files = await readDemoFiles(100);
    await publish(database, { files, asOf: '2026-03-16', now, replaceFictional: true });
    const before = await world(database);
    const again = await publish(database, { files, asOf: '2026-03-16', now, replaceFictional: true });
    assert.equal(again.fictional, true);
    assert.equal(await world(database), before);
    await database.close();
  });

  test('vendor ids are the same in every database', async () => {
    const one = await open();
    const other = await open();
    await run(one, [await licenses('a.csv', '2025-11-01', [truck(1), truck(2)])]);
    await run(other, [await licenses('b.csv', '2025-11-02', [truck(3), truck(2)])]);
    assert.equal((await cards(one)).get('2014:1350002')?.id, (await cards(other)).get('2014:1350002')?.id);
    await one.close();
    await other.close();
  });

  test('records stored in another format are published again, even if their content is unchanged', async () => {
    const database = await open();
    const files = [await licenses('a.csv', '2025-11-01', [truck(1), truck(2)])];
    await run(database, files);
    await database.db.updateTable('published_state').set({ record_format: 0 }).execute();
    assert.equal((await run(database, [])).outcome, 'published');
    assert.equal((await run(database, [])).outcome, 'unchanged');
    await database.close();
  });

  test('visits leave the twelve-month rollup even if only the as-of date changes', async () => {
    const database = await open();
    await run(
      database,
      [
        await visits('a.csv', [
          { visitId: 1, licenseNumber: '1350001', visitedOn: '2024-12-31', basic: 1, total: 1 },
        ]),
      ],
      '2025-12-30',
    );
    assert.equal((await cards(database)).get('2014:1350001')?.rollup_12m.inspections, 1);
    await run(database, [], addDays('2025-12-30', 1));
    assert.equal((await cards(database)).get('2014:1350001')?.rollup_12m.inspections, 0);
    await database.close();
  });
});
