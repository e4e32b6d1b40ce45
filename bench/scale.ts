import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { publishedDay } from './kept-state.ts';
import { round } from './report.ts';
import { drawVendors, makeNextDay, makeStateFiles, NEXT_DAY, type StateSize } from './scale-files.ts';
import { askPostgres, type Cost, databaseBytes, type Place, runCommand } from './scale-import.ts';
import { type Compared, compareKind, KINDS, type Kind, type Side } from './scale-requests.ts';
import { AS_OF, startService } from './service.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/**
 * What the service takes at several sizes of the records: import, the next day's import, disk, memory, starts, and each kind of
 * request as a multiple of the same at the first size, in the same run and in turn. bench/README.md, "Sizes". These are
 * measurements, not tests: the exit code is 0 whatever the figures are.
 */
const USAGE = `node bench/scale.ts --vendors 10000,100000 [--months 120] [--pace 1] [--engine sqlite|postgres]
  [--data <folder>] [--keep] [--json <file>] [--main <src/main.ts of another checkout>] [--import-only] [--no-data-files]
  With --engine postgres, TEST_DATABASE_URL names the server; each size has a schema of its own.`;

const MB = 1_000_000;
const DRAWN = 2_000;
const IMPORT_LIMIT_SECONDS = 12 * 3_600;
const READY_LIMIT_MS = 10 * 60_000;
const IDLE_MS = 5_000;
const ALIKE_AGAIN_MS = 250;
const TABLES = ['file_rows', 'record_changes'] as const;

const { values } = parseArgs({
  options: {
    vendors: { type: 'string' },
    months: { type: 'string', default: '120' },
    pace: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    data: { type: 'string' },
    json: { type: 'string' },
    main: { type: 'string', default: path.resolve(import.meta.dirname, '../src/main.ts') },
    keep: { type: 'boolean', default: false },
    'import-only': { type: 'boolean', default: false },
    'no-data-files': { type: 'boolean', default: false },
  },
});
const SIZES: StateSize[] = (values.vendors ?? '').split(',').map((vendors) => ({
  vendors: Number(vendors),
  months: Number(values.months),
  pace: Number(values.pace),
}));
if (SIZES.some(({ vendors }) => !Number.isInteger(vendors) || vendors < 100)) throw new Error(USAGE);
if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error(USAGE);

/** What one import did, and what it left. */
interface Imported extends Omit<Cost, 'result'> {
  readonly outcome: unknown;
  readonly recordsWritten: number;
  readonly heldBack: number;
  readonly databaseMb: number;
}

interface SizeReport {
  readonly size: StateSize;
  readonly files: { readonly mb: number; readonly largestMb: number; readonly count: number };
  readonly first: Imported;
  readonly nextDay: Imported & { readonly visitsAdded: number };
  readonly rows: Readonly<Record<string, number>>;
  /** The files for download of the whole publication. */
  readonly dataFiles?: Omit<Cost, 'result'> & { readonly mb: number };
  service?: ServiceReport;
  requests?: Partial<Record<Kind, Compared>>;
}

interface ServiceReport {
  readonly laterStartSeconds: number;
  readonly idleMb: number;
  /** The first search that asks for alike names, which waits for their index. */
  readonly firstAlikeSeconds: number;
  readonly afterAlikeMb: number;
  readonly afterRequestsMb: number;
  readonly peakMb: number;
}

const workspace = await openWorkspace();
try {
  await main(workspace);
} finally {
  await workspace.close();
}

