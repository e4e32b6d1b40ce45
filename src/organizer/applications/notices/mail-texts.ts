import { documentsAfter } from '../../../decisions/decide/documents/required-documents.ts';
import type { Language, Texts } from '../../../lib/language/language.ts';
import { dollars } from '../../../lib/text/dollars.ts';
import { quotedName, withoutAddresses } from '../../../lib/text/names-in-email.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { describeSpan } from '../../../lib/time/zoned-time.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import type { EventRecord } from '../../events/schemas.ts';
import { confirmBy } from '../days-of-event.ts';
import { holdsSpot } from '../decide/statuses.ts';
import type { DocumentEntry } from '../document-entry.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { ABOUT, APPLICANT_MAIL, DECISION_SUBJECTS, DECISION_TEXTS } from './mail-messages.ts';

/**
 * Builds emails about applications, as plain text in the format that `platform/mail/email-html.ts` parses.
 * Another person's message is limited in length, and each of its lines starts with ">", so that none of it
 * looks like our words or links. Names are in quotation marks and contain no URLs or email addresses, and no
 * subject begins with a name.
 */
export interface MailedApplication {
  readonly contact_email: string;
  readonly business_name: string;
  readonly license_number: string;
  /** The private link. Undefined if it cannot be recreated or if the email does not go to the applicant. */
  readonly link?: string | undefined;
  /** The applicant's language. Defaults to English. Emails to other people ignore it. */
  readonly language?: Language | undefined;
}

export type MailedEvent = Pick<
  EventRecord,
  'name' | 'starts_at' | 'ends_at' | 'timezone' | 'venue_name' | 'address' | 'city' | 'county'
>;

/** An event with the organizer's own contact details. */
export interface OrganizedEvent extends MailedEvent {
  /** Empty if the organizer gave no name. */
  readonly organizer_name: string;
  /** The contact address that vendors can write to. Empty if there is none. */
  readonly organizer_email: string;
  /** The reply-to address for emails. Undefined if there is none. */
  readonly replyTo?: string | undefined;
}

const LINE_LENGTH_MAX = 200;
export const MESSAGE_LENGTH_MAX = 2_000;
const LINES_MAX = 60;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u;
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu;

/** Returns the email that confirms to an applicant that the application was received. */
export function confirmationMail(
  application: MailedApplication,
  event: OrganizedEvent,
  baseUrl: string,
): Mail {
  const t = wordsFor(application);
  return composeToApplicant(application, event, t.receivedSubject, baseUrl, [
    t.received,
    // Applicants can send documents from the first day. The documents page is part of the private link.
    application.link === undefined ? t.documentsNowBehind : t.documentsNow,
    ...factsAndLink(application, event),
    t.notYou,
  ]);
}

interface Decided {
  readonly status: ApplicationStatus;
  readonly now: Date;
  /** The reason codes of the filed verdict. Omitted if no verdict was filed. */
  readonly reasonCodes?: readonly string[] | undefined;
  /** The states of the application's documents. If omitted, all required documents are listed. */
  readonly documents?: readonly DocumentEntry[] | undefined;
}

/** An event with the fields that a decision email needs. */
type DecidedEvent = OrganizedEvent &
  Pick<EventRecord, 'event_type' | 'id'> & { readonly deposit_cents?: number | null };

/** Returns the email with the organizer's decision, and the organizer's message if there is one. */
export function decisionMail(
  application: MailedApplication,
  event: DecidedEvent,
  decided: Decided & { readonly message: string },
  baseUrl: string,
): Mail {
  const { language = 'en' } = application;
  const { status } = decided;
  const code = status === 'submitted' || status === 'withdrawn' ? 'other' : status;
  const message =
    decided.message === '' ? [] : [APPLICANT_MAIL[language].writes({ quote: quote(decided.message) })];
  return composeToApplicant(application, event, DECISION_SUBJECTS[language][code], baseUrl, [
    DECISION_TEXTS[language][code],
    ...message,
    ...whatToDo(application, event, decided, baseUrl),
  ]);
}

/** Returns the email to a vendor on the waitlist who was given a freed spot. */
export function movedUpMail(
  application: MailedApplication,
  event: DecidedEvent,
  decided: Omit<Decided, 'status'>,
  baseUrl: string,
): Mail {
  const t = wordsFor(application);
  return composeToApplicant(application, event, t.movedUpSubject, baseUrl, [
    t.movedUp,
    ...whatToDo(application, event, { ...decided, status: 'approved' }, baseUrl),
  ]);
}

/** Returns the email with an organizer's message that does not change the status. */
export function messageMail(
  application: MailedApplication,
  event: OrganizedEvent,
  message: string,
  baseUrl: string,
): Mail {
  const t = wordsFor(application);
  return composeToApplicant(application, event, t.messageSubject, baseUrl, [
    t.message,
    t.writes({ quote: quote(message) }),
    ...factsAndLink(application, event),
  ]);
}

