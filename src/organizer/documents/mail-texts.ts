import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  composeToApplicant,
  type MailedApplication,
  type MailedEvent,
  type OrganizedEvent,
  quote,
} from '../applications/notices/mail-texts.ts';
import { DOCUMENT_MAIL } from './messages.ts';

/** Mails about documents. Other people's words stand on lines that start with ">". */

export interface AboutDocuments {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
  readonly baseUrl: string;
}

/** Tells an applicant at once that a document was rejected, and why. `name` is in the applicant's language. */
export function rejectedMail(
  { application, event, baseUrl }: AboutDocuments & { readonly event: OrganizedEvent },
  { name, reason, isConfirmedKept }: { name: string; reason: string; isConfirmedKept: boolean },
): Mail {
  const { language = 'en' } = application;
  const t = DOCUMENT_MAIL[language];
  const day = describeDay(allDaysOfEvent(event).first, language);
  return composeToApplicant(application, event, t.rejectedSubject({ name }), baseUrl, [
    t.rejected({ name, reason: quote(reason) }),
    isConfirmedKept ? t.confirmedCounts : t.lookBefore({ where: whereToSend(application), day }),
    aboutEvent(event, language),
    aboutApplicant(application, language),
  ]);
}

/** One document that a reminder is about, named in the applicant's language. */
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
  const subject = missing.length > 0 ? t.missingSubject : t.expiringSubject;
  const about = [aboutEvent(event, language), aboutApplicant(application, language)];
  const all = [...parts, whereToSend(application), ...about];
  return compose(application.contact_email, subject, baseUrl, all, language);
}

function lineOf(document: RemindedDocument, language: Language): string {
  const t = DOCUMENT_MAIL[language];
  const { name } = document;
  if (document.kind === 'missing') return document.wasRejected ? t.wasRejected({ name }) : `- ${name}`;
  const day = describeDay(document.expires_on, language);
  return document.isExpired ? t.expired({ name, day }) : t.expires({ name, day });
}

/** Where documents are sent: behind the private link, where it is known. */
function whereToSend({ link, language = 'en' }: MailedApplication): string {
  const t = DOCUMENT_MAIL[language];
  return link === undefined
    ? t.sendBehind
    : t.sendHere({ link: link.replace('/application?', '/application/documents?') });
}
