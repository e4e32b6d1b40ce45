import type { LedgerTx } from '../../platform/db/database.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { findPassed } from '../second-factor/second-factor-store.ts';
import { deleteSessionsById, listSessionIds, SESSIONS_MAX, WAITING_SESSIONS_MAX } from './sessions-store.ts';

/**
 * Ends the sessions over an account's limit, starting with the session that has gone unused the longest.
 * Sessions waiting for a code are counted separately, so that someone who has only the password cannot end
 * the owner's sessions. Demo accounts are shared and have no limit. The caller must have locked the account.
 */
export async function endExcessSessions(tx: LedgerTx, accountId: string): Promise<void> {
  if (DEMO_ORGANIZERS.some(({ id }) => id === accountId)) return;
  const ids = await listSessionIds(tx, accountId);
  if (ids.length <= WAITING_SESSIONS_MAX) return;
  const passed = await findPassed(tx, accountId);
  const isIn = (id: string) => passed === undefined || passed.has(id);
  const over = [
    ...ids.filter((id) => isIn(id)).slice(SESSIONS_MAX),
    ...ids.filter((id) => !isIn(id)).slice(WAITING_SESSIONS_MAX),
  ];
  await deleteSessionsById(tx, over);
}

/** Ends an account's sessions that are waiting for a code. The caller must have locked the account. */
export async function endWaitingSessions(tx: LedgerTx, accountId: string): Promise<void> {
  const passed = await findPassed(tx, accountId);
  if (!passed) return;
  const ids = await listSessionIds(tx, accountId);
  await deleteSessionsById(
    tx,
    ids.filter((id) => !passed.has(id)),
  );
}
