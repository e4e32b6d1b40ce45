import { lockAccountIfThere } from '../../accounts/account/service.ts';
import { addDays, jurisdictionDay } from '../../lib/time/dates.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { toBookedChange } from './booked-change.ts';
import { parseSeen } from './compare-booked.ts';
import type { BookedContext } from './context.ts';
import { type DigestPart, digestMail } from './mail-texts.ts';
import * as store from './store.ts';

/**
 * Queues one email a day for each account with unreported changes. Can be interrupted, and can run in several
 * processes.
 */
export async function sendDigests(context: BookedContext): Promise<number> {
  const { ledgerDb, registry, now } = context;
  const published = await findPublishedState(registry.db);
  if (!published) return 0;
  const day = jurisdictionDay(now());
  await store.deleteOldDigests(ledgerDb, addDays(day, -7));
  await store.deleteEnded(ledgerDb, now());
  let sent = 0;
  for (const ownerId of await store.listOwnersToNotify(ledgerDb, day)) {
    const isSent = await inTransaction(ledgerDb, (tx) =>
      sendDigest(tx, context, { ownerId, day, fictional: published.fictional === 1 }),
    );
    if (isSent) sent += 1;
  }
  return sent;
}

/** Runs under the account's lock, so that this email reports every change that it reads. */
async function sendDigest(
  tx: LedgerTx,
  { engine, baseUrl, now }: BookedContext,
  {
    ownerId,
    day,
    fictional,
  }: { readonly ownerId: string; readonly day: string; readonly fictional: boolean },
): Promise<boolean> {
  const at = now();
  if (!(await lockAccountIfThere(tx, ownerId))) return false;
  const rows = await store.listUnreported(tx, ownerId);
  if (rows.length === 0 || !(await store.claimDigest(tx, ownerId, day, at))) return false;
  await store.markReported(
    tx,
    engine,
    rows.map(({ id }) => id),
    at,
  );
  const parts = toParts(rows, baseUrl);
  const addresses = await store.listRunners(tx, ownerId);
  await queueMails(
    tx,
    addresses.map((to) => digestMail(to, parts, fictional)),
    at,
  );
  return true;
}

type Untold = Awaited<ReturnType<typeof store.listUnreported>>;

function toParts(rows: Untold, baseUrl: string): DigestPart[] {
  const byApplication = Map.groupBy(rows, ({ application_id }) => application_id);
  return [...byApplication.values()].flatMap((each): DigestPart[] => {
    const [first] = each;
    if (!first) return [];
    const { record } = parseSeen(first.seen);
    const { event_id, application_id, name, starts_at, timezone, license_number } = first;
    return [
      {
        event: { name, firstDay: toLocal(starts_at, timezone).slice(0, 10) },
        vendor: {
          name: record?.name ?? first.business_name,
          licenseNumber: record?.number ?? license_number,
          page: `${baseUrl}/organizer/events/${event_id}/applications/${application_id}`,
        },
        changes: each.map((row) => {
          const noticed = toBookedChange({
            position: 0,
            grave: 0,
            verdict_from: row.verdict_to,
            settled_at: null,
            settled_by: null,
            settled_how: null,
            settled_name: null,
            ...row,
          });
          return {
            day: noticed.day,
            changes: noticed.changes,
            verdict: noticed.to,
            reasons: noticed.reasons,
          };
        }),
      },
    ];
  });
}
