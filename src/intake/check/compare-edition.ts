import { daysBetween } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile } from '../../regulator/source/file-profile.ts';
import type { ComparedEdition, IsConfirmed, OnFileBefore } from './comparison.ts';
import { findMissing } from './find-missing.ts';
import { holdChanges } from './hold-changes.ts';
import { holdNew } from './hold-new.ts';

/**
 * Compares an edition with the data on file. A change that the regulator's editions do not usually make, or
 * that could favor a vendor, waits until a second edition agrees. It costs that row, never the file.
 */

/**
 * The days by which the dates of two editions may both lag: an inspection reaches a file within a week or
 * two.
 */
const DAYS_SLACK = 7;

export function compareEdition<Row extends object>(
  rows: readonly Row[],
  before: OnFileBefore<Row>,
  file: FileFacts,
  profile: FileProfile<Row>,
  isConfirmed: IsConfirmed,
): ComparedEdition<Row> {
  const apart =
    before.predecessorDate === null ? 0 : Math.abs(daysBetween(before.predecessorDate, file.fileDate));
  if (apart > profile.daysMax) return { rows, held: [], refusals: [], doubts: [] };
  const how = { file, profile, days: apart + DAYS_SLACK, isConfirmed };
  const missing = findMissing(rows, before.predecessor, how);
  const changed = holdChanges(rows, before.known, { ...how, isInDoubt: missing.isInDoubt });
  const fresh = holdNew(changed.rows, before, {
    ...how,
    missing: missing.rows,
    isInDoubt: changed.isInDoubt,
  });
  return {
    rows: missing.kept.length === 0 ? fresh.rows : [...fresh.rows, ...missing.kept],
    held: [...changed.held, ...missing.held, ...fresh.held],
    refusals: [...changed.refusals, ...missing.refusals],
    doubts: [...changed.doubts, ...missing.doubts, ...fresh.doubts],
  };
}
