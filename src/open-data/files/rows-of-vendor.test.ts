import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DEMO_DAY, openDemoApp } from '../../../test/support/demo-app.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import { listPublishedRecords } from '../../records/read/service.ts';
import { rowsOfVendor } from './rows-of-vendor.ts';

describe('rows of a record', () => {
  let card: Scorecard;
  before(async () => {
    const demo = await openDemoApp(await openTestSqlite(), 120);
    const records = await listPublishedRecords(demo.database.published.db, '', 120);
    const cards = records.map(({ scorecard }) => parseScorecard(scorecard));
    const found = cards.find((each) => each.inspections.length > 1 && each.rollup_12m.inspections > 0);
    assert.ok(found);
    card = found;
    await demo.close();
  });

  test('have null for unknown counts and mark them as unknown, never as 0', () => {
    const none = { total: null, high_priority: null, intermediate: null, basic: null };
    const sums = { violations: null, high_priority: null, intermediate: null, basic: null };
    const [first, ...others] = card.inspections;
    assert.ok(first);
    const unknown = {
      ...card,
      rollup_12m: { ...card.rollup_12m, ...sums },
      inspections: [{ ...first, counts: none, violations: [] }, ...others],
    };
    const rows = rowsOfVendor(unknown, 'CLEAR');
    const [scorecard] = rows.scorecards;
    assert.deepEqual(
      [scorecard.counts_known_12m, scorecard.violations_12m, scorecard.high_priority_12m],
      [false, null, null],
    );
    const [visit] = rows.inspections;
    assert.deepEqual([visit?.counts_known, visit?.total, visit?.high_priority], [false, null, null]);
    assert.equal(rowsOfVendor(card, 'CLEAR').scorecards[0].counts_known_12m, true);
  });

  test('have the verdict and the age of the records as published', () => {
    const row = (old: Scorecard['records_old'], verdict: 'CLEAR' | 'REVIEW') =>
      rowsOfVendor({ ...card, records_old: old }, verdict).scorecards[0];
    const recent = row(null, 'CLEAR');
    assert.deepEqual(
      [recent.verdict, recent.recommendation, recent.records_old_days],
      ['CLEAR', 'book', null],
    );
    const old = row({ reach_to: DEMO_DAY, days: 77 }, 'REVIEW');
    assert.deepEqual([old.verdict, old.recommendation, old.records_old_days], ['REVIEW', 'review', 77]);
  });

  test('include a hold’s description and first day', () => {
    const reasons = [
      { code: 'emergency_order', text: 'Emergency order recommended', since: '2026-03-11' },
      { code: 'emergency_callback', text: 'Not Complied', since: '2026-03-10' },
    ] as const;
    const [row] = rowsOfVendor(
      { ...card, hold: { active: true, reasons: [...reasons] } },
      'DECLINE',
    ).scorecards;
    assert.deepEqual(
      [row.hold_active, row.hold_text, row.hold_since],
      [true, 'Emergency order recommended; Not Complied', '2026-03-10'],
    );
  });
});
