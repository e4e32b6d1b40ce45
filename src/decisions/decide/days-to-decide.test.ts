import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../http/errors/errors.ts';
import { describeEventDays, parseEventDate } from './days-to-decide.ts';

const TODAY = '2026-03-16';

describe('the date of an event', () => {
  test('defaults to today and may be up to 24 months ahead', () => {
    assert.deepEqual(parseEventDate(undefined, TODAY), { first: TODAY, last: TODAY });
    for (const day of [TODAY, '2026-03-17', '2028-03-16'])
      assert.deepEqual(parseEventDate(day, TODAY), { first: day, last: day });
  });

  test('is rejected with an error that names event_date if it is past, far in the future or malformed', () => {
    const refused = [
      '2026-03-15',
      '1999-01-01',
      '2028-03-17',
      '2199-01-01',
      '2026-02-30',
      '16.3.2026',
      '',
      ' ',
    ];
    for (const text of refused)
      assert.throws(
        () => parseEventDate(text, TODAY),
        (error) =>
          error instanceof AppError &&
          error.code === 'invalid_parameter' &&
          error.parameter === 'event_date' &&
          error.message.includes('event_date'),
        text,
      );
  });

  test('is described in words, with the first and the last day if the event has several days', () => {
    assert.equal(describeEventDays({ first: TODAY, last: TODAY }), 'on March 16, 2026');
    assert.equal(
      describeEventDays({ first: TODAY, last: '2026-03-18' }),
      'from March 16, 2026 to March 18, 2026',
    );
  });
});
