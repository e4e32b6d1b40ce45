import type { Language } from '../../lib/language/language.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { FollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { RecordChange } from '../../records/changes/schemas.ts';
import { type ListedChange, listChanges } from '../../records/changes/service.ts';
import { isFictionalKey } from '../../regulator/licenses/number.ts';
import { describeChanges } from './describe-changes.ts';
import { type FollowContext, sendToEach, toFollower } from './follower-service.ts';
import * as store from './store.ts';
import { type DatedChanges, vendorMail } from './vendor-mail-texts.ts';

const WEEK_MS = 7 * 86_400_000;
/** The most publications that one email covers. The rest are in the next email. */
const CHANGES_MAX = 200;

/** Sends each email about a vendor that is due exactly once, even with several processes. Returns the number sent. */
export async function sendVendors(context: FollowContext): Promise<number> {
  const until = new Date(context.now().getTime() - WEEK_MS).toISOString();
  return sendToEach(
    (page) => store.listChangedVendors(context.ledgerDb, { until, ...page }),
    (row) => sendOne(context, row),
  );
}

/**
 * Sends one email, in the same transaction that records its last change. Changes that only our program made
 * have no email.
 */
async function sendOne(context: FollowContext, row: FollowsTable): Promise<boolean> {
  const { ledgerDb, engine, baseUrl } = context;
  const listed = await listChanges(
    { db: ledgerDb, engine },
    { after: row.sent_number ?? 0, licenseKeys: [row.license_key], limit: CHANGES_MAX },
  );
  const last = listed.at(-1);
  if (last === undefined) return false;
  const at = context.now();
  return inTransaction(ledgerDb, async (tx) => {
    const follower = await toFollower(context, tx, row);
    const changes = toDatedChanges(listed, follower.language);
    const isDue = changes.some(({ sentences }) => sentences.some(({ isByRules }) => !isByRules));
    const sent = { sent_number: last.number, sent_at: isDue ? at.toISOString() : row.sent_at };
    if (!(await store.updateSentNumber(tx, row, sent))) return false;
    if (!isDue) return false;
    const { vendor_id: id, license_key: licenseKey, license_number: licenseNumber, name } = last;
    const found = {
      vendor: { id, licenseKey, licenseNumber, name },
      changes,
      isGone: parseChanges(last).some(({ kind }) => kind === 'disappeared'),
      fictional: isFictionalKey(licenseKey),
    };
    await queueMail(tx, vendorMail(follower, found, baseUrl), at);
    return true;
  });
}

/** Returns the feed's changes of one vendor in sentences, without publications that have none to report. */
export function toDatedChanges(listed: readonly ListedChange[], language: Language): DatedChanges[] {
  return listed.flatMap((change) => {
    const sentences = describeChanges(parseChanges(change), language);
    const isProgramNew = change.other_program === 1 && sentences.some(({ isByRules }) => !isByRules);
    return sentences.length === 0 ? [] : [{ day: change.as_of, isProgramNew, sentences }];
  });
}

function parseChanges({ changes }: ListedChange): RecordChange[] {
  return parseStored<RecordChange[]>(changes);
}
