import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastOfEachDay, listOutdated, parseSetName, setName } from './sets.ts';

const named = (...moments: string[]) => moments.map((moment) => setName(moment));
const days = (sets: readonly { readonly publishedAt: string }[]) => sets.map((each) => each.publishedAt);

const MORNING = '2026-03-16T11:00:00.000Z';
const EVENING = '2026-03-16T23:00:00.000Z';
const DAY_BEFORE = '2026-03-15T12:00:00.000Z';

test('a set is named after its publication, which can be determined from the name', () => {
  const set = setName('2026-03-16T02:30:00.123Z');
  assert.equal(set.name, '2026-03-16T02-30-00.123Z-f1');
  assert.equal(set.day, '2026-03-15', 'the day of the jurisdiction, not of UTC');
  assert.deepEqual(parseSetName(set.name), set);
});

test('unfinished sets, sets in another format, and any other files in the folder are ignored', () => {
  for (const name of [
    '.making-1',
    '2026-03-16',
    '2026-03-16T02-30-00.123Z-f0',
    '2026-99-16T02-30-00.123Z-f1',
    '..',
  ])
    assert.equal(parseSetName(name), undefined, name);
});

test('only the last set of each day is served, with the newest day first', () => {
  assert.deepEqual(days(lastOfEachDay(named(DAY_BEFORE, EVENING, MORNING))), [EVENING, DAY_BEFORE]);
});

test('a set is kept for the configured number of days, and the current one regardless of age, unless none are kept', () => {
  const old = '2026-02-14T12:00:00.000Z';
  const kept = '2026-02-15T12:00:00.000Z';
  const sets = named(old, kept, DAY_BEFORE, MORNING, EVENING);
  const on = { today: '2026-03-16', daysKept: 30 };
  assert.deepEqual(days(listOutdated(sets, { ...on, publishedAt: EVENING })), [old, MORNING]);
  assert.deepEqual(days(listOutdated(named(old), { ...on, publishedAt: old })), []);
  assert.deepEqual(days(listOutdated(named(old), { ...on, publishedAt: old, daysKept: 0 })), [old]);
});

test('a set is removed if a restored backup does not contain its publication', () => {
  const on = { today: '2026-03-16', daysKept: 30, publishedAt: MORNING };
  assert.deepEqual(days(listOutdated(named(MORNING, EVENING), on)), [EVENING]);
});
