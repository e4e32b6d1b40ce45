import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

/** Returns the condition that a row's account is now the verified owner of the row's license. */
export function holdsLicense(
  table: 'replies' | 'disputes' | 'outcome_contests' | 'subscriptions',
): Expression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<LedgerSchema>();
  return exists(
    selectFrom('claims')
      .select('claims.id')
      .where('claims.account_id', '=', sql.ref<string>(`${table}.account_id`))
      .where('claims.license_type', '=', sql.ref<string>(`${table}.license_type`))
      .where('claims.license_digits', '=', sql.ref<string>(`${table}.license_digits`))
      .where('claims.state', '=', 'verified'),
  );
}
