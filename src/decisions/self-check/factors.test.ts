import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyLicense, anyVisits, limits, published, recordOf } from '../../../test/support/decided-records.ts';
import { visit } from '../../../test/support/visits.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { toPublishedFacts } from '../../records/record/decision-facts.ts';
import type { FactVisit } from '../../regulator/source/vendor-facts.ts';
import { strengthsOf } from './factors.ts';

describe('the self-check', () => {
  test('does not treat a year as clean if a callback led to a complaint or is the only evidence of one', () => {
    const opened = visit({ visitId: 1, caseId: 1, visitedOn: '2024-12-01', disposition: 'Warning Issued' });
    const complaint = visit({
      visitId: 2,
      caseId: 1,
      visitNumber: 2,
      visitedOn: '2025-02-01',
      disposition: 'Call Back - Admin. complaint recommended',
    });
    const met = visit({ visitId: 3, caseId: 3, visitedOn: '2025-08-01' });
    const codesOf = (visits: readonly FactVisit[]) => {
      const { scorecard } = recordOf(visits);
      const facts = published(visits);
      return strengthsOf(facts, scorecard.inspections, facts.as_of).map(({ code }) => code);
    };
    assert.ok(!codesOf([opened, complaint, met]).includes('no_enforcement_12m'));
    assert.ok(codesOf([{ ...opened, visitedOn: '2024-06-01' }, met]).includes('no_enforcement_12m'));
    const alone = visit({ visitId: 4, caseId: 4, visitNumber: 2, disposition: 'Call Back - Complied' });
    assert.deepEqual(
      codesOf([alone]).filter((code) => code.endsWith('_12m')),
      [],
    );
  });

  test('includes the grade that limits a vendor, and an unknown last result', () => {
    const bad = [1, 2, 3].map((visitId) =>
      visit({ visitId, visitedOn: `2025-0${visitId}-01`, highPriority: 9, basic: 9 }),
    );
    assert.ok(limits(recordOf(bad)).some(({ code }) => code === 'grade_f'));
    const unknown = visit({ visitId: 9, visitedOn: '2025-11-01', disposition: 'Assigned to Inspector' });
    const factors = limits(recordOf([...bad, unknown]));
    assert.match(
      factors.find(({ code }) => code === 'last_result_unknown')?.issue ?? '',
      /November 1, 2025 ended: the file says “Assigned to Inspector”/,
    );
  });

  test('property: lists an active hold first with a quote from the regulator, and the severity never increases down the list', () => {
    const order = ['blocking', 'serious', 'caution', 'info'];
    fc.assert(
      fc.property(anyVisits, anyLicense, (visits, change) => {
        const record = recordOf(visits, change).scorecard;
        const factors = limits(recordOf(visits, change));
        const ranks = factors.map(({ severity }) => order.indexOf(severity));
        assert.deepEqual(
          ranks,
          [...ranks].sort((a, b) => a - b),
        );
        assert.equal(factors[0]?.code === 'regulator_hold', record.hold.active);
        for (const { text, since } of record.hold.reasons) {
          assert.ok(factors[0]?.issue.includes(`“${text}” (${describeDay(since)})`));
        }
        assert.equal(new Set(factors.map(({ code }) => code)).size, factors.length);
        for (const factor of factors)
          assert.match(factor.resource.url, /^https:\/\/www2?\.myfloridalicense\.com\//);
      }),
    );
  });

  test('lists strengths and no limits for a clean record, and never lists an unknown value as a strength', () => {
    const record = recordOf(
      [1, 2, 3].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId * 2}-01` })),
    );
    assert.deepEqual(limits(record), []);
    assert.deepEqual(
      strengthsOf(toPublishedFacts(record), record.scorecard.inspections, record.scorecard.as_of).map(
        ({ code }) => code,
      ),
      ['license_current', 'good_grade', 'no_violation_12m', 'last_inspection_met', 'no_enforcement_12m'],
    );
    assert.deepEqual(strengthsOf(published([], { onFile: false }), [], '2026-01-01'), []);
  });

  test('lists a repeatedly cited category with advice', () => {
    const visits = [1, 2].map((visitId) =>
      visit({ visitId, visitedOn: `2025-0${visitId * 2}-01`, basic: 1, categories: '29:1' }),
    );
    const [factor] = limits(recordOf(visits));
    assert.deepEqual([factor?.code, factor?.severity], ['category_29', 'caution']);
    assert.match(factor?.issue ?? '', /Plumbing.* 2 inspections/);
  });
});
