import { randomUUID } from 'node:crypto';
import { AppError } from '../../../http/errors/errors.ts';
import { hashToken } from '../../../lib/hash-token.ts';
import { inEach, joinWords, type Language } from '../../../lib/language/language.ts';
import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { mayMail, RECIPIENT_LIMITS } from '../../../platform/mail/recipient-limit.ts';
import { completeNumber } from '../../../regulator/licenses/number.ts';
import { countReceived, findPublicEvent, NO_SUCH_EVENT, NO_SUCH_EVENT_TEXTS } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { isOver, takingApplications } from '../../events/taking-applications.ts';
import type { ApplicantView, ApplicationForm, HistoryEntry, Submission } from '../application.ts';
import type { ApplicationContext } from '../context.ts';
import { applicantMay } from '../decide/statuses.ts';
import { toCustomResponses, toDepositStatus, toOutcome } from '../inbox/application-record.ts';
import { findLicenses, type JoinedVendor, joinVendors } from '../inbox/application-vendors-service.ts';
import { APPLICANT_REFUSALS, FORM_ERRORS } from '../messages.ts';
import { confirmationMail } from '../notices/mail-texts.ts';
import { tellOfNew } from '../notices/notices-service.ts';
import { queueApplicationNews } from '../notices/webhook-news-service.ts';
import type { CustomResponse } from '../schemas.ts';
import {
  addHistory,
  countSameApplicant,
  findByLinkHash,
  findOpenId,
  insertApplication,
  listHistory,
  noteNews,
  type StoredApplication,
} from '../store.ts';
import { checkAnswers } from './answers.ts';
import { type ApplicantDetails, readApplicationForm } from './application-form.ts';
import { findReplyAddress } from './contact-service.ts';
import { depositOnSubmission } from './deposits.ts';
import { isLinkToken, privateLink } from './private-link.ts';
import { refuseTooMany } from './refuse-too-many.ts';

/** Lets an applicant submit a form and view the application through its private link. */

interface SubmitOptions {
  /** Called for a valid new form before anything is written. If it throws, the application is not stored. */
  readonly admit?: () => Promise<void>;
  /**
   * The signed-in account. If the account is the license's verified holder, it becomes the application's
   * holder.
   */
  readonly accountId?: string | undefined;
  /** The language of the applicant's emails. */
  readonly language?: Language;
}

/**
 * Stores an application. Submitting a form twice creates one application, and the repeat succeeds even if it
 * comes late. Throws `not_found` if the event is not public.
 */
export async function submit(
  context: ApplicationContext,
  eventId: string,
  form: ApplicationForm,
  { admit = async () => {}, accountId, language = 'en' }: SubmitOptions = {},
): Promise<Submission> {
  const event = await findPublicEvent(context.ledgerDb, eventId);
  if (!event) throw noSuchEvent();
  const details = readApplicationForm(form, language);
  const known = details.ok ? await findOpenId(context.ledgerDb, openKey(event, details.value)) : undefined;
  if (known !== undefined) return alreadySubmitted(known);
  const taking = takingApplications(event, context.now(), language);
  if (!taking.taking) return { outcome: 'not_taking', reason: taking.text };
  const answers = checkAnswers(event.questions, form.answersTo, language);
  if (!details.ok || !answers.ok)
    return {
      outcome: 'refused',
      errors: { ...(details.ok ? {} : details.errors), ...(answers.ok ? {} : answers.errors) },
    };
  const license = await resolveLicense(context, details.value, { event, language });
  if ('refusal' in license) return { outcome: 'refused', errors: { license_number: license.refusal } };
  await admit();
  return takeIn(context, event.id, {
    details: details.value,
    responses: answers.value,
    ...license,
    accountId,
    language,
  });
}

/** Returns the same error for another account's event, a nonexistent id and a malformed id. */
function noSuchEvent(): AppError {
  return new AppError('not_found', NO_SUCH_EVENT, { forPeople: NO_SUCH_EVENT_TEXTS });
}

