import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** One command of the service in a process of its own, as one types it, with what it cost. */
export interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  /** What the command printed with `--json`. */
  readonly result: unknown;
}

/** Written when the process ends; it survives the service's replacing itself for other flags. */
const METER = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.COST, JSON.stringify({
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 }));
});`;

/** Applications of numbers beyond those of counties are held back; they make no vendor. */
const SOME_HELD_BACK = 3;

export interface Place {
  readonly dataDir: string;
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
}

/** Runs it and waits until it ends. Throws when it fails; files that were held back are no failure. */
export async function runCommand(
  place: Place,
  args: readonly string[],
  {
    limitSeconds,
    main,
    asOf,
  }: { readonly limitSeconds: number; readonly main: string; readonly asOf?: string },
): Promise<Cost> {
  const cost = path.join(place.dataDir, '..', 'cost.json');
  const meter = `--import=data:text/javascript,${encodeURIComponent(METER)}`;
  const started = performance.now();
  const child = spawn(process.execPath, [meter, main, ...args, '--json'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      COST: cost,
      // Not `--as-of`: a day that an operator chose has every record made anew, as no daily import does.
      ...(asOf === undefined ? {} : { AS_OF: asOf }),
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: limitSeconds * 1_000,
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(child, 'close');
  process.off('exit', stop);
  const seconds = (performance.now() - started) / 1_000;
  const text = Buffer.concat(parts).toString();
  if (code !== 0 && code !== SOME_HELD_BACK)
    throw new Error(`${args[0]} ended with ${code}: ${text.slice(-2_000)}`);
  return { seconds, ...toMetered(await readFile(cost, 'utf8')), result: JSON.parse(text) };
}

/** The meter wrote it. */
function toMetered(text: string): Pick<Cost, 'cpuSeconds' | 'peakMb'> {
  return JSON.parse(text) as Pick<Cost, 'cpuSeconds' | 'peakMb'>;
}

/** Bytes that the records take: the file and its log, or every table and index of the schema. */
export async function databaseBytes({ dataDir, databaseUrl }: Place): Promise<number> {
  if (databaseUrl !== undefined) {
    const [row] = await askPostgres<{ bytes: string }>(
      databaseUrl,
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relkind = 'r'`,
    );
    return Number(row?.bytes ?? 0);
  }
  const sizes = ['registry.sqlite', 'registry.sqlite-wal'].map((name) =>
    stat(path.join(dataDir, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export async function askPostgres<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
