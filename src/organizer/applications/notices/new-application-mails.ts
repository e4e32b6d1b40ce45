import { countNoun } from '../../../lib/text/text.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
} from './mail-texts.ts';

/** What tells an organizer of new applications: each at once, or all of a day together. */

interface NotifiedEvent extends MailedEvent {
  readonly id: string;
}

/** At once, when the organizer asked for each. */
export function newApplicationMail(
  to: string,
  application: MailedApplication & { readonly id: string },
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  return compose(to, 'A new application to your event', baseUrl, [
    'A vendor has applied to your event.',
    aboutApplicant(application),
    aboutEvent(event),
    `Look at it and decide:\n${inboxLink(baseUrl, event)}/${application.id}`,
    settingText(baseUrl, event, 'You get a mail for each new application.'),
  ]);
}

/** An application whose documents there is something to tell of. */
export interface DocumentNews extends MailedApplication {
  readonly id: string;
  /** How many wait for the organizer's look. */
  readonly received: number;
  /** Its insurance ends before the event is over. */
  readonly endsEarly: boolean;
  /** Its spot was confirmed before, and stays so. */
  readonly isConfirmed: boolean;
}

interface News {
  readonly count: number;
  /** The newest of all `count`. */
  readonly newest: readonly MailedApplication[];
  readonly documents: readonly DocumentNews[];
}

/** Once a day, while there is something new. */
export function newsMail(
  to: string,
  { count, newest, documents }: News,
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  const rest = count - newest.length;
  const more = rest > 0 ? `\nAnd ${rest.toLocaleString('en-US')} more.` : '';
  const applications = [
    `Your event has ${countNoun(count, 'new application')} since we last wrote.`,
    `${newest.map(nameLines).join('\n\n')}${more}`,
    `Look at ${count === 1 ? 'it' : 'them'} and decide:\n${inboxLink(baseUrl, event)}`,
  ];
  const subject =
    count === 0
      ? documentsSubject(documents)
      : count === 1
        ? 'A new application to your event'
        : 'New applications to your event';
  return compose(to, subject, baseUrl, [
    ...(count > 0 ? applications : []),
    ...(documents.length > 0 ? documentParts(documents, event, baseUrl) : []),
    aboutEvent(event),
    settingText(baseUrl, event, 'You get at most one such mail a day for this event.'),
  ]);
}

/** At once, for all documents that an event got within a while. */
export function documentsMail(
  to: string,
  documents: readonly DocumentNews[],
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  return compose(to, documentsSubject(documents), baseUrl, [
    ...documentParts(documents, event, baseUrl),
    aboutEvent(event),
    settingText(baseUrl, event, 'You get a mail when documents come in, one for all that come together.'),
  ]);
}

/** As many as a mail can be read with; the inbox has all. */
const DOCUMENTS_MAX = 20;

const ASK = 'Ask for one that covers every day, or accept it and say why:';

function documentsSubject(documents: readonly DocumentNews[]): string {
  return documents.some(({ received }) => received > 0)
    ? 'Documents to look at for your event'
    : 'Insurance that ends before your event is over';
}

function documentParts(documents: readonly DocumentNews[], event: NotifiedEvent, baseUrl: string): string[] {
  const waiting = documents.filter(({ received }) => received > 0);
  const blocked = documents.filter(({ endsEarly, isConfirmed }) => endsEarly && !isConfirmed);
  const confirmed = documents.filter(({ endsEarly, isConfirmed }) => endsEarly && isConfirmed);
  const list = (some: readonly DocumentNews[], line: (each: DocumentNews) => string) => {
    const rest = some.length - DOCUMENTS_MAX;
    const more = rest > 0 ? `\n\nAnd ${rest.toLocaleString('en-US')} more.` : '';
    return `${some
      .slice(0, DOCUMENTS_MAX)
      .map((each) => `${nameLines(each)}\n${line(each)}`)
      .join('\n\n')}${more}`;
  };
  const link = ({ id }: DocumentNews) => `${inboxLink(baseUrl, event)}/${id}/documents`;
  return [
    ...(waiting.length === 0
      ? []
      : [
          `${countNoun(waiting.length, 'vendor')} sent documents that wait for your look:`,
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
    `All of them:\n${inboxLink(baseUrl, event)}?todo=${waiting.length > 0 ? 'documents' : 'insurance'}`,
  ];
}

function nameLines(application: MailedApplication): string {
  return aboutApplicant(application).split('\n').slice(1).join('\n');
}

function inboxLink(baseUrl: string, { id }: NotifiedEvent): string {
  return `${baseUrl}/organizer/events/${id}/applications`;
}

function settingText(baseUrl: string, { id }: NotifiedEvent, text: string): string {
  return `${text} To change that, or to get none:\n${baseUrl}/organizer/events/${id}/edit#notice`;
}
