import type { ObservationRow, ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Before } from '../check/check-file.ts';
import type { FileAge } from '../check/file-age.ts';
import { isTooOld } from '../coverage/coverage.ts';
import type { EarlierRows } from '../staging/staging-service.ts';

type Predecessor = Pick<FileAge, 'fileDate' | 'name'> & {
  readonly id: number;
  readonly rowsRead: number;
  readonly rowsKept: number;
};

/**
 * Reads the stored rows that a file is compared with, including rows from files imported earlier in the same
 * run.
 */
export function readBefore(
  earlier: EarlierRows,
  file: ParsedFile,
  predecessor: Predecessor | undefined,
): Before {
  const { records } = file;
  switch (records?.kind) {
    case 'inspections': {
      if (!predecessor) return readBeforeFirst(earlier, file);
      const rows = earlier.visitsOfFile(predecessor.id);
      return { previous: predecessor, known: { kind: 'inspections', rows } };
    }
    case 'licenses': {
      const isOld = predecessor && isTooOld(predecessor.fileDate, file.fileDate);
      const previous = isOld ? undefined : predecessor;
      const rows = previous ? earlier.licensesOfFile(previous.id) : [];
      const licensesByCounty = countBy(rows, ({ digits }) => REGULATOR.profiles.countyOf(digits) ?? '');
      return { previous: previous && { ...previous, licensesByCounty }, known: { kind: 'licenses', rows } };
    }
    case 'observations':
      return {
        previous: undefined,
        known: { kind: 'observations', rows: earlier.textsFrom(firstVisitOf(records.rows)) },
      };
    case 'closures': {
      const digits = [...new Set(records.rows.map((row) => row.digits))];
      return {
        previous: undefined,
        known: { kind: 'closures', rows: earlier.closures() },
        namesByDigits: earlier.namesByDigits(digits),
      };
    }
    case 'new_licenses':
    case 'ownership_changes': {
      const kind = records.kind === 'ownership_changes' ? 'ownership_change' : 'new_license';
      return { previous: undefined, known: { kind: records.kind, rows: earlier.applications(kind) } };
    }
    case 'final_orders':
    case undefined:
      return { previous: undefined, known: undefined };
  }
}

/** Reads what other files list for the days of an inspection file that is the first in its slot. */
function readBeforeFirst(earlier: EarlierRows, { coveredDays }: ParsedFile): Before {
  return {
    previous: undefined,
    known: undefined,
    elsewhere: [
      { source: 'the license files', visits: earlier.lastVisits() },
      { source: 'other inspection files', visits: coveredDays ? earlier.visitsOfDays(coveredDays) : [] },
    ],
  };
}

function firstVisitOf(rows: readonly ObservationRow[]): number {
  return rows.reduce((least, { visitId }) => Math.min(least, visitId), Number.MAX_SAFE_INTEGER);
}

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
