import { randomUUID } from 'node:crypto';
import type { LedgerDb } from '../../src/platform/db/database.ts';

/**
 * Inserts only an account row, for tests that do not sign in. Returns the account's id, which is also the
 * local part of its email address.
 */
export async function insertAccount(
  db: LedgerDb,
  email?: string,
  id: string = randomUUID(),
): Promise<string> {
  const at = '2026-03-01T12:00:00.000Z';
  await db
    .insertInto('accounts')
    .values({
      id,
      name: 'Organizer',
      email: email ?? `${id}@organizer.example`,
      email_verified: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}
