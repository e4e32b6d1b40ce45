import { createHash } from 'node:crypto';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { type Container, openContainer, type ReadableContainer, TOO_LARGE } from '../formats/container.ts';
import { readRows } from '../formats/read-rows.ts';
import { describeSheets } from '../formats/sheet-names.ts';
import { coveredDays, dateFile } from '../source/file-date.ts';
import { PackedRows } from '../source/packed-rows.ts';
import type {
  ApplicationRow,
  ClosureRow,
  FileRecords,
  FileSummary,
  LicenseRow,
  OrderRow,
  PackedFile,
  ParsedFile,
  RefusedRow,
  VisitRow,
} from '../source/parsed-file.ts';
import type { FileToRead } from '../source/source.ts';
import { readObservations } from './observations/read-observations.ts';
import { ExtentReading } from './profiles/file-extent.ts';
import { count, countOthers, mostFrequent } from './profiles/frequencies.ts';
import { type Layout, type LayoutProblem, recognizeLayout } from './rows/layouts.ts';
import { LicenseRows } from './rows/license-rows.ts';
import { parseClosureRow } from './rows/parse-closures.ts';
import { parseInspectionRow } from './rows/parse-inspections.ts';
import { isOwnershipChange, parseApplicationRow, parseLicenseRow } from './rows/parse-licenses.ts';
import { countContradictingOrders, parseOrderRow } from './rows/parse-orders.ts';
import { type RowContext, type RowOutcome, RowRefused } from './rows/parse-row.ts';
import { refusedContent } from './rows/refused-content.ts';
import { RowGroups, rowsOfOtherYears } from './rows/row-groups.ts';
import { countByFiscalYear, countByMonth, countOutside } from './vocabulary/fiscal-years.ts';
import { isVendorLicenseType } from './vocabulary/license-codes.ts';

/** The maximum number of refused rows stored per file. All of them are counted. */
const REFUSED_KEPT_MAX = 1_000;

/**
 * Reads one whole file and recognizes its kind by its content. Bad content never makes it throw; `problem` in
 * the result says what is wrong. Stores the visits of food trucks, hot dog carts and caterers, unless
 * `keepsVisits` specifies otherwise.
 */
export async function readRegulatorFile(
  file: FileToRead,
  today: IsoDate,
  keepsVisits: RowContext['keepsVisits'] = isVendorLicenseType,
): Promise<ParsedFile> {
  const { records, ...summary } = await readSummed(file, today, { keepsVisits, startRows: () => [] });
  // All rows in a file come from the parser for its kind.
  return { ...summary, records: records && ({ kind: records.kind, rows: [...records.rows] } as FileRecords) };
}

/** Does the same as {@link readRegulatorFile}, but returns the rows packed. */
export async function packRegulatorFile(file: FileToRead, today: IsoDate): Promise<PackedFile> {
  const how: HowToRead = { keepsVisits: isVendorLicenseType, startRows: () => new PackedRows<Rows>() };
  const { records, ...summary } = await readSummed(file, today, how);
  if (!records) return { summary, kind: 'unknown', parts: [] };
  return { summary, kind: records.kind, parts: packed(records.rows).parts() };
}

function packed(rows: ReadRecords['rows']): PackedRows<object> {
  if (rows instanceof PackedRows) return rows;
  const all = new PackedRows<object>();
  for (const row of rows) all.push(row);
  return all;
}

interface ReadRecords {
  readonly kind: FileRecords['kind'];
  readonly rows: Iterable<object>;
}

interface HowToRead {
  readonly keepsVisits: RowContext['keepsVisits'];
  /** Creates the list that receives the rows as they are read. */
  readonly startRows: () => Rows[] | PackedRows<Rows>;
  readonly checkTime?: FileToRead['checkTime'];
}

async function readSummed(file: FileToRead, today: IsoDate, { keepsVisits, startRows }: HowToRead) {
  const latest = addDays(today, 1);
  const how = { keepsVisits, startRows, checkTime: file.checkTime };
  const content = await readContent(file, latest, how).catch((error: unknown) =>
    // If a file crashes its reader, the other files in the run are still read.
    readExtract(unreadable(error), latest, how),
  );
  return {
    name: file.name,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    bytes: file.bytes.length,
    publishedAt: file.publishedAt,
    ...content,
  };
}

type Content = Omit<FileSummary, 'name' | 'sha256' | 'bytes' | 'publishedAt'> & {
  readonly records: ReadRecords | undefined;
};

