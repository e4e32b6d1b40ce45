import { createRandom, type Random } from '../../src/lib/random.ts';
import type { IsoDate } from '../../src/lib/time/dates.ts';
import { CLOSURE_TITLES, columnsOf, DATES, type Kind } from './columns.ts';
import type { Target } from './fault.ts';
import { dayKey, parseDay } from './faults-dates.ts';
import { cellAt, columnAt, type Row, type Table, toLine, withCells } from './table.ts';

/** The good files that a registry receives before a damaged file, and the files to damage. */
export interface World {
  readonly asOf: IsoDate;
  /** Files that are never damaged here: earlier fiscal years. */
  readonly others: readonly GoodFile[];
  readonly targets: readonly (Target & { readonly readOn: IsoDate })[];
}

export interface GoodFile {
  readonly name: string;
  readonly table: Table;
  /** The day on which the file is read. Nothing in the file may have a later date. */
  readonly readOn: IsoDate;
}

interface Parts {
  readonly asOf: IsoDate;
  readonly licenses: GoodFile;
  readonly inspections: GoodFile;
  /** The earlier fiscal years, newest first. */
  readonly earlier: readonly GoodFile[];
  /** The files with applications and observations, if there are any. */
  readonly more: readonly GoodFile[];
}

export function makeWorld({ asOf, licenses, inspections, earlier, more }: Parts): World {
  const closures = {
    name: 'closures.xlsx',
    table: closuresFrom([inspections, ...earlier.slice(0, 1)]),
    readOn: asOf,
  };
  const files = [licenses, inspections, ...(closures.table.rows.length > 0 ? [closures] : []), ...more];
  const good = files.map((file) => ({ ...file, table: withLines(file.table) }));
  const vendors = new Set(
    oursOf(licenses.table).map((row) => cellAt(licenses.table, row, 'number').slice(-7)),
  );
  const visits = new Set(oursOf(inspections.table).map((row) => cellAt(inspections.table, row, 'visitId')));
  const targets = good.map(({ name, table, readOn }) => {
    const yesterday = withLines(dayBefore(table, 1));
    const isVendors = isOurs(table, { vendors, visits });
    return {
      kind: table.kind,
      name,
      readOn,
      today: table,
      yesterday,
      older: dayBefore(yesterday, 2),
      otherDistrict: isByDistrict(table) ? withLines(inOtherDistrict(table)) : undefined,
      otherYear: table.kind === 'inspections' ? earlier[0]?.table : undefined,
      ours: [...table.rows.keys()].filter((index) => isVendors(table.rows[index])),
      otherKinds: good.filter((other) => other.table.kind !== table.kind).map((other) => other.table),
    };
  });
  return { asOf, others: earlier, targets };
}

export function isVendorType(type: string): boolean {
  return type === '2014' || type === '2013';
}

function oursOf(table: Table): Row[] {
  return table.rows.filter((row) => isVendorType(cellAt(table, row, 'type')));
}

function isOurs(
  table: Table,
  { vendors, visits }: { readonly vendors: ReadonlySet<string>; readonly visits: ReadonlySet<string> },
): (row: Row | undefined) => boolean {
  if (table.kind === 'observations')
    return (row) => row !== undefined && visits.has(cellAt(table, row, 'visitId'));
  if (table.kind === 'closures')
    return (row) => row !== undefined && vendors.has(cellAt(table, row, 'number').slice(-7));
  return (row) => row !== undefined && isVendorType(cellAt(table, row, 'type'));
}

/**
 * Returns the file from the day before. Its newest rows are missing, and a few other rows have older values.
 */
function dayBefore(table: Table, key: number): Table {
  const random = createRandom(key, table.rows.length);
  if (table.kind === 'licenses')
    return { ...table, rows: table.rows.flatMap((row) => licenseBefore(table, row, random)) };
  const day = DATES[table.kind][0];
  if (day === undefined) return { ...table, rows: withoutNewestVisits(table) };
  const days = table.rows.map((row) => dayKey(cellAt(table, row, day)));
  const last = days.toSorted()[Math.floor(days.length * (table.kind === 'inspections' ? 0.97 : 0.85))] ?? '';
  const rows = table.rows.filter((_, index) => (days[index] ?? '') < last);
  return {
    ...table,
    rows: table.kind === 'inspections' ? rows.map((row) => revise(table, row, random)) : rows,
  };
}

/** Removes the texts for the newest visits. All texts for a visit arrive together with the visit. */
function withoutNewestVisits(table: Table): Row[] {
  const visitOf = (row: Row) => Number(cellAt(table, row, 'visitId'));
  const visits = [...new Set(table.rows.map(visitOf))].sort((a, b) => a - b);
  const first = visits[Math.floor(visits.length * 0.96)] ?? 0;
  return table.rows.filter((row) => visitOf(row) < first);
}

