import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, cards, file, licenses, truck, visits } from '../../../test/support/publication-runs.ts';
import { closureRow, closureWorkbook } from '../../../test/support/regulator-files.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from './service.ts';

/**
 * A value is accepted once it is seen twice: in a second download at least 20 hours later, or in the next
 * edition.
 */

const START = Date.parse('2026-01-02T12:00:00Z');
const HOUR = 3_600_000;

/** Publishes files the given number of hours after the first files. */
const runAt = async (database: TestDatabase, hours: number, ...files: readonly ParsedFile[]) => {
  const now = () => new Date(START + hours * HOUR);
  const { files: outcomes } = await publish(database, { files, asOf: AS_OF, now });
  return outcomes.map(({ outcome, reason, findings }) => ({
    outcome,
    reason,
    codes: findings.map(({ code }) => code),
  }));
};
const ORDER = 'Emergency order recommended';
const PASSED = 'Inspection Completed - No Further Action';
const day = (index: number, disposition = PASSED): Parameters<typeof visits>[1][number] => ({
  visitId: index,
  licenseNumber: '1350001',
  visitedOn: '2025-11-05',
  disposition,
});
const dispositionsOf = async (database: TestDatabase) => {
  const card = (await cards(database)).get('2014:1350001');
  return card?.inspections.map(({ disposition }) => disposition).sort();
};
/** Creates an edition that is dated by its newest visit and still includes visits from earlier days. */
const edition = (newest: string, ...rows: readonly Parameters<typeof visits>[1][number][]) =>
  visits(`v-${newest}.csv`, [
    ...rows,
    ...Array.from({ length: Number(newest.slice(-2)) }, (_, index) => ({
      visitId: 901 + index,
      licenseNumber: '1350009',
      visitedOn: `2025-12-${String(index + 1).padStart(2, '0')}`,
    })),
  ]);

/** Creates ten visits under one license. The first four end with the given disposition. */
const ten = (disposition: string) =>
  Array.from({ length: 10 }, (_, index) => day(index + 1, index < 4 ? disposition : PASSED));
const countOf = async (database: TestDatabase, disposition: string) =>
  (await dispositionsOf(database))?.filter((each) => each === disposition).length;