async function readContent(file: FileToRead, latest: IsoDate, how: HowToRead): Promise<Content> {
  const container = openFile(file);
  const observations =
    container.type === 'csv' ? readObservations(container.bytes, latest, file.checkTime) : undefined;
  return observations ?? (await readExtract(container, latest, how));
}

function openFile({ bytes, isTooLarge, problem }: FileToRead): Container {
  if (problem) return { type: 'unusable', ...problem };
  return isTooLarge ? TOO_LARGE : openContainer(bytes);
}

function unreadable(error: unknown): Container {
  const detail = error instanceof Error ? error.message : String(error);
  return { type: 'unusable', code: 'unreadable', text: `the file cannot be read: ${detail.slice(0, 200)}` };
}

async function readExtract(container: Container, latest: IsoDate, how: HowToRead): Promise<Content> {
  const reading = new Reading(latest, how);
  const problem = container.type === 'unusable' ? container : await reading.read(container);
  return {
    ...reading.result(),
    problem: problem ? { code: problem.code, text: problem.text } : undefined,
  };
}

type Rows = LicenseRow | VisitRow | ClosureRow | ApplicationRow | OrderRow;

/** The state of reading one file. */
class Reading implements RowContext {
  readonly latest: IsoDate;
  readonly keepsVisits: RowContext['keepsVisits'];
  private layout: Layout | undefined;
  private held: { cells: readonly string[]; line: number } | undefined;
  private unrecognised = false;
  private titleProblem: LayoutProblem | undefined;
  private rowsRead = 0;
  private rowsOther = 0;
  private lastRowShort = false;
  private workbook = false;
  /** The length of the shortest last cell so far. A shorter one in an unterminated line is incomplete. */
  private shortestEnd = Number.POSITIVE_INFINITY;
  private readonly startRows: HowToRead['startRows'];
  private readonly checkTime: HowToRead['checkTime'];
  private readonly kept: ReturnType<HowToRead['startRows']>;
  /** The number of stored rows per date. */
  private readonly keptDays = new Map<IsoDate, number>();
  private readonly licenses = new LicenseRows();
  private readonly refused: RefusedRow[] = [];
  private readonly refusals: Record<string, number> = {};
  private readonly warnings: Record<string, number> = {};
  private rowWarnings: string[] = [];
  private readonly groups = new RowGroups();
  private readonly extent = new ExtentReading();
  private ownershipChanges = 0;
  private readonly visitIds = new Set<number>();
  /** Rows refused only because an earlier row has the same visit id. */
  private readonly twice: Rows[] = [];
  private readonly districts = new Map<number, number>();
  private readonly numbersByDistrict = new Map<number, number>();
  private readonly days = new Map<IsoDate, number>();

  constructor(latest: IsoDate, { keepsVisits, startRows, checkTime }: HowToRead) {
    this.checkTime = checkTime;
    this.latest = latest;
    this.keepsVisits = keepsVisits;
    this.startRows = startRows;
    this.kept = startRows();
  }

  async read(container: ReadableContainer): Promise<{ code: string; text: string } | undefined> {
    this.workbook = container.type !== 'csv';
    const problem = await readRows(container, {
      row: (cells, line, isUnended) => this.takeRow(cells, line, isUnended),
      unreadable: (line, reason, content) => {
        if (this.unrecognised) return;
        this.rowsRead += 1;
        this.refuse(line, reason, content);
      },
      otherSheets: (rows) => {
        this.warnings[ROWS_ON_OTHER_SHEETS] = rows;
      },
    });
    if (this.held) this.begin(this.held.cells, this.held.line, undefined);
    if (problem) return problem;
    if (this.unrecognised || !this.layout) return this.titleProblem ?? unrecognised(container);
    if (this.lastRowShort) return { code: 'truncated', text: 'the last row is cut off' };
    return undefined;
  }

  warn(code: string): void {
    this.rowWarnings.push(code);
  }