interface Acceptable {
  readonly details: ApplicantDetails;
  readonly responses: readonly CustomResponse[];
  readonly licenseType: string | null;
  /** The verdict for the event. Null if the vendor is not on record. */
  readonly verdict: string | null;
  /** The signed-in account. Undefined if the applicant is not signed in. */
  readonly accountId: string | undefined;
  readonly language: Language;
}

/** Throw this to roll back the whole transaction, including the count of received applications. */
class NotTakenIn extends Error {
  readonly submission: Submission;

  constructor(submission: Submission) {
    super(submission.outcome);
    this.submission = submission;
  }
}

async function takeIn(
  context: ApplicationContext,
  eventId: string,
  accepted: Acceptable,
): Promise<Submission> {
  try {
    return await inTransaction(context.ledgerDb, (tx) => insertOnce(tx, context, eventId, accepted));
  } catch (error) {
    if (error instanceof NotTakenIn) return error.submission;
    throw error;
  }
}

const { hourly, daily } = RECIPIENT_LIMITS.application;

/**
 * Checks the event again after locking its row, because it may have been canceled, moved or filled since the
 * first check.
 */
async function insertOnce(
  tx: LedgerTx,
  context: ApplicationContext,
  eventId: string,
  { details, responses, licenseType, verdict, accountId, language }: Acceptable,
): Promise<Submission> {
  const { baseUrl } = context;
  const now = context.now();
  const at = now.toISOString();
  const event = await lockTaking(tx, eventId, now, language);
  const license = { license_type: licenseType, license_digits: details.license_digits };
  const holder = accountId === undefined ? undefined : await context.findHolder(tx, license);
  const id = randomUUID();
  const token = context.linkToken(id);
  const inserted = await insertApplication(tx, {
    ...details,
    id,
    event_id: event.id,
    status: 'submitted',
    submitted_at: at,
    updated_at: at,
    license_type: licenseType,
    custom_responses: JSON.stringify(responses),
    deposit_status: depositOnSubmission(event),
    outcome: null,
    outcome_recorded_at: null,
    outcome_told_at: null,
    outcome_changes: 0,
    waitlisted_at: null,
    notice_due: 0,
    documents_news_at: null,
    holder_account_id: holder?.accountId === accountId ? (accountId ?? null) : null,
    link_sha256: hashToken(token),
    language,
  });
  if (!inserted) {
    const known = await findOpenId(tx, openKey(event, details));
    if (known === undefined) throw new Error('an application was neither inserted nor known');
    throw new NotTakenIn(alreadySubmitted(known));
  }
  const same = await countSameApplicant(tx, openKey(event, details));
  // Licenses of other types have no digits, so two applications with the same license cannot be recognized.
  const isNumbered = details.license_digits !== '';
  const tooMany = refuseTooMany(isNumbered ? same : { ...same, ofLicense: 0 }, language);
  if (tooMany) throw new NotTakenIn({ outcome: 'refused', errors: tooMany });
  // Without the email, the applicant would not have a link, so the application must not be stored either.
  if (!(await mayMail(tx, 'application', details.contact_email, now)))
    throw new NotTakenIn({
      outcome: 'refused',
      errors: { contact_email: FORM_ERRORS[language].tooManyMails({ hourly, daily }) },
    });
  const link = privateLink(baseUrl, token, language);
  await addHistory(tx, id, { changed_at: at, changed_by: 'applicant', status: 'submitted', message: '' });
  const news = { id, event_id: event.id, status: 'submitted', changed_by: 'applicant', verdict };
  const about = { accountId: event.account_id, type: 'received', news: [news] } as const;
  await queueApplicationNews(tx, context, about, now);
  const replyTo = await findReplyAddress(tx, event);
  await queueMail(tx, confirmationMail({ ...details, link, language }, { ...event, replyTo }, baseUrl), now);
  if (await tellOfNew(tx, context, event, { ...details, id }, now)) await noteNews(tx, id);
  return { outcome: 'submitted', applicationId: id, link };
}

/**
 * Counts the application in the event's row and keeps the row locked. Throws to roll back if the event no
 * longer takes applications.
 */
