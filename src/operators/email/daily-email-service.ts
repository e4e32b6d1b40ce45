import { v5 as uuidV5 } from 'uuid';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Mail, queueMails } from '../../platform/mail/outbox.ts';
import { hasMail } from '../../platform/mail/outbox-overview.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { listOperators } from '../access/store.ts';

/** The namespace for the ids of these emails. There is one id per operator and date. */
const NAMESPACE = '0f0a1c3e-6a3f-4f0e-9d3c-5d4f6b1f7a21';

/** One day's files from the regulator that need an operator's attention. */
interface FilesOfDay {
  readonly refused: readonly FileNote[];
  readonly doubts: readonly FileNote[];
}

interface FileNote {
  readonly name: string;
  readonly text: string;
}

/** The maximum number of files that the email lists. The operator page shows more. */
const NAMED_MAX = 20;

/**
 * Queues at most one email per operator and date about files that need attention. Returns the number of
 * queued emails.
 */
export async function queueDailyEmails(
  ledgerDb: LedgerDb,
  files: FilesOfDay,
  { day, now, baseUrl }: { readonly day: IsoDate; readonly now: Date; readonly baseUrl: string },
): Promise<number> {
  if (files.refused.length + files.doubts.length === 0) return 0;
  return inTransaction(ledgerDb, async (tx) => {
    const mails = [];
    for (const { account_id, email } of await listOperators(tx)) {
      const id = uuidV5(`${account_id}:${day}`, NAMESPACE);
      if (!(await hasMail(tx, id))) mails.push({ ...filesMail(email, files, baseUrl), id });
    }
    await queueMails(tx, mails, now);
    return mails.length;
  });
}

/**
 * Returns the email about files that were rejected or published with a doubt. The file names and notes come
 * from this service, not from user input.
 */
function filesMail(to: string, { refused, doubts }: FilesOfDay, baseUrl: string): Mail {
  const parts = [
    ...section('Refused. The records of the file before stay in use.', refused),
    ...section('Published with a doubt. You don’t have to do anything.', doubts),
    `Details, and how to accept or withdraw a file: ${baseUrl}/operator/daily`,
    'You get this email because you operate this service. It covers one day, and comes only if a file was refused or looked odd.',
  ];
  return { to, subject: subjectOf(refused.length, doubts.length), text: `${parts.join('\n\n')}\n` };
}

function subjectOf(refused: number, doubts: number): string {
  const parts = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(doubts > 0 ? [`${doubts} with a doubt`] : []),
  ];
  return `${REGULATOR.shortName} files: ${parts.join(', ')}`;
}

function section(title: string, notes: readonly FileNote[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, NAMED_MAX).map(({ name, text }) => `- ${name}: ${text}`);
  const others = notes.length - lines.length;
  return [[title, ...lines, ...(others > 0 ? [`- and ${others} more`] : [])].join('\n')];
}
