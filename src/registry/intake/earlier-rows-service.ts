import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { RegistryTx } from '../../platform/db/database.ts';
import type { ClosureRow, ObservationRow, ParsedFile, VisitRow } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import {
  listAccentedTexts,
  listApplications,
  listClosures,
  listInspectedLicenses,
  listLicensesOfFile,
  listNamedByDigits,
  listReplacedClosures,
  listReplacedTexts,
  listReplacedVisits,
  listTextsFrom,
  listVisitsBefore,
  listVisitsWithTexts,
} from './earlier-rows-store.ts';
import type { FileAge } from './file-age.ts';
import { isTooOld, type RecordsBefore } from './file-findings.ts';
import { saysTheSame } from './same-rows.ts';

type Predecessor = Pick<FileAge, 'fileDate'> & { readonly id: number };

/**
 * The rows on file that a file is compared with, those of files earlier in the same run among them. A few statements for each
 * file.
 */
export async function listEarlierRows(
  tx: RegistryTx,
  file: ParsedFile,
  predecessor: Predecessor | undefined,
): Promise<RecordsBefore | undefined> {
  switch (file.records?.kind) {
    case 'inspections':
      return visitsBefore(tx, file.records.rows, predecessor);
    case 'licenses':
      return licensesBefore(tx, file, predecessor);
    case 'observations':
      return textsBefore(tx, file.records.rows);
    case 'closures':
      return closuresBefore(tx, file.records.rows);
    case 'new_licenses':
    case 'ownership_changes':
      return applicationsBefore(tx, file, file.records.kind);
    case 'final_orders':
    case undefined:
      return undefined;
  }
}

async function visitsBefore(
  tx: RegistryTx,
  rows: readonly VisitRow[],
  predecessor: Predecessor | undefined,
): Promise<RecordsBefore> {
  const stored = await listVisitsBefore(tx, rows, predecessor?.id);
  const known = { kind: 'inspections' as const, rows: stored };
  const before = predecessor && {
    kind: 'inspections' as const,
    rows: stored.filter(({ fileId }) => fileId === predecessor.id),
  };
  const replaced = await listReplacedVisits(tx, listChanged(rows, stored));
  return { known, predecessor: before, predecessorDate: predecessor?.fileDate ?? null, replaced };
}

/**
 * The visits of which a file says anything else than the row in force. What was replaced is asked for these alone: of every
 * visit it would be most of what is stored, since each file replaces the one before it.
 */
function listChanged(rows: readonly VisitRow[], stored: readonly VisitRow[]): number[] {
  const inForce = new Map(stored.map((row) => [row.visitId, row]));
  return rows.flatMap((row) => {
    const other = inForce.get(row.visitId);
    return other && !saysTheSame(row, other) ? [row.visitId] : [];
  });
}

/** The licenses of the file before it; where none tells what is missing, also those that were inspected. */
async function licensesBefore(
  tx: RegistryTx,
  file: ParsedFile,
  predecessor: Predecessor | undefined,
): Promise<RecordsBefore | undefined> {
  const predecessorDate = predecessor?.fileDate ?? null;
  const known = predecessor && {
    kind: 'licenses' as const,
    rows: await listLicensesOfFile(tx, predecessor.id),
  };
  if (file.fileDate === null || file.district === null) return undefined;
  const isFirst = !known || isTooOld(predecessorDate, file.fileDate);
  const inspected = isFirst ? await inspectedLicenses(tx, file.district, file.fileDate) : new Set<string>();
  const nothing = { kind: 'licenses' as const, rows: [] };
  return { known: known ?? nothing, predecessor: known, predecessorDate, inspected };
}

/** License type and digits of those visited in the time before a day. */
async function inspectedLicenses(
  tx: RegistryTx,
  district: number,
  to: IsoDate,
): Promise<ReadonlySet<string>> {
  const from = addDays(to, -REGULATOR.likenesses.inspectedDays);
  const stored = await listInspectedLicenses(tx, district, [from, to]);
  return new Set(stored.map(({ licenseType, digits }) => `${licenseType}:${digits}`));
}

/** The texts of visits on file, from the file's first visit on: no other texts are shown. */
async function textsBefore(tx: RegistryTx, rows: readonly ObservationRow[]): Promise<RecordsBefore> {
  const [first, last] = rangeOf(rows);
  return {
    ...{ predecessor: undefined, predecessorDate: null },
    known: { kind: 'observations', rows: await listTextsFrom(tx, first) },
    visits: await listVisitsWithTexts(tx, first, [...new Set(rows.map(({ visitId }) => visitId))]),
    accented: await listAccentedTexts(tx, [first, last]),
    replacedTexts: await listReplacedTexts(tx, first),
  };
}

async function closuresBefore(tx: RegistryTx, rows: readonly ClosureRow[]): Promise<RecordsBefore> {
  const digits = [...new Set(rows.map((row) => row.digits))];
  return {
    ...{ predecessor: undefined, predecessorDate: null },
    known: { kind: 'closures', rows: await listClosures(tx) },
    replacedClosures: await listReplacedClosures(tx),
    ...(await listNamedByDigits(tx, digits)),
  };
}

/** A file lists every approval of its fiscal year, whichever file brought those on file. */
async function applicationsBefore(
  tx: RegistryTx,
  { fileDate }: ParsedFile,
  kind: 'new_licenses' | 'ownership_changes',
): Promise<RecordsBefore | undefined> {
  const rows = await listApplications(tx, kind === 'ownership_changes' ? 'ownership_change' : 'new_license');
  if (rows.length === 0 || fileDate === null) return undefined;
  const year = REGULATOR.fiscalYearOf(fileDate);
  const listed = rows.filter(
    ({ approvedOn }) => REGULATOR.fiscalYearOf(approvedOn) === year && approvedOn <= fileDate,
  );
  return { known: { kind, rows }, predecessor: { kind, rows: listed }, predecessorDate: null };
}

function rangeOf(rows: readonly ObservationRow[]): [first: number, last: number] {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { visitId } of rows) [first, last] = [Math.min(first, visitId), Math.max(last, visitId)];
  return [first, last];
}
