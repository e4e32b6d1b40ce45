import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { readRowsInForce } from '../../../../test/support/rows-in-force.ts';
import { testUpgrade } from '../../../../test/support/upgrades.ts';
import { readParts } from '../../../intake/log/file-log-service.ts';
import { listEveryPublishedFile } from '../../../intake/log/files-store.ts';
import type { OpenRegistry } from '../database.ts';
import { unpackPart } from '../row-parts.ts';
import { up } from './0021-packed-rows.ts';

/** The steps of the registry before this one. */
const EARLIER = /^00(?:0\d|1\d|20)-[a-z-]+\.ts$/;
const RUN = `insert into import_runs (started_at, finished_at, as_of, outcome, summary) values ('t', 't', 'd', 'published', '{}')`;
const FILE = (id: number, kind: string, { stored = 1, outcome = 'published', slot = kind } = {}) =>
  `insert into import_files (run_id, name, kind, slot, sha256, bytes, district, file_date, rows_read, rows_kept, rows_other,
   rows_refused, refusals, warnings, outcome, read_at, checked_at, rows_stored, first_day, last_day)
   values (1, 'f${id}', '${kind}', '${slot}', '${id}', 1, 6, '2025-07-0${id}', 1, 1, 0, 0, '{}', '{}', '${outcome}',
   '2025-08-0${id}', '2025-08-0${id}', ${stored}, '2025-07-01', '2025-07-0${id}')`;
const VISIT = (id: number, file: number) =>
  `insert into visit_rows (visit_id, license_type, digits, license_id, case_id, visit_number, visited_on, inspection_type,
   disposition, pda, categories, business_name, city, zip, county_code, district, file_id, in_force, total, high_priority,
   intermediate, basic) values (${id}, '2014', '1350001', 9000000001, ${id}, 1, '2025-07-09', 'Routine - Food', 'x', 'Y', '8:1',
   'PELICAN', 'TAMPA', '33601', '39', 6, ${file}, 0, null, null, null, null)`;
const LICENSE = (digits: string, former: string) =>
  `insert into license_rows (file_district, license_type, digits, rank, business_name, licensee_name, city, zip, county_code,
   primary_status, secondary_status, risk_level, mailing_address, phone, former_names, file_id, in_force)
   values (6, '2014', '${digits}', 'MFDV', 'PELICAN', 'X', 'TAMPA', '33601', '39', '20', '20', '', 'BOX 1', '1', '${former}', 3, 1)`;
const BEFORE = [
  RUN,
  FILE(1, 'inspections', { stored: 0, outcome: 'set_aside' }),
  FILE(2, 'inspections'),
  FILE(3, 'licenses'),
  FILE(4, 'closures'),
  FILE(5, 'ownership_changes'),
  FILE(6, 'final_orders'),
  FILE(7, 'observations'),
  FILE(8, 'inspections', { stored: 0, outcome: 'held_back' }),
  VISIT(9_900_000_001, 1),
  VISIT(9_900_000_002, 2),
  VISIT(3, 2),
  LICENSE('1350001', 'A\nB'),
  LICENSE('1350002', ''),
  `insert into closure_rows (digits, closed_on, business_name, conditions, reopened_on, file_id, in_force)
   values ('1350001', '2025-07-01', 'PELICAN', 'x', null, 4, 1)`,
  `insert into application_rows (kind, application_number, license_type, digits, approved_on, file_id, in_force)
   values ('ownership_change', '1', '2014', '1350001', '2025-07-01', 5, 1)`,
  `insert into final_order_rows values ('2014', '1350001', 'A-1', '2025-07-01', null, 2, 50000, 6, 1)`,
  `insert into observation_rows (visit_id, position, code, category, tier, text, flags, file_id, in_force)
   values (3, 1, '35A-03-4', 35, 'basic', 'x', 'warning,corrected_on_site', 7, 1)`,
];

async function checkUpgrade({ db, engine }: OpenRegistry): Promise<void> {
  const steps = readdirSync(import.meta.dirname)
    .filter((name) => EARLIER.test(name))
    .sort();
  assert.equal(steps.length, 19);
  for (const name of steps) await (await import(`./${name}`)).up(db, engine);
  for (const statement of BEFORE) await sql.raw(statement).execute(db);
  await up(db, engine);

  const files = await listEveryPublishedFile(db);
  assert.deepEqual(
    files.map(({ id, rowsStored, replacedAt }) => [id, rowsStored, replacedAt]),
    [[1, false, '2025-08-01'], ...[2, 3, 4, 5, 6, 7].map((id) => [id, true, null])],
  );
  const [first] = files;
  assert.ok(first);
  for await (const bytes of readParts(db, first.id, 'left'))
    assert.equal(unpackPart(bytes).rows[0]?.[0], 9_900_000_001);
  const rows = await readRowsInForce(db);
  assert.deepEqual(
    rows.visits.map(({ visitId, licenseId, visitedOn, total, file }) => [
      visitId,
      licenseId,
      visitedOn,
      total,
      file,
    ]),
    [
      [3, 9_000_000_001, '2025-07-09', null, 2],
      [9_900_000_001, 9_000_000_001, '2025-07-09', null, 1],
      [9_900_000_002, 9_000_000_001, '2025-07-09', null, 2],
    ],
  );
  assert.deepEqual(
    rows.licenses.map(({ digits, mailingAddress, formerNames, file }) => [
      digits,
      mailingAddress,
      formerNames,
      file,
    ]),
    [
      ['1350001', 'BOX 1', 'A\nB', 3],
      ['1350002', 'BOX 1', '', 3],
    ],
  );
  assert.deepEqual(
    [rows.closures[0]?.conditions, rows.applications[0]?.approvedOn, rows.orders[0]?.fineCents],
    ['x', '2025-07-01', 50_000],
  );
  assert.equal(rows.observations[0]?.flags, 'warning,corrected_on_site');
  for (const gone of ['visit_rows', 'visits', 'license_rows', 'licenses', 'observation_rows', 'final_orders'])
    await assert.rejects(sql.raw(`select 1 from ${gone}`).execute(db), gone);
}

testUpgrade('an upgrade packs every stored row, by file', checkUpgrade);
