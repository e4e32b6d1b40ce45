import type { IsoDate } from '../../lib/time/dates.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';

/** The older inspections that the source still has to send. */
export interface Loading {
  /** Fiscal years such as `2024-25`, newest first. */
  readonly years: readonly string[];
  /** The earliest day that a score looks back to. Older inspections are awaited silently. */
  readonly scoredFrom: IsoDate;
}

type Remembered = Pick<SourceFilesTable, 'kind' | 'district' | 'period' | 'outcome' | 'sha256'>;

/**
 * Lists the fiscal years of inspections that were or will be requested and did not arrive yet, newest first.
 */
export function listLoadingYears(rows: readonly Remembered[]): string[] {
  const ofYears = rows.filter(({ kind, period }) => kind === 'inspections' && period !== null);
  const years = [...new Set(ofYears.map(({ period }) => period ?? ''))].sort().reverse();
  return years.filter((year) => {
    const own = ofYears.filter(({ period }) => period === year);
    const isHad = own.some(({ district, sha256 }) => district === null && sha256 !== null);
    return !isHad && own.some(({ outcome }) => outcome === 'waiting' || outcome === 'failed');
  });
}

/**
 * Lists the years still missing before the first inspection of a district; empty if its files reach back as
 * far as a score looks.
 */
export function loadingYearsBefore(from: IsoDate | null, { years, scoredFrom }: Loading): string[] {
  if (from === null || from <= scoredFrom) return [];
  return years.filter((year) => `${year.slice(0, 4)}-07-01` < from);
}
