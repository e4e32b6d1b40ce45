import { randomUUID } from 'node:crypto';
import type { LedgerDb } from '../../src/platform/db/database.ts';

/**
 * Inserts just an account row, for tests that need no sign-in. Returns its id, which is also how its email
 * address begins.
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
