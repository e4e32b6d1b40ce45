import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile, ObservedVisit } from '../../regulator/source/file-profile.ts';
import type {
  ClosureRow,
  FileRecords,
  LicenseRow,
  ObservationRow,
  ParsedFile,
} from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { currentHolders } from '../staging/staged-rows.ts';
import { compareEdition } from './compare-edition.ts';
import type { ComparedEdition, HeldChange, IsConfirmed, OnFileBefore } from './comparison.ts';
import { findDoubts } from './find-doubts.ts';
import { type Finding, inDigits, type Refusal } from './finding.ts';
import {
  type PreviousEdition,
  refuseByItself,
  refuseByRows,
  refuseRepeated,
  refuseShrunken,
} from './refuse-file.ts';

/** The data on file before a file is imported. */
export interface Before {
  /**
   * The previous edition; undefined for the first edition of its slot, or if the previous one is too old to
   * compare.
   */
  readonly previous: PreviousEdition | undefined;
  /**
   * The rows to compare with: the previous edition's rows or, for kinds without editions, all rows on file.
   */
  readonly known: FileRecords | undefined;
  /** For a first inspection file: the visits that other files list. */
  readonly elsewhere?: readonly KnownVisits[];
  /** For closures: the names on file for the licenses with the same digits. */
  readonly namesByDigits?: ReadonlyMap<string, readonly string[]>;
}

export interface CheckedFile {
  readonly refusals: readonly Refusal[];
  readonly doubts: readonly Finding[];
  /** Changes that are pending until a second edition agrees. */
  readonly held: readonly HeldChange[];
  /** The rows to store: the file's rows, with the rows on file in place of pending changes. */
  readonly records: FileRecords | undefined;
}

/**
 * If the source does not provide a publication date, a file is assumed to show the state of this many days
 * after its newest row.
 */
const STATE_LAG_DAYS = 14;

interface KnownVisit {
  readonly licenseType: string;
  readonly digits: string;
  readonly visitedOn: IsoDate;
}

interface KnownVisits {
  /** For example, "the license files". */
  readonly source: string;
  readonly visits: readonly KnownVisit[];
}

/** The number of days within which a visit appears in an inspection file. */
const LATEST_DAYS = 14;
const MISSING_ALWAYS = 5;
/** Real license files do not list any visit that is missing from the inspection file (0 of 24). */
const MISSING_SHARE_MAX = 0.1;
const NOTED_SHARE = 0.02;

/**
 * Checks one file and lists the reasons to refuse it, its oddities and its pending changes. `today` is the
 * date in the jurisdiction.
 */
export function checkFile(
  file: ParsedFile,
  before: Before,
  today: IsoDate,
  isConfirmed: IsConfirmed,
): CheckedFile {
  const refusals = refuseByItself(file);
  const { records } = file;
  const facts = factsOf(file, today);
  if (!records || !facts || refusals.some(({ kind }) => kind === 'unusable'))
    return { refusals, doubts: [], held: [], records };
  const { previous } = before;
  const end = previous ? undefined : REGULATOR.profiles.missingEnd(file);
  const incomplete = findIncomplete(file, before.elsewhere ?? []);
  const compared = compareRecords(records, before, { facts, isConfirmed });
  return {
    refusals: [
      ...refusals,
      ...(end ? [{ ...end, kind: 'needs_operator' as const }] : []),
      ...(previous ? refuseShrunken(file, previous) : []),
      ...incomplete.refusals,
      ...compared.refusals,
    ],
    doubts: [...findDoubts(file, today), ...incomplete.doubts, ...compared.doubts],
    held: compared.held,
    records: compared.records,
  };
}

function factsOf(file: ParsedFile, today: IsoDate): FileFacts | undefined {
  const { district, fiscalYear, publishedAt } = file;
  const fileDate = file.fileDate ?? (file.records?.kind === 'observations' ? today : null);
  if (fileDate === null) return undefined;
  const published = publishedAt?.slice(0, 10) ?? addDays(fileDate, STATE_LAG_DAYS);
  return { district, fileDate, fiscalYear, stateOn: published < today ? published : today };
}

interface How {
  readonly facts: FileFacts;
  readonly isConfirmed: IsConfirmed;
}

type ComparedRecords = Pick<CheckedFile, 'refusals' | 'doubts' | 'held'> & { readonly records: FileRecords };

