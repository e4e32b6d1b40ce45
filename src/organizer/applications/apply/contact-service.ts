import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { type LinkMaker, linkOf } from './private-link.ts';

/**
 * Finds the address that receives replies to emails about an event: the event's contact address, if it is the
 * verified address of the organizer's account. Any other address could belong to someone else. Runs no query
 * for an event without a contact address.
 */
export async function findReplyAddress(
  ledgerDb: LedgerDb,
  event: Pick<StoredEvent, 'account_id' | 'organizer_email'>,
): Promise<string | undefined> {
  if (event.organizer_email === '') return undefined;
  const verified = await findAccountEmail(ledgerDb, event.account_id);
  return verified === event.organizer_email ? verified : undefined;
}

/** Returns the application with its private link, if the link is known. */
export function withLink<Each extends { readonly id: string; readonly link_sha256: string }>(
  links: LinkMaker,
  application: Each,
): Each & { readonly link: string | undefined } {
  return { ...application, link: linkOf(links, application) };
}
