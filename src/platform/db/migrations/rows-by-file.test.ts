import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testUpgrade } from '../../../../test/support/upgrades.ts';
import type { OpenRegistry } from '../database.ts';
import { up as regulatorRecords } from './0001-regulator-records.ts';
import { up as contactsAndObservations } from './0003-contacts-and-observations.ts';
import { up } from './0005-rows-by-file.ts';

const VISIT = (id: number, day: string, file: number) =>
  `insert into visits values (${id}, '2014', '1350001', 1, ${id}, 1, '${day}', 'Routine - Food', 'x', 1, 0, 0, 1, 'Y', '8:1',
   'PELICAN', 'TAMPA', '33601', '39', 6, ${file})`;
const FILE = (id: number, kept: number) =>
  `insert into import_files (run_id, name, kind, slot, sha256, bytes, rows_read, rows_kept, rows_other, rows_refused, refusals,
   warnings, outcome, read_at, checked_at) values (1, 'f${id}', 'inspections', 's', '${id}', 1, ${kept}, ${kept}, 0, 0, '{}', '{}',
   'published', 't', 't')`;
const BEFORE = [
  `insert into import_runs (started_at, finished_at, as_of, outcome, summary) values ('t', 't', 'd', 'published', '{}')`,
  FILE(1, 3),
  FILE(2, 2),
  VISIT(7, '2025-07-01', 1),
  VISIT(8, '2025-07-09', 2),
  VISIT(9, '2025-07-20', 2),
  `insert into licenses (file_district, license_type, digits, rank, business_name, licensee_name, city, zip, county_code,
   primary_status, secondary_status, risk_level, mailing_address, phone, file_id)
   values (6, '2014', '1350001', 'MFDV', 'PELICAN', 'X', 'TAMPA', '33601', '39', '20', '20', '', 'BOX 1', '1', 1)`,
  `insert into license_applications values ('new_license', '1', '2014', '1350001', '2025-07-01', 1)`,
  `insert into closures values ('1350001', '2025-07-01', 'PELICAN', 'x', null, 1)`,
  `insert into observations values (7, 1, '35A-03-4', 35, 'basic', 'x', '', 1)`,
];
const VIEWS = ['visits', 'licenses', 'license_applications', 'closures', 'observations'];

async function checkUpgrade({ db, engine }: OpenRegistry): Promise<void> {
  await regulatorRecords(db, engine);
  await contactsAndObservations(db);
  for (const statement of BEFORE) await sql.raw(statement).execute(db);
  const dump = async () => {
    const tables = await Promise.all(
      VIEWS.map((name) => sql.raw<object>(`select * from ${name} order by 1, 2`).execute(db)),
    );
    return tables.map(({ rows }) => rows.map((row) => Object.entries(row).sort()));
  };
  const before = await dump();
  assert.ok(before.every((rows) => rows.length > 0));
  await up(db);
  assert.deepEqual(await dump(), before);
  const files = await db
    .selectFrom('import_files')
    .select(['first_day', 'last_day', 'rows_stored'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    files.map((file) => Object.values(file)),
    [
      ['2025-07-01', '2025-07-01', 0],
      ['2025-07-09', '2025-07-20', 1],
    ],
  );
  await sql`update visit_rows set in_force = 0 where visit_id = 8`.execute(db);
  const { rows } = await sql<{ id: unknown }>`select visit_id as id from visits order by visit_id`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ id }) => Number(id)),
    [7, 9],
  );
}

testUpgrade('an upgrade keeps every stored row, in force', checkUpgrade);
