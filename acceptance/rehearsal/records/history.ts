import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoFiles } from '../../../src/demo/florida/files/write-demo-files.ts';
import { createRandom } from '../../../src/lib/random.ts';
import { addDays, addMonths, daysBetween, formatUsDate, type IsoDate } from '../../../src/lib/time/dates.ts';
import { REGULATOR } from '../../../src/regulator/source/regulator.ts';
import type { Kind } from '../../feed-faults/columns.ts';
import { dayKey, parseDay } from '../../feed-faults/faults-dates.ts';
import { cellAt, columnAt, type Row, readTable, type Table, withCells } from '../../feed-faults/table.ts';
import { renumber } from '../../feed-faults/world-demo.ts';

/** A fictional Florida whose files can be created for any day. A file does not contain later events. */
export interface History {
  /** Returns the file that the regulator would create on a day. */
  readonly fileOn: (name: string, day: IsoDate) => Table;
  /** Earlier fiscal years, which are read once before the first day. */
  readonly earlierYears: (day: IsoDate) => readonly { readonly name: string; readonly table: Table }[];
}

const LEAVING_SHARE = 0.02;
const LAPSING_SHARE = 0.1;
const CURRENT = '20';
const DELINQUENT = '45';
/**
 * The number of days over which renewals are spread. They begin two months before the expiration date, and
 * some are late.
 */
const RENEWING_DAYS = 75;
const RENEWED_LATE_DAYS = 15;

