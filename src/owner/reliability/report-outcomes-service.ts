import { randomUUID } from 'node:crypto';
import { toRecipient } from '../../accounts/account/service.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { NotifiedOutcomes, OutcomeChange } from '../../organizer/applications/context.ts';
import type { LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { withinLimit } from '../../platform/mail/recipient-limit.ts';
import { listVerifiedOwners } from '../claims/service.ts';
import {
  listOpenContested,
  outcomesLink,
  reopenWithdrawn,
  withdrawOpen,
} from '../statements/contests/service.ts';
import { contestableUntil } from '../statements/statement-kinds.ts';
import { outcomeMail } from './mail-texts.ts';

/**
 * Notifies license holders of new outcomes of their applications, and closes contests of the old outcomes. An
 * outcome does not count unless its holder is notified. The number of statements does not depend on the
 * number of outcomes.
 */
export async function notifyHolders(
  tx: LedgerTx,
  engine: LedgerEngine,
  changes: readonly OutcomeChange[],
  { now, mailsAt, baseUrl }: { readonly now: Date; readonly mailsAt: Date; readonly baseUrl: string },
): Promise<NotifiedOutcomes> {
  const ids = changes.map(({ application }) => application.id);
  const contested = await listOpenContested(tx, engine, ids);
  const digits = changes.map(({ application }) => application.license_digits);
  const owners = await listVerifiedOwners(tx, engine, [...new Set(digits)]);
  const contestUntil = jurisdictionDay(contestableUntil(now.toISOString()));
  const mails = changes.flatMap(({ event, application, outcome }) => {
    const { id, license_type, license_digits, holder_account_id, outcome: before } = application;
    const owner = owners.find(
      (each) => each.license_type === license_type && each.license_digits === license_digits,
    );
    if (!owner || owner.account_id !== holder_account_id) return [];
    const recipient = toRecipient(owner.email, owner.language);
    const link = outcomesLink(baseUrl, { claimId: owner.claim_id, language: recipient.language });
    const change = { before, outcome, endsContest: contested.has(id), contestUntil, link };
    const mail = outcomeMail(recipient, { application, event }, asShown(change), baseUrl);
    return [{ ...mail, id: randomUUID(), about: id }];
  });
  const allowed = await withinLimit(tx, 'outcome', mails, now);
  const tooMany = new Set(mails.filter((mail) => !allowed.includes(mail)).map(({ about }) => about));
  const told = ids.filter((id) => !tooMany.has(id));
  await withdrawOpen(tx, engine, told, now.toISOString());
  await queueMails(tx, allowed, now, mailsAt);
  return { tooMany, mailIds: new Map(allowed.map(({ about, id }) => [about, id])) };
}

/**
 * Reopens the contests that were closed when holders were notified at `toldAt`. Returns false if a vendor has
 * contested one of those outcomes since.
 */
export async function undoOutcomeNotices(
  tx: LedgerTx,
  engine: LedgerEngine,
  applicationIds: readonly string[],
  toldAt: string,
): Promise<boolean> {
  if ((await listOpenContested(tx, engine, applicationIds)).size > 0) return false;
  await reopenWithdrawn(tx, engine, applicationIds, toldAt);
  return true;
}

/** Narrows the type: the database column is text, but only known outcomes are ever written. */
function asShown<Change extends { readonly before: string | null }>(change: Change) {
  return { ...change, before: change.before as OutcomeChange['outcome'] };
}
