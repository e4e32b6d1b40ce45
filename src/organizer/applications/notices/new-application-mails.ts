import { countNoun } from '../../../lib/text/text.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
  shortName,
} from './mail-texts.ts';

/**
 * Builds emails to an organizer about new applications. Depending on the event's setting, there is one email
 * per application or one per day.
 */

interface NotifiedEvent extends MailedEvent {
  readonly id: string;
}

/** Returns the email about one new application. */
export function newApplicationMail(
  to: string,
  application: MailedApplication & { readonly id: string },
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  const vendor = shortName(application.business_name);
  return compose(to, `New application to ${shortName(event.name)}: ${vendor}`, baseUrl, [
    `${vendor} applied to your event.`,
    `Review the application:\n${inboxLink(baseUrl, event)}/${application.id}`,
    `${aboutApplicant(application)}\n${aboutEvent(event)}`,
    settingText(baseUrl, event, 'You get an email for each new application.'),
  ]);
}

/** An application with new documents to review or insurance that ends early. */
interface DocumentNews extends MailedApplication {
  readonly id: string;
  /** The number of documents that are waiting for the organizer's review. */
  readonly received: number;
  /** True if the insurance ends before the event does. */
  readonly endsEarly: boolean;
  /** True if the spot is already confirmed. It remains confirmed. */
  readonly isConfirmed: boolean;
}

interface News {
  readonly count: number;
  /** The newest of the `count` applications. */
  readonly newest: readonly MailedApplication[];
  readonly documents: readonly DocumentNews[];
}

/** Returns the daily email about an event's news. */
export function newsMail(
  to: string,
  { count, newest, documents }: News,
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  const rest = count - newest.length;
  const more = rest > 0 ? `\nAnd ${rest.toLocaleString('en-US')} more.` : '';
  const applications = [
    `Your event has ${countNoun(count, 'new application')}:\n${newest.map(listItem).join('\n')}${more}`,
    `Review ${count === 1 ? 'the application' : 'the applications'}:\n${inboxLink(baseUrl, event)}`,
  ];
  const subject =
    count === 0
      ? documentsSubject(documents, event)
      : `${countNoun(count, 'new application')} to ${shortName(event.name)}`;
  return compose(to, subject, baseUrl, [
    ...(count > 0 ? applications : []),
    ...(documents.length > 0 ? documentParts(documents, event, baseUrl) : []),
    ...(count === 0 ? [openInbox(documents, event, baseUrl)] : []),
    aboutEvent(event),
    settingText(baseUrl, event, 'You get at most one such email a day for this event.'),
  ]);
}

/** Returns the email about all documents that an event received within a short time. */
export function documentsMail(
  to: string,
  documents: readonly DocumentNews[],
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  return compose(to, documentsSubject(documents, event), baseUrl, [
    ...documentParts(documents, event, baseUrl),
    openInbox(documents, event, baseUrl),
    aboutEvent(event),
    settingText(baseUrl, event, 'You get an email when documents come in.'),
  ]);
}

/** The maximum number of applications with documents in one email. The inbox lists all of them. */
const DOCUMENTS_MAX = 20;

const ASK = 'Ask for a certificate that covers every day, or accept it and give a reason:';

function documentsSubject(documents: readonly DocumentNews[], { name }: NotifiedEvent): string {
  return documents.some(({ received }) => received > 0)
    ? `Documents to check for ${shortName(name)}`
    : `Insurance ends before ${shortName(name)} is over`;
}

function documentParts(documents: readonly DocumentNews[], event: NotifiedEvent, baseUrl: string): string[] {
  const waiting = documents.filter(({ received }) => received > 0);
  const blocked = documents.filter(({ endsEarly, isConfirmed }) => endsEarly && !isConfirmed);
  const confirmed = documents.filter(({ endsEarly, isConfirmed }) => endsEarly && isConfirmed);
  const list = (some: readonly DocumentNews[], line: (each: DocumentNews) => string) => {
    const rest = some.length - DOCUMENTS_MAX;
    const more = rest > 0 ? `\nAnd ${rest.toLocaleString('en-US')} more.` : '';
    const items = some.slice(0, DOCUMENTS_MAX).map((each) => `${listItem(each)}, ${line(each)}`);
    return `${items.join('\n')}${more}`;
  };
  const link = ({ id }: DocumentNews) => `${inboxLink(baseUrl, event)}/${id}/documents`;
  return [
    ...(waiting.length === 0
      ? []
      : [
          `${countNoun(waiting.length, 'vendor')} sent documents for you to check:`,
          list(waiting, (each) => `${countNoun(each.received, 'document')}: ${link(each)}`),
        ]),
    ...(blocked.length === 0
      ? []
      : [
          `The insurance of ${countNoun(blocked.length, 'vendor')} ends before the event is over, so ${blocked.length === 1 ? 'the spot' : 'their spots'} cannot be confirmed. ${ASK}`,
          list(blocked, link),
        ]),
    ...(confirmed.length === 0
      ? []
      : [
          `The insurance of ${countNoun(confirmed.length, 'vendor')} with an already confirmed spot ends before the event is over. ${confirmed.length === 1 ? 'The spot stays' : 'The spots stay'}. ${ASK}`,
          list(confirmed, link),
        ]),
  ];
}

function openInbox(documents: readonly DocumentNews[], event: NotifiedEvent, baseUrl: string): string {
  const todo = documents.some(({ received }) => received > 0) ? 'documents' : 'insurance';
  return `Open the inbox:\n${inboxLink(baseUrl, event)}?todo=${todo}`;
}

function listItem({ business_name, license_number }: MailedApplication): string {
  return `- ${shortName(business_name)}, license ${license_number}`;
}

function inboxLink(baseUrl: string, { id }: NotifiedEvent): string {
  return `${baseUrl}/organizer/events/${id}/applications`;
}

function settingText(baseUrl: string, { id }: NotifiedEvent, text: string): string {
  return `${text} Change or stop these emails: ${baseUrl}/organizer/events/${id}/edit#notice`;
}