async function main(workspace: Workspace): Promise<void> {
  const root = path.resolve(values.data ?? workspace.folder);
  const reports: { report: SizeReport; place: Place; folder: string }[] = [];
  for (const size of SIZES) {
    const folder = path.join(root, `${size.vendors}-${size.months}-${size.pace}`);
    await mkdir(folder, { recursive: true });
    const place = placeOf(folder, size);
    reports.push({ report: await importSize(folder, place, size), place, folder });
  }
  if (!values['import-only']) await measureServices(workspace, reports);
  for (const { report } of reports) print(report);
  const text = JSON.stringify(
    { node: process.version, engine: values.engine, sizes: reports.map(({ report }) => report) },
    null,
    2,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${text}\n`);
  if (!values.keep) for (const { place } of reports) await removeDatabase(place);
}

function placeOf(folder: string, { vendors, months, pace }: StateSize): Place {
  const dataDir = path.join(folder, `${values.engine}-data`);
  if (values.engine === 'sqlite') return { dataDir, databaseUrl: undefined };
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
  const url = new URL(server);
  url.searchParams.set('options', `-csearch_path=${schemaOf({ vendors, months, pace })}`);
  return { dataDir, databaseUrl: url.href };
}

function schemaOf({ vendors, months, pace }: StateSize): string {
  return `scale_${vendors}_${months}_${String(pace).replace('.', '_')}`;
}

/** Imports the files and those of the next day, unless an earlier run kept the result. */
async function importSize(folder: string, place: Place, size: StateSize): Promise<SizeReport> {
  progress(`${size.vendors} vendors: files`);
  const files = await makeStateFiles(folder, size);
  const next = await makeNextDay(folder, size);
  const kept = path.join(folder, `${values.engine}-import.json`);
  if (existsSync(kept) && existsSync(place.dataDir)) return toReport(readFileSync(kept, 'utf8'));
  await removeDatabase(place);
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  if (place.databaseUrl !== undefined)
    await askPostgres(process.env.TEST_DATABASE_URL ?? '', `create schema ${schemaOf(size)}`);
  const options = { limitSeconds: IMPORT_LIMIT_SECONDS, main: values.main };
  const importOf = async (from: string, asOf: string): Promise<Imported> => {
    const { result, ...cost } = await runCommand(place, ['import', '--from', from], { ...options, asOf });
    return { ...cost, ...toOutcome(result), databaseMb: (await databaseBytes(place)) / MB };
  };
  progress(`${size.vendors} vendors: import of ${Math.round(files.bytes / MB)} MB`);
  const first = await importOf(files.folder, AS_OF);
  progress(`${size.vendors} vendors: imported in ${Math.round(first.seconds)} s; the next day`);
  const nextDay = { ...(await importOf(next.folder, NEXT_DAY)), visitsAdded: next.changed };
  progress(`${size.vendors} vendors: the next day in ${Math.round(nextDay.seconds)} s`);
  const report: SizeReport = {
    size,
    first,
    nextDay,
    rows: await countRows(place),
    ...(values['no-data-files'] ? {} : { dataFiles: await makeDataFiles(place, options) }),
    files: { mb: files.bytes / MB, largestMb: files.largestBytes / MB, count: files.count },
  };
  writeFileSync(kept, JSON.stringify(report));
  return report;
}

async function makeDataFiles(
  place: Place,
  options: Parameters<typeof runCommand>[2],
): Promise<NonNullable<SizeReport['dataFiles']>> {
  progress('data files');
  const { result, ...cost } = await runCommand(place, ['data-files'], options);
  return { ...cost, mb: toBytes(result) / MB };
}

/** The command printed it. */
function toBytes(result: unknown): number {
  return (result as { bytes: number }).bytes;
}

/** This program wrote it. */
function toReport(text: string): SizeReport {
  return JSON.parse(text) as SizeReport;
}

function toOutcome(result: unknown): Pick<Imported, 'outcome' | 'recordsWritten' | 'heldBack'> {
  const { outcome, recordsWritten, files } = result as {
    outcome: string;
    recordsWritten: number;
    files: { outcome: string; name: string; reason: string }[];
  };
  const held = files.filter((file) => file.outcome === 'held_back');
  for (const { name, reason } of held) console.error(`held back: ${name}: ${reason}`);
  return { outcome, recordsWritten, heldBack: held.length };
}

async function countRows({ dataDir, databaseUrl }: Place): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  if (databaseUrl !== undefined) {
    for (const table of TABLES)
      rows[table] = Number(
        (await askPostgres<{ n: string }>(databaseUrl, `select count(*) as n from ${table}`))[0]?.n,
      );
    return rows;
  }
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(dataDir, 'registry.sqlite'), { readOnly: true });
  for (const table of TABLES)
    rows[table] = Number(database.prepare(`select count(*) as n from ${table}`).get()?.n);
  database.close();
  return rows;
}

async function removeDatabase({ dataDir, databaseUrl }: Place): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  const schema = /search_path=(\w+)/.exec(decodeURIComponent(databaseUrl ?? ''))?.[1];
  if (schema !== undefined)
    await askPostgres(process.env.TEST_DATABASE_URL ?? '', `drop schema if exists ${schema} cascade`);
}

/** Starts the service over the first size, and beside it over each of the others in turn. */
async function measureServices(
  workspace: Workspace,
  reports: readonly { report: SizeReport; place: Place; folder: string }[],
): Promise<void> {
  const [base, ...others] = reports;
  if (!base) return;
  const small = await startSide(workspace, base);
  base.report.service = small.report;
  for (const other of others) {
    const large = await startSide(workspace, other);
    other.report.requests = {};
    for (const kind of KINDS) {
      progress(`${other.report.size.vendors} vendors: ${kind}`);
      other.report.requests[kind] = await compareKind(kind, large.side, small.side);
    }
    other.report.service = { ...large.report, ...memoryOf(large.pid) };
    await workspace.stop(large.process);
  }
  base.report.service = { ...small.report, ...memoryOf(small.pid) };
}

async function startSide(
  workspace: Workspace,
  { place, folder }: { readonly place: Place; readonly folder: string },
) {
  progress(`starting the service over ${path.basename(folder)}`);
  // Data files are made within a minute of a start, and would disturb what is measured.
  const settings: Record<string, string> = { DATA_FILES_DAYS: '0', AS_OF: await publishedDay(place) };
  if (place.databaseUrl !== undefined) settings.DATABASE_URL = place.databaseUrl;
  const start = () =>
    startService(workspace, place.dataDir, settings, values.main, undefined, READY_LIMIT_MS);
  // The first start makes keys and the ledger.
  await workspace.stop((await start()).process);
  const running = await start();
  await sleep(IDLE_MS);
  const idleMb = memoryOf(running.process.pid).afterRequestsMb;
  const vendors = await drawVendors(folder, DRAWN);
  const firstAlikeSeconds = await untilAlike(running.port);
  await sleep(IDLE_MS);
  const afterAlikeMb = memoryOf(running.process.pid).afterRequestsMb;
  const side: Side = { port: running.port, vendors };
  const report: ServiceReport = {
    laterStartSeconds: running.readyMs / 1_000,
    idleMb,
    firstAlikeSeconds,
    afterAlikeMb,
    ...memoryOf(running.process.pid),
  };
  return { side, report, process: running.process, pid: running.process.pid };
}

/** Seconds until a search for alike names is answered, which is 503 while their first index takes longer than a request waits. */
async function untilAlike(port: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < READY_LIMIT_MS) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/vendors?q=zzyzxq`);
    if (status === 200) return (performance.now() - started) / 1_000;
    if (status !== 503) throw new Error(`${status} for a search for alike names`);
    await sleep(ALIKE_AGAIN_MS);
  }
  throw new Error('no index of names in time');
}