/**
 * For a vendor with a spot, lists the tasks and deadlines before the event, with one button for the next
 * step. For other vendors, returns only the facts and the link.
 */
function whatToDo(
  application: MailedApplication & { readonly deposit_status?: string },
  event: DecidedEvent,
  { status, now, reasonCodes = [], documents }: Decided,
  baseUrl: string,
): string[] {
  if (!holdsSpot(status) || Date.parse(event.ends_at) <= now.getTime())
    return factsAndLink(application, event);
  const { language = 'en', link, deposit_status } = application;
  const t = wordsFor(application);
  const isBlocked = documents?.some(({ blocks_spot }) => blocks_spot) ?? false;
  const day = describeDay(confirmBy(event, now), language);
  const names = documentsAfter(reasonCodes, event.event_type, language)
    .filter(({ code }) => isStillNeeded(documents, code))
    .map(({ name }) => `- ${name}`);
  const { deposit_cents: cents } = event;
  const deposit =
    cents && deposit_status === 'due' ? [ABOUT[language].deposit({ amount: dollars(cents) })] : [];
  return [
    ...(status === 'approved' ? [isBlocked ? t.blocked : t.confirmBy({ day })] : []),
    ...nextStep(application, status, isBlocked, link),
    ...(names.length === 0 ? [] : [[t.needed({ count: names.length }), ...names].join('\n')]),
    [aboutBoth(event, application, language), ...deposit].join('\n'),
    t.addToCalendar({ link: `${baseUrl}/events/${event.id}.ics` }),
  ];
}

function isStillNeeded(documents: readonly DocumentEntry[] | undefined, code: string): boolean {
  const state = documents?.find((each) => each.code === code)?.state ?? 'to_collect';
  return state === 'to_collect' || state === 'rejected';
}

function nextStep(
  application: MailedApplication,
  status: ApplicationStatus,
  isBlocked: boolean,
  link: string | undefined,
): string[] {
  const t = wordsFor(application);
  if (status !== 'approved') return [linkText(application)];
  const documents = documentsLink(application);
  if (isBlocked) return [documents === undefined ? t.sendBehind : t.sendHere({ link: documents })];
  return [link === undefined ? t.confirmBehind : t.confirmHere({ link })];
}

/** Returns the email that an event was canceled. */
export function eventCancelledMail(
  application: MailedApplication,
  event: OrganizedEvent,
  baseUrl: string,
): Mail {
  const t = wordsFor(application);
  return composeToApplicant(application, event, t.eventCancelledSubject, baseUrl, [
    t.eventCancelled,
    ...factsAndLink(application, event),
  ]);
}

/**
 * Returns the email that an event is deleted together with its organizer's account. The organizer's details
 * are already erased, and the application is deleted in the same transaction. The email therefore has no
 * contact address and no page link.
 */
export function organizerGoneMail(application: MailedApplication, event: MailedEvent, baseUrl: string): Mail {
  const { contact_email, language } = application;
  const t = wordsFor(application);
  const parts = [t.organizerGone, aboutEvent(event, language), aboutApplicant(application, language)];
  const subject = aboutThisEvent(t.eventCancelledSubject, event, language);
  return compose(contact_email, subject, baseUrl, [...parts, t.nothingLeads], language);
}

/** Returns the email that an event's time or place has changed since the vendor applied. */
export function eventChangedMail(
  application: MailedApplication,
  before: MailedEvent,
  after: OrganizedEvent,
  baseUrl: string,
  /** Explains that the insurance now ends before the event does. Undefined if it ends later. */
  endsEarly?: Texts,
): Mail {
  const { language = 'en' } = application;
  const t = wordsFor(application);
  const link = documentsLink(application);
  const send = link === undefined ? t.sendBehind : t.sendHere({ link });
  return composeToApplicant(application, after, t.eventChangedSubject, baseUrl, [
    t.eventChanged,
    t.now,
    aboutEvent(after, language),
    t.before,
    aboutEvent(before, language),
    aboutApplicant(application, language),
    ...(endsEarly === undefined ? [linkText(application)] : [endsEarly[language], send]),
  ]);
}

function wordsFor({ language = 'en' }: MailedApplication) {
  return APPLICANT_MAIL[language];
}

/** Returns the link to the documents page, which uses the same token as the private link. */
function documentsLink({ link }: MailedApplication): string | undefined {
  return link?.replace('/application?', '/application/documents?');
}

/** Returns the parts that end most emails to applicants. */
function factsAndLink(application: MailedApplication, event: MailedEvent): string[] {
  return [aboutBoth(event, application, application.language), linkText(application)];
}

