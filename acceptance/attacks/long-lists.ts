import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { RunningService } from '../support/service.ts';
import { newestSnapshot } from '../support/snapshot-file.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';

/**
 * Strangers flood one event with applications through its form, and an organizer opens an event whose list is
 * already far too long. The guarantee is that the form enforces its limits even for concurrent requests, and
 * that every page stays small.
 */
export const attack: Attack = {
  name: 'long-lists',
  guarantee:
    'Nobody can grow one list without bound, and an event at its ceiling has pages below 300 KB and 300 ms',
  engines: ['sqlite', 'postgres'],
  run,
};

/** The documented limits; see docs/applications.md. */
const OF_EVENT_MAX = 2_000;
const OF_ADDRESS_MAX = 10;
const OF_LICENSE_MAX = 10;
const PAGE_BYTES_MAX = 300_000;
const PAGE_MS_MAX = 300;
const HEALTH_MS_MAX = 500;
const TRIES = 5;
const SEEDED_BEFORE_FORMS = 1_900;
const FORMS = 300;
const SEEDED = 17_398;
const ROWS_PER_INSERT = 200;
const REQUESTS_SIGNED_IN = 300;
const SIGN_IN = { email: 'nights@demo.example', password: 'fictional-nights' };
/** This is a published demo key. */
const API_KEY = 'svc_pk_k2f5z63pdc7dfyk6.x5cymhzkgdml7cvl73je5hnvcf4feldr3pwd3ov7reet3o';

async function run(context: AttackContext): Promise<Outcome> {
  const service = await context.startService({
    RATE_LIMIT_APPLY: '0',
    RATE_LIMIT_APPLY_DAY: '0',
    RATE_LIMIT_ACCOUNT: '0',
    RATE_LIMIT_KEYED: '0',
  });
  const ledger = await openSql(context, service);
  try {
    const cookie = await signIn(service);
    const [first = '', second = '', small = '', most = '', third = ''] = await copyEvents(ledger, 5);
    const numbers = listNumbers(service);
    const forms = await flood(service, ledger, { eventId: first, other: second });
    const looks: Outcome[] = [];
    for (const [eventId, rows] of [
      [small, 20],
      [most, OF_EVENT_MAX],
      [third, SEEDED],
    ] as const) {
      await seed(ledger, eventId, rows, numbers);
      looks.push(await openPages(service, cookie, eventId, rows));
    }
    const limit = await hammer(service, cookie);
    const all = [forms, ...looks, limit];
    return { held: all.every(({ held }) => held), saw: all.map(({ saw }) => saw).join('\n       ') };
  } finally {
    await ledger.close();
  }
}

/**
 * Floods the form from many IP addresses at the same time: for an event that is almost full, with a single
 * email address, and with a single license.
 */
async function flood(
  service: RunningService,
  ledger: Sql,
  { eventId, other }: { eventId: string; other: string },
): Promise<Outcome> {
  await seed(ledger, eventId, SEEDED_BEFORE_FORMS, []);
  const many = (field: (index: number) => [license: string, email: string], at: string) =>
    inParallel(FORMS / 10, 10, (index) => apply(service, at, ...field(index)));
  const full = await many((index) => [`9${index}00`, `vendor${index}@x.example`], eventId);
  const address = await inParallel(3, 10, (index) => apply(service, other, `8${index}00`, 'one@x.example'));
  const license = await inParallel(3, 10, (index) =>
    apply(service, other, '7700', `contact${index}@x.example`),
  );
  const taken = (statuses: readonly number[]) => statuses.filter((status) => status === 303).length;
  const [row] = await ledger.all(`select count(*) as n from applications where event_id = '${eventId}'`);
  const total = Number(row?.n);
  const odd = [...full, ...address, ...license].filter((status) => status !== 303 && status !== 422).length;
  return {
    held:
      total === OF_EVENT_MAX &&
      taken(address) === OF_ADDRESS_MAX &&
      taken(license) === OF_LICENSE_MAX &&
      odd === 0,
    saw:
      `forms: an event with ${SEEDED_BEFORE_FORMS} took ${taken(full)} of ${FORMS} more and has ${total}; ` +
      `one address got ${taken(address)} of 30 in, one license ${taken(license)} of 30; ${odd} answers of another kind`,
  };
}

