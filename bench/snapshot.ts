import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs, promisify } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Staging } from '../src/intake/staging/staging-service.ts';
import { buildSnapshot } from '../src/records/snapshot/build-service.ts';
import { round } from './report.ts';
import { BUILD, packState, stagePacked } from './snapshot-files.ts';

/**
 * Measures how long a snapshot takes to build from parsed rows on disk, and how much memory it needs, each
 * build in its own process. See "Snapshots" in bench/README.md. The files are created once and stored in
 * `--data`.
 */
const { values } = parseArgs({
  options: {
    vendors: { type: 'string', default: '17000,100000' },
    months: { type: 'string', default: '72' },
    rounds: { type: 'string', default: '3' },
    data: { type: 'string', default: path.join(tmpdir(), 'bench-snapshot') },
    /** Builds from the rows in a folder, and prints the time and memory used. */
    build: { type: 'string' },
  },
});
const MB = 1_000_000;

async function measureAll(): Promise<void> {
  for (const vendors of values.vendors.split(',').map(Number)) {
    const rows = await packState(values.data, vendors, Number(values.months));
    for (let round = 0; round < Number(values.rounds); round++) print(vendors, await runBuild(rows));
  }
}

const Built = Type.Object({
  vendors: Type.Integer(),
  visits: Type.Integer(),
  seconds: Type.Number(),
  cpuSeconds: Type.Number(),
  peakMb: Type.Number(),
  fileMb: Type.Number(),
  rootHash: Type.String(),
});
type Built = Type.Static<typeof Built>;

function print(asked: number, built: Built): void {
  const { vendors, visits, seconds, cpuSeconds, peakMb, fileMb, rootHash } = built;
  console.log(
    `${asked}: ${vendors} vendors, ${visits} visits: ${round(seconds)} s (${round(cpuSeconds)} s of a core), ` +
      `${Math.round(peakMb)} MB peak, file ${Math.round(fileMb)} MB, root ${rootHash.slice(0, 12)}`,
  );
}

async function runBuild(rows: string): Promise<Built> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--build', rows]);
  return Value.Parse(Built, JSON.parse(stdout));
}

async function measureBuild(rows: string): Promise<Built> {
  const folder = await mkdtemp(path.join(path.dirname(rows), 'built-'));
  try {
    const cpu = process.cpuUsage();
    const started = performance.now();
    const staging = new Staging(folder);
    const files = await stagePacked(rows, staging);
    const built = buildSnapshot({ ...BUILD, files, staging, folder });
    staging.close();
    const seconds = (performance.now() - started) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    return {
      vendors: built.vendors,
      visits: countVisits(built.file),
      seconds,
      cpuSeconds: (user + system) / 1e6,
      peakMb: process.resourceUsage().maxRSS / 1_024,
      fileMb: statSync(built.file).size / MB,
      rootHash: built.rootHash,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function countVisits(file: string): number {
  const snapshot = new DatabaseSync(file, { readOnly: true });
  const row = snapshot.prepare('select count(*) as visits from visits').get();
  snapshot.close();
  return Number(row?.visits);
}

if (values.build === undefined) await measureAll();
else console.log(JSON.stringify(await measureBuild(values.build)));
