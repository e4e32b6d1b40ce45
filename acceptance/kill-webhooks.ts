import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeDemoFiles } from '../src/demo/florida/files-service.ts';
import { demoKey } from '../src/demo/organizers/seed.ts';
import { DEMO_ORGANIZERS } from '../src/ledger/accounts/demo-organizers.ts';
import { openSessionSecret } from '../src/ledger/accounts/session-secret-service.ts';
import { linkTokenOf } from '../src/ledger/applications/private-link.ts';
import { addDays, jurisdictionDay } from '../src/lib/dates.ts';
import type { LedgerDb } from '../src/platform/db/database.ts';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { insertApplication, insertEvent } from '../test/support/ledger-rows.ts';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { runImport } from './imports/run.ts';
import { type RunningService, startServiceOf } from './support/service.ts';
import { judgeWebhooks, type Told } from './webhooks/judge.ts';
import { judgeDone, type People, startPeople } from './webhooks/people.ts';
import { type Receiver, startReceiver } from './webhooks/receiver.ts';

/**
 * Kills processes of the service (-9) at random moments while applicants apply, confirm and withdraw and an organizer decides about one,
 * about many, and takes it back, and while two webhooks are told of it that fail or hang at times. One process on SQLite, two
 * on PostgreSQL, which TEST_DATABASE_URL names. Meanwhile records of vendors with a spot are published anew. Exits 1 unless in the end
 * everything that was answered is in the ledger, every change of a status and of such a vendor there came to each webhook as one message,
 * nothing else came, the log says so, and no process logged an error.
 */
const [ORGANIZER] = DEMO_ORGANIZERS;
const EVENTS = 3;
const ENDPOINTS = ['one', 'two'];
const VENDORS = 150;
/** Vendors with a spot. */
const BOOKED = 40;
/** Every so many kills another state of the records is published, and looked at when the killed process starts again. */
const KILLS_PER_IMPORT = 3;
/** From one kill to the next; the kill comes at a random moment of it. */
const ROUND_MS = 1_500;
/**
 * The claim of a killed process lasts a minute, and what failed is due five seconds later; a message that failed once more, because the
 * machine was too busy to answer, in five minutes.
 */
const CALM_WITHIN_MS = 420_000;
const DAY = jurisdictionDay(new Date());
const CHECKOUT = path.resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    engine: { type: 'string' },
  },
});

process.exitCode = (await main(Number(values.kills))) ? 0 : 1;

async function main(kills: number): Promise<boolean> {
  const url = process.env.TEST_DATABASE_URL;
  let holds = true;
  if (values.engine !== 'postgres') holds = await runOn(undefined, kills);
  if (url && values.engine !== 'sqlite') holds = (await runOn(url, kills)) && holds;
  return holds;
}

async function runOn(databaseUrl: string | undefined, kills: number): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-webhooks-'));
  const place = await preparePlace(path.join(folder, 'data'), databaseUrl);
  const worlds = await publishWorlds(folder, place);
  const settings = {
    ...{ REGULATOR_SOURCE: 'demo', AS_OF: DAY },
    ...{ ...LIMITS_OFF, ...place.settings, LOG_LEVEL: 'error', WEBHOOKS_ALLOW_PRIVATE: 'true' },
    PASSWORD_HASH_COST: '10',
  };
  const receiver = await startReceiver();
  // One after the other: the first makes the tables.
  const services = [await startServiceOf(CHECKOUT, settings)];
  if (databaseUrl) services.push(await startServiceOf(CHECKOUT, settings));
  const ledger = place.openLedger();
  try {
    const endpointIds = await addWebhooks(services, receiver);
    const eventIds = await addEvents(ledger.db);
    await bookVendors(ledger.db, services);
    const secret = openSessionSecret({ named: undefined, dataDir: path.join(folder, 'data') });
    const people = startPeople({
      ...{ urls: () => services.map(({ url }) => url), db: ledger.db, eventIds },
      ...{ cookie: await signIn(services), linkToken: (id) => linkTokenOf(secret, id) },
    });
    const errors: string[] = [];
    for (let killed = 0; killed < kills; killed += 1) {
      await wait(Math.random() * ROUND_MS);
      if (killed % KILLS_PER_IMPORT === 1) await worlds.publishNext();
      errors.push(...(await restart(services, settings)));
    }
    await wait(ROUND_MS);
    await people.stop();
    const seconds = await calm(ledger.db);
    errors.push(...services.flatMap(errorsOf));
    return await report(place, ledger.db, { receiver, people, endpointIds, kills, seconds, errors });
  } finally {
    for (const service of services) await killService(service);
    await ledger.close();
    await receiver.close();
    await place.remove();
    rmSync(folder, { recursive: true });
  }
}

