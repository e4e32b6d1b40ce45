import { randomUUID } from 'node:crypto';
import type { Recipient } from '../../../accounts/account/account.ts';
import { findAccountEmail } from '../../../accounts/account/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { addDays, jurisdictionDay } from '../../../lib/time/dates.ts';
import { getOwnApplication } from '../../../organizer/applications/inbox/inbox-service.ts';
import type { ApplicationOutcome } from '../../../organizer/applications/schemas.ts';
import { lockEvents } from '../../../organizer/events/service.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { type Mail, queueMail } from '../../../platform/mail/outbox.ts';
import { mayMail } from '../../../platform/mail/recipient-limit.ts';
import type { LicenseRef } from '../../claims/claim.ts';
import { findHolder } from '../../claims/service.ts';
import { answeredMail, contestDecidedMail, contestedMail, contestReceivedMail } from '../mail-texts.ts';
import { CONTEST_ERRORS } from '../messages.ts';
import { createQueue } from '../queue-service.ts';
import { getVerifiedClaim, type StatementContext } from '../service.ts';
import type { QueuedContest } from '../statement.ts';
import { readWords } from '../statement-forms.ts';
import { ANSWER_WITHIN_DAYS, CONTEST, contestableUntil } from '../statement-kinds.ts';
import {
  countContestQueue,
  findAbout,
  findContest,
  insertContest,
  listContestQueue,
  listContestsAbout,
  setAnswer,
} from './store.ts';

export {
  listContestsAbout,
  listContestsByDigits,
  listContestsOf,
  listOpenContested,
  reopenWithdrawn,
  withdrawOpen,
} from './store.ts';

const NO_SUCH_OUTCOME = inEach((language) => CONTEST_ERRORS[language].noOutcome);

type About = NonNullable<Awaited<ReturnType<typeof findAbout>>>;

/**
 * Creates the actions on contests of outcomes, by vendors, organizers and operators. Each action runs under
 * the event's lock.
 */
export function createContestService(context: StatementContext) {
  const { ledgerDb, baseUrl } = context;
  return {
    /** Throws `not_found` for anything that does not belong to the account. */
    contest: (
      accountId: string,
      claimId: string,
      form: { readonly application_id: string; readonly text: string },
      language: Language = 'en',
    ): Promise<Checked<undefined>> => contestOutcome(context, { accountId, claimId, language }, form),
    /** Stores the organizer's answer. Returns an explanation if that is not possible. */
    answer: (
      accountId: string,
      eventId: string,
      applicationId: string,
      text: string,
    ): Promise<string | undefined> => answerContest(context, { accountId, eventId, applicationId }, text),
    ...createQueue(context, {
      kind: CONTEST,
      async find(_, id) {
        const contest = await findContest(ledgerDb, id);
        const about = contest && (await findAbout(ledgerDb, contest.application_id));
        return contest && about && { ...contest, about };
      },
      noSuch: noSuchOutcome,
      count: countContestQueue,
      list: (window): Promise<readonly QueuedContest[]> => listContestQueue(ledgerDb, window),
      describe: ({ application_id, outcome }) => `application ${application_id}, outcome ${outcome}`,
      prepare: (tx, { statement }) => lockEvents(tx, [statement.about.event_id]),
      async notify(tx, { statement, decision: state, note, now: at }) {
        const { about } = statement;
        const outcome = statement.outcome as ApplicationOutcome;
        const tell = (recipient: Recipient, link: string) =>
          queueMail(
            tx,
            contestDecidedMail(recipient, mailed(about), { state, outcome, note, link }, baseUrl),
            at,
          );
        const organizer = await findAccountEmail(tx, about.organizer_id);
        // Organizers' emails are in English.
        if (organizer !== undefined)
          await tell({ to: organizer, language: 'en' }, applicationLink(baseUrl, about));
        const holder = await findHolder(tx, statement);
        if (holder?.accountId === statement.account_id)
          await tell(recipientOf(holder), outcomesLink(baseUrl, holder));
      },
    }),
  };
}

export type ContestService = ReturnType<typeof createContestService>;

/** Returns the page where a holder sees and contests what organizers recorded. */
export function outcomesLink(
  baseUrl: string,
  { claimId, language }: { readonly claimId: string; readonly language: Language },
): string {
  return `${baseUrl}${inLanguage(`/settings/licenses/${claimId}/outcomes`, language)}`;
}

