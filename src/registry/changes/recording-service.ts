import { randomBytes } from 'node:crypto';
import { unlessDamaged } from '../../lib/stored-json.ts';
import type { RegistryDb, RegistryTx } from '../../platform/db/database.ts';
import type { RecordChangesTable } from '../../platform/db/schema-registry.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { licenseKey } from '../licenses/number.ts';
import { parseScorecard } from '../vendors/parse-scorecard.ts';
import type { RecordWrite } from '../vendors/records-service.ts';
import { compareRecords, isToldAlike, type PublishedRecord } from './compare-records.ts';
import type { RecordValues } from './schemas.ts';
import { deleteUpTo, findLastNumber, findNewestBefore, insertChanges, insertPublication } from './store.ts';

/** Changes are kept for this long. */
export const CHANGES_KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Notes down what a publication changes, inside its transaction. */
export interface ChangeRecorder {
  /** Compares records with those that they replace. */
  record(writes: readonly RecordWrite[]): Promise<void>;
  /** Once all are compared: makes the changes part of the feed, if there are any. */
  finish(days: {
    readonly asOf: string;
    readonly dataAsOf: string;
    readonly publishedAt: string;
  }): Promise<void>;
}

/**
 * Begins the changes of one publication, which must hold the publication lock: numbers follow the last committed one, and the
 * lock is released after the commit, so their order is the order of commits. Without the lock, two publications would draw
 * the same numbers, and the second one would fail.
 */
export async function recordChanges(
  tx: RegistryTx,
  {
    version,
    ...options
  }: { readonly version: number; readonly isOneFormat: boolean; readonly isOneProgram: boolean },
): Promise<ChangeRecorder> {
  const first = await findLastNumber(tx);
  let last = first;
  return {
    async record(writes) {
      const rows = writes.flatMap((write): RecordChangesTable[] => {
        const change = changeOf(write, options);
        if (!change) return [];
        last += 1;
        return [{ number: last, version, ...change }];
      });
      await insertChanges(tx, rows);
    },
    async finish({ asOf, dataAsOf, publishedAt }) {
      if (last === first) return;
      const mark = randomBytes(6).toString('hex');
      const days = { as_of: asOf, data_as_of: dataAsOf, published_at: publishedAt };
      await insertPublication(tx, { last_number: last, version, mark, ...days });
    },
  };
}

/** The row of a vendor about whom anything changed. Where the record before is damaged, nobody knows. */
function changeOf(
  { vendor, before, after }: RecordWrite,
  { isOneFormat, isOneProgram }: { readonly isOneFormat: boolean; readonly isOneProgram: boolean },
): Omit<RecordChangesTable, 'number' | 'version'> | undefined {
  if (before && isOneFormat && !before.isWhole) return undefined;
  const isSame =
    isOneFormat &&
    before?.verdict === after?.verdict &&
    isToldAlike(before?.scorecard ?? '', after?.scorecard ?? '');
  if (isSame) return undefined;
  const was = before && asPublished(before);
  const is = after && asPublished(after);
  if (before && !was) return undefined;
  const changes = compareRecords(was, is, { isOneFormat, isOneProgram });
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

/** A record that was stored before verdicts were has none. Undefined where the text is damaged. */
function asPublished({
  scorecard,
  verdict,
}: Pick<NonNullable<RecordWrite['before']>, 'scorecard' | 'verdict'>): PublishedRecord | undefined {
  // The column holds what `record.ts` put there.
  const known = verdict === '' ? undefined : (verdict as RecordValues['verdict']);
  return unlessDamaged(() => ({ scorecard: parseScorecard(scorecard), verdict: known }));
}

/** Forgets changes that were published more than {@link CHANGES_KEPT_DAYS} days ago. Tells how many. */
export async function removeOldChanges(registryDb: RegistryDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - CHANGES_KEPT_DAYS * DAY_MS).toISOString();
  const base = await findNewestBefore(registryDb, before, now.toISOString());
  if (!base) return 0;
  return inTransaction(registryDb, (tx) => deleteUpTo(tx, base.last_number));
}
