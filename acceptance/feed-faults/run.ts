import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { KINDS } from './columns.ts';
import { SETS, type SetName } from './faults.ts';
import { describeHarm, isHarmful, summarizeHarm } from './harm/harm-report.ts';
import { describeResult, describeTable, summarize } from './report.ts';
import type { Result } from './trials.ts';
import { type Task, type TrialSettings, Workers } from './workers.ts';

/**
 * Damages the regulator's files, imports each damaged file, and judges the harm in the published data. Exits
 * with 1 if a harmful file is not as plausible as the undamaged file.
 */
const MUTATIONS = 10_000;
const MUTATIONS_OF_TASK = 5;
const SET_NAMES: readonly SetName[] = ['first', 'second'];
/** Enough days to test a rule about repeated downloads, but too few for the records to become outdated. */
const DAYS_MAX = 7;
const USAGE = `npm run acceptance -- feed-faults [options]

  --mutations <n>   how many damaged files, ${MUTATIONS} by default; as many of each class
  --seed <n>        other damages, 1 by default
  --set <name>      the classes to use: first, or second, which the import was not built against
  --only <classes>  only these classes, with commas between
  --kinds <kinds>   only damages of these files, the same ones as without: ${KINDS.join(', ')}
  --mutation <k>    only number k of each class, with all that is known of it
  --days <n>        the same damaged file comes again on the next days, 24 hours apart; harm is counted after each.
                    Only harm of the first day makes the program exit 1
  --outcomes        also the table of outcomes, which compares every value
  --records <path>  real files in place of fictional ones: a license extract and fiscal years of its district; repeatable.
                    Keep them outside the repository
  --as-of <day>     the day that real files are published as of
  --jobs <n>        threads, 2 by default
  --json <file>     every wrong or harmful result, and the tables

${Object.entries(SETS)
  .map(([set, faults]) => `Classes of the ${set} set: ${faults.map(({ name }) => name).join(', ')}`)
  .join('\n\n')}`;

const { values } = parseArgs({
  options: {
    mutations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', default: 'first' },
    only: { type: 'string' },
    kinds: { type: 'string' },
    mutation: { type: 'string' },
    days: { type: 'string', default: '1' },
    outcomes: { type: 'boolean', default: false },
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
  const tasks = settings ? listTasks(settings.set) : [];
  if (!settings || tasks.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const started = performance.now();
  const workers = new Workers(Math.min(Number(values.jobs), tasks.length), settings);
  // The classes take turns, so an interrupted run is still a fair sample.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => workers.stop());
  const results = await workers.run(tasks, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${tasks.length} parts`);
    else if (done % 100 === 0) console.error(`${done} of ${tasks.length} parts`);
  });
  if (values.mutation !== undefined)
    for (const result of results) console.log(describeResult(result, settings));
  const summary = summarize(results);
  if (values.outcomes) console.log(describeTable(summary, results, settings));
  const harm = summarizeHarm(results, settings.days);
  console.log(describeHarm(harm, results, settings));
  console.log(`${Math.round((performance.now() - started) / 1000)} seconds`);
  await writeJson(results, { ...summary, harm });
  return results.some(({ harms, isPlausible }) => !isPlausible && isHarmful(harms[0])) ? 1 : 0;
}

function readSettings(): TrialSettings | undefined {
  const seed = Number(values.seed);
  const days = Number(values.days);
  const paths = values.records;
  const asOf = values['as-of'];
  const set = SET_NAMES.find((name) => name === values.set);
  const kinds = KINDS.filter((kind) => values.kinds?.split(',').includes(kind) ?? true);
  const isValid =
    kinds.length > 0 &&
    Number.isInteger(seed) &&
    Number.isInteger(days) &&
    days >= 1 &&
    days <= DAYS_MAX &&
    Number(values.jobs) >= 1 &&
    (paths.length === 0) === (asOf === undefined);
  return isValid && set ? { seed, paths, asOf, kinds, days, set } : undefined;
}

/**
 * Lists the tasks. Each class gets the same number of mutations, and a class's mutation k is the same in
 * every run with the same seed.
 */
function listTasks(set: SetName): Task[] {
  const names = values.only?.split(',');
  const chosen = SETS[set].filter(({ name }) => names?.includes(name) ?? true);
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
  const wrong = results.filter(({ outcome, harms }) => outcome === 'wrong' || harms.some(isHarmful));
  await writeFile(values.json, JSON.stringify({ ...summary, wrong }, null, 1));
}