async function contestOutcome(
  context: StatementContext,
  by: { readonly accountId: string; readonly claimId: string; readonly language: Language },
  form: { readonly application_id: string; readonly text: string },
): Promise<Checked<undefined>> {
  const { ledgerDb } = context;
  const { accountId, claimId, language } = by;
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const found = await findAbout(ledgerDb, form.application_id);
  if (!found || !isOwn(found, accountId, claim)) throw noSuchOutcome();
  const read = readWords(form.text, language);
  if (!read.ok) return read;
  const refusal = await refusalOf(ledgerDb, async (tx) => {
    await lockEvents(tx, [found.event_id]);
    await insert(tx, context, { ...by, applicationId: form.application_id, text: read.value });
  });
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { text: refusal } };
}

async function insert(
  tx: LedgerTx,
  { now, baseUrl }: StatementContext,
  by: { accountId: string; claimId: string; language: Language; applicationId: string; text: string },
): Promise<void> {
  const t = CONTEST_ERRORS[by.language];
  const instant = now();
  const about = await findAbout(tx, by.applicationId);
  const holder = about && (await findHolder(tx, about));
  if (!about || holder?.accountId !== by.accountId || about.license_type === null)
    throw new Refusal(t.notHolder);
  const { outcome, outcome_told_at, license_type, license_digits } = about;
  if (outcome === null || outcome_told_at === null) throw new Refusal(t.nothing);
  if (instant >= contestableUntil(outcome_told_at)) throw new Refusal(t.over);
  const at = instant.toISOString();
  const dueOn = addDays(jurisdictionDay(instant), ANSWER_WITHIN_DAYS);
  const inserted = await insertContest(tx, {
    id: randomUUID(),
    application_id: by.applicationId,
    account_id: by.accountId,
    license_type,
    license_digits,
    outcome,
    text: by.text,
    answer: '',
    state: 'open',
    note: '',
    due_on: dueOn,
    created_at: at,
    updated_at: at,
  });
  if (!inserted) throw new Refusal(t.contested);
  const told = mailed(about);
  const link = outcomesLink(baseUrl, { claimId: by.claimId, language: holder.language });
  await mailWithin(
    tx,
    contestReceivedMail(recipientOf(holder), told, { outcome, dueOn, link }, baseUrl),
    instant,
  );
  const organizer = await findAccountEmail(tx, about.organizer_id);
  if (organizer === undefined) return;
  const contest = { outcome, text: by.text, link: applicationLink(baseUrl, about) };
  await mailWithin(tx, contestedMail(organizer, told, contest, baseUrl), instant);
}

/** Stores the organizer's answer to a contest, which is possible only once. */
async function answerContest(
  context: StatementContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  typed: string,
): Promise<string | undefined> {
  const { ledgerDb, now, baseUrl } = context;
  const { event, application } = await getOwnApplication(
    ledgerDb,
    named.accountId,
    named.eventId,
    named.applicationId,
  );
  const read = readWords(typed);
  if (!read.ok) return read.errors.text;
  return refusalOf(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    const instant = now();
    const contests = await listContestsAbout(tx, application.id);
    const open = contests.find((each) => each.state === 'open' && each.answer === '');
    if (!open || !(await setAnswer(tx, open.id, read.value, instant.toISOString())))
      throw new Refusal('There is nothing here to answer now.');
    const holder = await findHolder(tx, application);
    if (holder?.accountId !== open.account_id) return;
    const answer = { text: read.value, link: outcomesLink(baseUrl, holder) };
    await mailWithin(tx, answeredMail(recipientOf(holder), { application, event }, answer, baseUrl), instant);
  });
}

/** Sends the email unless the mailbox has reached its limit. A page shows everything in the email. */
async function mailWithin(tx: LedgerTx, mail: Mail, now: Date): Promise<void> {
  if (await mayMail(tx, 'contest', mail.to, now)) await queueMail(tx, mail, now);
}

function recipientOf({ email, language }: { email: string; language: Language }): Recipient {
  return { to: email, language };
}

function noSuchOutcome(): AppError {
  return new AppError('not_found', NO_SUCH_OUTCOME.en, { forPeople: NO_SUCH_OUTCOME });
}

function isOwn(about: About, accountId: string, license: LicenseRef): boolean {
  return (
    about.holder_account_id === accountId &&
    about.license_type === license.license_type &&
    about.license_digits === license.license_digits
  );
}

/** Uses the row as both the application and the event, because it combines them. */
function mailed(about: About) {
  return { application: about, event: about };
}

function applicationLink(baseUrl: string, { event_id, application_id }: About): string {
  return `${baseUrl}/organizer/events/${event_id}/applications/${application_id}`;
}