/** Resident memory now and at most; Linux tells. */
function memoryOf(pid: number | undefined): Pick<ServiceReport, 'afterRequestsMb' | 'peakMb'> {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  const kb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN);
  return { afterRequestsMb: kb('VmRSS') / 1_024, peakMb: kb('VmHWM') / 1_024 };
}

function print({ size, files, first, nextDay, dataFiles, rows, service, requests }: SizeReport): void {
  const line = (what: string, ...parts: readonly string[]) =>
    console.log(`  ${what.padEnd(24)} ${parts.join(', ')}`);
  const imported = ({ seconds, cpuSeconds, peakMb, databaseMb, recordsWritten, heldBack }: Imported) => [
    `${round(seconds)} s`,
    `${round(cpuSeconds)} CPU s`,
    `peak ${Math.round(peakMb)} MB`,
    `database ${Math.round(databaseMb)} MB`,
    `${recordsWritten} records written`,
    ...(heldBack > 0 ? [`${heldBack} FILES HELD BACK`] : []),
  ];
  console.log(`${size.vendors} vendors, ${size.months} months, pace ${size.pace}, ${values.engine}`);
  line('files', `${files.count}`, `${Math.round(files.mb)} MB`, `largest ${Math.round(files.largestMb)} MB`);
  line('import', ...imported(first));
  line('next day', ...imported(nextDay), `${nextDay.visitsAdded} visits added`);
  if (dataFiles)
    line(
      'data files',
      `${round(dataFiles.seconds)} s`,
      `${round(dataFiles.cpuSeconds)} CPU s`,
      `peak ${Math.round(dataFiles.peakMb)} MB`,
      `${Math.round(dataFiles.mb)} MB`,
    );
  line('rows', ...Object.entries(rows).map(([table, count]) => `${table} ${count}`));
  if (service) {
    line('later start', `${round(service.laterStartSeconds)} s`, `idle ${Math.round(service.idleMb)} MB`);
    line(
      'first alike search',
      `${round(service.firstAlikeSeconds)} s`,
      `then ${Math.round(service.afterAlikeMb)} MB`,
    );
    line(
      'after all requests',
      `${Math.round(service.afterRequestsMb)} MB`,
      `peak ${Math.round(service.peakMb)} MB`,
    );
  }
  for (const [kind, { large, small, requests: count }] of Object.entries(requests ?? {}))
    line(
      kind,
      `p50 ${round(large.p50Ms / small.p50Ms)} × (${round(small.p50Ms)} → ${round(large.p50Ms)} ms)`,
      `p99 ${round(large.p99Ms / small.p99Ms)} × (${round(small.p99Ms)} → ${round(large.p99Ms)} ms)`,
      `${count} requests`,
    );
}

function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}
