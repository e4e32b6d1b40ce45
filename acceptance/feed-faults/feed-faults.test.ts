import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createRandom } from '../../src/lib/random.ts';
import { inspectionCsv, inspectionRow, licenseCsv, licenseRow } from '../../test/support/regulator-files.ts';
import { Cards } from './card.ts';
import { type Fault, sizeOf, type Target } from './fault.ts';
import { FAULTS, placeOf } from './faults.ts';
import { summarizeHarm } from './harm/harm-report.ts';
import { judge } from './oracle.ts';
import type { PublishedState } from './published-state.ts';
import { summarize } from './report.ts';
import { SECOND_FAULTS } from './second/faults.ts';
import { changeRows, columnAt, readTable, toText, withCells } from './table.ts';
import { drawDamage, openBench, type Result } from './trials.ts';
import { makeWorld, type World } from './world.ts';
import { makeDemoWorld } from './world-demo.ts';

const AS_OF = '2025-12-31';
const TRUCKS = Array.from({ length: 12 }, (_, index) => 1_350_001 + index);
/** This vendor appears only once, on the newest day, and is not in any license file. */
const POP_UP = inspectionRow({
  licenseNumber: 1_350_099,
  businessName: 'POP-UP',
  licenseId: 8_800_099,
  visitId: 2_025_999,
  caseId: 2_025_999,
  visitedOn: '2025-12-30',
});

function smallWorld(): World {
  const licenses = TRUCKS.map((digits, index) =>
    licenseRow({
      licenseNumber: `MFD${digits}`,
      businessName: `TRUCK ${index}`,
      licenseeName: `HOLDER ${index} É LLC`,
      expiresOn: '2026-06-01',
      lastInspectedOn: '2025-11-20',
    }),
  );
  const restaurant = licenseRow({
    licenseType: '2010',
    rank: 'SEAT',
    licenseNumber: 'SEA3301001',
    countyCode: '33',
  });
  const visits = (year: number) => [
    ...TRUCKS.flatMap((digits, index) =>
      [9, 11].map((month) => {
        const id = year * 1_000 + index * 12 + month;
        const visitedOn = `${year}-${String(month).padStart(2, '0')}-${10 + index}`;
        const names = { licenseNumber: digits, businessName: `TRUCK ${index}`, licenseId: 8_800_000 + index };
        return inspectionRow({
          ...names,
          visitId: id,
          caseId: id,
          visitedOn,
          total: 3,
          basic: 3,
        });
      }),
    ),
    inspectionRow({
      licenseType: '2010',
      licenseNumber: 3_301_001,
      countyCode: '33',
      visitId: year,
      visitedOn: `${year}-08-01`,
    }),
    ...(year === 2025 ? [POP_UP] : []),
  ];
  const file = (kind: 'licenses' | 'inspections', name: string, text: string) => ({
    name,
    table: readTable(kind, Buffer.from(text)),
    readOn: AS_OF,
  });
  return makeWorld({
    asOf: AS_OF,
    licenses: file('licenses', 'hrfood6.csv', licenseCsv([...licenses, restaurant])),
    inspections: file('inspections', '6fdinspi.csv', inspectionCsv(visits(2025))),
    earlier: [file('inspections', '6fdinspi_2425.csv', inspectionCsv(visits(2024)))],
    more: [],
  });
}

/** Creates a fault that sets one column of the first rows. */
function planted(kind: 'licenses' | 'inspections', column: string, value: string, rows: number): Fault {
  return plantedBy(kind, ({ today }) => {
    const touched = new Set(Array.from({ length: rows }, (_, index) => index));
    const at = columnAt(today, column);
    const file = changeRows(today, touched, (row) => withCells(row, [[at, value]]));
    return { file, touched, note: 'planted' };
  });
}

function plantedBy(kind: 'licenses' | 'inspections', damage: Fault['damage']): Fault {
  return {
    name: 'planted',
    kinds: [kind],
    damage,
    noticeable: { when: ({ ours }) => ours > 1, because: 'more than one' },
  };
}

