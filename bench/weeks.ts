import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config.ts';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { withFilesAt } from '../src/jobs/refresh/refresh.ts';
import { addDays } from '../src/lib/time/dates.ts';
import { migrateLedger } from '../src/platform/db/migrate.ts';
import { openLedger } from '../src/platform/db/open.ts';
import { publish } from '../src/records/publication/service.ts';
import { writeNextDay } from './next-day.ts';
import { median, round } from './report.ts';
import { AS_OF } from './service.ts';
import { openWorkspace } from './workspace.ts';

/**
 * Measures whether weeks of weekly files make a publication slower or the data folder larger: `node
 * bench/weeks.ts`. Each week, the license files and the current fiscal year's files arrive again with some
 * changes, and are published. Prints seconds and megabytes for the first and last weeks, and how much a year
 * adds to the disk. See "Weeks" in bench/README.md.
 */
const { values } = parseArgs({
  options: {
    vendors: { type: 'string', default: '2000' },
    weeks: { type: 'string', default: '52' },
  },
});
const MB = 1_000_000;
/** The first publication reads all years, so the comparison begins with the following week. */
const COMPARED = 4;

interface Week {
  readonly week: number;
  readonly seconds: number;
  readonly ledgerMb: number;
  readonly snapshotsMb: number;
}

const workspace = await openWorkspace();
try {
  report(await publishWeeks(workspace.folder));
} finally {
  await workspace.close();
}

async function publishWeeks(root: string): Promise<Week[]> {
  const dataDir = path.join(root, 'data');
  await mkdir(dataDir, { recursive: true });
  const ledger = openLedger({ databaseUrl: undefined, dataDir });
  try {
    await migrateLedger(ledger);
    let folder = path.join(root, 'week-0');
    await writeDemoFiles({ directory: folder, today: AS_OF, vendorCount: Number(values.vendors) });
    let files: readonly string[] = (await readdir(folder)).map((name) => path.join(folder, name));
    const weeks: Week[] = [];
    for (let week = 0; week <= Number(values.weeks); week++) {
      const day = addDays(AS_OF, 7 * week);
      if (week > 0) {
        const next = path.join(root, `week-${week}`);
        files = writeNextDay(folder, next, day);
        await rm(folder, { recursive: true });
        folder = next;
      }
      const seconds = await publishFiles(ledger, { dataDir, files, day });
      const ledgerMb = await sizeOf(dataDir, /^ledger/);
      weeks.push({ week, seconds, ledgerMb, snapshotsMb: await sizeOf(ledger.published.folder, /./) });
      process.stderr.write('.');
    }
    return weeks;
  } finally {
    await ledger.close();
  }
}

async function publishFiles(
  database: ReturnType<typeof openLedger>,
  {
    dataDir,
    files,
    day,
  }: { readonly dataDir: string; readonly files: readonly string[]; readonly day: string },
): Promise<number> {
  const now = () => new Date(`${day}T12:00:00Z`);
  const config = loadConfig({ AS_OF: day, DATA_DIR: dataDir });
  const started = performance.now();
  const { outcome } = await withFilesAt(files, { config, database, now }, (shelved) =>
    publish(database, { files: shelved, asOf: day, now }),
  );
  if (outcome !== 'published') throw new Error(`The week of ${day} was not published: ${outcome}.`);
  const seconds = (performance.now() - started) / 1_000;
  await dateNewest(database.published.folder, now());
  return seconds;
}

/**
 * Sets the newest snapshot's file time. The service uses that time to keep a snapshot for a week after the
 * next one is written.
 */
async function dateNewest(folder: string, day: Date): Promise<void> {
  const versions = (await readdir(folder)).map((name) => ({ name, version: Number.parseInt(name, 10) }));
  const newest = versions.sort((a, b) => b.version - a.version)[0];
  if (newest) await utimes(path.join(folder, newest.name), day, day);
}

async function sizeOf(folder: string, names: RegExp): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder))
    if (names.test(name)) bytes += (await stat(path.join(folder, name))).size;
  return bytes / MB;
}

function report(weeks: readonly Week[]): void {
  for (const [at, week] of weeks.entries())
    if (at <= COMPARED || at >= weeks.length - COMPARED || at % 13 === 0) print(week);
  const seconds = (some: readonly Week[]) => median(some.map((each) => each.seconds));
  const ratio = seconds(weeks.slice(-COMPARED)) / seconds(weeks.slice(1, 1 + COMPARED));
  console.log(`publication, medians of ${COMPARED} weeks: the last take ${round(ratio)} × the first`);
  const first = weeks[0];
  const last = weeks.at(-1);
  if (!first || !last || first === last) return;
  const total = last.ledgerMb + last.snapshotsMb;
  const perYear = ((last.ledgerMb - first.ledgerMb) / (last.week - first.week)) * 52;
  console.log(
    `disk: ${round(total)} MB in the last week; the ledger grows by ${round(perYear)} MB in 52 weeks`,
  );
}

function print({ week, seconds, ledgerMb, snapshotsMb }: Week): void {
  console.log(
    `week ${week}: ${round(seconds)} s, ledger ${Math.round(ledgerMb)} MB, snapshots ${Math.round(snapshotsMb)} MB`,
  );
}
