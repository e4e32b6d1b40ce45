import type { Mail } from '../../platform/mail/outbox.ts';
import type { ReplyDecision } from './states.ts';

const TEXTS: Readonly<Record<Exclude<ReplyDecision, 'keep'>, { subject: string; text: string }>> = {
  publish: {
    subject: 'Your reply is published',
    text: 'Your reply now stands beside your record, as your own words.',
  },
  reject: {
    subject: 'Your reply is not published',
    text: 'We have not published your reply. You can change it and send it again.',
  },
  take_down: {
    subject: 'Your reply is taken down',
    text: 'We have taken your reply down. You can change it and send it again.',
  },
};

/** Tells the vendor the decision about the reply; the note is the operator's. */
export function decisionMail(
  to: string,
  decided: { readonly decision: Exclude<ReplyDecision, 'keep'>; readonly note: string },
  baseUrl: string,
): Mail {
  const { subject, text } = TEXTS[decided.decision];
  const note = decided.note === '' ? [] : [`Our note:\n${quoteNote(decided.note)}`];
  const parts = [text, ...note, `Your licenses: ${baseUrl}/settings/licenses`, `--\nSent by ${baseUrl}.`];
  return { to, subject, text: `${parts.join('\n\n')}\n` };
}

/** An operator's words in a mail, each line marked. */
export function quoteNote(note: string): string {
  return note
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
