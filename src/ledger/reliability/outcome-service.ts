import { jurisdictionDay } from '../../lib/dates.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/db/refusal.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail, RECIPIENT_LIMITS } from '../../platform/mail/recipient-limit.ts';
import { findAccountEmail } from '../accounts/service.ts';
import type { OutcomeChange } from '../applications/context.ts';
import { findVerifiedOwner } from '../claims/service.ts';
import { contestableUntil } from './contest.ts';
import { outcomeMail } from './mail-texts.ts';
import { withdrawOpen } from './store.ts';

interface Holder {
  readonly accountId: string;
  readonly email: string;
  readonly claimId: string;
}

const { hourly, daily } = RECIPIENT_LIMITS.outcome;
const TOO_MANY_MAILS = `This vendor was told of ${hourly} outcomes in the last hour, or of ${daily} in the last day, which is the most there can be. Nothing was saved; record this one later.`;

/** The account that has verified a license now; undefined for none, and for a license of unknown type. */
export async function findHolder(
  ledgerDb: LedgerDb,
  { license_type, license_digits }: { readonly license_type: string | null; readonly license_digits: string },
): Promise<Holder | undefined> {
  if (license_type === null) return undefined;
  const owner = await findVerifiedOwner(ledgerDb, { license_type, license_digits });
  const email = owner && (await findAccountEmail(ledgerDb, owner.accountId));
  return owner && email !== undefined ? { ...owner, email } : undefined;
}

/**
 * Tells the holder behind an application of its new outcome, and closes what was contested. Returns whether somebody was told:
 * an outcome that nobody was told of does not count. Throws a refusal when the mailbox has had too many of these.
 */
export async function tellOutcome(
  tx: LedgerTx,
  { event, application, outcome }: OutcomeChange,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<boolean> {
  const endsContest = await withdrawOpen(tx, application.id, now.toISOString());
  const holder = await findHolder(tx, application);
  if (!holder || holder.accountId !== application.holder_account_id) return false;
  if (!(await mayMail(tx, 'outcome', holder.email, now))) throw new Refusal(TOO_MANY_MAILS);
  const change = {
    ...{ before: application.outcome, outcome, endsContest },
    contestUntil: jurisdictionDay(contestableUntil(now.toISOString())),
    link: outcomesLink(baseUrl, holder.claimId),
  };
  await queueMail(tx, outcomeMail(holder.email, { application, event }, asShown(change), baseUrl), now);
  return true;
}

/** The database types outcomes as text; only listed ones are ever written. */
function asShown<Change extends { readonly before: string | null }>(change: Change) {
  return { ...change, before: change.before as OutcomeChange['outcome'] };
}

/** The page where a holder sees and contests what organizers recorded. */
export function outcomesLink(baseUrl: string, claimId: string): string {
  return `${baseUrl}/settings/licenses/${claimId}/outcomes`;
}
