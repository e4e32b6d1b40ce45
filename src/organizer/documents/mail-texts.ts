import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import {
  aboutBoth,
  compose,
  composeToApplicant,
  type MailedApplication,
  type MailedEvent,
  type OrganizedEvent,
  quote,
  shortName,
} from '../applications/notices/mail-texts.ts';
import { DOCUMENT_MAIL } from './messages.ts';

/** Builds emails about documents. Lines with the organizer's words start with ">". */

interface AboutDocuments {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
  readonly baseUrl: string;
}

/**
 * Returns the email to an applicant about a rejected document, with the organizer's reason. It is sent
 * immediately. `name` is in the applicant's language.
 */
export function rejectedMail(
  { application, event, baseUrl }: AboutDocuments & { readonly event: OrganizedEvent },
  { name, reason, isConfirmedKept }: { name: string; reason: string; isConfirmedKept: boolean },
): Mail {
  const { language = 'en' } = application;
  const t = DOCUMENT_MAIL[language];
  const day = describeDay(allDaysOfEvent(event).first, language);
  return composeToApplicant(application, event, t.rejectedSubject({ name }), baseUrl, [
    t.rejected({ name, reason: quote(reason) }),
    isConfirmedKept ? t.confirmedCounts : t.lookBefore({ day }),
    whereToSend(application),
    aboutBoth(event, application, language),
  ]);
}

/** A document to remind the applicant of. The name is in the applicant's language. */
export type RemindedDocument =
  | { readonly kind: 'missing'; readonly name: string; readonly wasRejected: boolean }
  | {
      readonly kind: 'expires';
      readonly name: string;
      readonly expires_on: IsoDate;
      readonly isExpired: boolean;
    };

/**
 * Returns the email that reminds an applicant with a spot of missing documents and of documents that expire
 * before the event ends.
 */
export function reminderMail(
  { application, event, baseUrl }: AboutDocuments,
  { firstDay, documents }: { firstDay: IsoDate; documents: readonly RemindedDocument[] },
): Mail {
  const { language = 'en' } = application;
  const t = DOCUMENT_MAIL[language];
  const linesOf = (kind: RemindedDocument['kind']) =>
    documents.filter((each) => each.kind === kind).map((each) => lineOf(each, language));
  const missing = linesOf('missing');
  const expiring = linesOf('expires');
  const parts: string[] = [];
  if (missing.length > 0) {
    const day = describeDay(firstDay, language);
    parts.push(t.missing({ day, count: missing.length, lines: missing.join('\n') }));
  }
  if (expiring.length > 0) parts.push(t.expiring({ count: expiring.length, lines: expiring.join('\n') }));
  const what = missing.length > 0 ? t.missingSubject : t.expiringSubject;
  const subject = `${what}: ${shortName(event.name)}`;
  const about = aboutBoth(event, application, language);
  return compose(
    application.contact_email,
    subject,
    baseUrl,
    [...parts, whereToSend(application), about],
    language,
  );
}

function lineOf(document: RemindedDocument, language: Language): string {
  const t = DOCUMENT_MAIL[language];
  const { name } = document;
  if (document.kind === 'missing') return document.wasRejected ? t.wasRejected({ name }) : `- ${name}`;
  const day = describeDay(document.expires_on, language);
  return document.isExpired ? t.expired({ name, day }) : t.expires({ name, day });
}

/** Explains where to send documents. Includes the link if it can be recreated. */
function whereToSend({ link, language = 'en' }: MailedApplication): string {
  const t = DOCUMENT_MAIL[language];
  return link === undefined
    ? t.sendBehind
    : t.sendHere({ link: link.replace('/application?', '/application/documents?') });
}
