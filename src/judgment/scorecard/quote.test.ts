import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IsoDate } from '../../lib/time/dates.ts';
import { quoteDated, quoteWords } from './quote.ts';

describe('quotes of the regulator’s words', () => {
  it('are in quotation marks, followed by our gloss for readers of another language', () => {
    assert.equal(quoteWords('Warning Issued', 'en'), '“Warning Issued”');
    assert.match(quoteWords('Warning Issued', 'es'), /^“Warning Issued” \(.+\)$/);
  });

  it('say that a result is blank instead of showing empty quotation marks', () => {
    assert.equal(quoteDated('', '2026-03-02' as IsoDate, 'en'), 'a blank result (March 2, 2026)');
    assert.equal(quoteWords('', 'es'), 'un resultado en blanco');
  });
});
