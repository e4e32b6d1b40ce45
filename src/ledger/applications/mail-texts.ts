import { describeInstant } from '../../lib/zoned-time.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { EventRecord } from '../events/schemas.ts';
import type { ApplicationStatus } from './schemas.ts';

/**
 * Mails about applications, in plain text. A stranger's text is on lines of its own that start with ">", bounded, so nobody
 * can take it for our words or links; subjects contain none of it.
 */
export interface MailedApplication {
  readonly contact_email: string;
  readonly business_name: string;
  readonly license_number: string;
}

export type MailedEvent = Pick<
  EventRecord,
  'name' | 'starts_at' | 'ends_at' | 'timezone' | 'venue_name' | 'address' | 'city' | 'county'
>;

const LINE_LENGTH_MAX = 200;
export const MESSAGE_LENGTH_MAX = 2_000;
const LINES_MAX = 60;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u;
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const LINK_HINT =
  'The private link in our first mail shows where your application stands; there you can also withdraw.';

/** The address that shows one application to its sender. */
export function privateLink(baseUrl: string, token: string): string {
  return `${baseUrl}/application?${new URLSearchParams({ token })}`;
}

/** Sent once, with the only copy of the private link. */
export function confirmationMail(
  application: MailedApplication,
  event: MailedEvent,
  link: string,
  baseUrl: string,
): Mail {
  return compose(application.contact_email, 'We have your application', baseUrl, [
    'Your application has been handed to the organizer.',
    aboutEvent(event),
    aboutApplicant(application),
    `Your private link shows where it stands; there you can also withdraw. Keep it to yourself:\n${link}`,
    'If you have not applied, somebody gave your address by mistake: you need do nothing.',
  ]);
}

const DECISIONS: Readonly<Partial<Record<ApplicationStatus, { subject: string; text: string }>>> = {
  under_review: {
    subject: 'Your application is under review',
    text: 'The organizer is looking at your application.',
  },
  waitlisted: {
    subject: 'Your application is on the waiting list',
    text: 'The organizer has put your application on the waiting list. You have no spot so far.',
  },
  approved: {
    subject: 'Your application is approved',
    text: 'The organizer has approved your application and keeps a spot for you. Please confirm it, or withdraw.',
  },
  confirmed: { subject: 'Your spot is confirmed', text: 'The organizer has confirmed your spot.' },
  declined: { subject: 'Your application is declined', text: 'The organizer has declined your application.' },
  cancelled: {
    subject: 'Your application is cancelled',
    text: 'The organizer has cancelled your application. You no longer have a spot.',
  },
};

/** Tells an applicant the organizer's decision, with the organizer's message if there is one. */
export function decisionMail(
  application: MailedApplication,
  event: MailedEvent,
  decided: { readonly status: ApplicationStatus; readonly message: string },
  baseUrl: string,
): Mail {
  const { subject, text } = DECISIONS[decided.status] ?? {
    subject: 'Your application has changed',
    text: 'The organizer has changed the status of your application.',
  };
  const message = decided.message === '' ? [] : [`The organizer writes:\n${quote(decided.message)}`];
  return compose(application.contact_email, subject, baseUrl, [
    text,
    ...message,
    aboutEvent(event),
    aboutApplicant(application),
    LINK_HINT,
  ]);
}

/** The event will not take place. */
export function eventCancelledMail(
  application: MailedApplication,
  event: MailedEvent,
  baseUrl: string,
): Mail {
  return compose(application.contact_email, 'An event you applied to is cancelled', baseUrl, [
    'The organizer has cancelled the event, and your application with it. Please do not come.',
    aboutEvent(event),
    aboutApplicant(application),
  ]);
}

/** The event has another time or place than when the vendor applied. */
export function eventChangedMail(
  application: MailedApplication,
  before: MailedEvent,
  after: MailedEvent,
  baseUrl: string,
): Mail {
  return compose(application.contact_email, 'An event you applied to has changed', baseUrl, [
    'The organizer has changed the time or the place of the event.',
    `Now:\n${eventLines(after)}`,
    `Before:\n${eventLines(before)}`,
    aboutApplicant(application),
    LINK_HINT,
  ]);
}

/** Tells the organizer, who is expecting an approved vendor. */
export function organizerNotice(
  to: string,
  application: MailedApplication,
  event: MailedEvent,
  done: 'withdrawn' | 'confirmed',
  baseUrl: string,
): Mail {
  const subject = done === 'confirmed' ? 'A vendor confirmed the spot' : 'A vendor withdrew';
  const text =
    done === 'confirmed'
      ? 'A vendor you approved has confirmed the spot.'
      : 'A vendor who had a spot at your event has withdrawn. The spot is free again.';
  return compose(to, subject, baseUrl, [text, aboutApplicant(application), aboutEvent(event)]);
}

/** A mail about an application, with the line that tells our words from other people's. */
export function compose(to: string, subject: string, baseUrl: string, parts: readonly string[]): Mail {
  const signature = `--\nSent by ${baseUrl}. Lines that begin with ">" were written by the organizer or by who applied, not by us.`;
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

function quoteLine(text: string): string {
  return marked(text.split(LINE_BREAK).join(' '), LINE_LENGTH_MAX);
}

function marked(line: string, lengthMax: number): string {
  const shown = line.replace(INVISIBLE, ' ').trimEnd();
  return `> ${shown.length > lengthMax ? `${shown.slice(0, lengthMax).toWellFormed()}…` : shown}`;
}
