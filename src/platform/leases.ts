import type { LedgerDb } from './db/database.ts';

/**
 * Takes a named lease for a limited time, so that only one of several processes does the work. Returns false
 * if another process holds the lease.
 */
export async function takeLease(
  ledgerDb: LedgerDb,
  name: string,
  holder: string,
  now: Date,
  durationMs: number,
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + durationMs).toISOString();
  const taken = await ledgerDb
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

/**
 * Keeps a lease for as long as the work lasts, by renewing it after each third of its duration. A killed
 * process stops renewing its lease, so the lease expires. Returns a function that stops the renewals and
 * resolves once none is running, because a late renewal would take the released lease again.
 */
export function keepLease(
  ledgerDb: LedgerDb,
  lease: { readonly name: string; readonly holder: string; readonly durationMs: number },
  { now, onFailure }: { readonly now: () => Date; readonly onFailure: (error: unknown) => void },
): () => Promise<void> {
  const { name, holder, durationMs } = lease;
  let renewing: Promise<unknown> = Promise.resolve();
  const renewal = setInterval(() => {
    renewing = takeLease(ledgerDb, name, holder, now(), durationMs).catch(onFailure);
  }, durationMs / 3);
  renewal.unref();
  return async () => {
    clearInterval(renewal);
    await renewing;
  };
}

/** Releases a lease before it expires. */
export async function releaseLease(ledgerDb: LedgerDb, name: string, holder: string): Promise<void> {
  await ledgerDb.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}

/** Returns when the current lease expires, or undefined if no process holds it. */
export async function findLeaseEnd(ledgerDb: LedgerDb, name: string): Promise<string | undefined> {
  const lease = await ledgerDb
    .selectFrom('leases')
    .select('expires_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return lease?.expires_at;
}

/** Lists leases that expired without being released, because their holders were killed while working. */
export async function listLeftLeases(ledgerDb: LedgerDb, now: Date): Promise<string[]> {
  const leases = await ledgerDb
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '<', now.toISOString())
    .orderBy('name')
    .execute();
  return leases.map(({ name }) => name);
}
