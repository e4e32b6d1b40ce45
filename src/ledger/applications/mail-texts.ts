import { requiredDocuments } from '../../decisions/decision/documents.ts';
import { describeDay } from '../../lib/dates.ts';
import { describeInstant } from '../../lib/zoned-time.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { EventRecord } from '../events/schemas.ts';
import { confirmBy } from './event-days.ts';
import type { ApplicationStatus } from './schemas.ts';
import { holdsSpot } from './statuses.ts';

/**
 * Mails about applications, in plain text. A stranger's text is on lines of its own that start with ">", bounded, so nobody
 * can take it for our words or links; subjects contain none of it.
 */
export interface MailedApplication {
  readonly contact_email: string;
  readonly business_name: string;
  readonly license_number: string;
  /** The private link; undefined when it is not known, and in mails to anybody else. */
  readonly link?: string | undefined;
}

export type MailedEvent = Pick<
  EventRecord,
  'name' | 'starts_at' | 'ends_at' | 'timezone' | 'venue_name' | 'address' | 'city' | 'county'
>;

/** With what the organizer says of itself. */
export interface OrganizedEvent extends MailedEvent {
  /** Empty for nobody named. */
  readonly organizer_name: string;
  /** Where vendors can write; empty for none. */
  readonly organizer_email: string;
  /** Where a reply goes, if anywhere. */
  readonly replyTo?: string | undefined;
}

const LINE_LENGTH_MAX = 200;
export const MESSAGE_LENGTH_MAX = 2_000;
const LINES_MAX = 60;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u;
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Sent when an application came in. */
export function confirmationMail(
  application: MailedApplication,
  event: OrganizedEvent,
  baseUrl: string,
): Mail {
  return composeToApplicant(application, event, 'We have your application', baseUrl, [
    'Your application has been handed to the organizer. You get a mail with the answer.',
    documentsHint(application),
    aboutEvent(event),
    aboutApplicant(application),
    linkText(application),
    'If you have not applied, somebody gave your address by mistake: you need do nothing.',
  ]);
}

/** Documents can be sent from the first day on; their page is part of the private link. */
function documentsHint({ link }: MailedApplication): string {
  const what =
    'The organizer needs documents from every vendor, such as the certificate of insurance. You can send them now';
  return link === undefined
    ? `${what}, under “Documents” behind your private link.`
    : `${what}, here:\n${link.replace('/application?', '/application/documents?')}`;
}

const DECISIONS: Readonly<Partial<Record<ApplicationStatus, { subject: string; text: string }>>> = {
  under_review: {
    subject: 'Your application is under review',
    text: 'The organizer is looking at your application. You need do nothing now: you get a mail with the answer.',
  },
  waitlisted: {
    subject: 'Your application is on the waiting list',
    text: 'The organizer has put your application on the waiting list. You have no spot so far. If you get one, we send you a mail; if you no longer want one, please withdraw.',
  },
  approved: {
    subject: 'Your application is approved',
    text: 'The organizer has approved your application and keeps a spot for you.',
  },
  confirmed: { subject: 'Your spot is confirmed', text: 'The organizer has confirmed your spot.' },
  declined: {
    subject: 'Your application is declined',
    text: 'The organizer has declined your application. You have no spot at this event.',
  },
  cancelled: {
    subject: 'Your application is cancelled',
    text: 'The organizer has cancelled your application. You no longer have a spot.',
  },
};

/** Tells an applicant the organizer's decision, with the organizer's message if there is one. */
export function decisionMail(
  application: MailedApplication,
  event: OrganizedEvent & Pick<EventRecord, 'event_type'>,
  decided: { readonly status: ApplicationStatus; readonly message: string; readonly now: Date },
  baseUrl: string,
): Mail {
  const { subject, text } = DECISIONS[decided.status] ?? {
    subject: 'Your application has changed',
    text: 'The organizer has changed the status of your application.',
  };
  const message = decided.message === '' ? [] : [`The organizer writes:\n${quote(decided.message)}`];
  return composeToApplicant(application, event, subject, baseUrl, [
    text,
    ...message,
    ...whatToDo(application, event, decided, baseUrl),
    aboutEvent(event),
    aboutApplicant(application),
    linkText(application),
  ]);
}