/** The first of some states of a fictional Florida is published at once, the next one with each call. */
async function publishWorlds(folder: string, place: Place): Promise<{ publishNext(): Promise<void> }> {
  const worlds: (readonly string[])[] = [];
  for (const ago of [0, 2, 30, 5]) {
    const directory = path.join(folder, `world-${ago}`);
    worlds.push(
      await writeDemoFiles({ directory, today: addDays(DAY, -ago), vendorCount: VENDORS, seed: 1 }),
    );
  }
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const registry = place.openRegistry();
  await migrateRegistry(registry);
  await registry.close();
  let published = 0;
  const publishNext = async () => {
    const paths = worlds[published % worlds.length] ?? [];
    published += 1;
    const databaseUrl = place.settings.DATABASE_URL;
    await runImport({ paths, asOf: DAY, fictional: true, dataDir, databaseUrl });
  };
  await publishNext();
  return { publishNext };
}

async function addWebhooks([service]: readonly RunningService[], receiver: Receiver): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ENDPOINTS) {
    const answer = await retried(() =>
      fetch(`${service?.url}/api/v1/webhooks`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${demoKey(ORGANIZER).text}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: receiver.addressOf(name) }),
      }),
    );
    const { data } = (await answer.json()) as { data: { id: string; secret: string } };
    receiver.expect(name, data);
    ids.push(data.id);
  }
  return ids;
}

async function addEvents(db: LedgerDb): Promise<string[]> {
  const starts = Date.now() + 20 * 86_400_000;
  const ids: string[] = [];
  for (let count = 0; count < EVENTS; count++)
    ids.push(
      await insertEvent(db, ORGANIZER.id, {
        ...{ name: `Market ${count + 1}`, starts_at: new Date(starts).toISOString() },
        ends_at: new Date(starts + 14_400_000).toISOString(),
      }),
    );
  return ids;
}

/** Approved at an event that nobody else touches. */
async function bookVendors(db: LedgerDb, [service]: readonly RunningService[]): Promise<void> {
  const answer = await fetch(`${service?.url}/api/vendors?limit=${BOOKED}`);
  const vendors = (await answer.json()) as { license: { number: string; type: string } }[];
  const starts = Date.now() + 20 * 86_400_000;
  const eventId = await insertEvent(db, ORGANIZER.id, {
    ...{ name: 'Booked', starts_at: new Date(starts).toISOString(), spots_taken: vendors.length },
    ends_at: new Date(starts + 14_400_000).toISOString(),
  });
  for (const { license } of vendors)
    await insertApplication(db, eventId, {
      ...{ status: 'approved', license_number: license.number },
      license_type: license.type === 'food_truck' ? '2014' : '2013',
    });
}

