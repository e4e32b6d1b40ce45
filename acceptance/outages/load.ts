import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nextEventDay } from '../support/next-event-day.ts';

/** An account for this test, whose events receive applications. */
const ORGANIZER = '00000000-0000-4000-8000-0000000000f1';
const LICENSE = 'MFD5890001';
const ANSWER_WITHIN_MS = 60_000;
const PAUSE_MS = 20;

/** A client's result: the status, or the reason that there is none, and the time that the request took. */
export interface Answer {
  readonly status: number | string;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Runs a statement on the database that is being damaged. */
export type RunStatement = (statement: string) => Promise<Record<string, unknown>[]>;

/** Clients that write continuously and record every acknowledged write. */
interface Load {
  /** The number of responses with each status. */
  readonly statuses: ReadonlyMap<number | string, number>;
  /** The longest response time, in milliseconds. */
  slowestMs(): number;
  stop(): Promise<void>;
  /**
   * Looks for every acknowledged write in the database. Returns the number of acknowledged writes and the
   * number of those that are missing.
   */
  countLost(run: RunStatement): Promise<{ acknowledged: number; lost: number }>;
}

/** Sends one request. Never throws. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now();
  const answered = (status: number | string, retryAfter: string | null, body: string) => ({
    status,
    retryAfter,
    body,
    ms: performance.now() - began,
  });
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(url, { redirect: 'manual', signal, ...init });
    return answered(answer.status, answer.headers.get('retry-after'), await answer.text());
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const named = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const code = cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer' : named;
    return answered(code, null, '');
  }
}

/**
 * Adds enough events that accept applications to the database that the per-event limit does not stop the
 * load.
 */
export async function seedEvents(run: RunStatement, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const at = new Date().toISOString();
  const [starts, ends] = [60, 61].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await run(
    'insert into accounts (id, name, email, email_verified, created_at, updated_at) ' +
      `values ('${ORGANIZER}', 'Ola', 'ola@outages.example', 1, '${at}', '${at}') on conflict do nothing`,
  );
  const columns =
    'id, account_id, name, description, event_type, status, starts_at, ends_at, timezone, venue_name, address, ' +
    'city, city_folded, county, questions, spots_taken, applications_received, created_at, updated_at';
  const rows = ids.map(
    (id) =>
      `('${id}', '${ORGANIZER}', 'Outage night', '', 'festival', 'Published', '${starts}', '${ends}', ` +
      `'America/New_York', 'Park', '1 Lake Way', 'Orlando', 'orlando', 'Orange', '[]', 0, 0, '${at}', '${at}')`,
  );
  await run(`insert into events (${columns}) values ${rows.join(', ')}`);
  return ids;
}

/** Applies to an event, which takes a transaction with several statements. */
export function apply(url: string, eventId: string, email: string): Promise<Answer> {
  const form = {
    license_number: LICENSE,
    business_name: 'Outage Tacos',
    contact_name: 'Ola',
    contact_email: email,
    contact_phone: '407 555 0100',
  };
  return ask(`${url}/events/${eventId}/applications`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });
}

/** Requests a decision, whose receipt is written by one statement. */
export function decide(url: string): Promise<Answer> {
  return ask(
    `${url}/api/v1/decision?license_number=${LICENSE}&event_type=festival&event_date=${nextEventDay()}`,
  );
}

/** Half of the clients apply, and half request decisions. */
export function startLoad(url: string, events: readonly string[], clients: number): Load {
  const statuses = new Map<number | string, number>();
  const emails = new Set<string>();
  const receipts = new Set<string>();
  let stopped = false;
  let slowest = 0;
  let sent = 0;

  const note = ({ status, ms }: Answer): boolean => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, ms);
    return status === 303 || status === 200;
  };
  const applyOnce = async () => {
    sent += 1;
    const email = `load-${randomUUID()}@vendors.example`;
    if (note(await apply(url, events[sent % events.length] ?? '', email))) emails.add(email);
  };
  const decideOnce = async () => {
    const answer = await decide(url);
    const receipt = note(answer) ? JSON.parse(answer.body).data.receipt : undefined;
    if (receipt !== undefined) receipts.add(createHash('sha256').update(receipt).digest('hex'));
  };
  const work = async (once: () => Promise<void>) => {
    while (!stopped) {
      await once();
      await wait(PAUSE_MS);
    }
  };
  const working = Array.from({ length: clients }, (_, index) =>
    work(index % 2 === 0 ? applyOnce : decideOnce),
  );
  return {
    statuses,
    slowestMs: () => slowest,
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
    async countLost(run) {
      const found = new Set<unknown>();
      for (const row of await run('select contact_email as known from applications')) found.add(row.known);
      for (const row of await run('select receipt_sha256 as known from receipts')) found.add(row.known);
      const acknowledged = [...emails, ...receipts];
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.filter((each) => !found.has(each)).length,
      };
    },
  };
}

/** Formats the counts by status: `200 ×12, 503 ×3`. */
export function tally(statuses: ReadonlyMap<number | string, number>): string {
  return [...statuses]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([status, times]) => `${status} ×${times}`)
    .join(', ');
}
