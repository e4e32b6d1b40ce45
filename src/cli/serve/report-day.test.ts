import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportDay } from './report-day.ts';

test('a start reports that a refresh will change the as-of day only if it will', () => {
  const told = (state: { as_of: string; as_of_chosen: number }, isSet = false) => {
    const lines: unknown[] = [];
    reportDay({ info: (...line: unknown[]) => lines.push(line) }, state, { wanted: '2026-11-26', isSet });
    return lines;
  };
  assert.deepEqual(told({ as_of: '2026-11-26', as_of_chosen: 0 }), [
    [{ as_of: '2026-11-26' }, 'records are current as of this day'],
  ]);
  assert.deepEqual(told({ as_of: '2026-11-25', as_of_chosen: 0 }), [
    [
      { as_of: '2026-11-25', next: '2026-11-26' },
      'records are current as of this day; the next refresh will bring them up to date',
    ],
  ]);
  const chosen = { as_of: '2026-11-20', as_of_chosen: 1 };
  assert.match(JSON.stringify(told(chosen)), /records keep the date chosen at import/);
  assert.match(JSON.stringify(told(chosen, true)), /"next":"2026-11-26"/);
});
