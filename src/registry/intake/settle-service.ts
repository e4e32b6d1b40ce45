import type { RegistryTx } from '../../platform/db/database.ts';
import type { ApplicationRow, FileKind, OrderRow, ParsedFile } from '../sources/parsed-file.ts';
import { listEveryPublishedFile, mapRefusedRows, type PublishedFile, updateFiles } from './files-store.ts';
import { type CountedFile, filesBeyondKept } from './in-force.ts';
import { filesSetAside } from './judge-file.ts';
import { currentHolders, type HeldLicense } from './merge.ts';
import { refusedOrders, refusedVisits } from './refused-visits.ts';
import {
  type FilesOfRows,
  type FilesToSettle,
  type RowTable,
  settleAddedRows,
  settleStoredRows,
} from './rows-store.ts';
import {
  dropWaitingObservations,
  toApplicationRow,
  toClosureRow,
  toLicenseRow,
  toObservationRow,
  toOrderRow,
  toVisitRow,
} from './store.ts';

const KINDS_OF_TABLE: Readonly<Record<RowTable, readonly FileKind[]>> = {
  visit_rows: ['inspections'],
  license_rows: ['licenses'],
  application_rows: ['new_licenses', 'ownership_changes'],
  closure_rows: ['closures'],
  final_order_rows: ['final_orders'],
  observation_rows: ['observations'],
};
export const ROW_TABLES = [
  'visit_rows',
  'license_rows',
  'application_rows',
  'closure_rows',
  'final_order_rows',
  'observation_rows',
] as const satisfies readonly RowTable[];

/**
 * Stores the rows of a run's files, one file after the other, and brings what is in force, and which files are set aside, in
 * line with the files that count.
 */
export class Settlement {
  readonly #tx: RegistryTx;
  readonly #dropped = new Set<number>();
  readonly #added = new Set<number>();

  constructor(tx: RegistryTx) {
    this.#tx = tx;
  }

  /** The files whose rows were stored. */
  get added(): ReadonlySet<number> {
    return this.#added;
  }

  /** Stores the rows of a published file, whose row in `import_files` is written. */
  async add(id: number, file: ParsedFile): Promise<void> {
    this.#added.add(id);
    const published = await listEveryPublishedFile(this.#tx);
    const files = await this.#filesOfRows(published);
    this.#note(await storeRows(this.#tx, id, file, files));
  }

  /**
   * Settles what else the added files have changed: the rows of other files of their slots. `tables` are looked at as a
   * whole.
   */
  async finish(tables: readonly RowTable[]): Promise<void> {
    const tx = this.#tx;
    const published = await listEveryPublishedFile(tx);
    const files = await this.#filesOfRows(published);
    const added = published.filter(({ id }) => this.#added.has(id));
    for (const table of ROW_TABLES) {
      if (tables.includes(table)) {
        this.#note(await settleStoredRows(tx, table, { ids: 'all' }, files));
        continue;
      }
      const own = published.filter((file) => tableOf(file) === table);
      for (const beside of filesBeside(own, added))
        this.#note(await settleStoredRows(tx, table, beside, files));
    }
    const touched = new Set([...tables, ...added.map(tableOf)]);
    if (touched.has('observation_rows') || touched.has('visit_rows')) await dropWaitingObservations(tx);
    await updateFiles(tx, [...this.#dropped], { rows_stored: 0 });
    await noteSetAside(tx, published);
  }

  #note(dropped: ReadonlySet<number>): void {
    for (const id of dropped) this.#dropped.add(id);
  }

  async #filesOfRows(published: readonly PublishedFile[]): Promise<FilesOfRows> {
    const hasRefused = published.some(({ rowsRefused }) => rowsRefused > 0);
    const refused = hasRefused ? await mapRefusedRows(this.#tx) : new Map<number, string[]>();
    const files = published.map((file) => toCounted(file, refused.get(file.id)));
    return { files, droppable: filesBeyondKept(published) };
  }
}

/** The files of which rows may be replaced by added ones that do not list them, slot by slot. */
function filesBeside(own: readonly PublishedFile[], added: readonly PublishedFile[]): FilesToSettle[] {
  const slots = Map.groupBy(own, ({ slot, kind }) => (kind === 'observations' ? kind : slot));
  return [...slots.values()].flatMap((files): FilesToSettle[] => {
    const [one, ...more] = files.filter((file) => added.includes(file));
    if (!one || files.length === 1) return [];
    const ids = files.map(({ id }) => id);
    // What one file lists was settled when it was added. Of several, the first ones may list what the others replace.
    return [more.length > 0 ? { ids } : { ids, unlistedBy: one.id }];
  });
}

function tableOf({ kind }: Pick<PublishedFile, 'kind'>): RowTable | undefined {
  return ROW_TABLES.find((table) => KINDS_OF_TABLE[table].some((each) => each === kind));
}

function toCounted(file: PublishedFile, refused: readonly string[] | undefined): CountedFile {
  const { id, slot, kind, coveredDays, rowsRefused } = file;
  if (rowsRefused === 0) return { id, slot, coveredDays };
  const read = kind === 'final_orders' ? refusedOrders : refusedVisits;
  return { id, slot, coveredDays, refused: read(refused ?? [], rowsRefused) };
}

async function noteSetAside(tx: RegistryTx, published: readonly PublishedFile[]): Promise<void> {
  const aside = filesSetAside(published);
  for (const outcome of ['published', 'set_aside']) {
    const changed = published.filter(
      (file) => file.outcome !== outcome && aside.has(file.id) === (outcome === 'set_aside'),
    );
    await updateFiles(
      tx,
      changed.map(({ id }) => id),
      { outcome },
    );
  }
}

/** Stores a file's rows: of several that name the same thing the one that counts. */
async function storeRows(
  tx: RegistryTx,
  id: number,
  { records, district }: ParsedFile,
  files: FilesOfRows,
): Promise<Set<number>> {
  switch (records?.kind) {
    case 'inspections':
      return settleAddedRows(tx, 'visit_rows', records.rows, (row) => toVisitRow(row, id), files);
    case 'licenses': {
      const toRow = (row: HeldLicense) => toLicenseRow(row, district ?? 0, id);
      return settleAddedRows(tx, 'license_rows', currentHolders(records.rows), toRow, files);
    }
    case 'closures': {
      const rows = lastOfKey(records.rows, (each) => `${each.digits}|${each.closedOn}`);
      return settleAddedRows(tx, 'closure_rows', rows, (row) => toClosureRow(row, id), files);
    }
    case 'new_licenses':
    case 'ownership_changes': {
      const rows = lastOfKey(records.rows, applicationKey);
      return settleAddedRows(tx, 'application_rows', rows, (row) => toApplicationRow(row, id), files);
    }
    case 'final_orders': {
      const rows = lastOfKey(records.rows, orderKey);
      return settleAddedRows(tx, 'final_order_rows', rows, (row) => toOrderRow(row, id), files);
    }
    case 'observations':
      return settleAddedRows(tx, 'observation_rows', records.rows, (row) => toObservationRow(row, id), files);
    case undefined:
      return new Set();
  }
}

function applicationKey({ kind, applicationNumber, licenseType, digits }: ApplicationRow): string {
  return [kind, applicationNumber, licenseType, digits].join('|');
}

function orderKey({ licenseType, digits, caseNumber, orderedOn }: OrderRow): string {
  return [licenseType, digits, caseNumber, orderedOn].join('|');
}

/** Of several rows of a file that name the same thing the last one counts. */
function lastOfKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}
