import type { LedgerAccess, PublishedAccess } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMails } from '../../../platform/mail/outbox.ts';
import { readCurrentRows } from '../../../registry/intake/visits-service.ts';
import { differingFacts, isCorrected, parseRow } from './disputed-row.ts';
import { correctedMail } from './mail-texts.ts';
import { listCorrectable, markCorrected } from './store.ts';

/**
 * Closes every dispute whose row the regulator has changed or removed, tells the vendors, and returns how many. Call it after
 * each import; it runs as many statements for a thousand disputes as for one.
 */
export async function closeCorrected(
  ledger: LedgerAccess,
  registry: PublishedAccess,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<number> {
  const disputes = await listCorrectable(ledger.db);
  if (disputes.length === 0) return 0;
  const current = await readCurrentRows(registry, disputes);
  if (!current) return 0;
  const corrected = disputes.flatMap(({ id, visit_id, recipient, row }) => {
    const disputed = parseRow(row);
    const found = current.rowOf(visit_id);
    if (!isCorrected(disputed, found)) return [];
    const changed = found && {
      from: differingFacts(disputed, found, recipient.language),
      to: differingFacts(found, disputed, recipient.language),
    };
    const about = { visit_id, visited_on: disputed.visited_on, changed };
    return { id, mail: correctedMail(recipient, about, baseUrl) };
  });
  if (corrected.length === 0) return 0;
  return inTransaction(ledger.db, async (tx) => {
    const ids = corrected.map(({ id }) => id);
    const closed = await markCorrected(tx, ids, { engine: ledger.engine, now });
    const mails = corrected.filter(({ id }) => closed.has(id)).map(({ mail }) => mail);
    await queueMails(tx, mails, now);
    return closed.size;
  });
}