  result() {
    const [most, share] = mostFrequent(this.districts);
    // A district's file contains a few rows from other districts. In a statewide file, no district has such a
    // large majority.
    const district = share > 0.8 ? (most ?? null) : null;
    const fiscalYear =
      this.layout?.kind === 'inspections' ? (mostFrequent(countByFiscalYear(this.days))[0] ?? null) : null;
    const records = this.records();
    const outside = this.layout?.kind === 'inspections' ? countOutside(this.keptDays, fiscalYear) : 0;
    if (outside > 0) this.warnings[OUTSIDE_FISCAL_YEAR] = outside;
    this.groups.warn(OUTSIDE_FISCAL_YEAR, outside);
    const { contradictions } = this.licenses;
    if (contradictions > 0) this.warnings[ROWS_CONTRADICT] = contradictions;
    this.groups.warn(ROWS_CONTRADICT, contradictions);
    this.warnOfOrders();
    return {
      records,
      district,
      fileDate: dateFile(this.days),
      coveredDays: coveredDays(this.days),
      fiscalYear,
      orderMonth:
        this.layout?.kind === 'final_orders' ? (mostFrequent(countByMonth(this.days))[0] ?? null) : null,
      rowsRead: this.rowsRead,
      rowsKept: records?.rows.length ?? 0,
      rowsOther: this.rowsOther,
      rowsElsewhere: countOthers(this.numbersByDistrict, district),
      extent: this.extent.result(),
      refused: this.refused,
      refusals: this.refusals,
      warnings: this.warnings,
      groups: [...this.groups.result(), ...rowsOfOtherYears(this.days, fiscalYear, this.rowsRead)],
    };
  }

  private warnOfOrders(): void {
    const count = countContradictingOrders(ordersOf(this.kept));
    if (count > 0) this.warnings[ORDERS_CONTRADICT] = count;
    this.groups.warn(ORDERS_CONTRADICT, count);
  }

  /** Two records determine the layout, because one workbook has fewer titles than columns. */
  private takeRow(cells: readonly string[], line: number, isUnended = false): void {
    this.checkTime?.();
    if (this.unrecognised) return;
    if (this.layout) this.takeRecord(cells, line, this.layout, isUnended);
    else if (this.held) {
      this.begin(this.held.cells, this.held.line, cells);
      if (this.layout) this.takeRecord(cells, line, this.layout);
    } else this.held = { cells, line };
  }

  private begin(first: readonly string[], line: number, next: readonly string[] | undefined): void {
    this.held = undefined;
    const found = recognizeLayout(first, next);
    this.titleProblem = found?.kind === 'problem' ? found : undefined;
    this.layout = found?.kind === 'problem' ? undefined : found;
    this.unrecognised = this.layout === undefined;
    if (this.layout && !this.layout.header) this.takeRecord(first, line, this.layout);
  }

  private takeRecord(row: readonly string[], line: number, layout: Layout, isUnended = false): void {
    this.rowsRead += 1;
    const cells = this.workbook ? withTrailingBlanks(row, layout.columns) : row;
    this.lastRowShort = cells.length < layout.columns;
    const trailing =
      cells.length > layout.columns && cells.slice(layout.columns).some((cell) => cell.trim() !== '');
    this.rowWarnings = [];
    const { length } = (cells.at(-1) ?? '').trim();
    const isCut = isUnended && length < this.shortestEnd && this.rowsRead > 1;
    this.shortestEnd = Math.min(this.shortestEnd, length);
    try {
      if (isCut) throw new RowRefused('line_cut');
      if (this.lastRowShort || trailing) throw new RowRefused('column_count');
      if (this.keep(cells, parseRow(cells, layout, this))) this.countWarnings(cells, layout);
      if (layout.kind === 'applications' && isOwnershipChange(cells, layout)) this.ownershipChanges += 1;
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      this.refuse(line, error.reason, cells);
    }
  }

  /** Stores the row if it belongs to a vendor, and returns whether it did. */
  private keep(cells: readonly string[], outcome: RowOutcome<Rows>): boolean {
    if (outcome.visitId !== undefined) {
      if (this.visitIds.has(outcome.visitId)) {
        if (outcome.kept) this.twice.push(outcome.kept);
        throw new RowRefused('duplicate_visit_id');
      }
      this.visitIds.add(outcome.visitId);
    }
    if (outcome.district !== undefined) count(this.districts, outcome.district);
    if (outcome.issuedIn !== undefined) count(this.numbersByDistrict, outcome.issuedIn);
    if (outcome.date !== null) count(this.days, outcome.date);
    if (outcome.number !== undefined) this.extent.take(outcome.number, outcome.date);
    if (this.layout?.kind === 'licenses') this.extent.takeCells(cells);
    if (this.layout?.kind === 'inspections')
      this.extent.takeDisposition(cells[this.layout.at.disposition] ?? '');
    if (outcome.kept === undefined) this.rowsOther += 1;
    else if (this.layout?.kind === 'licenses') this.keepLicense(outcome.kept);
    else {
      this.kept.push(outcome.kept);
      if (outcome.date !== null) count(this.keptDays, outcome.date);
    }
    return outcome.kept !== undefined;
  }

