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

async function main(): Promise<void> {
  const costs: { here: Cost[]; there: Cost[] }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    // Whoever comes second may find the files in memory, so the sides take turns.
    const sides = round % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const);
    const found = { here: [] as Cost[], there: [] as Cost[] };
    for (const [index, run] of RUNS.entries())
      for (const side of sides)
        found[side].push(await measure(side, path.join(folder, `${side}-${round}`), run, index));
    costs.push(found);
    console.error(`round ${round + 1} of ${values.rounds}`);
  }
  for (const [index, [asOf, ...files]] of RUNS.entries()) {
    console.log(`${asOf} ${files.map((file) => path.basename(file)).join(' ')}`);
    for (const [what, name] of [
      ['processor time', 'cpuMs'],
      ['time', 'wallMs'],
      ['peak memory', 'rssMb'],
    ] as const) {
      const ratios = costs.map(
        ({ here, there }) => (here[index]?.[name] ?? Number.NaN) / (there[index]?.[name] ?? Number.NaN),
      );
      console.log(`  ${what.padEnd(15)} ${median(ratios).toFixed(3)} × (rounds: ${list(ratios)})`);
    }
  }
}

async function measure(
  side: 'here' | 'there',
  data: string,
  [asOf = '', ...files]: readonly string[],
  index: number,
) {
  const cost = path.join(folder, `${side}-${index}.json`);
  const meter = `--import=data:text/javascript,${encodeURIComponent(METER)}`;
  const main = path.join(CHECKOUTS[side], 'src/main.ts');
  const child = spawn(
    process.execPath,
    [meter, main, 'import', '--from', ...files.map((file) => path.resolve(file)), '--as-of', asOf],
    { env: { ...process.env, DATA_DIR: data, COST: cost }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ${side} exited with ${code}`);
  return toCost(await readFile(cost, 'utf8'));
}

/** The meter wrote it. */
function toCost(text: string): Cost {
  return JSON.parse(text) as Cost;
}
