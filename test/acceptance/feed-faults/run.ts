import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { KINDS } from './columns.ts';
import { FAULTS } from './faults.ts';
import { describeResult, describeTable, summarize } from './report.ts';
import type { Result } from './trials.ts';
import { type Task, type TrialSettings, Workers } from './workers.ts';

/**
 * Damages the regulator's files, lets the import read each, and looks whether anything wrong is then published. Exits 1
 * when something is that a careful reader of the file could have noticed.
 */
const MUTATIONS = 10_000;
const MUTATIONS_OF_TASK = 5;
const USAGE = `npm run acceptance -- feed-faults [options]

  --mutations <n>   how many damaged files, ${MUTATIONS} unless told; as many of each class
  --seed <n>        other damages, 1 unless told
  --only <classes>  of these classes alone, with commas between
  --kinds <kinds>   damages of these files alone, the same ones as without: ${KINDS.join(', ')}
  --mutation <k>    number k alone of the class, with all that is known of it
  --records <path>  real files in place of fictional ones: a license extract and fiscal years of its district; repeatable.
                    Keep them outside the repository
  --as-of <day>     the day that real files are published as of
  --jobs <n>        threads, 2 unless told
  --json <file>     every wrong result, and the table

Classes: ${FAULTS.map(({ name }) => name).join(', ')}`;

const { values } = parseArgs({
  options: {
    mutations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    kinds: { type: 'string' },
    mutation: { type: 'string' },
    records: { type: 'string', multiple: true, default: [] },
    'as-of': { type: 'string' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const settings = readSettings();
  const tasks = listTasks();
  if (!settings || tasks.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const started = performance.now();
  const workers = new Workers(Math.min(Number(values.jobs), tasks.length), settings);
  // Classes take turns, so that what is done by then is a fair part of the whole.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => workers.stop());
  const results = await workers.run(tasks, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${tasks.length} parts`);
    else if (done % 100 === 0) console.error(`${done} of ${tasks.length} parts`);
  });
  if (values.mutation !== undefined)
    for (const result of results) console.log(describeResult(result, settings));
  const summary = summarize(results);
  console.log(describeTable(summary, results, settings));
  console.log(`${Math.round((performance.now() - started) / 1000)} seconds`);
  await writeJson(results, summary);
  return summary.total.noticeable === 0 ? 0 : 1;
}

function readSettings(): TrialSettings | undefined {
  const [seed, paths, asOf] = [Number(values.seed), values.records, values['as-of']];
  const kinds = KINDS.filter((kind) => values.kinds?.split(',').includes(kind) ?? true);
  const isValid =
    kinds.length > 0 &&
    Number.isInteger(seed) &&
    Number(values.jobs) >= 1 &&
    (paths.length === 0) === (asOf === undefined);
  return isValid ? { seed, paths, asOf, kinds } : undefined;
}

/** Each class gets as many mutations, and its mutation k is the same in every run of a seed. */
function listTasks(): Task[] {
  const names = values.only?.split(',');
  const chosen = FAULTS.filter(({ name }) => names?.includes(name) ?? true);
  if (chosen.length === 0) return [];
  if (values.mutation !== undefined)
    return chosen.map(({ name }) => ({ fault: name, first: Number(values.mutation), count: 1 }));
  const each = Math.ceil(Number(values.mutations ?? MUTATIONS) / chosen.length);
  return Array.from({ length: Math.ceil(each / MUTATIONS_OF_TASK) }, (_, part) => {
    const first = part * MUTATIONS_OF_TASK;
    const count = Math.min(MUTATIONS_OF_TASK, each - first);
    return chosen.map(({ name }) => ({ fault: name, first, count }));
  }).flat();
}

async function writeJson(results: readonly Result[], summary: object): Promise<void> {
  if (values.json === undefined) return;
  const wrong = results.filter(({ outcome }) => outcome === 'wrong');
  await writeFile(values.json, JSON.stringify({ ...summary, wrong }, null, 1));
}
