import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** Adds the final orders of the monthly files, row by row of each file; the view shows those in force. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `create table final_order_rows (
    license_type text not null, digits text not null, case_number text not null, ordered_on text not null,
    violation_on text, violations integer not null, fine_cents integer not null,
    file_id integer not null references import_files (id), in_force integer not null,
    primary key (license_type, digits, case_number, ordered_on, file_id))`,
  `create view final_orders as select license_type, digits, case_number, ordered_on, violation_on, violations,
    fine_cents, file_id from final_order_rows where in_force = 1`,
];