describe('damage to the regulator’s files', () => {
  const world = smallWorld();
  let demo: World;
  before(async () => {
    demo = await makeDemoWorld();
  });
  const draw = async (fault: Fault, seed: number, mutation: number) =>
    (await drawDamage(fault, SECOND_FAULTS.includes(fault) ? demo : world, seed, mutation))?.bytes;
  const all = [...FAULTS, ...SECOND_FAULTS];

  test('is the same for the same seed and number, no matter what was damaged before', async () => {
    for (const fault of all) {
      const first = await draw(fault, 7, 3);
      await draw(fault, 7, 4);
      assert.deepEqual(await draw(fault, 7, 3), first, fault.name);
    }
  });

  test('is different for a different seed', async () => {
    const bytes = async (seed: number) =>
      Promise.all(
        all.map(async (fault) => Buffer.from((await draw(fault, seed, 1)) ?? []).toString('base64')),
      );
    const one = await bytes(1);
    const two = await bytes(2);
    assert.ok(one.filter((each, index) => each !== two[index]).length > all.length / 2);
  });

  test('has a unique name for each class, and every class damages something', async () => {
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    assert.equal(new Set(all.map(placeOf)).size, all.length);
    assert.ok(FAULTS.length >= 30 && SECOND_FAULTS.length >= 48);
    for (const fault of all) {
      const drawn = await Promise.all([0, 1, 2, 3].map((mutation) => draw(fault, 1, mutation)));
      assert.ok(
        drawn.some((bytes) => bytes !== undefined),
        fault.name,
      );
    }
  });

  test('does not change the good file', () => {
    const target = targetOf(world, 'licenses');
    const before = toText(target.today);
    for (const fault of all.filter(({ kinds }) => kinds.includes('licenses')))
      fault.damage(target, createRandom(1, 1));
    assert.equal(toText(target.today), before);
  });
});