  private keepLicense(row: Rows): void {
    const [license] = rowsOf<LicenseRow>([row]);
    if (license && !this.licenses.take(license)) throw new RowRefused(CONTRADICTS_OTHER_ROW);
  }

  private countWarnings(cells: readonly string[], layout: Layout): void {
    for (const code of this.rowWarnings) this.warnings[code] = (this.warnings[code] ?? 0) + 1;
    this.groups.keep(cells, layout, this.rowWarnings);
  }

  private refuse(line: number, reason: string, content: string | readonly string[]): void {
    this.refusals[reason] = (this.refusals[reason] ?? 0) + 1;
    this.groups.refuse(content, this.layout);
    if (this.refused.length >= REFUSED_KEPT_MAX) return;
    this.refused.push({ line, reason, content: refusedContent(content, this.layout) });
  }

  private records() {
    switch (this.layout?.kind) {
      case undefined:
        return undefined;
      case 'licenses':
        return { kind: 'licenses' as const, rows: this.licenses.result() };
      case 'inspections':
        return { kind: 'inspections' as const, rows: this.withoutContradicted() };
      case 'closures':
      case 'final_orders':
        return { kind: this.layout.kind, rows: this.kept };
      case 'applications': {
        const kind: 'ownership_changes' | 'new_licenses' =
          this.ownershipChanges > 0 ? 'ownership_changes' : 'new_licenses';
        return { kind, rows: this.kept };
      }
    }
  }

  /**
   * If two rows for the same visit differ, there is no way to know which one is right. The second row was
   * already refused, so the first row is dropped as well.
   */
  private withoutContradicted() {
    if (this.twice.length === 0) return this.kept;
    const others = Map.groupBy(rowsOf<VisitRow>(this.twice), ({ visitId }) => visitId);
    const agreed = this.startRows();
    for (const row of this.kept) {
      if (!('visitId' in row)) continue;
      const same = others.get(row.visitId) ?? [];
      if (same.every((other) => JSON.stringify(other) === JSON.stringify(row))) agreed.push(row);
      else this.keptDays.set(row.visitedOn, (this.keptDays.get(row.visitedOn) ?? 0) - 1);
    }
    return agreed;
  }
}

/** The sheet that was read may contain only notes, and a later sheet the records. */
async function unrecognised(container: ReadableContainer) {
  const sheets = container.type === 'xlsx' ? await describeSheets(container.bytes) : '';
  const text = 'not in any of the regulator’s layouts, with or without titles';
  return { code: 'unrecognised', text: sheets === '' ? text : `${text}; ${sheets}` };
}

/** Pads a row with blank cells, because workbooks do not store the empty cells at its end. */
function withTrailingBlanks(row: readonly string[], columns: number): readonly string[] {
  const missing = columns - row.length;
  return missing > 0 ? [...row, ...Array<string>(missing).fill('')] : row;
}

function parseRow(cells: readonly string[], layout: Layout, context: RowContext): RowOutcome<Rows> {
  switch (layout.kind) {
    case 'inspections':
      return parseInspectionRow(cells, layout, context);
    case 'licenses':
      return parseLicenseRow(cells, layout, context);
    case 'applications':
      return parseApplicationRow(cells, layout, context);
    case 'closures':
      return parseClosureRow(cells, layout, context);
    case 'final_orders':
      return parseOrderRow(cells, layout, context);
  }
}

/** All rows in a file have the same type, because its layout selects one parser. */
function rowsOf<Row extends Rows>(rows: readonly Rows[]): readonly Row[] {
  return rows as readonly Row[];
}

function* ordersOf(rows: Iterable<Rows>): Generator<OrderRow> {
  for (const row of rows) if ('caseNumber' in row) yield row;
}

const OUTSIDE_FISCAL_YEAR = 'outside_fiscal_year';
/** Warning code if a licensee has several different rows. The later rows are refused. */
const ROWS_CONTRADICT = 'license_rows_contradict';
const ORDERS_CONTRADICT = 'orders_contradict';
const CONTRADICTS_OTHER_ROW = 'contradicts_other_row';
/** Warning code if later sheets have rows. They are not read; real workbooks have only one sheet. */
const ROWS_ON_OTHER_SHEETS = 'rows_on_other_sheets';
