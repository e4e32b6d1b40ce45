import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testUpgrade } from '../../../../test/support/upgrades.ts';
import type { OpenRegistry } from '../database.ts';
import { up as regulatorRecords } from './0001-regulator-records.ts';
import { up as contactsAndObservations } from './0003-contacts-and-observations.ts';
import { up as rowsByFile } from './0005-rows-by-file.ts';
import { up } from './0007-unknown-counts.ts';

const VISIT = (id: number, counts: string) =>
  `insert into visit_rows values (${id}, '2014', '1350001', 1, ${id}, 1, '2025-07-01', 'Routine - Food', 'x', ${counts}, 'Y', '8:1',
   'PELICAN', 'TAMPA', '33601', '39', 6, 1, 1)`;

const FILE = [
  `insert into import_runs (started_at, finished_at, as_of, outcome, summary) values ('t', 't', 'd', 'published', '{}')`,
  `insert into import_files (run_id, name, kind, slot, sha256, bytes, rows_read, rows_kept, rows_other, rows_refused, refusals,
   warnings, outcome, read_at, checked_at) values (1, 'f', 'inspections', 's', 'a', 1, 2, 2, 0, 0, '{}', '{}', 'published', 't', 't')`,
];

async function checkUpgrade({ db, engine }: OpenRegistry): Promise<void> {
  await regulatorRecords(db, engine);
  await contactsAndObservations(db);
  await rowsByFile(db);
  for (const statement of [...FILE, VISIT(1, '2, 0, 0, 2'), VISIT(2, '4, 0, 0, 0')])
    await sql.raw(statement).execute(db);
  await up(db);
  const { rows } = await sql
    .raw<object>('select total, high_priority, intermediate, basic from visits order by visit_id')
    .execute(db);
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [2, 0, 0, 2],
      [null, null, null, null],
    ],
  );
}

testUpgrade('stored counts that contradict each other become unknown', checkUpgrade);