/** A spot became free, and the first on the waiting list has it. */
export function movedUpMail(
  application: MailedApplication,
  event: OrganizedEvent & Pick<EventRecord, 'event_type'>,
  now: Date,
  baseUrl: string,
): Mail {
  return composeToApplicant(application, event, 'You have moved up from the waiting list', baseUrl, [
    'A spot at the event has become free, and it is yours: your application is approved. The organizer has set the event so that the waiting list moves up by itself.',
    ...whatToDo(application, event, { status: 'approved', now }, baseUrl),
    aboutEvent(event),
    aboutApplicant(application),
    linkText(application),
  ]);
}

/** A message to an applicant that changes nothing. */
export function messageMail(
  application: MailedApplication,
  event: OrganizedEvent,
  message: string,
  baseUrl: string,
): Mail {
  return composeToApplicant(application, event, 'A message about your application', baseUrl, [
    'The organizer has written to you. The status of your application is as it was.',
    `The organizer writes:\n${quote(message)}`,
    aboutEvent(event),
    aboutApplicant(application),
    linkText(application),
  ]);
}

/** What a vendor with a spot has to do, and by when. */
function whatToDo(
  application: MailedApplication,
  event: OrganizedEvent & Pick<EventRecord, 'event_type'>,
  { status, now }: { readonly status: ApplicationStatus; readonly now: Date },
  baseUrl: string,
): string[] {
  if (!holdsSpot(status) || Date.parse(event.ends_at) <= now.getTime()) return [];
  const day = describeDay(confirmBy(event, now));
  const confirm = `Please open your private link and confirm by ${day} that you will come, or withdraw. After that day the organizer may give the spot to somebody else.`;
  const names = requiredDocuments(event.event_type).map(({ name }) => `- ${name}`);
  const papers = `${documentsText(application)}\n${names.join('\n')}\nWhat each must show:\n${baseUrl}/checklists/${event.event_type}`;
  return status === 'approved' ? [confirm, papers] : [papers];
}

/** The page to send documents from is part of the private link. */
function documentsText({ link }: MailedApplication): string {
  return link === undefined
    ? 'Open your private link and send these documents to the organizer under “Documents”:'
    : `Send these documents to the organizer here:\n${link.replace('/application?', '/application/documents?')}`;
}

/** The event will not take place. */
export function eventCancelledMail(
  application: MailedApplication,
  event: OrganizedEvent,
  baseUrl: string,
): Mail {
  return composeToApplicant(application, event, 'An event you applied to is cancelled', baseUrl, [
    'The organizer has cancelled the event, and your application with it. Please do not come.',
    aboutEvent(event),
    aboutApplicant(application),
    linkText(application),
  ]);
}

/** The event has another time or place than when the vendor applied. */
export function eventChangedMail(
  application: MailedApplication,
  before: MailedEvent,
  after: OrganizedEvent,
  baseUrl: string,
  /** That the insurance ends before the event is over now; undefined where it does not. */
  endsEarly?: string,
): Mail {
  return composeToApplicant(application, after, 'An event you applied to has changed', baseUrl, [
    'The organizer has changed the time or the place of the event. If you cannot come any more, please withdraw.',
    `Now:\n${eventLines(after)}`,
    `Before:\n${eventLines(before)}`,
    ...(endsEarly === undefined ? [] : [`${endsEarly} ${documentsPage(application)}`]),
    aboutApplicant(application),
    linkText(application),
  ]);
}

function documentsPage({ link }: MailedApplication): string {
  return link === undefined
    ? 'Documents are sent under “Documents” behind your private link.'
    : `Documents are sent here:\n${link.replace('/application?', '/application/documents?')}`;
}

