import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { type LinkMaker, linkOf } from './private-link.ts';

/**
 * Finds the address that receives replies to an email about an event: the contact address of the event, if it
 * is the verified address of the organizer's account. The owner of any other address is unknown. Runs no
 * statement for an event without a contact.
 */
export async function findReplyAddress(
  ledgerDb: LedgerDb,
  event: Pick<StoredEvent, 'account_id' | 'organizer_email'>,
): Promise<string | undefined> {
  if (event.organizer_email === '') return undefined;
  const verified = await findAccountEmail(ledgerDb, event.account_id);
  return verified === event.organizer_email ? verified : undefined;
}

/** An application with its private link, as far as it is known. */
export function withLink<Each extends { readonly id: string; readonly link_sha256: string }>(
  links: LinkMaker,
  application: Each,
): Each & { readonly link: string | undefined } {
  return { ...application, link: linkOf(links, application) };
}
