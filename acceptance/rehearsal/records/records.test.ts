import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../../src/lib/time/dates.ts';
import { REGULATOR } from '../../../src/regulator/source/regulator.ts';
import { dayKey } from '../../feed-faults/faults-dates.ts';
import type { PublishedState } from '../../feed-faults/published-state.ts';
import { cellAt } from '../../feed-faults/table.ts';
import type { DayReport } from './follow.ts';
import { makeHistory } from './history.ts';
import { judgeDay } from './judge.ts';
import { addDay, describeTally, startTally } from './report.ts';
import { makeSchedule, TROUBLES, weekdayOf } from './schedule.ts';

const START = '2026-05-04';
const NAMES = REGULATOR.listFiles().map(({ name }) => name);
const site = (seed: number) => makeSchedule({ seed, start: START, days: 90, names: NAMES });

describe('the simulated regulator’s schedule', () => {
  test('is the same for the same seed, and different for a different seed', () => {
    assert.deepEqual(site(7), site(7));
    assert.notDeepEqual(site(7), site(8));
  });

  test('renews each file on its weekday, sometimes late or twice, and never with a copy from the future', () => {
    for (const name of NAMES) {
      const days = site(1);
      const made = days.map(({ files }) => files.get(name)?.madeOn ?? '');
      assert.ok(days.every(({ day }, index) => (made[index] ?? '') < day));
      const renewed = days.filter((_, index) => index > 0 && made[index] !== made[index - 1]);
      assert.ok(renewed.length >= 10 && renewed.length <= 24, `${name}: ${renewed.length}`);
      const onTime = renewed.filter(
        ({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay() === weekdayOf(name),
      );
      assert.ok(onTime.length >= renewed.length / 2, name);
    }
  });

  test('has every kind of trouble, but not on the first days, and serves mostly good files', () => {
    const served = [1, 2, 3].flatMap(site).flatMap(({ files }) => [...files.values()]);
    const kinds = new Set(served.flatMap(({ trouble }) => trouble?.kind ?? []));
    assert.deepEqual([...kinds].sort(), [...TROUBLES].sort());
    assert.ok(served.filter(({ trouble }) => trouble).length < served.length / 5);
    const first = site(1)
      .slice(0, 3)
      .flatMap(({ files }) => [...files.values()]);
    assert.ok(first.every(({ trouble }) => trouble === undefined));
  });
});

describe('the simulated regulator’s history', () => {
  test('grows, does not include visits from a later day, and starts a new fiscal year on July 1', async () => {
    const history = await makeHistory({ seed: 1, vendors: 200, first: START, last: addDays(START, 90) });
    const visits = (day: string) => {
      const table = history.fileOn('4fdinspi.csv', day);
      return table.rows.map((row) => dayKey(cellAt(table, row, 'visitedOn'))).sort();
    };
    const may = visits('2026-05-10');
    const june = visits('2026-06-30');
    const july = visits('2026-07-31');
    assert.ok(june.length > may.length);
    assert.ok((may.at(-1) ?? '') <= '20260510');
    assert.ok((july[0] ?? '') >= '20260701' && july.length < june.length);
    const approvals = (day: string) => {
      const table = history.fileOn('newfood.csv', day);
      return table.rows.map((row) => dayKey(cellAt(table, row, 'approvedOn'))).sort();
    };
    const before = approvals(START);
    const after = approvals('2026-08-01');
    assert.ok(before.length > 0 && (before.at(-1) ?? '') <= '20260504');
    assert.ok(after.length > 0 && (after[0] ?? '') >= '20260701');
  });
});

test('a renewal changes a license’s date and status on the same day, and a license does not lapse before it expires', async () => {
  const history = await makeHistory({ seed: 1, vendors: 400, first: START, last: addDays(START, 90) });
  const seen = new Map<string, string>();
  const changes: string[] = [];
  for (let day = 0; day <= 90; day += 5) {
    const on = addDays(START, day);
    const table = history.fileOn('hrfood6.csv', on);
    for (const row of table.rows) {
      const number = cellAt(table, row, 'number');
      const status = cellAt(table, row, 'primaryStatus');
      const expiresOn = dayKey(cellAt(table, row, 'expiresOn'));
      if (status === '45') assert.ok(expiresOn < on.replaceAll('-', ''), `${number} is delinquent too early`);
      const now = `${status} ${expiresOn}`;
      const before = seen.get(number) ?? now;
      if (before !== now) changes.push(`${on} ${before} → ${now}`);
      seen.set(number, now);
    }
  }
  const days = new Set(changes.map((each) => each.slice(0, 10)));
  assert.ok(days.size >= 4, changes.join('\n'));
  assert.ok(
    changes.some((each) => each.includes('45 20260601 → 20 20270601')),
    changes.join('\n'),
  );
});

function stateOf(phone: string): PublishedState {
  const contacts = new Map([['2014:1380001', JSON.stringify(['HOLDER', '', phone])]]);
  return { vendors: new Map(), contacts, closures: new Map(), applications: new Map() };
}

describe('the judge of a day’s publication', () => {
  const judge = (service: string, expected = 'new') =>
    judgeDay({
      service: stateOf(service),
      truth: stateOf('new'),
      expected: stateOf(expected),
      hasOddities: false,
    }).verdict;

  test('distinguishes equal records, older records that are reported as older, and wrong records', () => {
    assert.equal(judge('new'), 'equal');
    assert.equal(judge('old', 'old'), 'older');
    assert.equal(judge('old'), 'wrong');
    assert.equal(judge('bad', 'old'), 'wrong');
    assert.equal(judge('new', 'old'), 'equal');
  });
});

describe('the ninety-day report', () => {
  const dayOf = (day: string, wrong: readonly string[], isNoticeable = true): DayReport => ({
    day,
    alerts: [],
    heldBack: 0,
    goodRefused: [],
    troubles: [{ name: 'hrfood1.csv', trouble: 'damaged: swap-cells', isAccepted: true, isNoticeable }],
    verdict: wrong.length > 0 ? 'wrong' : 'equal',
    wrong: new Map(wrong.map((subject) => [subject, subject])),
  });

  test('names the cause of a wrong day, and lists errors that never healed', () => {
    const tally = startTally();
    const first = addDay(tally, 3, dayOf('2026-05-10', ['L:1 city']));
    assert.equal(first, 'seed 3 2026-05-10: 1 wrong, new with hrfood1.csv damaged: swap-cells: L:1 city');
    assert.equal(
      addDay(tally, 3, dayOf('2026-05-11', ['L:1 city'])),
      'seed 3 2026-05-11: 1 wrong, as before',
    );
    assert.equal(addDay(tally, 3, dayOf('2026-05-12', [])), undefined);
    assert.match(
      describeTally(tally),
      /wrong days +2, 2 of them noticeable\nwrongs that began +1, 0 of them not healed/,
    );
    addDay(tally, 3, dayOf('2026-05-13', ['L:2 city']));
    assert.match(describeTally(tally), /1 of them not healed by the end\n {2}seed 3 2026-05-13: 1 wrong/);
  });

  test('separates errors that are caused by damage that no reader could notice', () => {
    const tally = startTally();
    const line = addDay(tally, 3, dayOf('2026-05-10', ['L:1 city'], false));
    assert.match(line ?? '', /: 1 wrong, not noticeable, new with/);
    assert.match(describeTally(tally), /wrong days +1, 0 of them noticeable/);
    addDay(tally, 3, dayOf('2026-05-11', ['L:1 city', 'L:2 city']));
    assert.match(describeTally(tally), /wrong days +2, 1 of them noticeable/);
  });
});
