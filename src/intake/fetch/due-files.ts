import { addDays, type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import type { PlannedFile } from '../../regulator/source/source.ts';

/**
 * The wait before a file that did not arrive is requested again, at most three times between two daily
 * requests. A held file is requested again only if it was held for the first time.
 */
const RETRY_AFTER_MS = 6 * 3_600_000;
/**
 * The number of times that a file for a fixed period is requested daily if the site does not have it or it is
 * held. After that, the file is requested monthly.
 */
export const MISSES_DAILY_MAX = 7;
const MISSING_AGAIN_DAYS = 30;
/** The number of days after which a downloaded file for a fixed period is checked once more. */
const CHECKED_AGAIN_DAYS = 7;

export interface AskingTime {
  readonly now: Date;
  /** The most recent daily request time. */
  readonly lastDaily: Date;
  /** True if an operator requests everything now. */
  readonly force: boolean;
}

type Remembered = Pick<SourceFilesTable, 'outcome' | 'checked_at' | 'misses'>;

/** Decides whether to request a planned file now, based on the last request for it. */
export function isDue(
  file: Pick<PlannedFile, 'finalOn' | 'isLinked' | 'kind'>,
  row: Remembered | undefined,
  time: AskingTime,
): boolean {
  if (!row || row.outcome === 'waiting') return true;
  if (isRetryDue(row, time.now)) return true;
  const isNewDay = time.force || new Date(row.checked_at) < time.lastDaily;
  return isNewDay && isDueDaily(file, row, time);
}

/**
 * Returns true if the last request failed or its file was held for the first time, and enough time has passed
 * to request the file again.
 */
export function isRetryDue({ outcome, misses, checked_at: checkedAt }: Remembered, now: Date): boolean {
  const isOwed = outcome === 'failed' || (outcome === 'held_back' && misses <= 1);
  return isOwed && now.getTime() - Date.parse(checkedAt) >= RETRY_AFTER_MS;
}

function isDueDaily(
  { finalOn, isLinked, kind }: Pick<PlannedFile, 'finalOn' | 'isLinked' | 'kind'>,
  { outcome, misses, checked_at: checkedAt }: Remembered,
  { now, force }: AskingTime,
): boolean {
  const today = jurisdictionDay(now);
  const checkedOn = jurisdictionDay(new Date(checkedAt));
  if (finalOn === null || outcome === 'failed') return true;
  if (outcome === 'missing' || outcome === 'held_back') {
    // The file for a year that has just ended may arrive any day.
    const isExpected =
      force || (kind === 'inspections' && today < finalOn) || (isLinked && outcome === 'missing');
    return isExpected || misses < MISSES_DAILY_MAX || isPast(checkedOn, MISSING_AGAIN_DAYS, today);
  }
  if (checkedOn < finalOn) return true;
  return outcome !== 'unchanged' && isPast(checkedOn, CHECKED_AGAIN_DAYS, today);
}

function isPast(day: IsoDate, days: number, today: IsoDate): boolean {
  return addDays(day, days) <= today;
}
