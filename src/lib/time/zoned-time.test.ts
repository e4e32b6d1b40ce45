import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { describeInstant, describeTime, toInstant, toLocal } from './zoned-time.ts';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';

describe('times in a zone', () => {
  test('a local time is converted to the instant when clocks there show it, in summer and winter', () => {
    assert.equal(toInstant('2026-03-21T17:00', EASTERN), '2026-03-21T21:00:00.000Z');
    assert.equal(toInstant('2026-03-21T17:00', CENTRAL), '2026-03-21T22:00:00.000Z');
    assert.equal(toInstant('2026-01-21T17:00', EASTERN), '2026-01-21T22:00:00.000Z');
    assert.equal(toInstant('2026-12-31T23:30', CENTRAL), '2027-01-01T05:30:00.000Z');
  });

  test('an hour that is skipped when clocks go forward is rejected in each zone', () => {
    for (const zone of [EASTERN, CENTRAL]) {
      assert.equal(toInstant('2026-03-08T02:00', zone), undefined);
      assert.equal(toInstant('2026-03-08T02:59', zone), undefined);
    }
    assert.equal(toInstant('2026-03-08T01:59', EASTERN), '2026-03-08T06:59:00.000Z');
    assert.equal(toInstant('2026-03-08T03:00', EASTERN), '2026-03-08T07:00:00.000Z');
    assert.equal(toInstant('2026-03-08T03:00', CENTRAL), '2026-03-08T08:00:00.000Z');
  });

  test('a time that occurs twice when clocks go back in the fall means the first occurrence', () => {
    assert.equal(toInstant('2026-11-01T01:30', EASTERN), '2026-11-01T05:30:00.000Z');
    assert.equal(toInstant('2026-11-01T02:00', EASTERN), '2026-11-01T07:00:00.000Z');
    assert.equal(toLocal('2026-11-01T05:30:00.000Z', EASTERN), '2026-11-01T01:30');
    assert.equal(toLocal('2026-11-01T06:30:00.000Z', EASTERN), '2026-11-01T01:30');
  });

  test('a time that does not exist or is in another format is rejected', () => {
    const wrong = ['', 'x', '2026-02-30T10:00', '2026-13-01T10:00', '2026-03-21T24:00', '2026-03-21T10:60'];
    for (const text of [
      ...wrong,
      '2026-03-21',
      '2026-03-21T10:00Z',
      '2026-03-21T10:00:00',
      ' 2026-03-21T10:00',
    ])
      assert.equal(toInstant(text, EASTERN), undefined, text);
  });

  test('converting back and forth gives the same minute, except for the second occurrence of an hour', () => {
    const hour = 3_600_000;
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2101, 0) / 60_000 }),
        fc.constantFrom(EASTERN, CENTRAL),
        (minute, zone) => {
          const instant = new Date(minute * 60_000).toISOString();
          const again = toInstant(toLocal(instant, zone), zone) ?? '';
          assert.ok([0, hour].includes(Date.parse(instant) - Date.parse(again)), instant);
          assert.equal(toLocal(again, zone), toLocal(instant, zone));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a description has the date, the time and that date’s time zone abbreviation, with plain spaces', () => {
    const instant = '2026-03-21T21:00:00.000Z';
    assert.equal(describeInstant(instant, EASTERN), 'Saturday, March 21, 2026, 5:00 PM EDT');
    assert.equal(describeInstant(instant, CENTRAL), 'Saturday, March 21, 2026, 4:00 PM CDT');
    assert.equal(
      describeInstant('2026-01-01T04:59:00Z', EASTERN),
      'Wednesday, December 31, 2025, 11:59 PM EST',
    );
    assert.equal(describeTime('2026-01-01T17:00:00Z', CENTRAL), '11:00 AM CST');
  });
});
