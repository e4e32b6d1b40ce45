import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderDayOf, renderMoment } from './render-dates.ts';

describe('a time on a page', () => {
  test('is shown in the jurisdiction’s time zone, in summer and winter, in both languages', () => {
    const at = (instant: string, words: string) => `<time datetime="${instant}">${words}</time>`;
    const summer = '2026-07-04T02:30:00.000Z';
    const winter = '2026-12-31T17:05:00.000Z';
    assert.equal(renderMoment(summer).toString(), at(summer, 'July 3, 2026 at 10:30 PM EDT'));
    assert.equal(renderMoment(winter).toString(), at(winter, 'December 31, 2026 at 12:05 PM EST'));
    assert.match(
      renderMoment(summer, 'es').toString(),
      /3 de julio de 2026(?:,| a las) 10:30\sp\.\sm\.\sGMT-4|3 de julio de 2026.*10:30.*EDT/,
    );
  });

  test('falls on the jurisdiction’s date, not the UTC date', () => {
    assert.match(renderDayOf('2026-07-04T02:30:00.000Z').toString(), />July 3, 2026</);
    assert.equal(renderDayOf('not a time').toString(), 'not a time');
  });
});
