import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** Counts of a visit may be unknown: then all four are null. Blank ones were stored as zero before. */
export async function up(registryDb: RegistryDb): Promise<void> {
  const statements = [DROP_VIEW, ...COUNTS.flatMap(withoutNotNull), FORGET_CONTRADICTIONS, CREATE_VIEW];
  for (const statement of statements) await sql.raw(statement).execute(registryDb);
}

const TABLE = 'visit_rows';
const COUNTS = ['total', 'high_priority', 'intermediate', 'basic'] as const;

/** SQLite cannot drop a constraint; both engines can replace the column. */
function withoutNotNull(column: string): string[] {
  return [
    `alter table ${TABLE} add column nullable_${column} integer`,
    `update ${TABLE} set nullable_${column} = ${column}`,
    `alter table ${TABLE} drop column ${column}`,
    `alter table ${TABLE} rename column nullable_${column} to ${column}`,
  ];
}

/** What was blank beside a count that is there shows as a total that is not its sum. */
const FORGET_CONTRADICTIONS = `update ${TABLE} set ${COUNTS.map((column) => `${column} = null`).join(', ')}
  where total <> high_priority + intermediate + basic`;

/** A view holds its columns: it goes before they do, and comes back as it was. */
const DROP_VIEW = 'drop view visits';
const CREATE_VIEW = `create view visits as select visit_id, license_type, digits, license_id, case_id, visit_number,
  visited_on, inspection_type, disposition, total, high_priority, intermediate, basic, pda, categories,
  business_name, city, zip, county_code, district, file_id from ${TABLE} where in_force = 1`;
