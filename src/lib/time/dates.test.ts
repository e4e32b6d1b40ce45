import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  daysBetween,
  describeAge,
  describeDay,
  formatUsDate,
  type IsoDate,
  jurisdictionDay,
  parseIsoDate,
  parseUsDate,
} from './dates.ts';

const day: fc.Arbitrary<IsoDate> = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('the regulator’s dates are parsed with or without padding', () => {
  const days = { '07/01/2017': '2017-07-01', '7/1/2017': '2017-07-01', '12/31/2199': '2199-12-31' };
  for (const [text, date] of Object.entries(days)) assert.equal(parseUsDate(text), date, text);
});

test('a date that does not exist or is in another format is rejected', () => {
  const us = [
    '02/30/2025',
    '02/29/2025',
    '04/31/2025',
    '00/10/2025',
    '13/10/2025',
    '10/00/2025',
    '10/32/2025',
  ];
  const otherwise = [
    '7/1/17',
    '2017/07/01',
    '07-01-2017',
    ' 7/1/2017',
    '7/1/2017 ',
    '7/1/2017\n',
    '007/1/2017',
    '',
  ];
  for (const text of [...us, ...otherwise, '1/1/1899', '1/1/2200'])
    assert.equal(parseUsDate(text), undefined, JSON.stringify(text));
  for (const text of [
    '2025-02-30',
    '2025-2-3',
    '2025-02-03T00:00',
    '20250203',
    '1899-12-31',
    '٢٠٢٥-٠٢-٠٣',
    '',
  ])
    assert.equal(parseIsoDate(text), undefined, JSON.stringify(text));
});

test('February 29 exists only in leap years', () => {
  for (const year of ['2024', '2000']) assert.equal(parseIsoDate(`${year}-02-29`), `${year}-02-29`);
  for (const year of ['2023', '1900', '2100']) assert.equal(parseIsoDate(`${year}-02-29`), undefined);
});

test('every date is unchanged after formatting and parsing, in both formats', () => {
  fc.assert(
    fc.property(day, (date) => {
      assert.equal(parseIsoDate(date), date);
      assert.equal(parseUsDate(formatUsDate(date)), date);
    }),
  );
});

test('days are added and counted across months, leap days and daylight saving changes', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2025-03-08', 2), '2025-03-10');
  assert.equal(addDays('2025-01-01', -1), '2024-12-31');
  assert.equal(daysBetween('2025-11-01', '2025-11-03'), 2);
  assert.equal(daysBetween('2025-11-03', '2025-11-01'), -2);
  fc.assert(
    fc.property(day, fc.integer({ min: -3_000, max: 3_000 }), (date, days) => {
      assert.equal(daysBetween(date, addDays(date, days)), days);
    }),
  );
});

test('adding a month gives the same day of the month, or the last day of a shorter month', () => {
  assert.equal(addMonths('2025-01-31', 1), '2025-02-28');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2025-03-31', -1), '2025-02-28');
  assert.equal(addMonths('2025-11-15', 3), '2026-02-15');
  assert.equal(addMonths('2025-02-15', -14), '2023-12-15');
  assert.equal(addMonths('2025-06-30', 0), '2025-06-30');
});

test('the date in Florida is the date in its capital, in summer and winter', () => {
  assert.equal(jurisdictionDay(new Date('2025-07-02T03:59:59Z')), '2025-07-01');
  assert.equal(jurisdictionDay(new Date('2025-07-02T04:00:00Z')), '2025-07-02');
  assert.equal(jurisdictionDay(new Date('2025-01-02T04:59:59Z')), '2025-01-01');
  assert.equal(jurisdictionDay(new Date('2025-01-02T05:00:00Z')), '2025-01-02');
});

test('a date in words contains the month’s name, the day and the year', () => {
  assert.deepEqual(
    ['2018-06-03', '2024-02-29', '1999-12-31'].map((day) => describeDay(day)),
    ['June 3, 2018', 'February 29, 2024', 'December 31, 1999'],
  );
});

test('the age of a date is given in whole days, months or years before another date', () => {
  const ages = ['2018-06-30', '2018-06-29', '2018-05-01', '2018-04-30', '2016-07-01', '2016-06-30'];
  assert.deepEqual(
    ages.map((day) => describeAge(day, '2018-06-30')),
    [
      'the same day',
      '1 day before',
      '60 days before',
      '2 months before',
      '23 months before',
      '2 years before',
    ],
  );
});
