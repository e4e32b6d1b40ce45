import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/lib/random.ts';
import { preparePlace } from '../../test/support/place.ts';
import { booked } from './booked.ts';
import { changes } from './changes.ts';
import { decisions } from './decisions.ts';
import { imports } from './imports.ts';
import { log } from './log.ts';
import { mails } from './mails.ts';
import { monitoring } from './monitoring.ts';
import type { Scenario } from './scenario.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';

/**
 * Runs one or more scenarios. Processes are killed (SIGKILL) at random moments and restarted on the same
 * data. At the end, each scenario judges the result. Runs on SQLite, and also on PostgreSQL if
 * TEST_DATABASE_URL is set. Exits with 1 if a guarantee is broken.
 */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  booked,
  changes,
  decisions,
  imports,
  log,
  mails,
  monitoring,
  uploads,
  webhooks,
};
const USAGE_ERROR = 2;
const PROBLEMS_SHOWN = 20;
const SEEDS = 1_000_000;
const ENGINES = { sqlite: undefined, postgres: process.env.TEST_DATABASE_URL || undefined };

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const end = args.findIndex((arg) => arg.startsWith('--'));
  const names = end === -1 ? args : args.slice(0, end);
  const options = end === -1 ? [] : args.slice(end);
  if (options.includes('--help')) return say(usage(), 0);
  const scenarios = names.map((name) => [name, SCENARIOS[name]] as const);
  const unknown = scenarios.find(([, scenario]) => !scenario);
  if (unknown) return say(`There is no scenario ${unknown[0]}. --help lists them.`, USAGE_ERROR);
  if (names.length === 0) return say(usage(), USAGE_ERROR);
  let holds = true;
  for (const [name, scenario] of scenarios)
    if (scenario) holds = (await runScenario(name, scenario, options)) && holds;
  return holds ? 0 : 1;
}

async function runScenario(name: string, scenario: Scenario, args: readonly string[]): Promise<boolean> {
  const own = { ...scenario.options, kills: String(scenario.kills) };
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(Object.keys(own).map((option) => [option, { type: 'string' as const }])),
      seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
      engine: { type: 'string' },
    },
  });
  const options = new Map(Object.entries<unknown>({ ...own, ...values }));
  const { killsMax = Number.POSITIVE_INFINITY } = scenario;
  const kills = Number(options.get('kills'));
  if (!Number.isInteger(kills) || kills < 1 || kills > killsMax)
    throw new Error(`--kills takes a whole number from 1 to ${killsMax}`);
  const { engine: only, seed } = values;
  if (only !== undefined && !(only in ENGINES)) throw new Error('--engine is sqlite or postgres');
  if (only === 'postgres' && !ENGINES.postgres) throw new Error('TEST_DATABASE_URL names no PostgreSQL');
  let holds = true;
  for (const [engine, url] of Object.entries(ENGINES))
    if ((only ?? engine) === engine && (engine === 'sqlite' || url))
      holds = (await runOn(url, { name, scenario, kills, options, seed: Number(seed) })) && holds;
  return holds;
}

async function runOn(
  databaseUrl: string | undefined,
  {
    name,
    scenario,
    kills,
    options,
    seed,
  }: {
    name: string;
    scenario: Scenario;
    kills: number;
    options: ReadonlyMap<string, unknown>;
    seed: number;
  },
): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), `kill-${name}-`));
  const dataDir = path.join(folder, 'data');
  const place = await preparePlace(dataDir, databaseUrl);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const { problems, summary, isEnough } = await scenario.run({
      place,
      dataDir,
      folder,
      kills,
      random: createRandom(seed, 0),
      option: (option) => String(options.get(option)),
      atEnd: (close) => closing.push(close),
    });
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.error(`${place.name}: ${problem}`);
    const holds = problems.length === 0 && isEnough;
    const lack = isEnough ? `${problems.length} problems` : 'too little happened to show anything';
    const verdict = holds ? 'holds' : `fails (${lack}, seed ${seed})`;
    console.log(`kill ${name}, ${place.name}: ${verdict}: ${summary}`);
    return holds;
  } finally {
    for (const close of closing.reverse()) await close();
    await place.remove();
    rmSync(folder, { recursive: true });
  }
}

function usage(): string {
  const lines = Object.entries(SCENARIOS).map(([name, { shows, kills, options = {} }]) => {
    const own = Object.entries(options).map(([option, value]) => ` [--${option} ${value}]`);
    return `${name} [--kills ${kills}]${own.join('')}\n    ${shows}`;
  });
  return ['npm run acceptance -- kill <scenario>… [--engine sqlite|postgres] [--seed <n>]', ...lines].join(
    '\n',
  );
}

function say(text: string, code: number): number {
  if (code === 0) console.log(text);
  else console.error(text);
  return code;
}
