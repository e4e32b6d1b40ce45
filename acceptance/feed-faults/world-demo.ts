import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { columnsOf, type Kind, OBSERVATION_TITLES } from './columns.ts';
import { cellAt, columnAt, type Row, readTable, type Table, withCells } from './table.ts';
import { isVendorType, makeWorld, type World } from './world.ts';

const TODAY = '2026-03-16';
const DISTRICT = 4;
/** The number of vendors in the demo. About 280 of them are in the damaged district. */
const VENDORS = 1_100;
/**
 * The vendors in these districts are turned into restaurants, because most rows in a real file are not about
 * vendors.
 */
const RESTAURANT_DISTRICTS = [2, 3];
const VISIT_ID_LESS = 890_000_000;

/**
 * Creates one district of fictional Florida. Its license numbers are moved out of the fictional series, which
 * the import treats separately.
 */
export async function makeDemoWorld(): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'feed-faults-'));
  try {
    await writeDemoFiles({ directory: folder, today: TODAY, vendorCount: VENDORS, seed: 1 });
    const read = async (kind: Kind, name: string) => {
      const table = readTable(kind, await readFile(path.join(folder, name)));
      return { ...table, rows: table.rows.map((row) => renumber(table, row)) };
    };
    const district = async (kind: Kind, nameOf: (district: number) => string) => {
      const own = await read(kind, nameOf(DISTRICT));
      const others = await Promise.all(RESTAURANT_DISTRICTS.map((each) => read(kind, nameOf(each))));
      const restaurants = others.flatMap((table) => table.rows.map((row) => asRestaurant(table, row)));
      return {
        name: nameOf(DISTRICT),
        table: { ...own, rows: [...own.rows, ...restaurants] },
        readOn: TODAY,
      };
    };
    const applications = async (kind: Kind, name: string) => {
      const table = await read(kind, name);
      const rows = table.rows.filter((row) => cellAt(table, row, 'district') === `D${DISTRICT}`);
      return { name, table: { ...table, rows }, readOn: TODAY };
    };
    const inspections = await district('inspections', (each) => `${each}fdinspi.csv`);
    const earlier = ['2425', '2324', '2223'].map((year) =>
      district('inspections', (each) => `${each}fdinspi_${year}.csv`),
    );
    const observations = readObservations(await readFile(path.join(folder, 'observations.json'), 'utf8'));
    return makeWorld({
      asOf: TODAY,
      licenses: await district('licenses', (each) => `hrfood${each}.csv`),
      inspections,
      earlier: await Promise.all(earlier),
      more: [
        await applications('new_licenses', 'newfood.csv'),
        await applications('ownership_changes', 'chgownr_food.csv'),
        { name: 'observations.csv', table: ofVisits(observations, inspections.table), readOn: TODAY },
      ],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Demo numbers have a 9 as their third digit, and demo visits have ids from 900,000,000. */
export function renumber(table: Table, row: Row): Row {
  const number = cellAt(table, row, 'number');
  const plain = row.cells.map(toLatin1);
  const changes: [number, string][] = [[columnAt(table, 'number'), number.replace(/9(?=\d{4}$)/, '8')]];
  if (table.kind === 'inspections') {
    const id = Number(cellAt(table, row, 'visitId')) - VISIT_ID_LESS;
    changes.push([columnAt(table, 'visitId'), String(id)]);
  }
  return withCells({ cells: plain }, changes);
}

/** Replaces characters outside Windows-1252, which the regulator's files do not contain. */
function toLatin1(cell: string): string {
  return /[\u0100-\uffff]/.test(cell)
    ? cell.replace(/[\u0100-\uffff]/g, (char) => char.normalize('NFKD').replace(/[\u0100-\uffff]/g, ''))
    : cell;
}

/**
 * Rows from two other districts are used, too. Their county codes become codes of this district, and their
 * license numbers stay distinct.
 */
const COUNTIES: Readonly<Record<string, string>> = {
  16: '158',
  53: '418',
  60: '458',
  19: '157',
  37: '417',
  39: '457',
  61: '588',
  62: '598',
  63: '668',
  70: '698',
};

function asRestaurant(table: Table, row: Row): Row {
  const isLicenses = table.kind === 'licenses';
  const own = cellAt(table, row, 'number').slice(-7);
  const digits = `${COUNTIES[own.slice(0, 2)] ?? '748'}${own.slice(3)}`;
  const changes: [string, string][] = [
    ['district', isLicenses ? String(DISTRICT) : `D${DISTRICT}`],
    ['county', '58'],
    ['type', isVendorType(cellAt(table, row, 'type')) ? '2010' : cellAt(table, row, 'type')],
    ['number', `${isLicenses ? 'SEA' : ''}${digits}`],
  ];
  if (isLicenses) changes.push(['rank', 'SEAT']);
  return withCells(
    row,
    changes.map(([name, value]) => [columnAt(table, name), value]),
  );
}

function readObservations(text: string): Table {
  const rows: Row[] = [];
  for (const [visit, items] of Object.entries(parseObservations(text)))
    for (const { code, observation } of items) {
      const id = String(rows.length + 1);
      rows.push({ cells: [id, String(Number(visit) - VISIT_ID_LESS), code, id, observation] });
    }
  return { kind: 'observations', titles: OBSERVATION_TITLES, columns: columnsOf('observations', 5), rows };
}

/** Parses observations. The type is known, because the demo wrote the text. */
function parseObservations(text: string) {
  return JSON.parse(text) as Record<string, { code: string; observation: string }[]>;
}

function ofVisits(observations: Table, inspections: Table): Table {
  const visits = new Set(inspections.rows.map((row) => cellAt(inspections, row, 'visitId')));
  const rows = observations.rows.filter((row) => visits.has(row.cells[1] ?? ''));
  return { ...observations, rows };
}
