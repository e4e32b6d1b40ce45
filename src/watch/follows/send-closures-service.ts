import { AppError } from '../../http/errors/errors.ts';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { FollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { ListedClosures } from './closed-business.ts';
import { type FollowContext, sendToEach, toFollower } from './follower-service.ts';
import { closuresMail } from './mail-texts.ts';
import * as store from './store.ts';

const WEEK_DAYS = 7;

/** Sends each email about closures that is due exactly once, even with several processes. Returns the number sent. */
export async function sendClosures(context: FollowContext): Promise<number> {
  const found = await context.readClosures().catch(asNotReady);
  if (found === undefined) return 0;
  const until = addDays(found.through, -WEEK_DAYS);
  return sendToEach(
    (page) => store.listDueClosures(context.ledgerDb, { until, ...page }),
    (row) => sendOne(context, row, found),
  );
}

/** Sends one email, in the same transaction that records the day. A week without closures gets no email. */
async function sendOne(context: FollowContext, row: FollowsTable, found: ListedClosures): Promise<boolean> {
  const { county, sent_through: from } = row;
  // Nothing is known without a file for the county, and the next file may include these days.
  if (from === null || (county !== '' && !found.countiesRead.has(county))) return false;
  const closures = found.closures.filter(
    (each) => each.closedOn > from && (county === '' || each.county === county),
  );
  return inTransaction(context.ledgerDb, async (tx) => {
    if (!(await store.updateSentThrough(tx, row, found.through))) return false;
    if (closures.length === 0) return false;
    const { through, fictional } = found;
    const told = { county, closures, from: from as IsoDate, through, fictional };
    await queueMail(
      tx,
      closuresMail(await toFollower(context, tx, row), told, context.baseUrl),
      context.now(),
    );
    return true;
  });
}

/** Returns undefined before the first publication, when there is nothing to send. */
function asNotReady(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_ready') return undefined;
  throw error;
}
