import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { FileFacts } from '../sources/likeness.ts';
import type { FileRecords, ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { FileProblem } from './bounds.ts';
import { compareRows, type RowsBefore } from './compare-rows.ts';
import { currentHolders } from './merge.ts';

/** The rows that are on file for the kind of a file, before it is read. */
export interface RecordsBefore {
  readonly known: FileRecords;
  readonly predecessor: FileRecords | undefined;
  readonly predecessorDate: IsoDate | null;
}

/** Licenses and approvals of a file are a few days old when it is published. */
const STATE_LAG_DAYS = 14;

/** What the rows of a readable file show to be wrong with it. */
export function findDamage(
  file: ParsedFile,
  before: RecordsBefore | undefined,
  today: IsoDate,
): FileProblem[] {
  const { records, fileDate } = file;
  if (!records || fileDate === null) return [];
  const published = file.publishedAt?.slice(0, 10) ?? addDays(fileDate, STATE_LAG_DAYS);
  const facts: FileFacts = {
    district: file.district,
    fileDate,
    fiscalYear: file.fiscalYear,
    stateOn: published < today ? published : today,
  };
  return compareRecords(records, before, facts);
}

function compareRecords(
  records: FileRecords,
  before: RecordsBefore | undefined,
  file: FileFacts,
): FileProblem[] {
  const { licenses, inspections, closures, applications } = REGULATOR.likenesses;
  switch (records.kind) {
    case 'licenses': {
      const rowsOf = (each: FileRecords) => (each.kind === 'licenses' ? currentHolders(each.rows) : []);
      const onFile = rowsBefore(before, rowsOf, licenses.keyOf);
      return compareRows(rowsOf(records), onFile, file, licenses, records.rows);
    }
    case 'inspections': {
      const rowsOf = (each: FileRecords) => (each.kind === 'inspections' ? each.rows : []);
      return compareRows(records.rows, rowsBefore(before, rowsOf, inspections.keyOf), file, inspections);
    }
    case 'closures':
      return compareRows(records.rows, nothingBefore(), file, closures);
    case 'new_licenses':
    case 'ownership_changes': {
      const rowsOf = (each: FileRecords) => (each.kind === records.kind ? each.rows : []);
      return compareRows(records.rows, rowsBefore(before, rowsOf, applications.keyOf), file, applications);
    }
    case 'observations':
      return [];
  }
}

function nothingBefore<Row>(): RowsBefore<Row> {
  return { known: new Map(), predecessor: undefined, predecessorDate: null };
}

function rowsBefore<Row>(
  before: RecordsBefore | undefined,
  rowsOf: (records: FileRecords) => readonly Row[],
  keyOf: (row: Row) => string,
): RowsBefore<Row> {
  if (!before) return nothingBefore();
  return {
    known: new Map(rowsOf(before.known).map((row) => [keyOf(row), row])),
    predecessor: before.predecessor && rowsOf(before.predecessor),
    predecessorDate: before.predecessorDate,
  };
}
