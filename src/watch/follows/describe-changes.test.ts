import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, changed } from '../../../test/support/record-fields.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { compareRecords } from '../../records/changes/compare-records.ts';
import { describeChanges } from './describe-changes.ts';

const ONE = { isOneFormat: true, isOneProgram: true, isSameFiles: false };
const published = (scorecard: Scorecard) => ({ scorecard, verdict: 'CLEAR' as const });

/** Returns the sentences about the difference between two records. */
function sentences(after: Scorecard, options: Partial<typeof ONE> = {}, before = CARD): string[] {
  const changes = compareRecords(published(before), published(after), { ...ONE, ...options });
  return describeChanges(changes, 'en').map(({ text }) => text);
}

const [visit] = CARD.inspections;
const [order] = CARD.final_orders;
assert.ok(visit && order);

describe('the sentences about changes', () => {
  test('give the new and the old name, number, kind and place, but not another spelling, ZIP code or district', () => {
    const { license, location } = CARD;
    assert.deepEqual(sentences({ ...CARD, name: 'HERON' }), [
      'The name on file is now “HERON”. Before: “PELICAN”.',
    ]);
    assert.deepEqual(
      sentences({ ...CARD, license: { ...license, number: 'MFD2', type: 'caterer' } }).map((each) =>
        each.replace(/Before.*/, ''),
      ),
      ['The license number is now MFD2. ', 'The kind of license is now: caterer. '],
    );
    assert.deepEqual(sentences({ ...CARD, location: { ...location, city: 'MIAMI', county: 'Dade' } }), [
      'The place on file is now: MIAMI, Dade County. Before: ORLANDO, Orange County.',
    ]);
    assert.deepEqual(sentences({ ...CARD, name: 'Pelican' }), []);
    assert.deepEqual(sentences({ ...CARD, location: { ...location, zip: '1', district: 7 } }), []);
  });

  test('say when a license has no last day on file', () => {
    assert.deepEqual(sentences({ ...CARD, license: { ...CARD.license, expires_on: null } }), [
      'The last day of the license is now: no day on file. Before: June 1, 2026.',
    ]);
  });

  test('list inspections that are new, different or gone, oldest first, and those that cite something else', () => {
    const day = 'March 1, 2026';
    const withVisits = (...inspections: Scorecard['inspections']): Scorecard => ({ ...CARD, inspections });
    const plain = { ...visit, type: 'Routine - Food', date: '2026-03-01', owner: 'current' as const };
    const before = withVisits({ ...plain, disposition: 'Warning Issued' });
    const counts = (text: string) => text.replaceAll(/ \([^()]*violation[^()]*\)/g, '');
    const told = (...inspections: Scorecard['inspections']) =>
      sentences(withVisits(...inspections), {}, before).map(counts);
    const same = { ...plain, disposition: 'Warning Issued' };
    const next = { ...same, visit_id: 2, date: '2026-03-02', owner: 'prior' as const };
    assert.deepEqual(told({ ...next, visit_id: 3, date: '2026-03-03', owner: 'uncertain' }, next, same), [
      'DBPR inspected on March 2, 2026, “Routine - Food”. Result: “Warning Issued”. It counts for a prior owner.',
      'DBPR inspected on March 3, 2026, “Routine - Food”. Result: “Warning Issued”. It is uncertain whose inspection this is.',
    ]);
    assert.deepEqual(told(), [
      `The inspection on ${day} is no longer on file. Its result was “Warning Issued”.`,
    ]);
    assert.deepEqual(told({ ...same, disposition: 'Call Back - Complied' }), [
      `The inspection on ${day} has changed in the files. Now: ${day}, “Routine - Food”, result: “Call Back - Complied”. Before: “Routine - Food”, result: “Warning Issued”.`,
    ]);
    assert.deepEqual(told({ ...same, violations: [] }), [
      `The files now cite something different for the inspection on ${day}. See the record for details.`,
    ]);
    assert.deepEqual(told({ ...same, owner: 'prior' }), [], 'the owner of an inspection is our reading');
  });

  test('list final orders that are new or gone', () => {
    const [gone] = sentences({ ...CARD, final_orders: [] });
    assert.match(gone ?? '', /^No longer on file: DBPR ordered /);
    const [added] = sentences(CARD, {}, { ...CARD, final_orders: [] });
    assert.match(added ?? '', /^DBPR ordered /);
    const [other] = sentences({ ...CARD, final_orders: [{ ...order, fine_cents: 99_900 }] });
    assert.match(other ?? '', /^DBPR ordered a fine of \$999 .* Before: DBPR ordered /);
  });

  test('mark the grade as ours, and attribute it to our rules if only these changed', () => {
    const graded = { ...CARD, grade: 'B' as const };
    assert.deepEqual(sentences(graded), ['Our grade is now: B. Before: A.']);
    const changes = compareRecords(published(CARD), published({ ...graded, name: 'HERON' }), {
      ...ONE,
      isOneProgram: false,
      isSameFiles: true,
    });
    assert.deepEqual(describeChanges(changes, 'en'), [
      {
        text: 'Our grade is now: B. Before: A. Only our rules or our software changed, not DBPR’s record.',
        isOurs: true,
        isByRules: true,
      },
    ]);
  });

  test('leave out what only follows from other changes', () => {
    for (const field of ['gravest_event.text', 'uncertain_record.code', 'license.confirmed'])
      assert.deepEqual(sentences(changed(field)), [], field);
    const none = { ...CARD, grade: null, grade_status: 'insufficient_record' as const };
    assert.deepEqual(sentences({ ...none, grade_status: 'withheld' }, {}, none), []);
  });
});
