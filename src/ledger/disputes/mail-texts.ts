import type { Mail } from '../../platform/mail/outbox.ts';
import { quoteNote } from '../replies/mail-texts.ts';

/** The row that a mail is about, without any typed text. */
interface MailedRow {
  readonly visit_id: number;
  readonly visited_on: string;
}

const OUTCOMES = {
  upheld: {
    subject: 'Your dispute is upheld',
    text:
      'By our reading, too, the regulator’s row is wrong. A note now stands beside it. The row itself, and the grade ' +
      'that follows from it, stay as the regulator published them until the regulator publishes another.',
  },
  dismissed: {
    subject: 'Your dispute is dismissed',
    text: 'By our reading the regulator’s row is right. It stands without a mark.',
  },
} as const;

/** Tells the vendor the operator's answer; the note is the operator's. */
export function answerMail(
  to: string,
  row: MailedRow,
  answer: { readonly outcome: keyof typeof OUTCOMES; readonly note: string },
  baseUrl: string,
): Mail {
  const { subject, text } = OUTCOMES[answer.outcome];
  return compose(to, subject, baseUrl, [text, aboutRow(row), `Our note:\n${quoteNote(answer.note)}`]);
}

/** The regulator's files have another row, or none any more. `changed` has what differs; undefined when the row is gone. */
export function correctedMail(
  to: string,
  row: MailedRow & { readonly changed: { readonly from: string; readonly to: string } | undefined },
  baseUrl: string,
): Mail {
  const { changed } = row;
  if (!changed)
    return compose(to, 'A row you disputed is no longer on record', baseUrl, [
      'None of the regulator’s files that we go by lists the visit you disputed any more. We have closed your dispute.',
      aboutRow(row),
    ]);
  return compose(to, 'A row you disputed was changed by the regulator', baseUrl, [
    'The regulator’s files now have another row for the visit you disputed; your record shows it. We have closed your dispute.',
    aboutRow(row),
    `What is different\n  from: ${changed.from}\n  to:   ${changed.to}`,
    'If what stands there now is wrong too, you can dispute it.',
  ]);
}

function aboutRow({ visit_id, visited_on }: MailedRow): string {
  return `The row: visit ${visit_id} of ${visited_on}.`;
}

function compose(to: string, subject: string, baseUrl: string, parts: readonly string[]): Mail {
  const rest = [`Your licenses: ${baseUrl}/settings/licenses`, `--\nSent by ${baseUrl}.`];
  return { to, subject, text: `${[...parts, ...rest].join('\n\n')}\n` };
}
