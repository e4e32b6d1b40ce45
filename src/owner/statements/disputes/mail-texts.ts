import type { Recipient } from '../../../accounts/account/account.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { composeStatement, noteText } from '../replies/mail-texts.ts';
import { ANSWER_SUBJECTS, ANSWER_TEXTS, DISPUTE_MAIL } from './messages.ts';

/** The row that a mail is about, without any typed text. */
interface MailedRow {
  readonly visit_id: number;
  readonly visited_on: string;
}

/** Tells the vendor the operator's answer; the note is the operator's. */
export function answerMail(
  recipient: Recipient,
  row: MailedRow,
  { outcome, note }: { readonly outcome: 'upheld' | 'dismissed'; readonly note: string },
  baseUrl: string,
): Mail {
  const { language } = recipient;
  return composeStatement(recipient, ANSWER_SUBJECTS[language][outcome], baseUrl, [
    ANSWER_TEXTS[language][outcome],
    aboutRow(row, recipient),
    noteText(note, recipient),
  ]);
}

/** The regulator's files have another row, or none any more. `changed` has what differs; undefined when the row is gone. */
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