async function apply(
  { url }: RunningService,
  eventId: string,
  license_number: string,
  contact_email: string,
): Promise<number> {
  const body = new URLSearchParams({
    license_number,
    contact_email,
    business_name: 'Flood Foods',
    contact_name: 'F. Flood',
    contact_phone: '407-555-0100',
  });
  const answer = await fetch(`${url}/events/${eventId}/applications`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

interface Seen {
  readonly name: string;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  readonly healthMs: number;
}

/**
 * Opens the organizer's pages for an event, and requests `/healthz` while each page loads. Lists that must be
 * complete are sent in chunks.
 */
async function openPages(
  service: RunningService,
  cookie: string,
  eventId: string,
  rows: number,
): Promise<Outcome> {
  const base = `/organizer/events/${eventId}`;
  const session = { cookie };
  const pages = ['', `?page=${Math.ceil(rows / 50)}`, '?sort=score', '?sort=verdict', '?q=foods&sort=name'];
  const idleMb = service.residentMb();
  const shown: Seen[] = [];
  for (const query of pages)
    shown.push(await openBest(service, `inbox${query}`, `${base}/applications${query}`, session));
  const whole = [
    await open(service, 'compliance', `${base}/compliance`, session),
    await open(service, 'CSV', `${base}/applications.csv`, session),
    await open(service, 'API', `/api/v1/applications?event_id=${eventId}`, {
      authorization: `Bearer ${API_KEY}`,
    }),
  ];
  // Lists sorted by vendor record are bounded by the limit on applications. Only an old event can exceed the
  // limit by far.
  const held =
    shown.every(({ status, bytes }) => status === 200 && bytes <= PAGE_BYTES_MAX) &&
    whole.every(({ status }) => status === 200) &&
    (rows > OF_EVENT_MAX || shown.every(({ ms }) => ms <= PAGE_MS_MAX)) &&
    whole.every(({ healthMs }) => healthMs <= HEALTH_MS_MAX);
  const lines = [...shown, ...whole].map(
    ({ name, status, bytes, ms, healthMs }) =>
      `${name} ${status} ${(bytes / 1_000).toFixed(0)} KB ${ms.toFixed(0)} ms (healthz ${healthMs.toFixed(0)} ms)`,
  );
  return {
    held,
    saw: `${rows} rows on one event: ${lines.join('; ')}; memory ${idleMb} → ${service.residentMb()} MB`,
  };
}

/** Returns the fastest of several tries, so that other work on this machine does not affect the result. */
async function openBest(...given: Parameters<typeof open>): Promise<Seen> {
  const tries: Seen[] = [];
  for (let each = 0; each < TRIES; each++) tries.push(await open(...given));
  return tries.reduce((best, each) => (each.ms < best.ms ? each : best));
}

async function open(
  { url }: RunningService,
  name: string,
  address: string,
  headers: Record<string, string>,
): Promise<Seen> {
  const stop = new AbortController();
  const health = watchHealth(url, stop.signal);
  const began = performance.now();
  const answer = await fetch(url + address, { headers, redirect: 'manual' });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  const ms = performance.now() - began;
  stop.abort();
  return { name, status: answer.status, bytes, ms, healthMs: await health };
}

/** Requests `/healthz` until it is stopped, and returns the slowest response time in milliseconds. */
async function watchHealth(url: string, stop: AbortSignal): Promise<number> {
  let slowest = 0;
  while (!stop.aborted) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
    await wait(10);
  }
  return slowest;
}

/** Opens pages without pause from one account. */
async function hammer({ url }: RunningService, cookie: string): Promise<Outcome> {
  const statuses = await inParallel(REQUESTS_SIGNED_IN / 10, 10, async () => {
    const answer = await fetch(`${url}/organizer`, { headers: { cookie }, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  });
  const refused = statuses.filter((status) => status === 429).length;
  return {
    held: refused > 0 && statuses.every((status) => status === 200 || status === 429),
    saw: `${REQUESTS_SIGNED_IN} signed-in pages within a minute: ${refused} refused with 429`,
  };
}

/**
 * Signs in as a demo organizer. Tries again if necessary, because the organizers are created shortly after
 * the service is ready.
 */
async function signIn({ url }: RunningService): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const body = new URLSearchParams(SIGN_IN);
    const answer = await fetch(`${url}/sign-in`, { method: 'POST', body, redirect: 'manual' });
    await answer.arrayBuffer();
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (answer.status === 303) return cookies.join('; ');
    if (attempt === 20) throw new Error(`signing in answered ${answer.status}`);
    await wait(1_000);
  }
}

async function inParallel<Value>(
  rounds: number,
  atOnce: number,
  work: (index: number) => Promise<Value>,
): Promise<Value[]> {
  const all: Value[] = [];
  for (let round = 0; round < rounds; round++)
    all.push(
      ...(await Promise.all(Array.from({ length: atOnce }, (_, each) => work(round * atOnce + each)))),
    );
  return all;
}

/** Direct SQL access to the two databases. All statements here are our own. */
interface Sql {
  all(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function openSql({ engine }: AttackContext, service: RunningService): Promise<Sql> {
  if (engine === 'sqlite') {
    const db = new DatabaseSync(path.join(service.dataDir, 'ledger.sqlite'), { timeout: 10_000 });
    return { all: async (statement) => db.prepare(statement).all(), close: async () => db.close() };
  }
  const client = new pg.Client({ connectionString: service.settings.DATABASE_URL });
  await client.connect();
  return {
    all: async (statement) => (await client.query(statement)).rows,
    close: () => client.end(),
  };
}

/** Returns the license numbers of all vendors. */
function listNumbers({ dataDir }: RunningService): string[] {
  const records = new DatabaseSync(newestSnapshot(dataDir), { readOnly: true });
  try {
    return records
      .prepare('select digits from vendors order by digits')
      .all()
      .map(({ digits }) => String(digits));
  } finally {
    records.close();
  }
}

/**
 * Creates empty copies of a demo event that accepts applications. The copies do not have custom questions and
 * are open to every vendor. Returns their ids.
 */
async function copyEvents(ledger: Sql, count: number): Promise<string[]> {
  const [template] = await ledger.all(
    `select events.* from events join accounts on accounts.id = events.account_id
     where accounts.email = '${SIGN_IN.email}' and status = 'Published' order by starts_at desc limit 1`,
  );
  if (!template) throw new Error('the demo has no published event');
  const ids: string[] = [];
  for (let each = 0; each < count; each++) {
    const id = randomUUID();
    const year = new Date().getUTCFullYear() + 1;
    const dates = { starts_at: `${year}-06-01T20:00:00.000Z`, ends_at: `${year}-06-02T01:00:00.000Z` };
    const open = { applications_open_at: null, applications_close_at: null, capacity: null, questions: '[]' };
    await insert(ledger, 'events', [
      { ...template, ...dates, ...open, id, name: `Long ${each}`, spots_taken: 0, applications_received: 0 },
    ]);
    ids.push(id);
  }
  return ids;
}

/** Inserts applications as the form does, and updates the count in the event's row. */
async function seed(ledger: Sql, eventId: string, count: number, numbers: readonly string[]): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
    const digits = numbers[index % Math.max(1, numbers.length)] ?? `6${index}`;
    return {
      id,
      event_id: eventId,
      status: 'submitted',
      submitted_at: at,
      updated_at: at,
      license_number: digits,
      license_digits: digits,
      license_type: '2014',
      business_name: `Seeded Foods ${index}`,
      contact_name: 'S. Seed',
      contact_email: `seed${index}@x.example`,
      contact_phone: '407-555-0101',
      custom_responses: '[]',
      deposit_status: 'not_required',
      outcome: null,
      outcome_recorded_at: null,
      link_sha256: createHash('sha256').update(id).digest('hex'),
    };
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await insert(ledger, 'applications', rows.slice(start, start + ROWS_PER_INSERT));
  await ledger.all(`update events set applications_received = ${count} where id = '${eventId}'`);
}

async function insert(ledger: Sql, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const text = (value: unknown) =>
    value === null ? 'null' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => `(${columns.map((column) => text(row[column])).join(',')})`);
  await ledger.all(`insert into ${table} (${columns.join(',')}) values ${values.join(',')}`);
}