/** Tells the organizer, who is expecting an approved vendor. */
export function organizerNotice(
  to: string,
  application: MailedApplication,
  event: MailedEvent,
  { done, page }: { readonly done: 'withdrawn' | 'confirmed'; readonly page: string },
  baseUrl: string,
): Mail {
  const subject = done === 'confirmed' ? 'A vendor confirmed the spot' : 'A vendor withdrew';
  const text =
    done === 'confirmed'
      ? 'A vendor you approved has confirmed the spot.'
      : 'A vendor who had a spot at your event has withdrawn. The spot is free again.';
  const next =
    done === 'confirmed'
      ? `Look at the application, and at the documents that it still lacks:\n${page}`
      : `Look at the application, and choose who gets the spot:\n${page}`;
  return compose(to, subject, baseUrl, [text, next, aboutApplicant(application), aboutEvent(event)]);
}

/** A mail to an applicant, with who organizes the event and where a reply goes. */
export function composeToApplicant(
  { contact_email }: MailedApplication,
  event: OrganizedEvent,
  subject: string,
  baseUrl: string,
  parts: readonly string[],
): Mail {
  const mail = compose(contact_email, subject, baseUrl, [...parts, aboutOrganizer(event)]);
  return { ...mail, replyTo: event.replyTo };
}

function aboutOrganizer({ organizer_name, organizer_email, replyTo }: OrganizedEvent): string {
  const named = [organizer_name, organizer_email].filter((line) => line !== '').map(quoteLine);
  const who = named.length === 0 ? '' : `The organizer:\n${named.join('\n')}\n`;
  if (replyTo !== undefined) return `${who}If you reply to this mail, your reply goes to the organizer.`;
  return organizer_email === ''
    ? `${who}The organizer has given no address here, and a reply to this mail does not reach the organizer.`
    : `${who}To ask something, write to that address: a reply to this mail does not reach the organizer.`;
}

function linkText({ link }: MailedApplication): string {
  return link === undefined
    ? 'The private link in our first mail shows where your application stands.'
    : `Your private link shows where your application stands. Keep it to yourself:\n${link}`;
}

/** A mail about an application, with the line that tells our words from other people's. */
export function compose(to: string, subject: string, baseUrl: string, parts: readonly string[]): Mail {
  const signature = `--\nSent by ${baseUrl}. Lines that begin with ">" were written by the organizer or the applicant, not by us.`;
  return { to, subject, text: `${[...parts, signature].join('\n\n')}\n` };
}

export function aboutEvent(event: MailedEvent): string {
  return `The event:\n${eventLines(event)}`;
}

function eventLines(event: MailedEvent): string {
  const { name, starts_at, ends_at, timezone, venue_name, address, city, county } = event;
  const place = [venue_name, address, city, county && `${county} County`].filter((part) => part !== '');
  const times = [`From ${describeInstant(starts_at, timezone)}`, `to ${describeInstant(ends_at, timezone)}`];
  return [name, ...times, place.join(', ')]
    .filter((line) => line !== '')
    .map(quoteLine)
    .join('\n');
}

export function aboutApplicant({ business_name, license_number }: MailedApplication): string {
  return `The application:\n${quoteLine(business_name)}\n${quoteLine(`License ${license_number}`)}`;
}

/** Marks every line of a stranger's text. */
export function quote(text: string): string {
  const lines = text.slice(0, MESSAGE_LENGTH_MAX).split(LINE_BREAK);
  return lines
    .slice(0, LINES_MAX)
    .map((line) => marked(line, MESSAGE_LENGTH_MAX))
    .join('\n');
}

/** Marks a stranger's line. */
export function quoteLine(text: string): string {
  return marked(text.split(LINE_BREAK).join(' '), LINE_LENGTH_MAX);
}

function marked(line: string, lengthMax: number): string {
  const shown = line.replace(INVISIBLE, ' ').trimEnd();
  return `> ${shown.length > lengthMax ? `${shown.slice(0, lengthMax).toWellFormed()}…` : shown}`;
}
