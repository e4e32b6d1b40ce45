import type { RegistryTx } from '../../platform/db/database.ts';
import type { FileRecords, ParsedFile, VisitRow } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import {
  listApplications,
  listLicensesOfFile,
  listVisitsBefore,
  type VisitOnFile,
} from './earlier-rows-store.ts';
import type { FileAge } from './file-age.ts';
import type { RecordsBefore } from './file-findings.ts';

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

  /** One statement for each file. */
  async list(file: ParsedFile, predecessor: Predecessor | undefined): Promise<RecordsBefore | undefined> {
    const predecessorDate = predecessor?.fileDate ?? null;
    if (file.records?.kind === 'inspections') {
      const stored = await listVisitsBefore(this.tx, file, predecessor?.id);
      return { ...this.visitsBefore(stored, predecessor?.id), predecessorDate };
    }
    if (file.records?.kind === 'new_licenses' || file.records?.kind === 'ownership_changes')
      return this.applicationsBefore(file, file.records.kind);
    if (!predecessor) return undefined;
    const known = this.files.get(predecessor.id) ?? (await this.readRecords(file, predecessor.id));
    return known && { known, predecessor: known, predecessorDate };
  }

  private visitsBefore(stored: readonly VisitOnFile[], predecessorId: number | undefined) {
    const known = new Map(stored.map(({ row }) => [row.visitId, row]));
    for (const [id, row] of this.visits) known.set(id, row);
    const own = predecessorId === undefined ? undefined : this.files.get(predecessorId);
    const rows = stored.filter(({ fileId }) => fileId === predecessorId).map(({ row }) => row);
    const before: FileRecords = { kind: 'inspections', rows };
    return {
      known: { kind: 'inspections' as const, rows: [...known.values()] },
      predecessor: predecessorId === undefined ? undefined : (own ?? before),
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

  private async readRecords({ records }: ParsedFile, fileId: number): Promise<FileRecords | undefined> {
    switch (records?.kind) {
      case 'licenses':
        return { kind: 'licenses', rows: await listLicensesOfFile(this.tx, fileId) };
      default:
        return undefined;
    }
  }
}
