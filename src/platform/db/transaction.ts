import type { Kysely, Transaction } from 'kysely';

const ATTEMPTS_MAX = 5;
/** PostgreSQL aborted the transaction in favor of another: `serialization_failure`, `deadlock_detected`. */
const CONFLICTS = ['40001', '40P01'];

/**
 * Runs `work` in a transaction, and retries it if the database aborted it in favor of another. Any other
 * effects of `work` must be safe to repeat.
 */
export async function inTransaction<Schema, Value>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error;
    }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.some((code) => code === error.code);
}
