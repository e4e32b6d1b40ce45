import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObservationRow, VisitRow } from '../sources/parsed-file.ts';
import { findDamagedTexts, type TextsBefore } from './observation-findings.ts';

const FILE = { district: null, fileDate: '2025-12-31', fiscalYear: null, stateOn: '2025-12-31' };
const CODES = ['03A-90-1', '22A-92-1', '35A-94-1'];
const TIERS = ['high_priority', 'intermediate', 'basic'] as const;
const STANDARDS = ['Cold food too warm.', 'Cutting board soiled.', 'Dead pretend beetles.'];
const VISITS = Array.from({ length: 30 }, (_, index) => 70_000_000 + index * 10);

/** Three texts of a visit, one of each severity. */
const textsOf = (visitId: number): ObservationRow[] =>
  CODES.map((code, index) => ({
    ...{ visitId, position: index + 1, code, category: Number(code.slice(0, 2)), flags: [] },
    tier: TIERS[index] ?? 'unknown',
    text: `${STANDARDS[index]} Seen at counter ${visitId} by the café door.`,
  }));
const visitOf = (visitId: number): VisitRow => ({
  ...{ visitId, licenseType: '2014', digits: '4758801', licenseId: 1, caseId: visitId, visitNumber: 1 },
  ...{ visitedOn: '2025-11-05', inspectionType: 'Routine - Food', disposition: 'Warning Issued', pda: 'Y' },
  ...{ total: 3, highPriority: 1, intermediate: 1, basic: 1, categories: '3:1,22:1,35:1' },
  ...{ businessName: 'PELICAN', city: 'TALLAHASSEE', zip: '32301', countyCode: '47', district: 6 },
});

const GOOD = VISITS.flatMap(textsOf);
const BEFORE: TextsBefore = {
  ...{ texts: GOOD, accented: GOOD, replacedTexts: [], visits: VISITS.map(visitOf) },
};
const NOTHING: TextsBefore = { texts: [], accented: [], replacedTexts: [], visits: [] };
const codesOf = (rows: readonly ObservationRow[], before = BEFORE) =>
  findDamagedTexts(rows, before, FILE).map(({ code }) => code);
const change = (what: (row: ObservationRow, index: number) => Partial<ObservationRow>) =>
  GOOD.map((row, index) => ({ ...row, ...what(row, index) }));
const above = (index: number) => GOOD[(index + GOOD.length - 1) % GOOD.length];

test('the same texts again, new visits, follow-ups and the first file of all show nothing', () => {
  assert.deepEqual(codesOf(GOOD), []);
  assert.deepEqual(codesOf(GOOD, NOTHING), []);
  assert.deepEqual(codesOf([...GOOD, ...textsOf(80_000_000)]), []);
  assert.deepEqual(
    codesOf(change(({ text }) => ({ text: `${text}\nFrom follow-up inspection 2025-12-01: Clean.` }))),
    [],
  );
  assert.deepEqual(codesOf(GOOD.slice(30)), [], 'an edition that begins later');
});

test('texts of other visits alone are not compared with those on file', () => {
  const others = VISITS.map((id) => id + 5).flatMap(textsOf);
  assert.deepEqual(codesOf([...others, ...textsOf(VISITS[0] ?? 0)], { ...BEFORE, visits: [] }), []);
});

test('texts against the counts of their visits hold a file back, whatever was on file', () => {
  const three = change((_, index) => (index < 3 * 3 ? { category: 8 } : {}));
  assert.deepEqual(codesOf(three, { ...BEFORE, texts: [], accented: [] }), ['texts_against_counts']);
  const unknown = VISITS.map((id) => ({ ...visitOf(id), total: null, categories: '' }));
  assert.deepEqual(codesOf(three, { ...NOTHING, visits: unknown }), []);
});

test('a code under another severity, or before another text, holds a file back without anything on file', () => {
  assert.deepEqual(
    codesOf(
      change((_, index) => ({ code: above(index)?.code ?? '' })),
      NOTHING,
    ),
    [],
  );
  const mixed = change((_, index) => (index % 6 < 3 ? { code: above(index)?.code ?? '' } : {}));
  assert.deepEqual(codesOf(mixed, NOTHING), ['severities_of_codes', 'texts_of_other_codes']);
  const bare = change((_, index) => (index < 6 ? { tier: 'unknown' } : {}));
  assert.deepEqual(codesOf(bare, NOTHING), ['texts_without_severity', 'severities_of_codes']);
  assert.deepEqual(
    codesOf(
      change((row) => ({ visitId: row.visitId * 10 + row.position })),
      NOTHING,
    ),
    ['visits_of_one_text'],
  );
});

test('a visit that lost a text that it had holds a file back, be the text gone, changed or moved', () => {
  assert.deepEqual(codesOf(GOOD.slice(1)), ['texts_lost']);
  assert.deepEqual(codesOf(change((_, index) => (index === 4 ? { text: 'Cutting board.' } : {}))), [
    'texts_lost',
  ]);
  assert.deepEqual(codesOf(change((_, index) => (index === 4 ? { code: '22A-93-1' } : {}))), ['texts_lost']);
  assert.deepEqual(codesOf(change((_, index) => (index === 4 ? { visitId: 70_000_011 } : {}))), [
    'texts_lost',
  ]);
});

test('a file that says again what was on file before a damaged one shows nothing', () => {
  const damaged = change((_, index) =>
    index < 9 ? { text: `${STANDARDS[index % 3]} Another counter.` } : {},
  );
  assert.deepEqual(codesOf(GOOD, { ...BEFORE, texts: damaged }), ['texts_lost']);
  const replacedTexts = VISITS.map(textsOf);
  assert.deepEqual(codesOf(GOOD, { ...BEFORE, texts: damaged, replacedTexts }), []);
});

test('names that another version of the service struck out do not count as a change', () => {
  const named = (name: string) => change(({ text }) => ({ text: `${text} ${name} was told.` }));
  const before = { ...BEFORE, texts: named('Zebulon') };
  assert.deepEqual(codesOf(named('[name]'), before), []);
});

test('visits under other ids hold a file back, and so do more than a few that are gone', () => {
  const renumbered = change(({ visitId }) => ({ visitId: visitId + 1 }));
  assert.deepEqual(codesOf(renumbered), ['texts_of_other_visits']);
  const one = change(({ visitId }) => (visitId === VISITS[4] ? { visitId: visitId + 1 } : {}));
  assert.deepEqual(codesOf(one), ['visits_renumbered']);
  assert.deepEqual(codesOf(GOOD.slice(0, -5 * 3)), []);
  assert.deepEqual(codesOf(GOOD.slice(0, -6 * 3)), ['visits_missing']);
});

test('letters lost to an encoding hold a file back, also where only another business’s text shows it', () => {
  const lost = change(({ text }) => ({ text: text.replace('é', '') }));
  assert.deepEqual(codesOf(lost, { ...NOTHING, accented: GOOD }), ['letters_lost']);
  const marked = change(({ text }) => ({ text: text.replace('fé', '?f') }));
  assert.deepEqual(codesOf(marked, NOTHING), ['marks_for_letters']);
});
