import type { Language } from '../../../lib/language/language.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { countHeld, listAllHeld, listHeld } from './holder-applications-store.ts';
import { type LinkMaker, linkOf } from './private-link.ts';

/** An application as listed in the account of the person who sent it. */
export interface HeldApplication {
  readonly id: string;
  readonly event_id: string;
  readonly status: ApplicationStatus;
  readonly event_name: string;
  readonly starts_at: string;
  readonly timezone: string;
  readonly business_name: string;
  readonly license_number: string;
  readonly isOver: boolean;
  /** The private page of the application; undefined if only the email about it has the link. */
  readonly link: string | undefined;
}

interface HolderContext extends LinkMaker {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
}

/** The account whose applications are listed, and the language of the pages they link to. */
interface Holder {
  readonly accountId: string;
  readonly language: Language;
}

/**
 * Lists at most 20 open applications to events that are not over, in one query. It includes those that the
 * account sent or confirmed as verified owner, and those sent from its confirmed address without signing in.
 */
export async function listHeldApplications(
  context: HolderContext,
  holder: Holder,
): Promise<HeldApplication[]> {
  const rows = await listHeld(context.ledgerDb, holder.accountId, context.now());
  return rows.map((row) => toHeld(context, row, holder.language));
}

/**
 * Returns one page of all of an account's applications, open and closed, latest event first, and the total.
 */
export async function listAllApplications(
  context: HolderContext,
  holder: Holder,
  page: { readonly rowsMax: number; readonly offset: number },
): Promise<{ readonly applications: readonly HeldApplication[]; readonly total: number }> {
  const rows = await listAllHeld(context.ledgerDb, holder.accountId, page);
  return {
    applications: rows.map((row) => toHeld(context, row, holder.language)),
    total: await countHeld(context.ledgerDb, holder.accountId),
  };
}

function toHeld(
  context: HolderContext,
  { link_sha256, ends_at, status, ...row }: Awaited<ReturnType<typeof listHeld>>[number],
  language: Language,
): HeldApplication {
  return {
    ...row,
    // The database types statuses as text; only ApplicationStatus is ever written.
    status: status as ApplicationStatus,
    isOver: ends_at <= context.now().toISOString(),
    link: linkOf(context, { id: row.id, link_sha256, language }),
  };
}
