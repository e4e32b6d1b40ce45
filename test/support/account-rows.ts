import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/platform/db/database.ts';

/** An account as a row alone, for tests in which nobody signs in; gives its id. */
export async function insertAccount(db: Db, email = `${randomUUID()}@events.example`): Promise<string> {
  const [id, at] = [randomUUID(), '2026-03-01T12:00:00.000Z'];
  await db
    .insertInto('accounts')
    .values({ id, name: 'Events', email, email_verified: 1, image: null, created_at: at, updated_at: at })
    .execute();
  return id;
}
