import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { isDue, MISSES_DAILY_MAX } from './due-files.ts';

/** Returns a time just after the daily requests. */
const at = (day: IsoDate, time = '12:20') => new Date(`${day}T${time}:00Z`);
const dailyOn = (day: IsoDate) => at(day, '11:15');
const RENEWED = { finalOn: null, isLinked: false, kind: 'licenses' } as const;
const YEAR = { finalOn: '2026-10-01', isLinked: false, kind: 'inspections' } as const;
const WEEK = { finalOn: '2026-03-08', isLinked: false, kind: 'closures' } as const;

interface Asked {
  readonly outcome: string;
  readonly on: IsoDate;
  readonly time?: string;
  readonly misses?: number;
}

const rowOf = ({ outcome, on, time, misses = 0 }: Asked) => ({
  outcome,
  misses,
  checked_at: at(on, time).toISOString(),
});
const dueOn = (
  day: IsoDate,
  file: Parameters<typeof isDue>[0],
  asked: Asked,
  time = '12:20',
  force = false,
) => isDue(file, rowOf(asked), { now: at(day, time), lastDaily: dailyOn(day), force });

describe('a file that is renewed', () => {
  test('is requested once a day', () => {
    for (const outcome of ['downloaded', 'unchanged']) {
      assert.equal(dueOn('2026-03-02', RENEWED, { outcome, on: '2026-03-02' }, '23:00'), false);
      assert.equal(dueOn('2026-03-03', RENEWED, { outcome, on: '2026-03-02' }), true);
    }
    const now = { now: at('2026-03-02'), lastDaily: dailyOn('2026-03-02'), force: false };
    assert.equal(isDue(RENEWED, undefined, now), true);
  });

  test('is requested again after six hours, at most three times a day, if it failed or was held for the first time', () => {
    for (const outcome of ['failed', 'held_back']) {
      const asked = { outcome, on: '2026-03-02', time: '11:20' };
      assert.equal(dueOn('2026-03-02', RENEWED, asked, '17:19'), false);
      assert.equal(dueOn('2026-03-02', RENEWED, asked, '17:20'), true);
    }
    for (const day of ['2026-03-02', '2026-03-03'] as const) {
      const again = { outcome: 'held_back', on: '2026-03-02', time: '11:20', misses: 2 };
      assert.equal(dueOn(day, RENEWED, again, '23:00'), day === '2026-03-03');
    }
    let last = at('2026-03-02', '11:15');
    const times: string[] = [];
    for (let minute = 10; minute < 24 * 60; minute += 10) {
      const now = new Date(at('2026-03-02', '11:15').getTime() + minute * 60_000);
      const row = { outcome: 'failed', misses: 0, checked_at: last.toISOString() };
      if (!isDue(RENEWED, row, { now, lastDaily: dailyOn('2026-03-02'), force: false })) continue;
      times.push(now.toISOString().slice(11, 16));
      last = now;
    }
    assert.deepEqual(times, ['17:15', '23:15', '05:15']);
  });

  test('is requested immediately if an operator asks for it', () => {
    assert.equal(
      dueOn('2026-03-02', RENEWED, { outcome: 'unchanged', on: '2026-03-02' }, '12:21', true),
      true,
    );
  });
});

describe('a file for a fixed period', () => {
  test('is checked once more a week after it was downloaded, and then never again', () => {
    const came = { outcome: 'downloaded', on: '2026-03-10' };
    assert.equal(dueOn('2026-03-11', WEEK, came), false);
    assert.equal(dueOn('2026-03-16', WEEK, came), false);
    assert.equal(dueOn('2026-03-17', WEEK, came), true);
    const confirmed = { outcome: 'unchanged', on: '2026-03-17' };
    for (const day of ['2026-03-18', '2026-04-17', '2027-03-17'])
      assert.equal(dueOn(day, WEEK, confirmed), false, day);
    assert.equal(dueOn('2026-04-17', WEEK, confirmed, '12:20', true), false, 'not even for an operator');
  });

  test('is requested daily from the end of its period until it is final, and once after that', () => {
    for (const outcome of ['downloaded', 'unchanged', 'missing'])
      assert.equal(dueOn('2026-07-20', YEAR, { outcome, on: '2026-07-19', misses: 19 }), true, outcome);
    assert.equal(dueOn('2026-10-02', YEAR, { outcome: 'unchanged', on: '2026-09-30' }), true);
    assert.equal(dueOn('2026-10-03', YEAR, { outcome: 'unchanged', on: '2026-10-02' }), false);
  });

  test('is requested daily for a week and then monthly if the site does not have it', () => {
    let asked: Asked = { outcome: 'missing', on: '2026-03-10', misses: 1 };
    const days: IsoDate[] = [];
    for (let day = '2026-03-11'; day < '2026-06-01'; day = addDays(day, 1)) {
      if (!dueOn(day, WEEK, asked)) continue;
      days.push(day);
      asked = { outcome: 'missing', on: day, misses: (asked.misses ?? 0) + 1 };
    }
    assert.equal(MISSES_DAILY_MAX, 7);
    assert.deepEqual(days, [
      ...[11, 12, 13, 14, 15, 16].map((day) => `2026-03-${day}`),
      '2026-04-15',
      '2026-05-15',
    ]);
    const linked = { ...WEEK, isLinked: true };
    assert.equal(dueOn('2026-03-20', linked, { outcome: 'missing', on: '2026-03-19', misses: 9 }), true);
  });

  test('is requested on the same schedule as any other file if it is waiting or its request failed', () => {
    assert.equal(dueOn('2026-03-10', WEEK, { outcome: 'waiting', on: '2026-03-10' }), true);
    assert.equal(dueOn('2026-03-10', WEEK, { outcome: 'failed', on: '2026-03-10', time: '12:00' }), false);
    assert.equal(dueOn('2026-03-11', WEEK, { outcome: 'failed', on: '2026-03-10' }), true);
  });

  test('is requested daily for a week and then monthly if it is held every time', () => {
    const heldBack = { outcome: 'held_back', on: '2026-03-10' } as const;
    assert.equal(dueOn('2026-03-11', WEEK, { ...heldBack, misses: MISSES_DAILY_MAX - 1 }), true);
    assert.equal(dueOn('2026-03-11', WEEK, { ...heldBack, misses: MISSES_DAILY_MAX }), false);
    assert.equal(dueOn('2026-04-09', WEEK, { ...heldBack, misses: MISSES_DAILY_MAX }), true);
  });
});
