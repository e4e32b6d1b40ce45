import type { LedgerDb } from '../../../platform/db/database.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { listHeld } from './holder-applications-store.ts';

/** An application as its sender finds it under their account. */
export interface HeldApplication {
  readonly id: string;
  readonly event_id: string;
  readonly status: ApplicationStatus;
  readonly event_name: string;
  readonly starts_at: string;
  readonly timezone: string;
}

/** The open applications to events that are not over which an account sent or confirmed as verified owner; at most 20, one statement. */
export async function listHeldApplications(
  ledgerDb: LedgerDb,
  accountId: string,
  now: Date,
): Promise<HeldApplication[]> {
  const rows = await listHeld(ledgerDb, accountId, now);
  // The database types statuses as text; only ApplicationStatus is ever written.
  return rows.map((row) => ({ ...row, status: row.status as ApplicationStatus }));
}
