import { createHash } from 'node:crypto';
import type { Tables } from './database.ts';

/** The number of identical requests that a race sends at once by default. */
export const MANY = 20;

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
  readonly cookie: string;
}

type Form = Readonly<Record<string, string>>;
export type Request = () => Promise<Answer>;

/** The counts after a race, next to the expected counts. */
type Effects = Readonly<Record<string, readonly [seen: number, wanted: number]>>;

/** A started service, its tables, and the results of its races. */
export interface RaceTarget {
  readonly url: string;
  readonly ledger: Tables;
  readonly records: Tables;
  /** The checks that failed. */
  readonly wrong: string[];
  get(path: string, cookie?: string): Promise<Answer>;
  post(path: string, form: Form, cookie?: string): Promise<Answer>;
  /**
   * Sends all requests at once, prints the number of responses per status, and compares the effects with the
   * expected ones.
   */
  race(
    name: string,
    requests: readonly Request[],
    effects?: (answers: readonly Answer[]) => Promise<Effects> | Effects,
  ): Promise<Answer[]>;
}

const ANSWER_WITHIN_MS = 60_000;

export function openRaceTarget(url: string, tables: Pick<RaceTarget, 'ledger' | 'records'>): RaceTarget {
  const wrong: string[] = [];
  return {
    url,
    ...tables,
    wrong,
    get: (path, cookie) => send(url, path, undefined, cookie),
    post: (path, form, cookie) => send(url, path, form, cookie),
    async race(name, requests, effects) {
      const answers = await Promise.all(requests.map((request) => request()));
      const seen = effects ? await effects(answers) : {};
      const failed = answers.filter(({ status }) => status >= 500 || status === 0);
      if (failed.length > 0)
        wrong.push(`${name}: ${failed.length} of ${answers.length} failed, ${failed[0]?.body.slice(0, 200)}`);
      const counts = Object.entries(seen).map(([what, [found, wanted]]) => {
        if (found === wanted) return `${what} ${found}`;
        wrong.push(`${name}: ${what} ${found}, not ${wanted}`);
        return `${what} ${found}, not ${wanted}`;
      });
      console.log(`         ${name}: ${[countStatuses(answers), ...counts].join(' · ')}`);
      return answers;
    },
  };
}

/** Returns this many copies of a request. */
export function times(count: number, request: (index: number) => Promise<Answer>): Request[] {
  return Array.from({ length: count }, (_, index) => () => request(index));
}

export function withStatus(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/**
 * Combines everything that a stranger can see in the responses into one string. Two strings are equal if the
 * responses cannot be distinguished.
 */
export function fingerprint(answers: readonly Answer[]): string {
  const seen = answers.map(({ status, location, body }) => {
    const text = body.replace(/[\da-f]{8}-[\da-f-]{27}/g, '');
    return `${status} ${location} ${createHash('sha256').update(text).digest('hex')}`;
  });
  return seen.sort().join('\n');
}

/** Formats the counts by status: `303×19, 500×1`. */
function countStatuses(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(', ');
}

/** Sends a request. Returns status 0 if there is no response. */
async function send(
  url: string,
  path: string,
  form: Form | undefined,
  cookie: string | undefined,
): Promise<Answer> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const set = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      body: await answer.text(),
      cookie: set.join('; '),
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return { status: 0, location: '', body: `no answer: ${String(cause)}`, cookie: '' };
  }
}