/** Returns the email to an organizer that a vendor with a spot has confirmed or withdrawn. */
export function organizerNotice(
  to: string,
  application: MailedApplication,
  event: MailedEvent,
  {
    done,
    page,
    movesUp,
  }: {
    readonly done: 'withdrawn' | 'confirmed';
    readonly page: string;
    /** True if the waitlist moves up automatically. */
    readonly movesUp: boolean;
  },
  baseUrl: string,
): Mail {
  const vendor = shortName(application.business_name);
  const subject =
    done === 'confirmed'
      ? `Confirmed for ${shortName(event.name)}: ${vendor}`
      : `Withdrawn from ${shortName(event.name)}: ${vendor}`;
  const text =
    done === 'confirmed'
      ? `${vendor} confirmed their spot.`
      : `${vendor} withdrew, so their spot is free again.${movesUp ? ' If vendors are waiting, the next one moves up, and we’ll email you the result.' : ' You decide who gets it.'}`;
  const facts = `${aboutApplicant(application)}\n${aboutEvent(event)}`;
  return compose(to, subject, baseUrl, [text, `Open the application:\n${page}`, facts]);
}

/**
 * Returns an email to an applicant that also says who organizes the event and where replies go. The subject
 * ends with the event's name.
 */
export function composeToApplicant(
  { contact_email, language = 'en' }: MailedApplication,
  event: OrganizedEvent,
  subject: string,
  baseUrl: string,
  parts: readonly string[],
): Mail {
  const all = [...parts, ...aboutOrganizer(event, language)];
  const about = aboutThisEvent(subject, event, language);
  return { ...compose(contact_email, about, baseUrl, all, language), replyTo: event.replyTo };
}

function aboutThisEvent(
  subject: string,
  { name }: Pick<MailedEvent, 'name'>,
  language: Language = 'en',
): string {
  return APPLICANT_MAIL[language].aboutEvent({ subject, event: shortName(name) });
}

function aboutOrganizer(
  { organizer_name, organizer_email, replyTo }: OrganizedEvent,
  language: Language,
): string[] {
  const t = APPLICANT_MAIL[language];
  const facts = [
    ...(organizer_name === '' ? [] : [t.organizer({ name: shortName(organizer_name) })]),
    ...(organizer_email === '' ? [] : [t.organizerEmail({ address: cut(organizer_email) })]),
  ];
  const named = facts.length === 0 ? [] : [facts.join('\n')];
  if (replyTo !== undefined) return [...named, t.replyReaches];
  return [...named, organizer_email === '' ? t.noAddress : t.writeThere];
}

function linkText(application: MailedApplication): string {
  const t = wordsFor(application);
  const { link } = application;
  return link === undefined ? t.linkBehind : t.link({ link });
}

/** Returns an email about an application, with a footer that shows the sender. */
export function compose(
  to: string,
  subject: string,
  baseUrl: string,
  parts: readonly string[],
  language: Language = 'en',
): Mail {
  const t = ABOUT[language];
  const isQuoting = parts.some((part) => /^> /m.test(part));
  const signature = isQuoting
    ? t.signatureQuoting({ site: baseUrl, mark: '">"' })
    : t.signature({ site: baseUrl });
  return { to, subject, text: `${[...parts, signature].join('\n\n')}\n` };
}

/** Returns the lines with an event's name, time and place. */
export function aboutEvent(event: MailedEvent, language: Language = 'en'): string {
  const t = ABOUT[language];
  const { name, starts_at, ends_at, timezone, venue_name, address, city, county } = event;
  const place = [venue_name, address, city, county && t.county({ county })].filter((part) => part !== '');
  return [
    t.event({ name: shortName(name) }),
    t.when({ span: describeSpan(starts_at, ends_at, timezone, language) }),
    ...(place.length === 0 ? [] : [t.where({ place: withoutAddresses(cut(place.join(', '))) })]),
  ].join('\n');
}

/**
 * Formats a name that another person chose. Puts it in quotation marks on one line of limited length, and
 * removes URLs and email addresses.
 */
export function shortName(name: string): string {
  return quotedName(cut(name));
}

function cut(text: string): string {
  return shorten(text.split(LINE_BREAK).join(' '), LINE_LENGTH_MAX);
}

/** Returns the lines about an event and its applicant. */
export function aboutBoth(
  event: MailedEvent,
  application: MailedApplication,
  language: Language = 'en',
): string {
  return `${aboutEvent(event, language)}\n${aboutApplicant(application, language)}`;
}

/** Returns the lines with an applicant's name and license. */
export function aboutApplicant(
  { business_name, license_number }: MailedApplication,
  language: Language = 'en',
): string {
  const t = ABOUT[language];
  return `${t.vendor({ name: shortName(business_name) })}\n${t.license({ number: cut(license_number) })}`;
}

/** Quotes each line of text that another person wrote. Limits the length and the number of lines. */
export function quote(text: string): string {
  const lines = text.slice(0, MESSAGE_LENGTH_MAX).split(LINE_BREAK);
  return lines
    .slice(0, LINES_MAX)
    .map((line) => `> ${shorten(line, MESSAGE_LENGTH_MAX)}`)
    .join('\n');
}

function shorten(line: string, lengthMax: number): string {
  const shown = line.replace(INVISIBLE, ' ').trimEnd();
  return shown.length > lengthMax ? `${shown.slice(0, lengthMax).toWellFormed()}…` : shown;
}
