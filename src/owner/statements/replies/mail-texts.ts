import type { Recipient } from '../../../accounts/account/account.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { REPLY_SUBJECTS, REPLY_TEXTS, STATEMENT_MAIL } from './messages.ts';
import type { ReplyDecision } from './states.ts';

/** Tells the vendor the decision about the reply; the note is the operator's. */
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

/** An operator's note, each line of it marked. */
export function noteText(note: string, { language }: Pick<Recipient, 'language'>): string {
  const lines = note.split('\n').map((line) => `> ${line}`.trimEnd());
  return STATEMENT_MAIL[language].note({ quote: lines.join('\n') });
}

/** A mail to whoever wrote a reply or a dispute, with the way to their licenses. */
export function composeStatement(
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
