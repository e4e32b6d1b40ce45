import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { list, median } from './report.ts';

/**
 * Compares the imports of this checkout with those of another one: the same runs of files, one after the other into one
 * database, in both in turn. Prints processor time, time and peak memory of each run as multiples of the other's. Processor
 * time is more reliable on a shared machine. These are measurements, not tests.
 */
const USAGE =
  'Name another checkout and the runs: node bench/import-against.ts <folder> --run "2018-06-30 <path> <path>" [--run …] [--rounds 5]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { run: { type: 'string', multiple: true, default: [] }, rounds: { type: 'string', default: '5' } },
});
const [other] = positionals;
if (other === undefined || values.run.length === 0) throw new Error(USAGE);
const CHECKOUTS = { here: path.resolve(import.meta.dirname, '..'), there: path.resolve(other) };
const RUNS = values.run.map((run) => run.split(' ').filter((part) => part !== ''));

/** Opens the database and ends, so that it tells what starting costs. */
const NO_FILE = ['2018-06-30', path.join(import.meta.dirname, 'no such file')];

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly rssMb: number;
}

/** Writes what the process cost when it ends. */
const METER = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.COST, JSON.stringify({
    cpuMs: (userCPUTime + systemCPUTime) / 1000, wallMs: performance.now(), rssMb: maxRSS / 1024,
  }));
});`;

const folder = await mkdtemp(path.join(tmpdir(), 'import-against-'));
try {
  await main();
} finally {
  await rm(folder, { recursive: true });
}

interface Round {
  /** Of processes that find no file. */
  readonly empty: Cost;
  readonly runs: readonly Cost[];
}

async function main(): Promise<void> {
  const rounds: Record<'here' | 'there', Round>[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    // Whoever comes second may find the files in memory, so the sides take turns.
    const [first, second] = round % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const);
    const costs = { here: [] as Cost[], there: [] as Cost[] };
    for (const run of [NO_FILE, ...RUNS])
      for (const side of [first, second]) costs[side].push(await measure(side, round, run));
    rounds.push({ here: toRound(costs.here), there: toRound(costs.there) });
    console.error(`round ${round + 1} of ${values.rounds}`);
  }
  for (const [index, [asOf, ...files]] of RUNS.entries()) {
    console.log(`${asOf} ${files.map((file) => path.basename(file)).join(' ')}`);
    tell('processor time', rounds, ({ runs }) => runs[index]?.cpuMs);
    tell('  without start', rounds, ({ runs, empty }) => (runs[index]?.cpuMs ?? Number.NaN) - empty.cpuMs);
    tell('time', rounds, ({ runs }) => runs[index]?.wallMs);
    tell('peak memory', rounds, ({ runs }) => runs[index]?.rssMb);
  }
}

function toRound([empty, ...runs]: readonly Cost[]): Round {
  if (!empty) throw new Error('nothing was measured');
  return { empty, runs };
}

function tell(
  what: string,
  rounds: readonly Record<'here' | 'there', Round>[],
  of: (round: Round) => number | undefined,
): void {
  const pairs = rounds.map(({ here, there }) => [of(here) ?? Number.NaN, of(there) ?? Number.NaN] as const);
  const ratios = pairs.map(([here, there]) => here / there);
  const own = Math.round(median(pairs.map(([here]) => here)));
  console.log(`  ${what.padEnd(15)} ${median(ratios).toFixed(3)} × (here ${own}; rounds: ${list(ratios)})`);
}

async function measure(side: 'here' | 'there', round: number, run: readonly string[]) {
  const [asOf = '', ...files] = run;
  const cost = path.join(folder, `${side}.json`);
  const meter = `--import=data:text/javascript,${encodeURIComponent(METER)}`;
  const main = path.join(CHECKOUTS[side], 'src/main.ts');
  const child = spawn(
    process.execPath,
    [meter, main, 'import', '--from', ...files.map((file) => path.resolve(file)), '--as-of', asOf],
    {
      env: { ...process.env, DATA_DIR: path.join(folder, `${side}-${round}`), COST: cost },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== (run === NO_FILE ? 1 : 0)) throw new Error(`the import ${side} exited with ${code}`);
  return toCost(await readFile(cost, 'utf8'));
}

/** The meter wrote it. */
function toCost(text: string): Cost {
  return JSON.parse(text) as Cost;
}
