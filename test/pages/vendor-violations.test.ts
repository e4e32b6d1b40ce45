import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ShownInspection, ShownViolation } from '../../src/web/public/record/parse-record.ts';
import {
  renderInspections,
  renderPriorInspections,
} from '../../src/web/public/record/sections/inspection-section.ts';
import { textOf } from './support/vendor-pages.ts';

const CATEGORY: ShownViolation = {
  category: 35,
  title: 'No insects, rodents or live animals',
  count: 2,
  reporting_only: false,
};
const WITH_TEXT: ShownViolation = {
  ...CATEGORY,
  count: 1,
  code: '35A-03-4',
  tier: 'high_priority',
  text: 'Dead <b>roaches</b> by the sink.\nFrom follow-up: one left.',
  flags: ['admin_complaint', 'corrected_on_site'],
};

function visit(changes: Partial<ShownInspection>): ShownInspection {
  return {
    visit_id: 1,
    case_id: 10,
    visit_number: 1,
    date: '2026-01-10',
    type: 'Routine - Food',
    disposition: 'Warning Issued',
    result: 'follow_up',
    counts: { total: 2, high_priority: 1, intermediate: 0, basic: 1 },
    violations: [CATEGORY],
    owner: 'current',
    prior_owner: false,
    ...changes,
  };
}

const LICENSE = {
  ...({ number: 'MFD5890001', type: 'food_truck', status: 'current' } as const),
  expires_on: '2026-10-01',
  confirmed: true,
};

const SHOWN = { disputes: new Map(), language: 'en' } as const;

function shown(...visits: ShownInspection[]): string {
  return renderInspections({ inspections: visits, license: LICENSE }, SHOWN).toString();
}

describe('violations on a vendor’s page', () => {
  test('quote the inspector’s text with its severity, code, and marks', () => {
    const page = shown(visit({ violations: [WITH_TEXT] }));
    assert.match(
      textOf(page),
      /animals \(35A-03-4\) High priority Administrative complaint Corrected on site “Dead/,
    );
    assert.match(page, /“Dead &#60;b&#62;roaches&#60;\/b&#62; by the sink\.\nFrom follow-up: one left\.”/);
    assert.doesNotMatch(page, /not among/);
  });

  test('mention once that text is missing, no matter how many violations lack it', () => {
    const page = shown(
      visit({ violations: [CATEGORY, CATEGORY] }),
      visit({ visit_id: 2, case_id: 11, date: '2025-01-10' }),
    );
    assert.equal(page.split('They don’t have the inspector’s notes').length, 2);
    assert.equal(page.split('high priority but not which ones').length, 2);
    assert.match(textOf(page), /animals \(category 35\) 2 times/);
  });

  test('limit that note to the visits without text if other visits have text', () => {
    const page = shown(
      visit({ violations: [WITH_TEXT] }),
      visit({ visit_id: 2, case_id: 11, date: '2025-01-10' }),
    );
    assert.match(page, /If a visit shows only categories/);
  });

  test('have no style class and no description for an unknown severity or mark', () => {
    const odd = { ...WITH_TEXT, tier: 'unknown', flags: ['"><script>'], code: '<i>' };
    const page = shown(visit({ violations: [odd] }));
    assert.doesNotMatch(page, /tier-unknown|<script>|<i>|High priority/);
    const inherited = shown(visit({ violations: [{ ...WITH_TEXT, tier: 'constructor' }] }));
    assert.doesNotMatch(inherited, /constructor/);
  });

  test('say that findings referred to the fire authority do not count', () => {
    const page = shown(visit({ violations: [{ ...CATEGORY, reporting_only: true }] }));
    assert.match(page, /Reported to the fire authority; not included in the counts/);
  });

  test('show that a visit is a callback even if its first visit is not on file', () => {
    const page = shown(visit({ visit_number: 2 }));
    assert.match(page, /Callback; its first visit isn’t on file · “Routine - Food”/);
  });

  test('have no prior-owner heading if there is no prior owner', () => {
    assert.equal(renderPriorInspections([visit({})], SHOWN).toString(), '');
  });
});
