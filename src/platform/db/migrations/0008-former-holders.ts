import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** A license row also says who held the license before, where its file lists that holder, too. Until then: nobody known. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of [DROP_VIEW, ADD_COLUMN, CREATE_VIEW]) await sql.raw(statement).execute(registryDb);
}

const TABLE = 'license_rows';
const ADD_COLUMN = `alter table ${TABLE} add column former_names text not null default ''`;
const DROP_VIEW = 'drop view licenses';
const CREATE_VIEW = `create view licenses as select file_district, license_type, digits, rank, business_name,
  licensee_name, city, zip, county_code, primary_status, secondary_status, expires_on, last_inspected_on, risk_level,
  mailing_address, phone, former_names, file_id from ${TABLE} where in_force = 1`;