export async function makeHistory(options: {
  readonly seed: number;
  readonly vendors: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
}): Promise<History> {
  const { seed, vendors, last } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-history-'));
  try {
    const paths = await writeDemoFiles({ directory: folder, today: last, vendorCount: vendors, seed });
    const tables = new Map<string, Table>();
    for (const file of paths) {
      const name = path.basename(file);
      if (name.endsWith('.csv')) tables.set(name, readGood(name, await readFile(file), options.first));
    }
    return cut(tables, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function readGood(name: string, bytes: Uint8Array, first: IsoDate): Table {
  const table = readTable(kindOf(name), bytes);
  const rows = table.rows.map((row) => renumber(table, row));
  if (!table.columns.has('approvedOn')) return { ...table, rows };
  // The demo has applications for only one fiscal year, so one is moved to the previous year, because a file
  // must not be empty.
  const [oldest, ...others] = rows;
  const day = formatUsDate(addMonths(first, -1));
  const moved = oldest ? [withCells(oldest, [[columnAt(table, 'approvedOn'), day]])] : [];
  return { ...table, rows: [...moved, ...others] };
}

export function kindOf(name: string): Kind {
  if (/^hrfood/.test(name)) return 'licenses';
  if (/fdinspi/.test(name)) return 'inspections';
  return name === 'newfood.csv' ? 'new_licenses' : 'ownership_changes';
}

function cut(
  tables: ReadonlyMap<string, Table>,
  { seed, first, last }: { readonly seed: number; readonly first: IsoDate; readonly last: IsoDate },
): History {
  const visits = new Map(REGULATOR.districts.map((district) => [district, visitsOf(tables, district)]));
  const inspected = new Map<string, string[]>();
  for (const { table, rows } of visits.values())
    for (const row of rows) {
      const number = cellAt(table, row, 'number').slice(-7);
      inspected.set(number, [...(inspected.get(number) ?? []), cellAt(table, row, 'visitedOn')]);
    }
  const get = (name: string): Table => {
    const table = tables.get(name);
    if (!table) throw new Error(`the demo has no ${name}`);
    return table;
  };
  const ofYear = (district: number, year: string, day: IsoDate): Table => {
    const { table, rows } = visits.get(district) ?? { table: get('1fdinspi.csv'), rows: [] };
    const isThen = (row: Row) => {
      const visitedOn = isoDay(cellAt(table, row, 'visitedOn'));
      return visitedOn <= day && REGULATOR.fiscalYearOf(visitedOn) === year;
    };
    return { ...table, rows: rows.filter(isThen) };
  };
  const licensesOn = (table: Table, day: IsoDate) => ({
    ...table,
    rows: table.rows.flatMap((row) => licenseOn(table, row, { day, seed, first, last, inspected })),
  });
  const inspectionsOn = (district: number, day: IsoDate) => {
    const current = ofYear(district, REGULATOR.fiscalYearOf(day), day);
    // Until the new fiscal year has its first visit, the file still contains the old year.
    return current.rows.length > 0
      ? current
      : ofYear(district, REGULATOR.fiscalYearOf(addMonths(day, -12)), day);
  };
  return {
    fileOn(name, day) {
      const table = get(name);
      if (table.kind === 'licenses') return licensesOn(table, day);
      if (table.kind === 'inspections') return inspectionsOn(Number(name[0]), day);
      return applicationsOn(table, day);
    },
    earlierYears: (day) =>
      REGULATOR.districts.flatMap((district) =>
        [12, 24].map((months) => {
          const year = REGULATOR.fiscalYearOf(addMonths(day, -months));
          return { name: `${district}fdinspi_${year}.csv`, table: ofYear(district, year, day) };
        }),
      ),
  };
}

/** Returns the approvals in the fiscal year. Until there is one, the file still contains the old year. */
function applicationsOn(table: Table, day: IsoDate): Table {
  const ofYear = (date: IsoDate) => {
    const isThen = (row: Row) => {
      const approvedOn = isoDay(cellAt(table, row, 'approvedOn'));
      return approvedOn <= day && REGULATOR.fiscalYearOf(approvedOn) === REGULATOR.fiscalYearOf(date);
    };
    return { ...table, rows: table.rows.filter(isThen) };
  };
  const current = ofYear(day);
  return current.rows.length > 0 ? current : ofYear(addMonths(day, -12));
}

/** Returns a district's visits from all years. */
function visitsOf(tables: ReadonlyMap<string, Table>, district: number) {
  const files = [...tables]
    .filter(([name]) => name.startsWith(`${district}fdinspi`))
    .map(([, table]) => table);
  const table = files.find(({ titles }) => titles !== undefined) ?? files[0];
  if (!table) throw new Error(`the demo has no inspections of district ${district}`);
  return { table, rows: files.flatMap(({ rows }) => rows) };
}

interface Moment {
  readonly day: IsoDate;
  readonly seed: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  readonly inspected: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the license's row as of a day: its later renewals, inspections and status changes have not happened
 * yet. It may not have been issued yet, or may no longer be listed.
 */
function licenseOn(table: Table, row: Row, { day, seed, first, last, inspected }: Moment): Row[] {
  const number = cellAt(table, row, 'number').slice(-7);
  const random = createRandom(seed, Number(number));
  const fate = random();
  const turn = Math.floor(random() * daysBetween(first, last));
  const isTurned = daysBetween(first, day) >= turn;
  if (fate < LEAVING_SHARE && isTurned) return [];
  const visits = (inspected.get(number) ?? []).map(isoDay);
  const days = visits.filter((each) => each <= day);
  // A license is issued after its first inspection.
  if (visits.length > 0 && days.length === 0) return [];
  const changes: [number, string][] = [
    [columnAt(table, 'lastInspectedOn'), days.length > 0 ? formatUsDate(days.sort().at(-1) ?? day) : ''],
  ];
  const expiresOn = isoDay(cellAt(table, row, 'expiresOn'));
  const endsBefore = addMonths(expiresOn, -12);
  const renewedOn = addDays(endsBefore, RENEWED_LATE_DAYS - Math.floor(random() * RENEWING_DAYS));
  const isRenewing = cellAt(table, row, 'primaryStatus') === CURRENT && renewedOn >= first;
  if (isRenewing && (day < renewedOn || fate > 1 - LAPSING_SHARE))
    changes.push(
      [columnAt(table, 'expiresOn'), formatUsDate(endsBefore)],
      [columnAt(table, 'primaryStatus'), day > endsBefore ? DELINQUENT : CURRENT],
    );
  // A license that later became delinquent was current until it expired.
  else if (cellAt(table, row, 'primaryStatus') === DELINQUENT && day <= expiresOn)
    changes.push([columnAt(table, 'primaryStatus'), CURRENT]);
  return [withCells(row, changes)];
}

function isoDay(cell: string): IsoDate {
  if (!parseDay(cell)) return '9999-12-31';
  const key = dayKey(cell);
  return `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6)}`;
}
