import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RECORDS, skip } from '../../test/support/real-records.ts';
import { long } from '../../test/support/whole-run.ts';
import { type Published, parseFiles, readPublished } from './published.ts';
import { listRealWorlds } from './worlds.ts';

/**
 * Vendors whose raw rows a person read. Each row has the number of inspections under the current, an earlier
 * and an uncertain owner, the year's inspections and violations, the letter and the verdict.
 * docs/ownership.md explains how to repeat the reading.
 */
type Row = readonly [
  ...[license: string, current: number, prior: number, uncertain: number],
  ...[inYear: number, violations: number | null, grade: string, verdict: string],
];

const OF_2018: readonly Row[] = [
  // The most difficult vendors: two License IDs; unrelated names; a transfer; a license that was given up;
  // only callbacks; two orders; not in any license file.
  ['MFD1350195', 1, 2, 0, 1, 3, 'insufficient_record', 'REVIEW'],
  ['CAT1305027', 0, 0, 3, 0, 0, 'insufficient_record', 'REVIEW'],
  ['MFD2750357', 3, 0, 0, 1, 6, 'withheld', 'REVIEW'],
  ['HTD3050049', 0, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  ['7550073', 2, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  ['MFD2750272', 5, 0, 0, 2, 15, 'F', 'DECLINE'],
  ['4750388', 5, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  // Other vendors.
  ['CAT1305023', 3, 0, 0, 1, 0, 'A', 'CLEAR'],
  ['1305036', 2, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  ['CAT1305061', 0, 0, 0, 0, 0, 'insufficient_record', 'REVIEW'],
  ['MFD1350131', 2, 1, 0, 1, 0, 'B', 'CLEAR'],
  ['MFD1350138', 3, 0, 0, 1, 4, 'D', 'REVIEW'],
  ['MFD1350177', 2, 2, 0, 1, 0, 'withheld', 'REVIEW'],
  ['1350196', 7, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  ['MFD2750077', 4, 0, 0, 2, 20, 'F', 'DECLINE'],
  ['MFD2750168', 2, 0, 0, 0, 0, 'C', 'CONDITIONAL'],
  ['MFD2750275', 5, 0, 0, 1, 8, 'F', 'DECLINE'],
  ['MFD2750315', 0, 0, 1, 0, 0, 'insufficient_record', 'REVIEW'],
  ['MFD3350012', 5, 0, 0, 2, 21, 'withheld', 'REVIEW'],
  ['MFD4750193', 8, 0, 0, 2, 18, 'F', 'DECLINE'],
  ['5650173', 1, 0, 0, 0, 0, 'withheld', 'REVIEW'],
  ['MFD6750094', 3, 0, 0, 0, 0, 'A', 'CLEAR'],
];

const OF_2025: readonly Row[] = [
  // The same License ID with a different holder: under a similar name, under the same name, and without a
  // similar name; an unrelated name.
  ['MFD1350195', 0, 2, 1, 0, 0, 'withheld', 'REVIEW'],
  ['MFD3050040', 0, 0, 6, 0, 0, 'insufficient_record', 'REVIEW'],
  ['MFD5650210', 0, 1, 0, 0, 0, 'insufficient_record', 'REVIEW'],
  ['MFD2651819', 0, 0, 1, 0, 0, 'insufficient_record', 'REVIEW'],
];

async function readWorld(name: string, day: string, rows: readonly Row[]): Promise<Row[]> {
  const world = (await listRealWorlds(RECORDS)).find((each) => each.name === name);
  assert.ok(world, name);
  const found = new Map<string, Row>();
  const take = (published: Published) => void found.set(published.card.license.number, toRow(published));
  const wanted = new Set(rows.map(([license]) => license));
  const isWanted = (license: string) => wanted.has(license);
  await readPublished(await parseFiles(world.paths, world.readOn), day, take, undefined, isWanted);
  return rows.map(([license]) => found.get(license) ?? assert.fail(license));
}

function toRow({ card, decision }: Published): Row {
  const count = (owner: string) =>
    new Set(card.inspections.filter((visit) => visit.owner === owner).map((visit) => visit.case_id)).size;
  const { inspections, violations } = card.rollup_12m;
  return [
    ...([card.license.number, count('current'), count('prior'), count('uncertain')] as const),
    ...([inspections, violations, card.grade ?? card.grade_status, decision.verdict] as const),
  ];
}

describe('the results from a person who read the raw rows', { skip }, () => {
  test('match the published data for District 6 on June 30, 2018', async () => {
    assert.deepEqual(await readWorld('District 6, licenses of July 2019', '2018-06-30', OF_2018), OF_2018);
  });

  test('match the published data after later license files named other holders', long, async () => {
    assert.deepEqual(await readWorld('Districts 5 and 6, all license files', '2025-07-07', OF_2025), OF_2025);
  });
});
