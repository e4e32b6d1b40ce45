import { countNoun } from '../../lib/text.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
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

/** Once a day, while there is something new. `newest` are the newest of all `count`. */
export function newApplicationsMail(
  to: string,
  { count, newest }: { readonly count: number; readonly newest: readonly MailedApplication[] },
  event: NotifiedEvent,
  baseUrl: string,
): Mail {
  const rest = count - newest.length;
  const more = rest > 0 ? `\nAnd ${rest.toLocaleString('en-US')} more.` : '';
  return compose(to, 'New applications to your event', baseUrl, [
    `Your event has ${countNoun(count, 'new application')} since we last wrote.`,
    `${newest.map((each) => aboutApplicant(each).split('\n').slice(1).join('\n')).join('\n\n')}${more}`,
    aboutEvent(event),
    `Look at them and decide:\n${inboxLink(baseUrl, event)}`,
    settingText(baseUrl, event, 'You get at most one such mail a day for this event.'),
  ]);
}

function inboxLink(baseUrl: string, { id }: NotifiedEvent): string {
  return `${baseUrl}/organizer/events/${id}/applications`;
}

function settingText(baseUrl: string, { id }: NotifiedEvent, text: string): string {
  return `${text} To change that, or to get none:\n${baseUrl}/organizer/events/${id}/edit#notice`;
}
