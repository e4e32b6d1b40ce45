import { describeDay, type IsoDate } from '../../lib/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { allDaysOfEvent } from '../applications/event-days.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  composeToApplicant,
  type MailedApplication,
  type MailedEvent,
  type OrganizedEvent,
  quote,
} from '../applications/mail-texts.ts';

/** Mails about documents. Other people's words stand on lines that start with ">". */

export interface AboutDocuments {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
  readonly baseUrl: string;
}

/** Tells an applicant at once that a document was rejected, and why. */
export function rejectedMail(
  { application, event, baseUrl }: AboutDocuments & { readonly event: OrganizedEvent },
  { name, reason, isConfirmedKept }: { name: string; reason: string; isConfirmedKept: boolean },
): Mail {
  return composeToApplicant(application, event, `Please send another document: ${name}`, baseUrl, [
    `The organizer has rejected this document of yours: ${name}. They write:\n${quote(reason)}`,
    isConfirmedKept
      ? 'The one that they confirmed before still counts. If you meant to replace it, send another one.'
      : `${whereToSend(application)}\nThe organizer has to look at it before the event starts on ${describeDay(allDaysOfEvent(event).first)}.`,
    aboutEvent(event),
    aboutApplicant(application),
  ]);
}

/** One document that a reminder is about. */
export type RemindedDocument =
  | { readonly kind: 'missing'; readonly name: string; readonly wasRejected: boolean }
  | {
      readonly kind: 'expires';
      readonly name: string;
      readonly expires_on: IsoDate;
      readonly isExpired: boolean;
    };

/** Reminds an applicant with a spot of what is missing, and of what expires before the event. */
export function reminderMail(
  { application, event, baseUrl }: AboutDocuments,
  { firstDay, documents }: { firstDay: IsoDate; documents: readonly RemindedDocument[] },
): Mail {
  const missing = documents.filter(({ kind }) => kind === 'missing');
  const expiring = documents.filter((each) => each.kind === 'expires');
  const parts: string[] = [];
  if (missing.length > 0)
    parts.push(
      `You have a spot at an event that starts on ${describeDay(firstDay)}. The organizer still needs ${missing.length === 1 ? 'this document' : 'these documents'} from you:\n${missing.map(missingLine).join('\n')}`,
    );
  if (expiring.length > 0)
    parts.push(
      `${expiring.length === 1 ? 'This document of yours does' : 'These documents of yours do'} not cover the whole event:\n${expiring
        .map(
          ({ name, expires_on, isExpired }) =>
            `- ${name}: ${isExpired ? 'expired' : 'expires'} on ${describeDay(expires_on)}`,
        )
        .join('\n')}\nPlease send ${expiring.length === 1 ? 'one that does' : 'ones that do'}.`,
    );
  const subject =
    missing.length > 0 ? 'Documents are missing for your spot' : 'A document does not cover your event';
  return compose(application.contact_email, subject, baseUrl, [
    ...parts,
    whereToSend(application),
    aboutEvent(event),
    aboutApplicant(application),
  ]);
}

function missingLine(document: RemindedDocument): string {
  return `- ${document.name}${document.kind === 'missing' && document.wasRejected ? ' (the one that you sent was rejected)' : ''}`;
}

/** Where documents are sent: behind the private link, where it is known. */
function whereToSend({ link }: MailedApplication): string {
  return link === undefined
    ? 'Use the private link in our first mail: its page “Documents” takes a photo, a scan or a PDF.'
    : `Send a photo, a scan or a PDF here. The address is yours alone:\n${link.replace('/application?', '/application/documents?')}`;
}