describe('the damaged-file judge', () => {
  const world = smallWorld();
  const run = async (fault: Fault): Promise<Result> => {
    const bench = await openBench(world);
    try {
      const first = await bench.run(fault, 1, 0);
      const second = await bench.run(fault, 1, 0);
      assert.deepEqual(first, second, 'a trial leaves nothing behind');
      assert.ok(first);
      return first;
    } finally {
      await bench.close();
    }
  };
  const outcomeOf = async (fault: Fault) => (await run(fault)).outcome;

  test('reports a planted value that is not in any good file as wrong', async () => {
    const result = await run(planted('licenses', 'expiresOn', '06/01/2027', 1));
    assert.deepEqual(
      [result.outcome, result.noticeable, result.differences, result.unsaid],
      ['wrong', false, [['wrong: expires_on', 1]], ''],
    );
    assert.match(result.example, /^L:2014:1350001 wrong: expires_on \d{4}-06-01 → 2027-06-01$/);
  });

  test('reports several planted values as noticeable, and counts them', async () => {
    const result = await run(planted('licenses', 'city', 'ELSEWHERE', 3));
    assert.deepEqual([result.outcome, result.noticeable], ['wrong', true]);
    const { total } = summarize([result]);
    assert.deepEqual([total.mutations, total.outcomes.wrong, total.noticeable], [1, 1, 1]);
  });

  test('counts harmful files by whether a reader could have noticed the damage, and does not count a worse verdict as harm', async () => {
    const results = [
      await run(planted('inspections', 'disposition', 'Emergency order recommended', 1)),
      { ...(await run(planted('licenses', 'city', 'ELSEWHERE', 1))), fault: 'other' },
    ];
    const [first] = summarizeHarm(results, 1).days;
    assert.deepEqual(first?.total, {
      mutations: 2,
      noticeable: 0,
      notNoticeable: 0,
      plausible: 0,
      worse: 1,
      lost: 0,
      shifted: 1,
      doubted: 0,
    });
    const harm = { harms: [['a better letter', 1] as const], example: '', worse: 0, lost: 0, shifted: 0 };
    const harmful = results.map((each, index) => ({ ...each, noticeable: index === 0, harms: [harm] }));
    const [again] = summarizeHarm(harmful, 1).days;
    assert.deepEqual(
      [again?.total.noticeable, again?.total.notNoticeable, again?.kinds],
      [1, 1, [['a better letter', 2]]],
    );
    const [third] = summarizeHarm(
      harmful.map((each) => ({ ...each, isPlausible: !each.noticeable })),
      1,
    ).days;
    assert.deepEqual([third?.total.notNoticeable, third?.total.plausible], [0, 1]);
  });

  test('publishes the same bytes on each day, and undoes every publication', async () => {
    const bench = await openBench(world, { days: 2 });
    try {
      const fault = planted('inspections', 'disposition', 'Emergency order recommended', 1);
      const first = await bench.run(fault, 1, 0);
      const second = await bench.run(fault, 1, 0);
      assert.deepEqual(first, second);
      assert.deepEqual(
        first?.harms.map(({ worse }) => worse),
        [1, 1],
      );
    } finally {
      await bench.close();
    }
  });

  test('does not count a row whose new value equals the old one', () => {
    const target = targetOf(world, 'licenses');
    const at = columnAt(target.today, 'name');
    const file = changeRows(target.today, 'all', (row) => withCells(row, [[at, 'TRUCK 3']]));
    assert.deepEqual(
      [
        sizeOf(target, { file, touched: 'all', note: '' }),
        sizeOf(target, { file: 'x', touched: 'all', note: '' }),
      ],
      [
        { ours: TRUCKS.length - 1, oursOf: TRUCKS.length, kind: 'licenses', note: '' },
        { ours: TRUCKS.length, oursOf: TRUCKS.length, kind: 'licenses', note: '' },
      ],
    );
  });

  test('accepts the name on file in place of a blank name', async () => {
    const result = await run(planted('licenses', 'name', '', 1));
    assert.deepEqual([result.outcome, result.differences[0]], ['right', undefined]);
  });

  test('reports a visit with a different result as wrong', async () => {
    assert.equal(await outcomeOf(planted('inspections', 'disposition', 'Warning Issued', 1)), 'wrong');
  });

  test('reports vendors that disappeared without a notice as wrong', async () => {
    const result = await run(
      plantedBy('licenses', ({ today }) => ({
        file: { ...today, rows: today.rows.slice(2) },
        touched: new Set([0, 1]),
        note: 'two rows gone',
      })),
    );
    assert.deepEqual([result.outcome, result.unsaid], ['wrong', '2 missing or older, 0 rows refused']);
    assert.equal(result.effects.vanished, 2);
  });

  test('accepts a rejected row if the import reports it and it is the damaged row', async () => {
    assert.equal(await outcomeOf(planted('licenses', 'number', 'soon', 1)), 'rows refused');
  });

  test('accepts that a business has no record if its only inspection was damaged and rejected', async () => {
    const popUp = plantedBy('inspections', ({ today }) => {
      const last = today.rows.length - 1;
      const touched = new Set([last]);
      const at = columnAt(today, 'pda');
      return {
        file: changeRows(today, touched, (row) => withCells(row, [[at, '7']])),
        touched,
        note: 'planted',
      };
    });
    const result = await run(popUp);
    assert.deepEqual([result.outcome, result.differences], ['rows refused', [['missing: the record', 1]]]);
  });

  test('accepts the value on file in place of an unknown result, and counts an unknown date as a lost detail', async () => {
    assert.equal(await outcomeOf(planted('inspections', 'disposition', 'See attached', 1)), 'right');
    assert.equal(await outcomeOf(planted('inspections', 'basic', '', 1)), 'right');
    assert.equal(await outcomeOf(planted('licenses', 'expiresOn', 'soon', 1)), 'detail lost');
  });

  test('accepts a file that is held back, and a file with the same rows in a different order', async () => {
    const empty = plantedBy('licenses', () => ({ file: '', touched: 'all', note: 'empty' }));
    assert.equal(await outcomeOf(empty), 'held back');
    const reversed = plantedBy('licenses', ({ today }) => ({
      file: { ...today, rows: today.rows.toReversed() },
      touched: new Set(),
      note: 'reversed',
    }));
    assert.equal(await outcomeOf(reversed), 'right');
  });

  test('reports a held-back file as wrong if contact data still changes', () => {
    const state = (phone: string): PublishedState => ({
      vendors: new Map(),
      contacts: new Map([['2014:1350001', JSON.stringify(['HOLDER', '', phone])]]),
      closures: new Map(),
      applications: new Map(),
    });
    const report = { reason: '', slot: 's', fileDate: AS_OF, refused: 0, warnings: {}, doubts: 0 };
    const good = new Cards(state('1'));
    const judged = judge(
      { state: state('2'), report: { ...report, outcome: 'held_back' } },
      { allowed: [good, good], truthReport: { ...report, outcome: 'published' }, baseDate: AS_OF },
      { isTouched: () => true, rowsPerRefused: 1 },
    );
    assert.deepEqual([judged.outcome, judged.differences], ['wrong', [['wrong: phone', 1]]]);
  });
});

function targetOf(world: World, kind: Target['kind']): Target {
  const target = world.targets.find((each) => each.kind === kind);
  assert.ok(target);
  return target;
}