/**
 * Returns the license's row from the day before. Renewing a delinquent license changes its status and
 * expiration date together.
 */
function licenseBefore(table: Table, row: Row, random: Random): Row[] {
  const chance = random();
  if (chance < 0.015) return [];
  const expiresOn = cellAt(table, row, 'expiresOn');
  const day = parseDay(expiresOn);
  if (chance >= 0.035 || !day || cellAt(table, row, 'primaryStatus') !== '20') return [row];
  return [
    withCells(row, [
      [columnAt(table, 'expiresOn'), expiresOn.replace(/\d{4}$/, String(day.year - 1))],
      [columnAt(table, 'primaryStatus'), '45'],
    ]),
  ];
}

/** Changes a count, because the regulator revises counts now and then. */
function revise(table: Table, row: Row, random: Random): Row {
  const total = Number(cellAt(table, row, 'total'));
  const basic = Number(cellAt(table, row, 'basic'));
  if (random() >= 0.015 || !(basic > 0)) return row;
  return withCells(row, [
    [columnAt(table, 'total'), String(total - 1)],
    [columnAt(table, 'basic'), String(basic - 1)],
  ]);
}

/** County codes of district 5. */
const OTHER_COUNTIES = [
  '26',
  '11',
  '12',
  '14',
  '20',
  '22',
  '25',
  '28',
  '31',
  '34',
  '44',
  '48',
  '52',
  '55',
  '64',
  '65',
  '71',
  '73',
];

/** Returns the rows as they would appear in district 5's file, for other businesses. */
function inOtherDistrict(table: Table): Table {
  const isLicenses = table.kind === 'licenses';
  const counties = new Map<string, string>();
  // Each county gets its own code, so that numbers from two counties stay distinct.
  const countyOf = (prefix: string) => {
    const county = counties.get(prefix) ?? OTHER_COUNTIES[counties.size % OTHER_COUNTIES.length] ?? '';
    counties.set(prefix, county);
    return county;
  };
  const rows = table.rows.map((row) => {
    const number = cellAt(table, row, 'number').replace(/\d\d(?=\d{5}$)/, countyOf);
    const changes: [string, string][] = [
      ['district', isLicenses ? '5' : 'D5'],
      // A visit's county is the one that issued the number.
      ['county', number.slice(-7, -5)],
      ['number', number],
    ];
    if (isLicenses)
      changes.push(['expiresOn', cellAt(table, row, 'expiresOn').replace(/^\d+\/\d+/, '06/01')]);
    else
      for (const id of ['visitId', 'licenseId', 'caseId'])
        changes.push([id, String(Number(cellAt(table, row, id)) + 400_000_000)]);
    return withCells(
      row,
      changes.map(([name, value]) => [columnAt(table, name), value]),
    );
  });
  return { ...table, rows };
}

/** Creates the closures workbook for the emergency orders in an inspection file. */
function closuresFrom(files: readonly GoodFile[]): Table {
  const rows = files.flatMap(({ table }) => closureRows(table));
  return { kind: 'closures', titles: CLOSURE_TITLES, columns: columnsOf('closures', 8), rows };
}

function closureRows(table: Table): Row[] {
  const at = (row: Row, name: string) => cellAt(table, row, name);
  const reopened = new Map(
    table.rows
      .filter((row) => at(row, 'disposition') === 'Emergency Order Callback Complied')
      .map((row) => [`${at(row, 'type')}:${at(row, 'caseId')}`, at(row, 'visitedOn')]),
  );
  return table.rows
    .filter((row) => at(row, 'disposition') === 'Emergency order recommended')
    .map((row) => {
      const vacated = reopened.get(`${at(row, 'type')}:${at(row, 'caseId')}`) ?? '';
      const isAfter = dayKey(vacated) >= dayKey(at(row, 'visitedOn'));
      return {
        cells: [
          at(row, 'district'),
          at(row, 'visitedOn'),
          at(row, 'number'),
          at(row, 'name'),
          '1 Invented Way',
          at(row, 'city'),
          'Sewage',
          isAfter ? vacated : '',
        ],
      };
    });
}

/** Returns the kinds for which there are good files. */
export function kindsOf({ targets }: World): ReadonlySet<Kind> {
  return new Set(targets.map(({ kind }) => kind));
}

function isByDistrict({ kind }: Table): boolean {
  return kind === 'licenses' || kind === 'inspections';
}

/** Serializes every row once, because most rows are the same in every damaged file. */
function withLines(table: Table): Table {
  return { ...table, rows: table.rows.map((row) => ({ ...row, line: row.line ?? toLine(row.cells) })) };
}
