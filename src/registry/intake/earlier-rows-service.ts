import type { RegistryTx } from '../../platform/db/database.ts';
import type { ObservationRow, ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { Before } from './check/check-file.ts';
import type { KnownVisit } from './check/find-incomplete.ts';
import { isTooOld } from './coverage.ts';
import {
  listApplications,
  listClosures,
  listLicensesOfFile,
  listNamesByDigits,
  listTextsFrom,
  listVisitsOfDays,
  listVisitsOfFile,
} from './earlier-rows-store.ts';
import { type FileAge, newestOfSlots } from './file-age.ts';

type Predecessor = Pick<FileAge, 'fileDate' | 'name'> & {
  readonly id: number;
  readonly rowsRead: number;
  readonly rowsKept: number;
};
type Published = FileAge & { readonly id: number; readonly slot: string };

/**
 * Reads the rows on file that a file is compared with, those of files earlier in the same run among them. A few statements for
 * each file.
 */
export async function readBefore(
  tx: RegistryTx,
  file: ParsedFile,
  predecessor: Predecessor | undefined,
  published: readonly Published[],
): Promise<Before> {
  const { records } = file;
  switch (records?.kind) {
    case 'inspections': {
      if (!predecessor) return readBeforeFirst(tx, file, published);
      const rows = await listVisitsOfFile(tx, predecessor.id);
      return { previous: predecessor, known: { kind: 'inspections', rows } };
    }
    case 'licenses': {
      const isOld = predecessor && isTooOld(predecessor.fileDate, file.fileDate);
      const previous = isOld ? undefined : predecessor;
      const rows = previous ? await listLicensesOfFile(tx, previous.id) : [];
      const licensesByCounty = countBy(rows, ({ digits }) => REGULATOR.profiles.countyOf(digits) ?? '');
      return { previous: previous && { ...previous, licensesByCounty }, known: { kind: 'licenses', rows } };
    }
    case 'observations':
      return {
        previous: undefined,
        known: { kind: 'observations', rows: await listTextsFrom(tx, firstVisitOf(records.rows)) },
      };
    case 'closures': {
      const digits = [...new Set(records.rows.map((row) => row.digits))];
      return {
        previous: undefined,
        known: { kind: 'closures', rows: await listClosures(tx) },
        namesByDigits: await listNamesByDigits(tx, digits),
      };
    }
    case 'new_licenses':
    case 'ownership_changes': {
      const kind = records.kind === 'ownership_changes' ? 'ownership_change' : 'new_license';
      return { previous: undefined, known: { kind: records.kind, rows: await listApplications(tx, kind) } };
    }
    case 'final_orders':
    case undefined:
      return { previous: undefined, known: undefined };
  }
}

/** Reads what other files say of the days of a first inspection file. */
async function readBeforeFirst(
  tx: RegistryTx,
  { coveredDays }: ParsedFile,
  published: readonly Published[],
): Promise<Before> {
  const inspected: KnownVisit[] = [];
  for (const { slot, id } of newestOfSlots(published).values())
    if (slot.startsWith('licenses:'))
      for (const { licenseType, digits, lastInspectedOn } of await listLicensesOfFile(tx, id))
        if (lastInspectedOn !== null) inspected.push({ licenseType, digits, visitedOn: lastInspectedOn });
  const onFile = coveredDays ? await listVisitsOfDays(tx, coveredDays) : [];
  return {
    previous: undefined,
    known: undefined,
    elsewhere: [
      { source: 'the license files', visits: inspected },
      { source: 'other inspection files', visits: onFile },
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
