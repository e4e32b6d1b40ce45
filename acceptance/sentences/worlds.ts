import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { writeClosures } from './closures.ts';
import { writeOrders } from './orders.ts';

/** Files, and the days as of which they are read. */
export interface World {
  readonly name: string;
  readonly paths: readonly string[];
  readonly days: readonly string[];
  /** The day on which the files are read: none of their rows may be later. */
  readonly readOn: string;
  remove(): Promise<void>;
}

const DEMO_DAY = '2026-03-16';

/** A fictional state, which is gone when it is removed. */
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

/** Worlds of real files in a folder, as far as it has them. */
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
