import { randomBytes } from 'node:crypto';
import { VerdictCount } from '../../intake/log/verdict-changes.ts';
import { unlessDamaged } from '../../lib/stored-json.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  ChangePublicationsTable,
  RecordChangesTable,
} from '../../platform/db/schema/ledger-tables/publication-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { licenseKey } from '../../regulator/licenses/number.ts';
import { parseScorecard } from '../read/parse-scorecard.ts';
import { compareRecords, isReportedTheSame, type PublishedRecord } from './compare-records.ts';
import {
  type FoundChange,
  listDifferences,
  listFound,
  type RecordDifference,
  writeFound,
} from './difference-store.ts';
import { CHANGES_KEPT_DAYS } from './kept-days.ts';
import type { RecordValues } from './schemas.ts';
import { deleteUpTo, findLastNumber, findNewestBefore, insertChanges, insertPublication } from './store.ts';

const DAY_MS = 86_400_000;

/** The number of feed rows written per statement. */
const ROWS_AT_ONCE = 500;

interface Publication {
  /** The snapshot files of the previous publication and of this one. */
  readonly files: { readonly before: string | undefined; readonly after: string };
  /** True if our own code stored both snapshots in the same format. */
  readonly isOneFormat: boolean;
  /** True if the same program version created both snapshots. */
  readonly isOneProgram: boolean;
  /** True if the same files counted for both. */
  readonly isSameFiles: boolean;
}

/**
 * The results of a publication: how many records it writes and removes, which verdicts it changes, and the
 * file with its entries for the change feed.
 */
interface FoundChanges {
  readonly written: number;
  readonly removed: number;
  readonly verdicts: VerdictCount;
  readonly file: string;
}

/**
 * Compares two snapshots and writes the entries for the change feed to a new file. This takes seconds, so
 * call it before the transaction.
 */
export function findChanges(publication: Publication, file: string): FoundChanges {
  const verdicts = new VerdictCount();
  const count = { written: 0, removed: 0 };
  function* walk(): Generator<FoundChange> {
    for (const difference of listDifferences(publication.files)) {
      verdicts.add(difference.before?.verdict, difference.after?.verdict);
      if (difference.after) count.written += 1;
      else count.removed += 1;
      const change = changeOf(difference, publication);
      if (change) yield change;
    }
  }
  writeFound(file, walk());
  return { ...count, verdicts, file };
}

/**
 * Adds the changes to the feed, inside the transaction that publishes the second snapshot. The caller must
 * hold the publication lock. Numbers continue from the last committed one, and the lock is released after the
 * commit, so they are in commit order.
 */
export async function saveChanges(
  tx: LedgerTx,
  { file }: FoundChanges,
  publication: Omit<ChangePublicationsTable, 'last_number' | 'mark'>,
): Promise<void> {
  const { version } = publication;
  const first = await findLastNumber(tx);
  let last = first;
  let rows: RecordChangesTable[] = [];
  for (const change of listFound(file)) {
    last += 1;
    rows.push({ number: last, version, ...change });
    if (rows.length < ROWS_AT_ONCE) continue;
    await insertChanges(tx, rows);
    rows = [];
  }
  await insertChanges(tx, rows);
  if (last === first) return;
  const mark = randomBytes(6).toString('hex');
  await insertPublication(tx, { last_number: last, mark, ...publication });
}

/** Returns the row for a changed vendor. If the previous record is damaged, the change is unknown. */
function changeOf(
  { vendor, before, after }: RecordDifference,
  { isOneFormat, isOneProgram, isSameFiles }: Omit<Publication, 'files'>,
): FoundChange | undefined {
  if (before && isOneFormat && !before.isWhole) return undefined;
  const isSame =
    isOneFormat &&
    before?.verdict === after?.verdict &&
    isReportedTheSame(before?.scorecard ?? '', after?.scorecard ?? '');
  if (isSame) return undefined;
  const was = before && asPublished(before);
  const is = after && asPublished(after);
  if (before && !was) return undefined;
  const changes = compareRecords(was, is, { isOneFormat, isOneProgram, isSameFiles });
  const shown = (is ?? was)?.scorecard;
  if (changes.length === 0 || !shown) return undefined;
  return {
    vendor_id: vendor.id,
    license_key: licenseKey(vendor.license_type, vendor.digits),
    license_number: shown.license.number,
    name: shown.name,
    changes: JSON.stringify(changes),
  };
}

/**
 * Returns the record and its verdict; undefined if the text is damaged. Records from before verdicts were
 * stored have no verdict.
 */
function asPublished({
  scorecard,
  verdict,
}: NonNullable<RecordDifference['after']>): PublishedRecord | undefined {
  // The column contains only values from `record.ts`.
  const known = verdict === '' ? undefined : (verdict as RecordValues['verdict']);
  return unlessDamaged(() => ({ scorecard: parseScorecard(scorecard), verdict: known }));
}

/**
 * Deletes changes that were published more than {@link CHANGES_KEPT_DAYS} days ago. Returns the number of
 * deleted changes.
 */
export async function removeOldChanges(ledgerDb: LedgerDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - CHANGES_KEPT_DAYS * DAY_MS).toISOString();
  const base = await findNewestBefore(ledgerDb, before, now.toISOString());
  if (!base) return 0;
  return inTransaction(ledgerDb, (tx) => deleteUpTo(tx, base.last_number));
}
