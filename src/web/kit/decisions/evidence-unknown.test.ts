import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordOf } from '../../../../test/support/decided-records.ts';
import { visit } from '../../../../test/support/visits.ts';
import { renderCounts, renderGravest, renderHold } from './evidence.ts';

const HOLD = { active: false, reasons: [] };
const textOf = (page: { toString(): string }) =>
  String(page)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('the age of the most severe result is given relative to the date of the records', () => {
  const told = (date: string) => textOf(renderGravest({ text: 'Warning Issued', date }, '2026-01-01'));
  assert.match(told('2024-10-01'), /, 15 months before the day of these records$/);
  assert.match(told('2026-01-01'), /, the day of these records$/);
});

describe('a fact that is missing from the files is never shown as clean', () => {
  test('a hold missing from recent files is shown as not in force; with old or missing files, the hold is shown as unknown', () => {
    const told = (covered: 'whole' | 'part' | 'none', old: { reach_to: string; days: number } | null) =>
      textOf(renderHold(HOLD, { covered, old }, 'en'));
    assert.equal(told('part', null), 'None in force');
    assert.match(
      told('whole', { reach_to: '2025-11-01', days: 61 }),
      /^None in force on November 1, 2025 ; no newer information$/,
    );
    assert.match(told('none', null), /^Unknown: no inspection file/);
  });

  test('counts for a year that no file covers are shown as dashes; counts for a partly covered year are shown as numbers', () => {
    const countsOf = (cover: Parameters<typeof recordOf>[2]) => {
      const { rollup_12m: rollup, narrative } = recordOf(
        [visit({ visitedOn: '2023-05-01' })],
        {},
        cover,
      ).scorecard;
      return { text: textOf(renderCounts(rollup, '2026-01-01')), narrative, rollup };
    };
    const none = countsOf({
      inspections_from: '2023-01-01',
      inspections_to: '2024-06-30',
      whole_year: false,
    });
    assert.equal(none.rollup.year_covered, 'none');
    assert.match(
      none.text,
      /which none of our inspection files covers Inspections – High-priority violations –/,
    );
    assert.doesNotMatch(none.text, /\b0\b|only in part/);
    const part = countsOf({ inspections_from: '2025-07-01', whole_year: false });
    assert.match(part.text, /cover only in part Inspections 0 /);
  });
});
