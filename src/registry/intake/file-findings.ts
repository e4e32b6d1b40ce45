import { addDays, daysBetween, type IsoDate } from '../../lib/dates.ts';
import type { FileFacts } from '../sources/likeness.ts';
import type {
  ClosureRow,
  FileRecords,
  LicenseRow,
  ObservationRow,
  ParsedFile,
  VisitRow,
} from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { FileProblem } from './bounds.ts';
import { closestRows } from './closest-rows.ts';
import { findDamagedClosures } from './closure-findings.ts';
import { compareRows, type RowsBefore } from './compare-rows.ts';
import { currentHolders } from './merge.ts';
import { findDamagedTexts } from './observation-findings.ts';

/** The rows that are on file for the kind of a file, before it is read. */
export interface RecordsBefore {
  readonly known: FileRecords;
  readonly predecessor: FileRecords | undefined;
  readonly predecessorDate: IsoDate | null;
  /** For the first file of a fiscal year: how many rows the district's file of the year before has. */
  readonly rowsLastYear?: number | undefined;
  /** Visits that newer files have replaced. */
  readonly replaced?: readonly VisitRow[];
  /** Closures that newer files have replaced. */
  readonly replacedClosures?: readonly ClosureRow[];
  /** Texts of a visit that newer files have replaced, each file's by itself. */
  readonly replacedTexts?: readonly (readonly ObservationRow[])[];
  /** For texts and closures: the visits that they may be of. */
  readonly visits?: readonly VisitRow[];
  /** For texts: those of any visit that have letters beyond ASCII. */
  readonly accented?: readonly ObservationRow[];
  /** For a first file of licenses: those of its district that were inspected in the time before it. */
  readonly inspected?: ReadonlySet<string>;
  /** For closures: the licenses that they may be of. */
  readonly licenses?: readonly LicenseRow[];
}

/** Licenses and approvals of a file are a few days old when it is published. */
const STATE_LAG_DAYS = 14;

/** What the rows of a readable file show to be wrong with it. */
export function findDamage(
  file: ParsedFile,
  before: RecordsBefore | undefined,
  today: IsoDate,
): FileProblem[] {
  const { records } = file;
  // Texts carry no day; a file of anything else without one is held back as undated.
  const fileDate = file.fileDate ?? (records?.kind === 'observations' ? today : null);
  if (!records || fileDate === null) return [];
  const published = file.publishedAt?.slice(0, 10) ?? addDays(fileDate, STATE_LAG_DAYS);
  const facts: FileFacts = {
    district: file.district,
    fileDate,
    fiscalYear: file.fiscalYear,
    stateOn: published < today ? published : today,
  };
  return [
    ...findTooFew(file, before, facts),
    ...findMissingParts(file, before, fileDate),
    ...compareRecords(records, before, facts),
  ];
}

/** The first file of its slot, or of licenses the first for long, has none before it that would tell what it lacks. */
function findMissingParts(
  file: ParsedFile,
  before: RecordsBefore | undefined,
  fileDate: IsoDate,
): FileProblem[] {
  const { predecessor, predecessorDate = null } = before ?? {};
  if (predecessor !== undefined && !isTooOld(predecessorDate, fileDate)) return [];
  return REGULATOR.likenesses
    .missingParts(file, before?.inspected)
    .map((part) => ({ ...part, releasable: true }));
}

/** Whether a file is so much older than the next of its slot that licenses are not compared. */
export function isTooOld(predecessorDate: IsoDate | null, fileDate: IsoDate): boolean {
  const apart = predecessorDate === null ? 0 : Math.abs(daysBetween(predecessorDate, fileDate));
  return apart > REGULATOR.likenesses.licenses.daysMax;
}

/** A fiscal year's first file has none before it that would tell that most of it is missing. */
function findTooFew(
  { records, rowsRead, fiscalYear }: ParsedFile,
  before: RecordsBefore | undefined,
  facts: FileFacts,
): FileProblem[] {
  const lastYear = before?.rowsLastYear;
  if (records?.kind !== 'inspections' || lastYear === undefined || fiscalYear === null) return [];
  const least = REGULATOR.likenesses.fewestOfYear(facts, lastYear);
  if (rowsRead >= least) return [];
  const text = `${rowsRead} rows in the first file of ${fiscalYear}, where that of the year before has ${lastYear}; at least ${least} must be there by ${facts.stateOn}`;
  return [{ code: 'few_rows_of_year', text, releasable: true }];
}

function compareRecords(
  records: FileRecords,
  before: RecordsBefore | undefined,
  file: FileFacts,
): FileProblem[] {
  const { licenses, inspections, applications } = REGULATOR.likenesses;
  switch (records.kind) {
    case 'licenses': {
      const rowsOf = (each: FileRecords) => (each.kind === 'licenses' ? currentHolders(each.rows) : []);
      const onFile = rowsBefore(before, rowsOf, licenses.keyOf);
      return [
        ...findRepeated(records.rows),
        ...compareRows(rowsOf(records), onFile, file, licenses, records.rows),
      ];
    }
    case 'inspections': {
      const rowsOf = (each: FileRecords) => (each.kind === 'inspections' ? each.rows : []);
      const stored = rowsBefore(before, rowsOf, inspections.keyOf);
      const known = closestRows(records.rows, stored.known, before?.replaced ?? [], inspections, file);
      return [
        ...findMixedDistricts(records.rows, file.district),
        ...compareRows(records.rows, { ...stored, known }, file, inspections),
      ];
    }
    case 'closures': {
      const known = before?.known.kind === 'closures' ? before.known.rows : [];
      return findDamagedClosures(records.rows, { ...before, known }, file);
    }
    case 'new_licenses':
    case 'ownership_changes': {
      const rowsOf = (each: FileRecords) => (each.kind === records.kind ? each.rows : []);
      return compareRows(records.rows, rowsBefore(before, rowsOf, applications.keyOf), file, applications);
    }
    case 'final_orders':
      return [];
    case 'observations': {
      const texts = before?.known.kind === 'observations' ? before.known.rows : [];
      return findDamagedTexts(
        records.rows,
        { visits: [], accented: [], replacedTexts: [], ...before, texts },
        file,
      );
    }
  }
}

/** A file is of one district or of the whole state; rows of a few districts are two files run together. */
const DISTRICTS_OF_STATE_MIN = 5;

function findMixedDistricts(rows: readonly VisitRow[], district: number | null): FileProblem[] {
  const found = new Set(rows.map((row) => row.district).filter((each) => each > 0));
  if (district !== null || found.size < 2 || found.size >= DISTRICTS_OF_STATE_MIN) return [];
  const text = `visits of districts ${[...found].sort().join(' and ')}: a file is of one district, or of all`;
  return [{ code: 'districts_mixed', text, releasable: true }];
}

/** A file written twice has every row twice, and the next good one would seem cut in half. No real file repeats a row. */
const REPEATED_MAX = 2;

function findRepeated(rows: readonly LicenseRow[]): FileProblem[] {
  const ofNumber = new Map<string, number>();
  for (const { licenseType, digits } of rows) {
    const number = licenseType + digits;
    ofNumber.set(number, (ofNumber.get(number) ?? 0) + 1);
  }
  const several = rows.filter(({ licenseType, digits }) => (ofNumber.get(licenseType + digits) ?? 0) > 1);
  const count = several.length - new Set(several.map((row) => JSON.stringify(row))).size;
  if (count <= REPEATED_MAX) return [];
  const text = `${count} of ${rows.length} licenses are listed twice, word for word; at most ${REPEATED_MAX} may`;
  return [{ code: 'licenses_repeated', text, releasable: true }];
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
