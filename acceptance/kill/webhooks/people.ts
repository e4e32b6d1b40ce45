import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerDb } from '../../../src/platform/db/database.ts';
import { isCutOff, isRefused } from '../monitoring/visitor.ts';

/** Applicants and organizers, who submit one form after another to any process that responds. */
interface Town {
  /** The addresses of the processes that may be running. */
  readonly urls: () => readonly string[];
  readonly db: LedgerDb;
  readonly eventIds: readonly string[];
  /** The organizer's session. */
  readonly cookie: string;
  readonly linkToken: (applicationId: string) => string;
}

/** An action that the service confirmed. The ledger must contain it from then on. */
type Done =
  | { readonly what: 'applied'; readonly email: string }
  | { readonly what: 'decided'; readonly message: string }
  | { readonly what: 'undone'; readonly actionId: string }
  | { readonly what: 'confirmed' | 'withdrawn'; readonly applicationId: string };

interface People {
  readonly done: readonly Done[];
  /** Returns the number of forms that did not get a complete response from a process. */
  readonly cutOff: () => number;
  /**
   * Stops submitting forms. Resolves when every form in progress has been answered or its process was killed.
   */
  stop(): Promise<void>;
}

const TO = ['under_review', 'waitlisted', 'approved', 'declined', 'confirmed', 'cancelled'] as const;
const MANY_MAX = 8;
/**
 * Forms are not submitted faster than messages are delivered: a failed webhook waits a second before the next
 * attempt.
 */
const PAUSE_MS = 1_000;
const AGAIN_AFTER_MS = 50;
const ANSWER_WITHIN_MS = 30_000;
const REASON = 'We know them.';

export function startPeople(town: Town): People {
  const done: Done[] = [];
  let cutOff = 0;
  let isStopped = false;
  const send = async (path: string, fields: readonly (readonly [string, string])[], cookie = '') => {
    const urls = town.urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await answer.text();
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return answer.status;
    } catch (error) {
      if (!isCutOff(error)) throw error;
      if (!isRefused(error)) cutOff += 1;
      await wait(AGAIN_AFTER_MS);
      return 0;
    }
  };
  const act = { town, send, done };
  const everybody = [applyOnce, applyOnce, decideOne, decideOne, decideMany, answerOffer].map(
    async (each) => {
      while (!isStopped) {
        await each(act);
        await wait(Math.random() * PAUSE_MS);
      }
    },
  );
  // Failures are collected here and reported at the end, so that they do not become unhandled rejections.
  const ended = Promise.allSettled(everybody);
  return {
    done,
    cutOff: () => cutOff,
    async stop() {
      isStopped = true;
      for (const result of await ended) if (result.status === 'rejected') throw result.reason;
    },
  };
}

interface Act {
  readonly town: Town;
  readonly send: (
    path: string,
    fields: readonly (readonly [string, string])[],
    cookie?: string,
  ) => Promise<number>;
  readonly done: Done[];
}

async function applyOnce({ town, send, done }: Act): Promise<void> {
  const email = `${randomUUID()}@vendor.example`;
  const number = Math.floor(Math.random() * 1e9).toString();
  const status = await send(`/events/${some(town.eventIds)}/applications`, [
    ['license_number', `MFD9${number.padStart(9, '0')}`],
    ['business_name', 'Heron Tacos'],
    ['contact_name', 'Test Person'],
    ['contact_email', email],
    ['contact_phone', '407-555-0100'],
  ]);
  if (status === 303) done.push({ what: 'applied', email });
  else if (status !== 0) throw new Error(`an application was answered with ${status}`);
}

async function decideOne({ town, send, done }: Act): Promise<void> {
  const eventId = some(town.eventIds);
  const [one] = await newest(town.db, eventId, 10);
  if (!one) return;
  const message = randomUUID();
  const status = await send(
    `/organizer/events/${eventId}/applications/${one.id}/status`,
    [
      ['status', some(TO)],
      ['message', message],
      ['reason', REASON],
    ],
    town.cookie,
  );
  if (status === 303) done.push({ what: 'decided', message });
}

/** Decides on several applications at once. Undoes the decision every second time. */
async function decideMany({ town, send, done }: Act): Promise<void> {
  const eventId = some(town.eventIds);
  const chosen = (await newest(town.db, eventId, 30)).slice(0, Math.ceil(Math.random() * MANY_MAX));
  if (chosen.length === 0) return;
  const message = randomUUID();
  const actionId = randomUUID();
  const bulk = `/organizer/events/${eventId}/bulk`;
  const status = await send(
    `${bulk}/apply`,
    [
      ...chosen.map((each) => ['chosen', `${each.id}:${each.status}`] as const),
      ...([
        ['action', some(TO.slice(0, 4))],
        ['action_id', actionId],
      ] as const),
      ...([
        ['message', message],
        ['reason', REASON],
      ] as const),
    ],
    town.cookie,
  );
  if (status !== 303) return;
  done.push({ what: 'decided', message });
  if (Math.random() < 0.5 && (await send(`${bulk}/${actionId}/undo`, [], town.cookie)) === 303)
    done.push({ what: 'undone', actionId });
}

async function answerOffer({ town, send, done }: Act): Promise<void> {
  const one = some(await newest(town.db, some(town.eventIds), 10, 'approved'));
  if (!one) return;
  const action = Math.random() < 0.7 ? 'confirm' : 'withdraw';
  const what = action === 'confirm' ? 'confirmed' : 'withdrawn';
  const status = await send(`/application/${action}`, [['token', town.linkToken(one.id)]]);
  if (status === 303) done.push({ what, applicationId: one.id });
}

/** Returns the newest applications to an event, in random order. */
async function newest(db: LedgerDb, eventId: string, count: number, status?: string) {
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'status'])
    .where('event_id', '=', eventId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy('submitted_at', 'desc')
    .limit(count)
    .execute();
  return rows.sort(() => Math.random() - 0.5);
}

function some<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

/** Lists actions that the service confirmed but the ledger does not contain. */
export async function judgeDone(db: LedgerDb, done: readonly Done[]): Promise<string[]> {
  const applied = await db.selectFrom('applications').select('contact_email').execute();
  const lines = await db
    .selectFrom('application_history')
    .select(['application_id', 'message', 'status', 'changed_by'])
    .execute();
  const actions = await db
    .selectFrom('bulk_actions')
    .select('id')
    .where('undone_at', 'is not', null)
    .execute();
  const known = new Set([
    ...applied.map(({ contact_email }) => `applied ${contact_email}`),
    ...lines.map(({ message }) => `decided ${message}`),
    ...actions.map(({ id }) => `undone ${id}`),
    ...lines.map(({ application_id, status, changed_by }) => `${status} ${application_id} ${changed_by}`),
  ]);
  return done
    .map(toText)
    .flatMap((text) => (known.has(text) ? [] : [`answered, and not in the ledger: ${text}`]));
}

function toText(done: Done): string {
  if (done.what === 'applied') return `applied ${done.email}`;
  if (done.what === 'decided') return `decided ${done.message}`;
  if (done.what === 'undone') return `undone ${done.actionId}`;
  return `${done.what} ${done.applicationId} applicant`;
}