async function signIn([service]: readonly RunningService[]): Promise<string> {
  const answer = await retried(() =>
    fetch(`${service?.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: ORGANIZER.email, password: ORGANIZER.password }),
      redirect: 'manual',
    }),
  );
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** The demo's organizers come a moment after the service is ready. */
async function retried(request: () => Promise<Response>): Promise<Response> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await request();
    if (answer.ok || answer.status === 303) return answer;
    await wait(100);
  }
  throw new Error('the demo has no organizer');
}

/** With two processes the other one goes on meanwhile. Gives what the killed one had logged as an error. */
async function restart(
  services: RunningService[],
  settings: Readonly<Record<string, string>>,
): Promise<string[]> {
  const which = Math.floor(Math.random() * services.length);
  const service = services[which];
  if (!service) return [];
  if (!service.isAlive()) throw new Error(`a process ended by itself: ${service.stderr()}`);
  await killService(service);
  services[which] = await startServiceOf(CHECKOUT, { ...settings, PORT: String(service.port) });
  return errorsOf(service);
}

/** Nothing else is logged at this level. */
function errorsOf({ log }: RunningService): string[] {
  return log.map((line) => `logged: ${JSON.stringify(line).slice(0, 500)}`);
}

async function killService(service: RunningService): Promise<void> {
  if (!service.isAlive()) return;
  const ended = new Promise((resolve) => service.child.once('close', resolve));
  service.child.kill('SIGKILL');
  await ended;
}

/** Waits until nothing is left to send; how long that took. */
async function calm(db: LedgerDb): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < CALM_WITHIN_MS) {
    const waiting = await db
      .selectFrom('webhook_deliveries')
      .select('message_id')
      .where('next_attempt_at', 'is not', null)
      .limit(1)
      .execute();
    if (waiting.length === 0) break;
    await wait(500);
  }
  return Math.round((Date.now() - began) / 1_000);
}

async function readTold(db: LedgerDb, receiver: Receiver): Promise<Omit<Told, 'endpointIds' | 'kills'>> {
  const lines = await db
    .selectFrom('application_history as line')
    .innerJoin('applications', 'applications.id', 'line.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['line.application_id', 'line.position', 'line.changed_by', 'line.kind', 'line.status'])
    .where('events.account_id', '=', ORGANIZER.id)
    .where('events.name', 'like', 'Market %')
    .execute();
  const noted = await db
    .selectFrom('booked_changes')
    .innerJoin('applications', 'applications.id', 'booked_changes.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['booked_changes.application_id', 'booked_changes.changed_at', 'booked_changes.grave'])
    .select(['booked_changes.verdict_from', 'booked_changes.verdict_to', 'booked_changes.changes'])
    .where('events.account_id', '=', ORGANIZER.id)
    .execute();
  return {
    lines,
    noted,
    messages: await db.selectFrom('webhook_messages').select(['id', 'body']).execute(),
    deliveries: await db.selectFrom('webhook_deliveries').selectAll().execute(),
    attempts: await db.selectFrom('webhook_attempts').selectAll().execute(),
    copies: receiver.copies,
  };
}

async function report(
  { name }: Place,
  db: LedgerDb,
  run: {
    readonly receiver: Receiver;
    readonly people: People;
    readonly endpointIds: readonly string[];
    readonly kills: number;
    readonly seconds: number;
    readonly errors: readonly string[];
  },
): Promise<boolean> {
  const { receiver, people, endpointIds, kills, seconds, errors } = run;
  const told = { ...(await readTold(db, receiver)), endpointIds, kills };
  const problems = [...(await judgeDone(db, people.done)), ...judgeWebhooks(told), ...errors];
  for (const problem of problems.slice(0, 20)) console.error(`${name}: ${problem}`);
  const done = Object.entries(Object.groupBy(people.done, ({ what }) => what))
    .map(([what, each]) => `${what} ${each?.length}`)
    .join(', ');
  const failed = told.attempts.filter(({ outcome }) => outcome !== 'delivered').length;
  console.log(
    `${name}: ${problems.length === 0 ? 'holds' : `fails (${problems.length})`}: ${kills} kills, ${people.done.length} answered (${done}), ${people.cutOff()} cut off, ` +
      `${told.noted.length} changes of vendors, ${told.messages.length} messages to each of ${endpointIds.length} webhooks, ${told.copies.length} requests, ${failed} failed attempts, ` +
      `${told.copies.length - told.attempts.length} requests of killed processes, calm after ${seconds} s`,
  );
  const isEnough = told.messages.length > kills && failed > 0 && told.noted.length > 0;
  if (!isEnough) console.error(`${name}: too little happened to show anything`);
  return problems.length === 0 && isEnough;
}
