import type { Db } from './db/database.ts';

/** Takes a named lease for a while, so that one process of many does a piece of work; false when another has it. */
export async function takeLease(
  db: Db,
  name: string,
  holder: string,
  now: Date,
  durationMs: number,
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + durationMs).toISOString();
  const taken = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where((lease) =>
          lease.or([lease('leases.expires_at', '<', now.toISOString()), lease('leases.holder', '=', holder)]),
        ),
    )
    .returning('holder')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a lease back before its time. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
