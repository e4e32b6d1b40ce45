import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../src/lib/time/dates.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import { openTestSqlite } from '../../test/support/engines.ts';
import { long } from '../../test/support/whole-run.ts';
import { FILE_FAULTS } from './faults.ts';
import { compare, follow, type RehearsedDay } from './follow.ts';
import { faultsOn, makeScript, QUIET_DAYS, type Script } from './script.ts';
import { openSite } from './site.ts';
import { SITE_FAULTS } from './site-faults.ts';
import { FILES, makeFile } from './world.ts';

const START = '2026-01-12';
const DAYS = 90;

describe('the rehearsal script', () => {
  test('is the same for the same seed, and different for a different seed', () => {
    assert.deepEqual(makeScript(7, START, DAYS), makeScript(7, START, DAYS));
    assert.notDeepEqual(makeScript(7, START, DAYS), makeScript(8, START, DAYS));
  });

  test('has every fault on some day, and no faults on the first and last days', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const script = makeScript(seed, START, DAYS);
      const days = Array.from({ length: DAYS }, (_, index) => faultsOn(script, index));
      const seen = new Set(
        days.flatMap(({ site, files }) =>
          site === undefined ? [...files.values()].map(({ fault }) => fault) : [site],
        ),
      );
      assert.deepEqual([...seen].sort(), [...Object.keys(FILE_FAULTS), ...Object.keys(SITE_FAULTS)].sort());
      const quiet = [...days.slice(0, QUIET_DAYS), ...days.slice(-QUIET_DAYS)];
      assert.ok(
        quiet.every(({ site, files }) => site === undefined && files.size === 0),
        `seed ${seed}`,
      );
    }
  });
});

test('each file in the rehearsal ends on the day before it was made', async () => {
  const day = '2026-02-10';
  for (const { name } of FILES) {
    const { text, rows } = makeFile(name, day);
    const read = await readRegulatorFile({ name, bytes: Buffer.from(text), publishedAt: null }, day);
    const found = [read.problem, read.fileDate, read.rowsRead, Object.values(read.refusals).length];
    assert.deepEqual(found, [undefined, addDays(day, -1), rows, 0], name);
  }
});

test('a fact that differs is reported with its expected and actual values', () => {
  const told = compare(
    new Map([
      ['readyz', '200 ready'],
      ['list', 'a | b'],
    ]),
    new Map([
      ['readyz', '503'],
      ['list', 'a | c'],
    ]),
  );
  assert.deepEqual(told, [
    'readyz\n    must be: 200 ready\n    is:      503',
    'list\n    must be: b\n    is:      c',
  ]);
});

/** The time limits are long, because none of the faults on these days depends on time. */
const PATIENT = { timeoutMs: 30_000, idleTimeoutMs: 30_000 };
/** Days with one fault each. Some faults directly follow another, without a good day in between. */
const SHORT: Script = {
  seed: 0,
  start: START,
  days: 7,
  spells: [
    { fault: 'soft_404', files: ['hrfood2.csv'], from: 1, days: 2 },
    { fault: 'stale', files: ['hrfood2.csv'], from: 3, days: 1 },
    { fault: 'column_renamed', files: ['3fdinspi.csv'], from: 1, days: 1 },
    { fault: 'frozen', files: ['3fdinspi.csv'], from: 2, days: 2 },
    { fault: 'workbook', files: ['hrfood4.csv'], from: 2, days: 1 },
    { fault: 'rows_damaged', files: ['hrfood5.csv'], from: 2, days: 1 },
    { fault: 'other_district', files: ['hrfood6.csv'], from: 1, days: 1 },
    { fault: 'moved_away', files: ['chgownr_food.csv'], from: 2, days: 1 },
    { fault: 'too_many', files: ['newfood.csv'], from: 1, days: 1 },
    { fault: 'site_new_titles', files: [], from: 4, days: 1 },
    { fault: 'site_down', files: [], from: 5, days: 1 },
  ],
};

/** From a Saturday to a Monday. The regulator does not make files on the Sunday. */
const WEEKEND: Script = {
  seed: 0,
  start: '2026-01-17',
  days: 3,
  spells: [
    { fault: 'column_added', files: ['hrfood4.csv'], from: 1, days: 1 },
    { fault: 'wrong_type', files: ['hrfood5.csv'], from: 1, days: 1 },
  ],
};

describe('a site with faults', () => {
  const rehearse = async (script: Script): Promise<RehearsedDay[]> => {
    const database = await openTestSqlite();
    const site = await openSite();
    try {
      const days: RehearsedDay[] = [];
      for await (const day of follow({ script, database, site, patience: PATIENT })) days.push(day);
      return days;
    } finally {
      await site.close();
      await database.close();
    }
  };
  const differencesOf = (days: readonly RehearsedDay[]) =>
    days.flatMap(({ state, differences }) => differences.map((each) => `${state.day} ${each}`));

  test(
    'is reported on each day of a week as the oracle expects, and the service has no problems at the end',
    long,
    async () => {
      const days = await rehearse(SHORT);
      assert.deepEqual(differencesOf(days), []);
      const problems = days.map(({ state }) => state.files.filter(({ problem }) => problem !== '').length);
      assert.deepEqual(problems, [0, 5, 2, 1, 16, 16, 0]);
    },
  );

  test('does not cause a new publication on a Sunday, or if the bytes differ but the rows are the same', async () => {
    const days = await rehearse(WEEKEND);
    assert.deepEqual(differencesOf(days), []);
    assert.deepEqual(
      days.map(({ state }) => state.run?.outcome),
      ['published', 'unchanged', 'published'],
    );
  });
});
