import { describeCoverage } from '../intake/coverage/coverage-service.ts';
import { addDays, jurisdictionDay } from '../lib/time/dates.ts';
import { queueDailyEmails } from '../operators/email/daily-email-service.ts';
import type { OpenLedger } from '../platform/db/database.ts';

/**
 * Sends operators a daily email that lists the previous day's files that were rejected or published with
 * doubts.
 */
export async function emailOperators({
  ledger,
  now,
  baseUrl,
}: {
  readonly ledger: Pick<OpenLedger, 'db' | 'published'>;
  readonly now: () => Date;
  readonly baseUrl: string;
}): Promise<number> {
  const at = now();
  const day = addDays(jurisdictionDay(at), -1);
  const { files, held_back } = await describeCoverage(ledger);
  const isOfDay = ({ read_at }: { readonly read_at: string }) => jurisdictionDay(new Date(read_at)) === day;
  const refused = held_back.filter(isOfDay).map(({ name, reason }) => ({ name, text: reason }));
  const doubts = files
    .filter(isOfDay)
    .flatMap(({ name, doubts: own }) => own.map(({ text }) => ({ name, text })));
  return queueDailyEmails(ledger.db, { refused, doubts }, { day, now: at, baseUrl });
}
