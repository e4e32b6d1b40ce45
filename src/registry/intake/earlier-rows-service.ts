import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { RegistryTx } from '../../platform/db/database.ts';
import type {
  ClosureRow,
  FileRecords,
  ObservationRow,
  ParsedFile,
  VisitRow,
} from '../sources/parsed-file.ts';
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
  listVisitsFrom,
  type VisitOnFile,
} from './earlier-rows-store.ts';
import type { FileAge } from './file-age.ts';
import { isTooOld, type RecordsBefore } from './file-findings.ts';

type Predecessor = Pick<FileAge, 'fileDate'> & { readonly id: number };

/** The rows that a run's files are compared with: those on file, and those of files earlier in the same run. */
export class EarlierRows {
  private readonly tx: RegistryTx;
  private readonly files = new Map<number, FileRecords>();
  private readonly visits = new Map<number, VisitRow>();

  constructor(tx: RegistryTx) {
    this.tx = tx;
  }

  /** Notes a file of the run that is published and not stored yet. */
  add(id: number, { records }: ParsedFile): void {
    if (!records) return;
    this.files.set(id, records);
    if (records.kind === 'inspections') for (const row of records.rows) this.visits.set(row.visitId, row);
  }

  /** A few statements for each file. */
  async list(file: ParsedFile, predecessor: Predecessor | undefined): Promise<RecordsBefore | undefined> {
    const predecessorDate = predecessor?.fileDate ?? null;
    if (file.records?.kind === 'inspections') {
      const stored = await listVisitsBefore(this.tx, file, predecessor?.id);
      const replaced = await listReplacedVisits(this.tx, file);
      return { ...this.visitsBefore(file.records.rows, stored, predecessor?.id), predecessorDate, replaced };
    }
    if (file.records?.kind === 'observations') return this.beforeTexts(file.records.rows);
    if (file.records?.kind === 'closures') return this.beforeClosures(file.records.rows);
    if (file.records?.kind === 'new_licenses' || file.records?.kind === 'ownership_changes')
      return this.applicationsBefore(file, file.records.kind);
    if (file.records?.kind === 'licenses') return this.beforeLicenses(file, predecessor);
    return undefined;
  }

  /** The licenses of the file before it; where none tells what is missing, also those that were inspected. */
  private async beforeLicenses(
    file: ParsedFile,
    predecessor: Predecessor | undefined,
  ): Promise<RecordsBefore | undefined> {
    const predecessorDate = predecessor?.fileDate ?? null;
    const known = predecessor && {
      kind: 'licenses' as const,
      rows: this.licensesOf(predecessor.id) ?? (await listLicensesOfFile(this.tx, predecessor.id)),
    };
    if (file.fileDate === null || file.district === null) return undefined;
    const isFirst = !known || isTooOld(predecessorDate, file.fileDate);
    const inspected = isFirst ? await this.listInspected(file.district, file.fileDate) : new Set<string>();
    const nothing = { kind: 'licenses' as const, rows: [] };
    return { known: known ?? nothing, predecessor: known, predecessorDate, inspected };
  }

  private licensesOf(fileId: number) {
    const records = this.files.get(fileId);
    return records?.kind === 'licenses' ? records.rows : undefined;
  }

  /** License type and digits of those visited in the time before a day, by visits on file and of the run. */
  private async listInspected(district: number, to: IsoDate): Promise<ReadonlySet<string>> {
    const from = addDays(to, -REGULATOR.likenesses.inspectedDays);
    const ofRun = [...this.visits.values()].filter(
      (row) => row.district === district && row.visitedOn >= from && row.visitedOn <= to,
    );
    const stored = await listInspectedLicenses(this.tx, district, [from, to]);
    return new Set([...stored, ...ofRun].map(({ licenseType, digits }) => `${licenseType}:${digits}`));
  }

  /** Of the run's visits those alone that the file lists, too: all of them for each file would be most of the work. */
  private visitsBefore(
    listed: readonly VisitRow[],
    stored: readonly VisitOnFile[],
    predecessorId: number | undefined,
  ) {
    const known = new Map(stored.map(({ row }) => [row.visitId, row]));
    for (const { visitId } of listed) {
      const row = this.visits.get(visitId);
      if (row) known.set(visitId, row);
    }
    const own = predecessorId === undefined ? undefined : this.files.get(predecessorId);
    const rows = stored.filter(({ fileId }) => fileId === predecessorId).map(({ row }) => row);
    const before: FileRecords = { kind: 'inspections', rows };
    return {
      known: { kind: 'inspections' as const, rows: [...known.values()] },
      predecessor: predecessorId === undefined ? undefined : (own ?? before),
    };
  }

  /** The texts of visits on file, from the file's first visit on: no other texts are shown. */
  private async beforeTexts(rows: readonly ObservationRow[]): Promise<RecordsBefore> {
    const [first, last] = rangeOf(rows);
    const visits = new Map((await listVisitsFrom(this.tx, first)).map((row) => [row.visitId, row]));
    for (const [id, row] of this.visits) visits.set(id, row);
    const texts = Map.groupBy(await listTextsFrom(this.tx, first), ({ visitId }) => visitId);
    for (const records of this.files.values())
      if (records.kind === 'observations')
        for (const [id, own] of Map.groupBy(records.rows, ({ visitId }) => visitId))
          if (id >= first && visits.has(id)) texts.set(id, own);
    const known = { kind: 'observations' as const, rows: [...texts.values()].flat() };
    const accented = await listAccentedTexts(this.tx, [first, last]);
    const replacedTexts = await listReplacedTexts(this.tx, first);
    const nothing = { predecessor: undefined, predecessorDate: null };
    return { ...nothing, known, visits: [...visits.values()], accented, replacedTexts };
  }

  private async beforeClosures(rows: readonly ClosureRow[]): Promise<RecordsBefore> {
    const digits = [...new Set(rows.map((row) => row.digits))];
    const ofRun = [...this.files.values()].flatMap((records) =>
      records.kind === 'closures' ? records.rows : [],
    );
    return {
      known: { kind: 'closures', rows: [...(await listClosures(this.tx)), ...ofRun] },
      ...{ predecessor: undefined, predecessorDate: null },
      replacedClosures: await listReplacedClosures(this.tx),
      ...(await listNamedByDigits(this.tx, digits)),
    };
  }

  /** A file lists every approval of its fiscal year, whichever file brought those on file. */
  private async applicationsBefore(
    { fileDate }: ParsedFile,
    kind: 'new_licenses' | 'ownership_changes',
  ): Promise<RecordsBefore | undefined> {
    const stored = await listApplications(
      this.tx,
      kind === 'ownership_changes' ? 'ownership_change' : 'new_license',
    );
    const ofRun = [...this.files.values()].flatMap((each) => (each.kind === kind ? each.rows : []));
    const { keyOf } = REGULATOR.likenesses.applications;
    const rows = [...new Map([...stored, ...ofRun].map((row) => [keyOf(row), row])).values()];
    if (rows.length === 0 || fileDate === null) return undefined;
    const year = REGULATOR.fiscalYearOf(fileDate);
    const listed = rows.filter(
      ({ approvedOn }) => REGULATOR.fiscalYearOf(approvedOn) === year && approvedOn <= fileDate,
    );
    return { known: { kind, rows }, predecessor: { kind, rows: listed }, predecessorDate: null };
  }
}

function rangeOf(rows: readonly ObservationRow[]): [first: number, last: number] {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { visitId } of rows) [first, last] = [Math.min(first, visitId), Math.max(last, visitId)];
  return [first, last];
}