describeEngines('a change that is unusual between editions', (open) => {
  test('does not affect closures until the same bytes arrive again 20 hours later, and never causes the file to be refused', async () => {
    const database = await open();
    await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER)));
    const milder = await edition('2025-12-02', ...ten(PASSED));
    const [first] = await runAt(database, 1, milder);
    assert.deepEqual([first?.outcome, first?.codes], ['published', ['visits_softened', 'new_visits_wait']]);
    assert.equal(await countOf(database, ORDER), 4);
    assert.equal((await runAt(database, 20, milder))[0]?.outcome, 'unchanged', '19 hours later');
    assert.equal(await countOf(database, ORDER), 4);
    const [second] = await runAt(database, 21, milder);
    assert.deepEqual([second?.outcome, second?.codes], ['published', []]);
    assert.equal(await countOf(database, ORDER), 0);
    assert.equal((await runAt(database, 50, milder))[0]?.outcome, 'unchanged', 'nothing is held any more');
    await database.close();
  });

  test('is accepted if the next edition agrees, and dropped if it does not', async () => {
    for (const [disposition, orders] of [
      [PASSED, 0],
      [ORDER, 4],
    ] as const) {
      const database = await open();
      await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER)));
      await runAt(database, 24, await edition('2025-12-02', ...ten(PASSED)));
      await runAt(database, 48, await edition('2025-12-03', ...ten(disposition)));
      assert.equal(await countOf(database, ORDER), orders);
      await database.close();
    }
  });

  test('is accepted immediately if it is more severe or fills in unknown values', async () => {
    for (const [before, after] of [
      [ten('Assigned to Inspector'), ten(ORDER)],
      [ten('Warning Issued'), ten(ORDER)],
    ] as const) {
      const database = await open();
      await runAt(database, 0, await edition('2025-12-01', ...before));
      const [run] = await runAt(database, 1, await edition('2025-12-02', ...after));
      assert.deepEqual([run?.outcome, run?.codes], ['published', []]);
      assert.equal(
        await countOf(database, ORDER),
        after.filter((each) => each?.disposition === ORDER).length,
      );
      await database.close();
    }
  });

  test('is held without a doubt if it makes one visit less severe, and does not cause anything else to be held', async () => {
    const database = await open();
    await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER)));
    const milder = ten(ORDER).with(0, day(1, PASSED));
    const [first] = await runAt(database, 1, await edition('2025-12-02', ...milder, day(11, ORDER)));
    assert.deepEqual([first?.codes, await countOf(database, ORDER)], [[], 5]);
    await runAt(database, 22, await edition('2025-12-03', ...milder, day(11, ORDER)));
    assert.equal(await countOf(database, ORDER), 4);
    await database.close();
  });

  test('holds back everything new in an edition if there are more changes than usual', async () => {
    const database = await open();
    await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER), day(11, 'Warning Issued')));
    const damaged = [...ten(PASSED), day(11, ORDER), day(12, ORDER)];
    const [first] = await runAt(database, 1, await edition('2025-12-02', ...damaged));
    assert.deepEqual(first?.codes, ['visits_softened', 'changed_visits_wait', 'new_visits_wait']);
    assert.equal(await countOf(database, ORDER), 4);
    await runAt(database, 22, await edition('2025-12-03', ...damaged));
    assert.equal(await countOf(database, ORDER), 2);
    await database.close();
  });

  test('never turns a known disposition or count into an unknown one immediately', async () => {
    const database = await open();
    await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER)));
    const lost = ten(ORDER)
      .with(0, day(1, 'Emerg'))
      .with(5, { ...day(6), total: '' });
    const [run] = await runAt(database, 1, await edition('2025-12-02', ...lost));
    assert.deepEqual(run?.codes.toSorted(), [
      'counts_lost',
      'dispositions_lost',
      'new_visits_wait',
      'unknown_disposition',
    ]);
    assert.equal(await countOf(database, ORDER), 4);
    await database.close();
  });

  test('does not remove a closure that is missing from one edition until it is missing from a second edition', async () => {
    const database = await open();
    const [closure, ...others] = ten(ORDER);
    assert.ok(closure);
    await runAt(database, 0, await edition('2025-12-01', closure, ...others));
    const [first] = await runAt(database, 24, await edition('2025-12-02', ...others));
    assert.deepEqual(first?.codes, ['visits_missing']);
    assert.equal(await countOf(database, ORDER), 4);
    await runAt(database, 48, await edition('2025-12-03', ...others));
    assert.equal(await countOf(database, ORDER), 3);
    await database.close();
  });

  test('is left out until it appears again if it is a closure under a different business name than the license', async () => {
    const database = await open();
    await runAt(database, 0, await licenses('a.csv', '2025-12-01', [truck(1)]));
    const rows = [
      { licenseNumber: '1350001', closedOn: '2025-12-02', reopenedAt: '', businessName: 'HERON CREPES' },
    ];
    const closures = await file('c.xlsx', await closureWorkbook(rows.map((row) => closureRow(row))));
    const holdOf = async () => (await cards(database)).get('2014:1350001')?.hold.active;
    const [first] = await runAt(database, 1, closures);
    assert.deepEqual([first?.codes, await holdOf()], [['closures_contradict'], false]);
    await runAt(database, 25, closures);
    assert.equal(await holdOf(), true);
    await database.close();
  });

  test('is shown in coverage while it is held', async () => {
    const database = await open();
    await runAt(database, 0, await edition('2025-12-01', ...ten(ORDER)));
    await runAt(database, 1, await edition('2025-12-02', ...ten(PASSED)));
    const [inUse] = (await describeCoverage(database)).files;
    assert.deepEqual(inUse?.doubts, [
      {
        code: 'visits_softened',
        text: '4 of 11 visits have a milder disposition than before; they stay as they were until a second download or the next edition agrees',
      },
      {
        code: 'new_visits_wait',
        text: '1 of 12 visits are new in an edition that changes more than usual; they are left out until a second download or the next edition agrees',
      },
    ]);
    await database.close();
  });
});

