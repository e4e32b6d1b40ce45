import type { Recipient } from '../../accounts/account/account.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { describeDay } from '../../lib/time/dates.ts';
import {
  aboutBoth,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
  quote,
  shortName,
} from '../../organizer/applications/notices/mail-texts.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import {
  ANSWER_SUBJECTS,
  ANSWER_TEXTS,
  CONTEST_MAIL,
  DISPUTE_MAIL,
  OUTCOME_WORDS,
  REPLY_SUBJECTS,
  REPLY_TEXTS,
  STATEMENT_MAIL,
} from './messages.ts';
import type { Answer, ReplyDecision } from './statement-kinds.ts';

/**
 * Emails about statements: in the account's language to a license's holder, in English to organizers. Other
 * people's words are on lines that start with ">".
 */

/** Returns the email to the vendor with the decision about the reply. The note is the operator's. */
export function decisionMail(
  recipient: Recipient,
  decided: { readonly decision: Exclude<ReplyDecision, 'keep'>; readonly note: string },
  baseUrl: string,
): Mail {
  const { language } = recipient;
  const { decision, note } = decided;
  const subject = REPLY_SUBJECTS[language][decision];
  return composeStatement(recipient, subject, baseUrl, [
    REPLY_TEXTS[language][decision],
    ...(note === '' ? [] : [noteText(note, recipient)]),
  ]);
}

/** Returns an operator's note with each line marked. */
function noteText(note: string, { language }: Pick<Recipient, 'language'>): string {
  const lines = note.split('\n').map((line) => `> ${line}`.trimEnd());
  return STATEMENT_MAIL[language].note({ quote: lines.join('\n') });
}

/** Returns an email to the author of a reply or a dispute, with a link to their licenses. */
function composeStatement(
  { to, language }: Recipient,
  subject: string,
  baseUrl: string,
  parts: readonly string[],
): Mail {
  const t = STATEMENT_MAIL[language];
  const link = `${baseUrl}${inLanguage('/settings/licenses', language)}`;
  const all = [...parts, t.licenses({ link }), t.signature({ site: baseUrl })];
  return { to, subject, text: `${all.join('\n\n')}\n` };
}

/** The row that an email is about, without any text that people typed. */
interface MailedRow {
  readonly visit_id: number;
  readonly visited_on: string;
}

/** Returns the email to the vendor with the operator's answer. The note is the operator's. */
export function answerMail(
  recipient: Recipient,
  row: MailedRow,
  { outcome, note }: { readonly outcome: Answer; readonly note: string },
  baseUrl: string,
): Mail {
  const { language } = recipient;
  return composeStatement(recipient, ANSWER_SUBJECTS[language][outcome], baseUrl, [
    ANSWER_TEXTS[language][outcome],
    aboutRow(row, recipient),
    noteText(note, recipient),
  ]);
}

/**
 * Returns the email sent when the regulator's files have a different row, or no longer have the row.
 * `changed` lists the differences; it is undefined if the row was removed.
 */
export function correctedMail(
  recipient: Recipient,
  row: MailedRow & { readonly changed: { readonly from: string; readonly to: string } | undefined },
  baseUrl: string,
): Mail {
  const t = DISPUTE_MAIL[recipient.language];
  const { changed } = row;
  if (!changed)
    return composeStatement(recipient, t.goneSubject, baseUrl, [t.gone, aboutRow(row, recipient)]);
  return composeStatement(recipient, t.changedSubject, baseUrl, [
    t.changed,
    aboutRow(row, recipient),
    t.different(changed),
    t.stillWrong,
  ]);
}

function aboutRow({ visit_id, visited_on }: MailedRow, { language }: Recipient): string {
  return DISPUTE_MAIL[language].row({ visit: String(visit_id), day: visited_on });
}

interface ContestedOutcome {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
}

/** Returns the email that informs the organizer, in the vendor's words, that the vendor disputes an outcome. */
export function contestedMail(
  to: string,
  about: ContestedOutcome,
  contest: { readonly outcome: ApplicationOutcome; readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  const vendor = shortName(about.application.business_name);
  return compose(to, `A vendor disputes an outcome: ${vendor}`, baseUrl, [
    `You recorded “${OUTCOME_WORDS.en[contest.outcome]}”. The vendor says that’s wrong. It doesn’t count until you take it back or we’ve decided.`,
    `The vendor writes:\n${quote(contest.text)}`,
    `Answer or change the outcome:\n${contest.link}`,
    aboutBoth(about.event, about.application),
  ]);
}

/** Returns the email to the vendor that confirms that we received the dispute. */
export function contestReceivedMail(
  { to, language }: Recipient,
  about: ContestedOutcome,
  contest: { readonly outcome: ApplicationOutcome; readonly dueOn: string; readonly link: string },
  baseUrl: string,
): Mail {
  const t = CONTEST_MAIL[language];
  const outcome = OUTCOME_WORDS[language][contest.outcome];
  const parts = [
    t.received({ outcome, day: describeDay(contest.dueOn, language) }),
    t.whatIsRecorded({ link: contest.link }),
    aboutEvent(about.event, language),
  ];
  return compose(to, t.receivedSubject, baseUrl, parts, language);
}

/** Returns the email to the vendor with the organizer's answer. */
export function answeredMail(
  { to, language }: Recipient,
  about: ContestedOutcome,
  answer: { readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  const t = CONTEST_MAIL[language];
  const parts = [
    t.answered,
    t.organizerWrites({ quote: quote(answer.text) }),
    t.whatIsRecorded({ link: answer.link }),
    aboutEvent(about.event, language),
  ];
  return compose(to, t.answeredSubject, baseUrl, parts, language);
}

/** Returns the email to the vendor or the organizer with the operator's decision. */
export function contestDecidedMail(
  { to, language }: Recipient,
  about: ContestedOutcome,
  decided: {
    readonly state: Answer;
    readonly outcome: ApplicationOutcome;
    readonly note: string;
    readonly link: string;
  },
  baseUrl: string,
): Mail {
  const t = CONTEST_MAIL[language];
  const parts = [
    decided.state === 'upheld'
      ? t.upheld({ outcome: OUTCOME_WORDS[language][decided.outcome] })
      : t.dismissed({ outcome: OUTCOME_WORDS[language][decided.outcome] }),
    t.note({ quote: quote(decided.note) }),
    t.where({ link: decided.link }),
    aboutBoth(about.event, about.application, language),
  ];
  return compose(to, t.decidedSubject, baseUrl, parts, language);
}
