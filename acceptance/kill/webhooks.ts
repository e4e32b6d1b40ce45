import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { openSessionSecret } from '../../src/accounts/sessions/session-secret-service.ts';
import { demoKey } from '../../src/demo/organizers/seed-organizers.ts';
import { jurisdictionDay } from '../../src/lib/time/dates.ts';
import { linkTokenOf } from '../../src/organizer/applications/apply/private-link.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { insertApplication, insertEvent } from '../../test/support/ledger-rows.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { RunningService } from '../support/service.ts';
import { runImport } from './imports/run.ts';
import { startServices } from './processes.ts';
import type { KillRun, Outcome, Scenario } from './scenario.ts';
import { judgeWebhooks, type Told } from './webhooks/judge.ts';
import { judgeDone, startPeople } from './webhooks/people.ts';
import { type Receiver, startReceiver } from './webhooks/receiver.ts';
import { prepareWorlds } from './worlds.ts';

/**
 * Kills processes of the service while applicants apply, confirm and withdraw, and an organizer makes and
 * undoes single and bulk decisions. Two webhook endpoints, which sometimes fail or hang, receive messages
 * about all of this. Runs one process on SQLite and two on PostgreSQL. Records for vendors with a spot are
 * also republished during the run.
 */
export const webhooks: Scenario = {
  shows:
    'everything that was answered is in the ledger, every change of a status and of a vendor with a spot came to each webhook as one message, nothing else came, the log says so, and no process logged an error',
  kills: 20,
  run,
};

const [ORGANIZER] = DEMO_ORGANIZERS;
const EVENTS = 3;
const ENDPOINTS = ['one', 'two'];
const VENDORS = 150;
/** The number of vendors with a spot. */
const BOOKED = 40;
/**
 * After this many kills, a different state of the records is published. It is compared when the killed
 * process restarts.
 */
const KILLS_PER_IMPORT = 3;
/** One process is killed per round of this length, at a random moment in the round. */
const ROUND_MS = 1_500;
/**
 * A killed process's claim on a message lasts a minute, and a failed message is retried five seconds later.
 * If the machine was so busy that the message failed again, it is retried after five minutes.
 */
const CALM_WITHIN_MS = 420_000;
const DAY = jurisdictionDay(new Date());

async function run(killRun: KillRun): Promise<Outcome> {
  const { place, dataDir, kills, random, atEnd } = killRun;
  const worlds = await prepareWorlds(killRun, {
    day: DAY,
    seeds: [1],
    daysAgo: [0, 2, 30, 5],
    vendorCount: VENDORS,
  });
  await runImport(worlds.request(0));
  const settings = {
    REGULATOR_SOURCE: 'demo',
    AS_OF: DAY,
    ...LIMITS_OFF,
    ...place.settings,
    LOG_LEVEL: 'error',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    PASSWORD_HASH_COST: '10',
  };
  const receiver = await startReceiver();
  atEnd(receiver.close);
  const ledger = place.openLedger();
  atEnd(ledger.close);
  const services = await startServices(settings, place.settings.DATABASE_URL ? 2 : 1);
  atEnd(services.kill);
  const endpointIds = await addWebhooks(services.all, receiver);
  const eventIds = await addEvents(ledger.db);
  await bookVendors(ledger.db, services.all);
  const secret = openSessionSecret({ named: undefined, dataDir: path.join(dataDir) });
  const people = startPeople({
    urls: services.urls,
    db: ledger.db,
    eventIds,
    cookie: await signIn(services.all),
    linkToken: (id) => linkTokenOf(secret, id),
  });
  const errors: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await wait(random() * ROUND_MS);
    if (kill % KILLS_PER_IMPORT === 1)
      await runImport(worlds.request(1 + Math.floor(kill / KILLS_PER_IMPORT)));
    errors.push(...errorsOf(await services.restart(Math.floor(random() * services.all.length))));
  }
  await wait(ROUND_MS);
  await people.stop();
  const seconds = await calm(ledger.db);
  errors.push(...services.all.flatMap(errorsOf));
  const told = { ...(await readTold(ledger.db, receiver)), endpointIds, kills };
  const { messages, attempts, copies, noted } = told;
  const done = Object.entries(Object.groupBy(people.done, ({ what }) => what))
    .map(([what, each]) => `${what} ${each?.length}`)
    .join(', ');
  const failed = attempts.filter(({ outcome }) => outcome !== 'delivered').length;
  return {
    problems: [...(await judgeDone(ledger.db, people.done)), ...judgeWebhooks(told), ...errors],
    isEnough: messages.length > kills && failed > 0 && noted.length > 0,
    summary:
      `${kills} kills, ${people.done.length} answered (${done}), ${people.cutOff()} cut off, ${noted.length} changes of vendors, ` +
      `${messages.length} messages to each of ${endpointIds.length} webhooks, ${copies.length} requests, ${failed} failed attempts, ` +
      `${copies.length - attempts.length} requests of killed processes, calm after ${seconds} s`,
  };
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
        name: `Market ${count + 1}`,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + 14_400_000).toISOString(),
      }),
    );
  return ids;
}

/** Approves vendors for an event that is not changed by any other request. */
async function bookVendors(db: LedgerDb, [service]: readonly RunningService[]): Promise<void> {
  const answer = await fetch(`${service?.url}/api/vendors?limit=${BOOKED}`);
  const vendors = (await answer.json()) as { license: { number: string; type: string } }[];
  const starts = Date.now() + 20 * 86_400_000;
  const eventId = await insertEvent(db, ORGANIZER.id, {
    name: 'Booked',
    starts_at: new Date(starts).toISOString(),
    spots_taken: vendors.length,
    ends_at: new Date(starts + 14_400_000).toISOString(),
  });
  for (const { license } of vendors)
    await insertApplication(db, eventId, {
      status: 'approved',
      license_number: license.number,
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

/**
 * Repeats a request until it succeeds, because the demo's organizers are created a moment after the service
 * is ready.
 */
async function retried(request: () => Promise<Response>): Promise<Response> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await request();
    if (answer.ok || answer.status === 303) return answer;
    await wait(100);
  }
  throw new Error('the demo has no organizer');
}

/** Returns everything that the service logged. At this log level, it logs only errors. */
function errorsOf({ log }: RunningService): string[] {
  return log.map((line) => `logged: ${JSON.stringify(line).slice(0, 500)}`);
}

/** Waits until there is nothing left to send. Returns how long that took, in milliseconds. */
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
