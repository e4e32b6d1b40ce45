import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeDemoFiles } from '../src/demo/florida/files-service.ts';
import { addDays, jurisdictionDay } from '../src/lib/dates.ts';
import { createRandom } from '../src/lib/random.ts';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { judgeFeed, type State } from './changes/expected.ts';
import { type Reader, startReader } from './changes/reader.ts';
import { runImport } from './imports/run.ts';
import { type ImportRequest, STEPS, type Step } from './imports/steps.ts';
import { type RunningService, startServiceOf } from './support/service.ts';

/**
 * Kills importing processes at random moments of random steps, two at a time, while readers follow the feed of changes through
 * two processes of the service, which are killed too. Each import keeps the state that it is about to commit, and another
 * comparison than the service's finds in these states what must have been told. On SQLite, and with TEST_DATABASE_URL on
 * PostgreSQL. Exits 1 unless every reader was told every change once, in the order of commits.
 */
const VENDORS = 150;
const CHECKOUT = path.resolve(import.meta.dirname, '..');
/** Rounds without any kill in the time given; something else is wrong then. */
const ROUNDS_MAX_PER_KILL = 10;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string' },
  },
});
const KILLS = Number(values.kills);
const DAY = jurisdictionDay(new Date());

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-changes-'));
  try {
    const worlds = await writeWorlds(folder);
    const url = process.env.TEST_DATABASE_URL;
    let holds = true;
    if (values.engine !== 'postgres') holds = await killOn(`${folder}/sqlite`, undefined, worlds);
    if (url && values.engine !== 'sqlite') holds = (await killOn(`${folder}/postgres`, url, worlds)) && holds;
    return holds;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** States of two fictional Floridas on several days: some differ in a few visits, others in every vendor. */
async function writeWorlds(folder: string): Promise<readonly (readonly string[])[]> {
  const worlds: (readonly string[])[] = [];
  for (const seed of [1, 2])
    for (const ago of [0, 2, 5, 30]) {
      const directory = path.join(folder, `world-${seed}-${ago}`);
      worlds.push(await writeDemoFiles({ directory, today: addDays(DAY, -ago), vendorCount: VENDORS, seed }));
    }
  return worlds;
}

async function killOn(
  folder: string,
  databaseUrl: string | undefined,
  worlds: readonly (readonly string[])[],
): Promise<boolean> {
  const states = path.join(folder, 'states');
  mkdirSync(states, { recursive: true });
  const place = await preparePlace(path.join(folder, 'data'), databaseUrl);
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  const registry = place.openRegistry();
  await migrateRegistry(registry);
  await registry.close();
  const request = (world: number): ImportRequest => ({
    paths: worlds[world] ?? [],
    ...{ asOf: DAY, fictional: true, dataDir: path.join(folder, 'data') },
    databaseUrl: place.settings.DATABASE_URL,
    keepStates: states,
  });
  const { took } = await runImport(request(0));
  const settings = {
    ...LIMITS_OFF,
    ...place.settings,
    LOG_LEVEL: 'error',
    REGULATOR_SOURCE: 'demo',
    AS_OF: DAY,
  };
  const services = [await startServiceOf(CHECKOUT, settings), await startServiceOf(CHECKOUT, settings)];
  try {
    const readers = await startReaders(services);
    const random = createRandom(Number(values.seed), 0);
    const killed = await killImports({ request, took, random, services, settings, worlds: worlds.length });
    await runImport(request(Math.floor(random() * worlds.length)));
    for (const reader of readers) await reader.finish();
    return await report(place, readers, readStates(states), killed);
  } finally {
    for (const service of services) await killService(service);
    await place.remove();
  }
}

async function startReaders(services: readonly RunningService[]): Promise<Reader[]> {
  const all = () => services.map(({ url }) => url);
  const answer = await fetch(`${all()[0]}/api/vendors?limit=40`);
  const vendors = (await answer.json()) as { license: { number: string } }[];
  const some = vendors.map(({ license }) => license.number);
  return [
    startReader(all, { limit: 500, waitSeconds: 1 }),
    startReader(all, { limit: 7, waitSeconds: 2 }),
    startReader(all, { limit: 50, waitSeconds: 1, licenseNumbers: some }),
  ];
}

interface Killing {
  readonly request: (world: number) => ImportRequest;
  readonly took: ReadonlyMap<Step, number>;
  readonly random: () => number;
  readonly services: RunningService[];
  readonly settings: Readonly<Record<string, string>>;
  readonly worlds: number;
}

/** Two imports at a time: one is to be killed, the other one every second time. Now and then a service is, too. */
async function killImports({ request, took, random, services, settings, worlds }: Killing) {
  const killed = { imports: new Map<Step, number>(), services: 0, rounds: 0 };
  const count = () => [...killed.imports.values()].reduce((sum, each) => sum + each, 0);
  while (count() < KILLS) {
    killed.rounds += 1;
    if (killed.rounds > ROUNDS_MAX_PER_KILL * KILLS) throw new Error('Imports end before they are killed.');
    const plan = () => {
      const step = STEPS[Math.floor(random() * STEPS.length)] ?? 'scoring';
      return { step, afterMs: random() * (took.get(step) ?? 0) };
    };
    const kills = [plan(), random() < 0.5 ? plan() : undefined];
    const running = kills.map((kill) => runImport(request(Math.floor(random() * worlds)), kill));
    if (killed.rounds % 5 === 0) {
      const which = Math.floor(random() * services.length);
      await wait(random() * 1_000);
      await restart(services, which, settings);
      killed.services += 1;
    }
    for (const { killedIn } of await Promise.all(running))
      if (killedIn) killed.imports.set(killedIn, (killed.imports.get(killedIn) ?? 0) + 1);
  }
  return killed;
}

async function restart(
  services: RunningService[],
  which: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const service = services[which];
  if (!service) return;
  await killService(service);
  services[which] = await startServiceOf(CHECKOUT, { ...settings, PORT: String(service.port) });
}

async function killService({ child }: RunningService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** The state of each version, as the import that committed it kept it. One that was killed before it wrote over its own. */
function readStates(folder: string): State[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => new Map(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
}

async function report(
  place: Place,
  readers: readonly Reader[],
  kept: readonly State[],
  killed: Awaited<ReturnType<typeof killImports>>,
): Promise<boolean> {
  const registry = place.openRegistry();
  const { version } = await registry.db
    .selectFrom('published_state')
    .select('version')
    .executeTakeFirstOrThrow();
  const keys = await registry.db.selectFrom('record_changes').select(['number', 'license_key']).execute();
  await registry.close();
  // The last state may be one that an import kept and did not come to commit.
  const states = kept.slice(0, version);
  const [all, slow, some] = readers;
  const problems = states.length === version ? [] : [`${version} versions and ${states.length} states`];
  for (const reader of [all, slow]) problems.push(...judgeFeed(reader?.told ?? [], states));
  const wanted = new Set(some?.plan.licenseNumbers?.flatMap(keysOf));
  const expected = keys.filter((each) => wanted.has(each.license_key)).map(({ number }) => number);
  const got = some?.told.map(({ cursor }) => Number.parseInt(cursor, 36)) ?? [];
  if (JSON.stringify(expected.sort((a, b) => a - b)) !== JSON.stringify(got))
    problems.push(`of some licenses ${expected.length} changes are on file, and ${got.length} were told`);
  for (const problem of problems.slice(0, 20)) console.error(`${place.name}: ${problem}`);
  const count = (map: ReadonlyMap<Step, number>) => [...map.values()].reduce((sum, each) => sum + each, 0);
  const steps = STEPS.map((step) => `${step} ${killed.imports.get(step) ?? 0}`).join(', ');
  console.log(
    `${place.name}: ${problems.length === 0 ? 'holds' : 'fails'}: ${count(killed.imports)} imports killed (${steps}), ${killed.services} services killed, ${version} versions, ${all?.told.length} changes told to each of two readers, ${got.length} of some licenses, ${readers.reduce((sum, each) => sum + each.cutOff(), 0)} requests cut off`,
  );
  return problems.length === 0 && (all?.told.length ?? 0) > VENDORS && got.length > 0;
}

/** Caterers have a type of their own; digits alone are those of either. */
function keysOf(number: string): string[] {
  const types = /^CAT/.test(number) ? ['2013'] : /^[A-Z]/.test(number) ? ['2014'] : ['2013', '2014'];
  return types.map((type) => `${type}:${number.replace(/\D/g, '')}`);
}