const FLEET = Array.from({ length: 300 }, (_, index) => truck(index + 1));

describeEngines('a suspicious file', (open) => {
  test('that lost one license in twelve is refused at first, and published once a download 20 hours later agrees', async () => {
    const database = await open();
    await runAt(database, 0, await licenses('a.csv', '2025-12-01', FLEET));
    const fewer = await licenses('b.csv', '2025-12-02', FLEET.slice(25));
    const [first] = await runAt(database, 24, fewer);
    assert.deepEqual([first?.outcome, first?.codes], ['held_back', ['fewer_rows', 'licenses_missing']]);
    assert.match(first?.reason ?? '', /If a download at least 20 hours later agrees, it is published/);
    assert.equal((await runAt(database, 30, fewer))[0]?.outcome, 'held_back', 'six hours later');
    const [second] = await runAt(database, 48, fewer);
    assert.equal(second?.outcome, 'published');
    assert.equal(second?.codes[0], 'seen_twice');
    const [inUse] = (await describeCoverage(database)).files;
    assert.match(
      inUse?.doubts[0]?.text ?? '',
      /^the file has 275 rows .* every download since 2026-01-03 agrees$/,
    );
    await database.close();
  });

  test('that lost more than a tenth of its rows is refused until an operator accepts it, even after a week', async () => {
    const database = await open();
    await runAt(database, 0, await licenses('a.csv', '2025-12-01', FLEET));
    const cut = await licenses('b.csv', '2025-12-02', FLEET.slice(0, 180));
    for (let hours = 24; hours <= 24 * 8; hours += 24) {
      const [refused] = await runAt(database, hours, cut);
      assert.deepEqual([refused?.outcome, refused?.codes[0]], ['held_back', 'far_fewer_rows']);
    }
    const now = () => new Date(START + 200 * HOUR);
    const acceptance = { by: 'ola', because: 'The regulator confirmed it.' };
    const { files } = await publish(database, { files: [cut], asOf: AS_OF, now, acceptance });
    assert.equal(files[0]?.outcome, 'published');
    await database.close();
  });

  test('is refused if most visits changed, and published once the next edition agrees', async () => {
    const database = await open();
    const fleet = (newest: string, disposition: string) =>
      edition(newest, ...Array.from({ length: 60 }, (_, index) => day(index + 1, disposition)));
    await runAt(database, 0, await fleet('2025-12-01', ORDER));
    const [first] = await runAt(database, 24, await fleet('2025-12-02', 'Warning Issued'));
    assert.deepEqual([first?.outcome, first?.codes], ['held_back', ['visits_redisposed', 'visits_softened']]);
    const [second] = await runAt(database, 48, await fleet('2025-12-03', 'Warning Issued'));
    assert.equal(second?.outcome, 'published');
    assert.ok((await dispositionsOf(database))?.every((each) => each === 'Warning Issued'));
    await database.close();
  });

  test('is not confirmed by a download that was refused for another reason', async () => {
    const database = await open();
    await runAt(database, 0, await licenses('a.csv', '2025-12-01', FLEET));
    await runAt(database, 24, await licenses('b.csv', '2025-12-02', FLEET.slice(25)));
    const renamed = FLEET.map((row, index) => ({ ...row, businessName: `HERON CREPES ${index}` }));
    const [second] = await runAt(database, 48, await licenses('c.csv', '2025-12-03', renamed));
    assert.deepEqual([second?.outcome, second?.codes], ['held_back', ['businesses_renamed']]);
    await database.close();
  });
});