function compareRecords(records: FileRecords, before: Before, how: How): ComparedRecords {
  const { known } = before;
  const { profiles } = REGULATOR;
  switch (records.kind) {
    case 'licenses': {
      const onFile = known?.kind === 'licenses' ? known.rows : [];
      const { refusals, ...rest } = compareLicenses(records.rows, onFile, before, how);
      return { ...rest, refusals: [...refuseRepeated(records.rows), ...refusals] };
    }
    case 'inspections': {
      const onFile = known?.kind === 'inspections' ? known.rows : [];
      const { rows, ...rest } = compare(records.rows, onFile, before, {
        ...how,
        profile: profiles.inspections,
      });
      return { ...rest, records: { ...records, rows } };
    }
    case 'closures': {
      const onFile = known?.kind === 'closures' ? known.rows : [];
      const namesOf = ({ digits }: ClosureRow) => before.namesByDigits?.get(digits) ?? [];
      const { rows, ...rest } = compare(records.rows, onFile, before, {
        ...how,
        profile: profiles.closures,
        namesOf,
      });
      return { ...rest, records: { ...records, rows } };
    }
    case 'new_licenses':
    case 'ownership_changes': {
      const onFile = known?.kind === records.kind ? known.rows : [];
      const { rows, ...rest } = compare(records.rows, onFile, before, {
        ...how,
        profile: profiles.applications,
      });
      return { ...rest, records: { ...records, rows } };
    }
    case 'final_orders':
      return { refusals: [], doubts: [], held: [], records };
    case 'observations': {
      const onFile = known?.kind === 'observations' ? byVisit(known.rows) : [];
      const { rows, ...rest } = compare(byVisit(records.rows), onFile, before, {
        ...how,
        profile: profiles.observations,
      });
      return { ...rest, records: { ...records, rows: rows.flatMap(({ texts }) => texts) } };
    }
  }
}

interface HowToCompare<Row> extends How {
  readonly profile: FileProfile<Row>;
  readonly namesOf?: (row: Row) => readonly string[];
}

function compare<Row extends object>(
  rows: readonly Row[],
  onFile: readonly Row[],
  { previous }: Before,
  { facts, isConfirmed, profile, namesOf }: HowToCompare<Row>,
): ComparedEdition<Row> {
  const before: OnFileBefore<Row> = {
    known: new Map(onFile.map((row) => [profile.keyOf(row), row])),
    predecessor: previous && onFile,
    predecessorDate: previous?.fileDate ?? null,
    ...(namesOf ? { namesOf } : {}),
  };
  const compared = compareEdition(rows, before, facts, profile, isConfirmed);
  return { ...compared, refusals: [...refuseByRows(rows, facts, profile), ...compared.refusals] };
}

/**
 * Compares license rows. If a license also has a former holder's row, only the current holder's row is
 * compared, but a held change replaces both rows.
 */
function compareLicenses(
  rows: readonly LicenseRow[],
  onFile: readonly LicenseRow[],
  before: Before,
  how: How,
): ComparedRecords {
  const profile = REGULATOR.profiles.licenses;
  const current = currentHolders(rows).map(({ formerNames: _names, ...row }): LicenseRow => row);
  const { rows: compared, ...rest } = compare(current, onFile, before, { ...how, profile });
  const held = new Set(rest.held.map(({ key }) => key));
  const replaced = compared.filter((row) => held.has(profile.keyOf(row)));
  const kept = rows.filter((row) => !held.has(profile.keyOf(row)));
  return { ...rest, records: { kind: 'licenses', rows: [...kept, ...replaced] } };
}

function byVisit(rows: readonly ObservationRow[]): ObservedVisit[] {
  return [...Map.groupBy(rows, ({ visitId }) => visitId)].map(([visitId, texts]) => ({ visitId, texts }));
}

/**
 * Compares a first inspection file, which has no previous edition, with other files about the same days. A
 * truncated file lacks visits that the other files list.
 */
function findIncomplete(
  { records, district, fileDate, coveredDays }: ParsedFile,
  elsewhere: readonly KnownVisits[],
): { readonly refusals: readonly Refusal[]; readonly doubts: readonly Finding[] } {
  if (records?.kind !== 'inspections' || fileDate === null || !coveredDays)
    return { refusals: [], doubts: [] };
  const listed = new Set(records.rows.map(keyOf));
  const last = addDays(fileDate, -LATEST_DAYS);
  const isExpected = ({ digits, visitedOn }: KnownVisit) =>
    visitedOn >= coveredDays.first &&
    visitedOn <= last &&
    (district === null || districtOf(digits) === district);
  const refusals: Refusal[] = [];
  const doubts: Finding[] = [];
  for (const { source, visits } of elsewhere) {
    const expected = new Set(visits.filter(isExpected).map(keyOf));
    const missing = [...expected].filter((key) => !listed.has(key)).length;
    const text = `${source} name ${inDigits(expected.size)} visits between ${coveredDays.first} and ${last}, and the file lacks ${inDigits(missing)} of them`;
    if (missing <= Math.max(MISSING_ALWAYS, expected.size * NOTED_SHARE)) continue;
    if (missing <= expected.size * MISSING_SHARE_MAX) doubts.push({ code: 'known_visits_missing', text });
    else refusals.push({ code: 'known_visits_missing', text, kind: 'needs_operator' });
  }
  return { refusals, doubts };
}

function keyOf({ licenseType, digits, visitedOn }: KnownVisit): string {
  return `${licenseType}:${digits}:${visitedOn}`;
}

function districtOf(digits: string): number | undefined {
  return REGULATOR.findCounty(REGULATOR.profiles.countyOf(digits) ?? '')?.district;
}
