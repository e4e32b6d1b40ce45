import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facts, license, recordContext, visit } from '../../../test/support/visits.ts';
import type { VendorFacts } from '../../regulator/source/vendor-facts.ts';
import { buildRecord } from './record.ts';

const CONTEXT = { ...recordContext(), dataAsOf: '2025-12-31' };

function record(change: Partial<VendorFacts>, asOf = CONTEXT.asOf) {
  return buildRecord(facts(change), { ...CONTEXT, asOf })?.scorecard ?? assert.fail('no record');
}

const CLEAN = [1, 2, 3].map((visitId) => visit({ visitId, visitedOn: `2025-0${visitId * 2}-01` }));

describe('a hold', () => {
  const closing = visit({
    visitId: 1,
    caseId: 1,
    visitedOn: '2025-10-01',
    disposition: 'Emergency order recommended',
  });
  const callback = (disposition: string, visitedOn = '2025-10-02') =>
    visit({ visitId: 2, caseId: 1, visitNumber: 2, visitedOn, disposition });
  const held = (change: Partial<VendorFacts>) => record(change).hold;

  test('lasts from an emergency order or determination until a disposition that reopens the business', () => {
    assert.deepEqual(held({ visits: [closing] }), {
      active: true,
      reasons: [{ code: 'emergency_order', text: 'Emergency order recommended', since: '2025-10-01' }],
    });
    for (const stillClosed of [
      'Emergency Order Callback Not Complied',
      'Admin. Complaint Callback Not Complied',
      'Call Back - Extension given, pending',
      'Administrative complaint recommended',
      'Something new',
    ])
      assert.equal(held({ visits: [closing, callback(stillClosed)] }).active, true, stillClosed);
    for (const reopens of [
      'Emergency Order Callback Complied',
      'Emergency Order Callback Time Extension',
      'Admin. Complaint Callback Complied',
      'Call Back - Complied',
    ])
      assert.equal(held({ visits: [closing, callback(reopens)] }).active, false, reopens);
    const determination = { ...closing, disposition: 'Administrative determination recommended' };
    assert.equal(held({ visits: [determination] }).reasons[0]?.code, 'administrative_determination');
  });

  test('depends on the regulator’s order of two visits on one day, not on their order in the file', () => {
    const sameDay = callback('Emergency Order Callback Complied', '2025-10-01');
    assert.equal(held({ visits: [sameDay, closing] }).active, false);
    const closedAgain = visit({
      visitId: 3,
      caseId: 1,
      visitNumber: 3,
      visitedOn: '2025-10-01',
      disposition: 'Emergency Order Callback Not Complied',
    });
    assert.equal(held({ visits: [closedAgain, sameDay, closing] }).active, true);
  });

  test('is created by the weekly closure report, which gives the reason, and is lifted if the report includes a reopening', () => {
    const report = {
      closedOn: '2025-10-01',
      businessName: 'MADE UP MUFFINS',
      conditions: 'No potable water',
      reopenedOn: null,
    };
    assert.deepEqual(held({ closures: [report] }), {
      active: true,
      reasons: [{ code: 'emergency_closure', text: 'No potable water', since: '2025-10-01' }],
    });
    assert.equal(
      held({ closures: [{ ...report, reopenedOn: '2025-10-03' }], visits: [closing] }).active,
      false,
    );
    assert.equal(
      held({ closures: [{ ...report, reopenedOn: '2026-02-01' }], visits: [closing] }).active,
      true,
    );
    assert.equal(
      held({
        closures: [report],
        visits: [closing, callback('Emergency Order Callback Complied', '2025-10-01')],
      }).active,
      false,
    );
    assert.equal(held({ closures: [{ ...report, closedOn: '2026-01-02' }] }).active, false);
  });

  test('treats a report within two days of an emergency order as the same closure, and a later report as a different closure', () => {
    const closuresWith = (closedOn: string) => {
      const report = { closedOn, businessName: 'MADE UP MUFFINS', conditions: '', reopenedOn: closedOn };
      const visits = [closing, callback('Emergency Order Callback Complied', closedOn)];
      return buildRecord(facts({ visits, closures: [report] }), CONTEXT)?.concerns.closures;
    };
    const closed = (on: string, reopened_on: string | null) => ({ on, is_exact: true, reopened_on });
    for (const day of ['2025-10-01', '2025-10-02', '2025-10-03'])
      assert.deepEqual(closuresWith(day), [closed('2025-10-01', day)]);
    const later = '2025-10-04';
    assert.deepEqual(closuresWith(later), [closed(later, later), closed('2025-10-01', later)]);
    const earlier = '2025-09-30';
    assert.deepEqual(closuresWith(earlier), [closed('2025-10-01', null), closed(earlier, earlier)]);
  });

  test('quotes the regulator’s name for a closure report that has no reason, and never quotes an empty text', () => {
    const report = { closedOn: '2025-10-01', businessName: 'MADE UP MUFFINS', reopenedOn: null };
    const told = (conditions: string) => {
      const { hold, gravest_event: gravest } = record({ closures: [{ ...report, conditions }] });
      return [hold.reasons[0]?.text, gravest?.text];
    };
    assert.deepEqual(told(''), ['Emergency closure', 'Emergency closure']);
    assert.deepEqual(told('Sewage'), ['Sewage', 'Emergency closure: Sewage']);
  });

  test('is not put on a caterer because of a closed restaurant that shares its digits', () => {
    const report = {
      closedOn: '2025-10-01',
      businessName: 'SOME RESTAURANT',
      conditions: 'Sewage',
      reopenedOn: null,
    };
    assert.equal(
      held({ licenseType: '2013', license: license({ rank: 'CATR' }), closures: [report] }).active,
      false,
    );
    assert.equal(
      held({
        licenseType: '2013',
        license: license({ rank: 'CATR' }),
        closures: [{ ...report, businessName: "Made-Up Muffin's" }],
      }).active,
      true,
    );
  });

  test('hides the letter and sets the tier to high, even if the license is unconfirmed', () => {
    const card = record({ visits: [...CLEAN, { ...closing, visitId: 20, caseId: 20 }], license: undefined });
    assert.deepEqual([card.grade, card.grade_status, card.risk_tier], [null, 'hold', 'high']);
  });

  test('ends with the ownership: a prior owner’s closure does not put a hold on the new owner', () => {
    const after = visit({
      visitId: 5,
      licenseId: 11,
      visitedOn: '2025-11-01',
      inspectionType: 'Food-Licensing Inspection',
    });
    const report = {
      closedOn: '2025-10-01',
      businessName: 'MADE UP MUFFINS',
      conditions: 'Sewage',
      reopenedOn: null,
    };
    assert.equal(held({ visits: [closing, after], closures: [report] }).active, false);
  });

  test('comes with sentences about a year that mention the owner if another owner was inspected during that year', () => {
    const earlier = [7, 8].map((visitId) =>
      visit({ visitId, licenseId: 7, visitedOn: `2025-01-${visitId + 3}` }),
    );
    assert.match(record({ visits: CLEAN }).narrative ?? '', /inspected [^.]*? 3 times/);
    assert.doesNotMatch(record({ visits: CLEAN }).narrative ?? '', /inspected .* under the current owner 3/);
    const both = record({ visits: [...earlier, ...CLEAN] }).narrative ?? '';
    assert.match(both, /the regulator inspected .* under the current owner 3 times/);
  });
});
