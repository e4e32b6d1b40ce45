import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drawFrom } from '../../src/lib/random.ts';
import { jurisdictionDay } from '../../src/lib/time/dates.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { Place } from '../../test/support/place.ts';
import { judgeFeed, type State } from './changes/expected.ts';
import { type Reader, startReader } from './changes/reader.ts';
import { runImport } from './imports/run.ts';
import { type ImportRequest, STEPS, type Step } from './imports/steps.ts';
import { type Services, startServices } from './processes.ts';
import { count, countAll, type KillRun, listCounts, type Outcome, type Scenario } from './scenario.ts';
import { prepareWorlds } from './worlds.ts';

/**
 * Kills imports at random moments in random steps, while two imports run at a time. Readers follow the change
 * feed through two processes of the service, which are also killed. Each import saves the state that it is
 * about to commit. An independent comparison of these states finds the changes that readers must receive.
 */
export const changes: Scenario = {
  shows:
    'readers of the feed get every change once, in the order of commits, while imports and services are killed',
  kills: 60,
  run,
};

const VENDORS = 150;
/** The maximum number of rounds per kill. If a kill takes more rounds, something else is wrong. */
const ROUNDS_MAX_PER_KILL = 10;

async function run(killRun: KillRun): Promise<Outcome> {
  const { place, folder, random, atEnd } = killRun;
  const day = jurisdictionDay(new Date());
  const states = path.join(folder, 'states');
  mkdirSync(states);
  // Some states differ in only a few visits, and others differ in every vendor.
  const worlds = await prepareWorlds(killRun, {
    day,
    seeds: [1, 2],
    daysAgo: [0, 2, 5, 30],
    vendorCount: VENDORS,
  });
  const drawRequest = () => ({
    ...worlds.request(Math.floor(random() * worlds.count)),
    keepStates: states,
  });
  const { took } = await runImport({ ...worlds.request(0), keepStates: states });
  const settings = {
    ...LIMITS_OFF,
    ...place.settings,
    LOG_LEVEL: 'error',
    REGULATOR_SOURCE: 'demo',
    AS_OF: day,
  };
  const services = await startServices(settings, 2);
  atEnd(services.kill);
  const readers = await startReaders(services);
  const killed = await killImports(killRun, { drawRequest, took, services });
  await runImport(drawRequest());
  for (const reader of readers) await reader.finish();
  return judge(place, readers, readStates(states), killed);
}

async function startReaders({ urls }: Services): Promise<Reader[]> {
  const answer = await fetch(`${urls()[0]}/api/vendors?limit=40`);
  const vendors = (await answer.json()) as { license: { number: string } }[];
  const some = vendors.map(({ license }) => license.number);
  return [
    startReader(urls, { limit: 500, waitSeconds: 1 }),
    startReader(urls, { limit: 7, waitSeconds: 2 }),
    startReader(urls, { limit: 50, waitSeconds: 1, licenseNumbers: some }),
  ];
}

interface Killed {
  readonly imports: Map<Step, number>;
  services: number;
}

/**
 * Runs two imports at a time. One of them is always killed, and the other is killed in every second round.
 * Now and then, a service is killed, too.
 */
async function killImports(
  { kills, random }: KillRun,
  {
    drawRequest,
    took,
    services,
  }: { drawRequest: () => ImportRequest; took: ReadonlyMap<Step, number>; services: Services },
): Promise<Killed> {
  const killed: Killed = { imports: new Map(), services: 0 };
  const plan = () => {
    const step = drawFrom(random, STEPS);
    return { step, afterMs: random() * (took.get(step) ?? 0) };
  };
  for (let round = 1; countAll(killed.imports) < kills; round++) {
    if (round > ROUNDS_MAX_PER_KILL * kills) throw new Error('Imports end before they are killed.');
    const running = [plan(), random() < 0.5 ? plan() : undefined].map((kill) =>
      runImport(drawRequest(), kill),
    );
    if (round % 5 === 0) {
      await wait(random() * 1_000);
      await services.restart(Math.floor(random() * services.all.length));
      killed.services += 1;
    }
    for (const { killedIn } of await Promise.all(running)) if (killedIn) count(killed.imports, killedIn);
  }
  return killed;
}

/**
 * Reads the state of each version, as saved by the import that committed it. If an import was killed, a later
 * import overwrote its state.
 */
function readStates(folder: string): State[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => new Map(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
}

async function judge(
  place: Place,
  readers: readonly Reader[],
  kept: readonly State[],
  killed: Killed,
): Promise<Outcome> {
  const registry = place.openLedger();
  const { version } = await registry.db
    .selectFrom('published_state')
    .select('version')
    .executeTakeFirstOrThrow();
  const keys = await registry.db.selectFrom('record_changes').select(['number', 'license_key']).execute();
  await registry.close();
  // The last state may be from an import that saved it but never committed.
  const states = kept.slice(0, version);
  const [all, slow, some] = readers;
  const problems = states.length === version ? [] : [`${version} versions and ${states.length} states`];
  for (const reader of [all, slow]) problems.push(...judgeFeed(reader?.told ?? [], states));
  const wanted = new Set(some?.plan.licenseNumbers?.flatMap(keysOf));
  const expected = keys.filter((each) => wanted.has(each.license_key)).map(({ number }) => number);
  const got = some?.told.map(({ cursor }) => Number.parseInt(cursor, 36)) ?? [];
  if (JSON.stringify(expected.sort((a, b) => a - b)) !== JSON.stringify(got))
    problems.push(`of some licenses ${expected.length} changes are on file, and ${got.length} were read`);
  const cutOff = readers.reduce((sum, each) => sum + each.cutOff(), 0);
  return {
    problems,
    isEnough: (all?.told.length ?? 0) > VENDORS && got.length > 0,
    summary:
      `${countAll(killed.imports)} imports killed (${listCounts(killed.imports)}), ${killed.services} services killed, ${version} versions, ` +
      `${all?.told.length} changes read by each of two readers, ${got.length} of some licenses, ${cutOff} requests cut off`,
  };
}

/**
 * Returns the possible vendor keys for a license number. Caterers have a different license type, and a number
 * without letters can be of either type.
 */
function keysOf(number: string): string[] {
  const types = /^CAT/.test(number) ? ['2013'] : /^[A-Z]/.test(number) ? ['2014'] : ['2013', '2014'];
  return types.map((type) => `${type}:${number.replace(/\D/g, '')}`);
}
