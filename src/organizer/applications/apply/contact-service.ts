import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { type LinkMaker, linkOf } from './private-link.ts';

/**
 * Returns the reply-to address for emails about an event. This is the event's contact address, but only if it
 * is also the verified address of the organizer's account. Any other address could belong to someone else. If
 * the event has no contact address, no query runs.
 */
export async function findReplyAddress(
  ledgerDb: LedgerDb,
  event: Pick<StoredEvent, 'account_id' | 'organizer_email'>,
): Promise<string | undefined> {
  if (event.organizer_email === '') return undefined;
  const verified = await findAccountEmail(ledgerDb, event.account_id);
  return verified === event.organizer_email ? verified : undefined;
}

/** Adds the private link to an application. The link is undefined if it cannot be recreated. */
export function withLink<Each extends { readonly id: string; readonly link_sha256: string }>(
  links: LinkMaker,
  application: Each,
): Each & { readonly link: string | undefined } {
  return { ...application, link: linkOf(links, application) };
}
