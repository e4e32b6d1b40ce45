import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderPeriod } from '../render-dates.ts';
import { renderErrorSummary, renderInput } from './fields.ts';

describe('form fields', () => {
  test('show, in the page’s language, which fields are optional and how many have errors', () => {
    const field = { name: 'phone', label: 'x' };
    assert.match(renderInput(field).toString(), />\(optional\)</);
    assert.match(renderInput({ ...field, language: 'es' }).toString(), />\(opcional\)</);
    const summaries = (['en', 'es'] as const).flatMap((language) =>
      [{ a: 'A' }, { a: 'A', b: 'B' }].map((errors) => renderErrorSummary(errors, language).toString()),
    );
    const heads = summaries.map((each) => /<h2>(.*)<\/h2>/.exec(each)?.[1]);
    assert.deepEqual(heads, [
      'Please check one thing',
      'Please check 2 things',
      'Revise un dato',
      'Revise 2 datos',
    ]);
  });

  test('show the date only once in a period that starts and ends on the same day, in the page’s language', () => {
    const period = (language: 'en' | 'es') =>
      renderPeriod('2026-03-21T21:00:00Z', '2026-03-22T01:00:00Z', 'America/New_York', language)
        .toString()
        .replace(/<[^>]+>/g, '');
    assert.equal(period('en'), 'Saturday, March 21, 2026, 5:00 PM EDT to 9:00 PM EDT');
    assert.equal(period('es'), 'sábado, 21 de marzo de 2026, 5:00 p.m. EDT a 9:00 p.m. EDT');
  });
});
