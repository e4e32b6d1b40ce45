import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IsoDate } from '../../lib/time/dates.ts';
import { quoteDated, quoteWords } from './quote.ts';

describe('quotes of the regulator’s words', () => {
  it('are in quotes, with our gloss for readers of another language', () => {
    assert.equal(quoteWords('Warning Issued', 'en'), '“Warning Issued”');
    assert.match(quoteWords('Warning Issued', 'es'), /^“Warning Issued” \(.+\)$/);
  });

  it('never put quotes around nothing when a result in the file is blank', () => {
    assert.equal(quoteDated('', '2026-03-02' as IsoDate, 'en'), 'a blank result (March 2, 2026)');
    assert.equal(quoteWords('', 'es'), 'un resultado en blanco');
  });
});
