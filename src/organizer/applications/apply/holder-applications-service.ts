import type { Language } from '../../../lib/language/language.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { countHeld, listAllHeld, listHeld } from './holder-applications-store.ts';
import { type LinkMaker, linkOf } from './private-link.ts';

/** An application as listed in the account that sent it. */
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
  /**
   * The application's private page. Undefined if the link cannot be recreated and appears only in the email.
   */
  readonly link: string | undefined;
}

interface HolderContext extends LinkMaker {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
}

/** The account whose applications are listed, and the language of the linked pages. */
interface Holder {
  readonly accountId: string;
  readonly language: Language;
}

/**
 * Lists at most 20 open applications to events that are not over. Includes applications that the account sent
 * or confirmed as the license's verified holder. Also includes applications sent from its confirmed address
 * without signing in. Runs one query.
 */
export async function listHeldApplications(
  context: HolderContext,
  holder: Holder,
): Promise<HeldApplication[]> {
  const rows = await listHeld(context.ledgerDb, holder.accountId, context.now());
  return rows.map((row) => toHeld(context, row, holder.language));
}

/**
 * Returns one page of an account's open and closed applications, sorted by latest event, and the total
 * number.
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
    // The database types statuses as text, but the code only ever writes ApplicationStatus values.
    status: status as ApplicationStatus,
    isOver: ends_at <= context.now().toISOString(),
    link: linkOf(context, { id: row.id, link_sha256, language }),
  };
}
