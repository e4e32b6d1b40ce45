import { emailProblem, foldEmail } from '../../accounts/account/account-input.ts';
import { findAccount } from '../../accounts/account/service.ts';
import { AppError } from '../../http/errors/errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { inEach } from '../../lib/language/language.ts';
import { mailboxOf } from '../../lib/text/mailbox.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail, RECIPIENT_LIMITS } from '../../platform/mail/recipient-limit.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import { findReplyAddress } from '../applications/apply/contact-service.ts';
import { getEvent, lockEvents } from '../events/service.ts';
import { takingApplications } from '../events/taking-applications.ts';
import * as store from './invite-store.ts';
import { invitationMail } from './mail-texts.ts';
import { STOP_ERRORS } from './messages.ts';
import { listShortlisted } from './shortlist-store.ts';

interface InviteContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Returns a token that is impossible to guess. */
  readonly randomToken: () => string;
}

const NEW_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns the time when each vendor on an event's shortlist was invited, and the address with which it last
 * applied to this organizer. Both are by vendor id, and vendors without one are omitted.
 */
export async function listInvites(
  { ledgerDb }: Pick<InviteContext, 'ledgerDb'>,
  event: { readonly id: string; readonly account_id: string },
  vendors: readonly { readonly vendor_id: string; readonly license_number: string }[],
): Promise<{
  readonly invited: ReadonlyMap<string, string>;
  readonly emails: ReadonlyMap<string, string>;
}> {
  const digitsOf = (number: string) => parseLicenseNumber(number)?.digits ?? '';
  const digits = [...new Set(vendors.map((each) => digitsOf(each.license_number)))].filter(Boolean);
  const known = await store.listKnownEmails(ledgerDb, event.account_id, digits);
  const invited = await store.listInvitations(ledgerDb, event.id);
  return {
    invited: new Map(invited.map(({ vendor_id, invited_at }) => [vendor_id, invited_at])),
    emails: new Map(
      vendors.flatMap(({ vendor_id, license_number }) => {
        const email = known.get(digitsOf(license_number));
        return email === undefined ? [] : [[vendor_id, email] as const];
      }),
    ),
  };
}

/**
 * Invites shortlisted vendors to apply, at the typed addresses. Each vendor and each address is invited to an
 * event only once. An address that opted out gets no invitation, and the organizer does not learn which one
 * opted out. If the invitations are not possible, returns a sentence and sends nothing.
 */
export async function inviteVendors(
  context: InviteContext,
  accountId: string,
  eventId: string,
  typed: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  return refusalOf(context.ledgerDb, async (tx) => {
    const event = await getEvent(tx, accountId, eventId, 'manage');
    await lockEvents(tx, [event.id]);
    const now = context.now();
    const taking = takingApplications(event, now);
    if (!taking.taking) throw new Refusal(taking.text);
    const vendors = await listShortlisted(tx, event.id);
    const replyTo = await findReplyAddress(tx, event);
    let count = 0;
    for (const vendor of vendors) {
      const email = foldEmail(typed.get(vendor.id) ?? '');
      if (email === '') continue;
      if (emailProblem(email) !== undefined)
        throw new Refusal(`Check the email address of ${vendor.name}: “${email}”.`);
      const token = context.randomToken();
      const emailHash = hashToken(mailboxOf(email));
      const isNew = await store.insertInvited(tx, {
        token_sha256: hashToken(token),
        event_id: event.id,
        vendor_id: vendor.vendor_id,
        email_sha256: emailHash,
        invited_at: now.toISOString(),
      });
      if (!isNew) continue;
      count += 1;
      await countInvitation(tx, accountId, now);
      if (await store.isStopped(tx, emailHash)) continue;
      if (!(await mayMail(tx, 'event-invitation', email, now))) continue;
      await queueMail(
        tx,
        invitationMail({ email, token, event: { ...event, replyTo } }, context.baseUrl),
        now,
      );
    }
    if (count === 0)
      throw new Refusal('Type the email address of at least one vendor who was not invited yet.');
  });
}

async function countInvitation(tx: LedgerTx, accountId: string, now: Date): Promise<void> {
  const account = await findAccount(tx, accountId);
  const isNew = account === undefined || now.getTime() - Date.parse(account.created_at) < NEW_DAYS * DAY_MS;
  const kind = isNew ? 'event-inviting-new' : 'event-inviting';
  const { hourly, daily } = RECIPIENT_LIMITS[kind];
  if (!(await mayMail(tx, kind, accountId, now)))
    throw new Refusal(
      `You can invite ${hourly} vendors an hour and ${daily} a day${isNew ? ' while your account is new' : ''}. Nothing was sent; try fewer, or later.`,
    );
}

/** Stops all future invitations to the address that this link was sent to. */
export async function stopInvitations({ ledgerDb, now }: InviteContext, token: string): Promise<void> {
  await store.insertStop(ledgerDb, await getInvited(ledgerDb, token), now());
}

/**
 * Returns the hash of the address that this link was sent to. Throws `not_found` if the link does not match
 * an invitation.
 */
export async function getInvited(ledgerDb: LedgerDb, token: string): Promise<string> {
  const found = token === '' ? undefined : await store.findInvited(ledgerDb, hashToken(token));
  if (found === undefined) {
    const texts = inEach((language) => STOP_ERRORS[language].noLink);
    throw new AppError('not_found', texts.en, { forPeople: texts });
  }
  return found;
}
