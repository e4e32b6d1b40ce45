import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { type OrderFields, orderCsv, orderRow } from '../../test/support/order-files.ts';
import { plusDays } from '../truth/days.ts';
import { type RawLicense, readRawFiles } from '../truth/raw-files.ts';
import { writeClosures } from './closures.ts';

/** Files, and the as-of dates for reading them. */
export interface World {
  readonly name: string;
  readonly paths: readonly string[];
  readonly days: readonly string[];
  /** The date on which the files are treated as having been read. None of their rows may be later. */
  readonly readOn: string;
  remove(): Promise<void>;
}

const DEMO_DAY = '2026-03-16';

/** In each month, one in this many licenses gets an order. */
const EACH = 3;
/** The months with orders. The first is more than a year ago, and the other two are within the last year. */
const MONTHS = ['2025-02', '2025-11', '2026-02'] as const;
const FINES = ['$500.00', '1,234.5', '0', '$2,000'];

/** Creates a fictional state. Its files are deleted when it is removed. */
export async function openDemoWorld(seed: number, vendorCount: number): Promise<World> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sentences-'));
  const written = await writeDemoFiles({ directory, today: DEMO_DAY, vendorCount, seed });
  const paths = written.filter((each) => /\.csv$|observations\.json$/.test(each));
  return {
    name: `demo, seed ${seed}`,
    paths: [
      ...paths,
      await writeClosures(directory, paths, DEMO_DAY),
      ...(await writeOrders(directory, paths)),
    ],
    days: [DEMO_DAY],
    readOn: DEMO_DAY,
    remove: () => rm(directory, { recursive: true }),
  };
}

const DISTRICT_6 = ['6fdinspi_1516.csv', '6fdinspi_1617.csv', '6fdinspi_1718.csv'];
const TEN_DAYS = [
  '2015-12-31',
  '2016-03-31',
  '2016-06-30',
  '2016-09-30',
  '2016-12-31',
  '2017-03-31',
  '2017-06-30',
  '2017-12-31',
  '2018-03-31',
  '2018-06-30',
];

/** Lists the worlds that can be built from the real files available in a folder. */
export async function listRealWorlds(folder: string): Promise<World[]> {
  const inspections = DISTRICT_6.map((name) => path.join(folder, 'inspections', name));
  const district5 = path.join(folder, 'inspections', '5fdinspi_2018-08-04.csv');
  const licenses = await listLicenseFiles(folder);
  const of = (vintage: string) => licenses.filter((file) => file.includes(vintage));
  const worlds: readonly [name: string, paths: readonly string[], days: readonly string[]][] = [
    ['District 6, licenses of July 2019', [...of('2019-07'), ...inspections], TEN_DAYS],
    [
      'Districts 5 and 6, licenses of July 2019',
      [...of('2019-07'), ...inspections, district5],
      ['2018-08-04'],
    ],
    [
      'Districts 5 and 6, licenses of June 2025',
      [...of('2025-06'), ...inspections, district5],
      ['2025-06-25'],
    ],
    ['Districts 5 and 6, all license files', [...licenses, ...inspections, district5], ['2025-07-07']],
  ];
  return worlds
    .filter(([, paths]) => paths.every(existsSync))
    .map(([name, paths, days]) => ({
      name,
      paths,
      days,
      readOn: '2026-11-01',
      remove: async () => undefined,
    }));
}

async function listLicenseFiles(folder: string): Promise<string[]> {
  const root = path.join(folder, 'licenses');
  if (!existsSync(root)) return [];
  const names = await readdir(root, { recursive: true });
  return names
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => path.join(root, name));
}

/** Adds three months of final orders to a fictional state, including some for restaurants. */
async function writeOrders(folder: string, paths: readonly string[]): Promise<string[]> {
  const files = await readRawFiles(paths.filter((each) => each.endsWith('.csv')));
  const licenses = files.flatMap((file): readonly RawLicense[] =>
    file.kind === 'licenses' ? file.rows : [],
  );
  const ours = licenses.filter(({ type, number }) => /^201[34]$/.test(type) && number.length === 10);
  const numbers = [...new Set(ours.map(({ number }) => number))].sort();
  return Promise.all(
    MONTHS.map(async (month, at) => {
      const own = numbers.filter((_, index) => index % EACH === at);
      const rows = own.map((licenseNumber, index) => orderOf(licenseNumber, month, index));
      const restaurants = [1, 2, 3].map((last) => orderOf(`SEA139900${last}`, month, last));
      const file = path.join(folder, `rdar${month.slice(5)}${month.slice(2, 4)}.csv`);
      await writeFile(file, orderCsv([...rows, ...restaurants]));
      return file;
    }),
  );
}

function orderOf(licenseNumber: string, month: string, index: number): OrderFields {
  const orderedOn = `${month}-${String(1 + (index % 28)).padStart(2, '0')}`;
  return orderRow({
    licenseNumber,
    orderedOn,
    caseNumber: `${month.replace('-', '')}${1_000 + index}`,
    fine: FINES[index % FINES.length] ?? '',
    violations: String(1 + (index % 3)),
    violationOn: index === 5 ? '' : plusDays(orderedOn, -30 - ((index * 97) % 700)),
  });
}