async function lockTaking(
  tx: LedgerTx,
  eventId: string,
  now: Date,
  language: Language,
): Promise<StoredEvent> {
  const isCounted = await countReceived(tx, eventId);
  const event = await findPublicEvent(tx, eventId);
  if (!event) throw noSuchEvent();
  const before = event.applications_received - (isCounted ? 1 : 0);
  const taking = takingApplications({ ...event, applications_received: before }, now, language);
  if (!taking.taking) throw new NotTakenIn({ outcome: 'not_taking', reason: taking.text });
  // Another request published the event between the count and this read.
  if (!isCounted) throw new NotTakenIn({ outcome: 'not_taking', reason: FORM_ERRORS[language].changed });
  return event;
}

async function resolveLicense(
  context: ApplicationContext,
  { license_digits, license_type }: ApplicantDetails,
  { event, language }: { readonly event: StoredEvent; readonly language: Language },
): Promise<Pick<Acceptable, 'licenseType' | 'verdict'> | { readonly refusal: string }> {
  const vendors = (await joinVendors(context, [{ license_digits }], event))(license_digits);
  const [only, ...others] = vendors;
  const meant = others.length === 0 ? only : vendors.find(({ licenseType }) => licenseType === license_type);
  if (others.length === 0 || meant)
    return {
      licenseType: meant?.licenseType ?? license_type ?? null,
      verdict: meant?.standing().verdict ?? null,
    };
  const numbers = joinWords(vendors.map(fullNumber), language);
  return { refusal: FORM_ERRORS[language].twoLicenses({ numbers }) };
}

function fullNumber(vendor: JoinedVendor): string {
  return completeNumber(vendor.identity().license.number, vendor.licenseType);
}

function openKey({ id }: StoredEvent, { license_digits, contact_email }: ApplicantDetails) {
  return { event_id: id, license_digits, contact_email };
}

/**
 * Leaves out the link, because a different person may have repeated the form. Only the first email has it.
 */
function alreadySubmitted(applicationId: string): Submission {
  return { outcome: 'already_submitted', applicationId, link: null };
}

export async function findByToken(ledgerDb: LedgerDb, token: string): Promise<StoredApplication | undefined> {
  return isLinkToken(token) ? findByLinkHash(ledgerDb, hashToken(token)) : undefined;
}

/** Finds the application and event for a private link. Returns undefined for an invalid link. */
export async function findApplicationByLink(
  ledgerDb: LedgerDb,
  token: string,
): Promise<{ event: StoredEvent; application: StoredApplication } | undefined> {
  const application = await findByToken(ledgerDb, token);
  const event = application && (await findPublicEvent(ledgerDb, application.event_id));
  return event && { event, application };
}

/** Returns the application view for a private link. Returns undefined for an invalid link. */
export async function findByLink(
  context: ApplicationContext,
  token: string,
): Promise<ApplicantView | undefined> {
  const { ledgerDb, engine, documents, now } = context;
  const named = await findApplicationByLink(ledgerDb, token);
  if (!named) return undefined;
  const { event, application } = named;
  const instant = now();
  const licenses = await findLicenses(context, [application]);
  const entries = await documents.listEntries(ledgerDb, engine, [application.id], licenses);
  return {
    documents: entries.get(application.id) ?? [],
    application: {
      status: application.status,
      submitted_at: application.submitted_at,
      license_number: application.license_number,
      business_name: application.business_name,
      contact_email: application.contact_email,
      deposit_status: toDepositStatus(application.deposit_status),
      outcome: toOutcome(application.outcome),
      custom_responses: toCustomResponses(application.custom_responses),
    },
    event,
    is_over: isOver(event, instant),
    history: visibleToApplicant(await listHistory(ledgerDb, application.id)),
    may_withdraw: applicantMay('withdrawn', application.status, event, instant),
    may_confirm: applicantMay('confirmed', application.status, event, instant),
  };
}

/**
 * Leaves out decisions that were undone before their email was sent, and the entries that record the undo.
 */
function visibleToApplicant(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter(({ kind }) => kind !== 'taken_back' && kind !== 'undone');
}

/**
 * Returns the same error for every link without an application, so that the error does not reveal the reason.
 */
export function noSuchLink(): AppError {
  const texts = inEach((language) => APPLICANT_REFUSALS[language].noLink);
  return new AppError('not_found', texts.en, { forPeople: texts });
}
