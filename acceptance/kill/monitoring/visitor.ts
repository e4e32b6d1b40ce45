import { setTimeout as wait } from 'node:timers/promises';

/**
 * Simulates a person with a browser by sending the same requests. If a request fails, the person reloads the
 * page and continues from there.
 */
interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
  readonly cookie: string;
}

/**
 * The address of the service, and the number of requests that never got a response because it was killed, by
 * name.
 */
export interface Line {
  readonly url: string;
  readonly cutOff: Map<string, number>;
}

const AGAIN_AFTER_MS = 30;
const PATIENCE_MS = 60_000;
const ANSWER_WITHIN_MS = 30_000;

/**
 * Sends a request once. Returns undefined if the service died or is not running. Throws if the response is
 * 5xx.
 */
export async function sendOnce(
  line: Line,
  name: string,
  path: string,
  { cookie, form }: { readonly cookie?: string; readonly form?: Readonly<Record<string, string>> } = {},
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${line.url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = await answer.text();
    if (answer.status >= 500) throw new Error(`${name}: ${answer.status} ${body.slice(0, 200)}`);
    const set = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      body,
      cookie: set.join('; '),
    };
  } catch (error) {
    if (!isCutOff(error)) throw error;
    if (!isRefused(error)) line.cutOff.set(name, (line.cutOff.get(name) ?? 0) + 1);
    return undefined;
  }
}

/** Loads a page, and reloads it until there is a response. */
export async function load(line: Line, name: string, path: string, cookie: string): Promise<Answer> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const answer = await sendOnce(line, name, path, { cookie });
    if (answer) return answer;
    await wait(AGAIN_AFTER_MS);
  }
  throw new Error(`${name}: no answer for a minute`);
}

/** Recognizes the errors that `fetch` throws if nothing is listening or the other side disconnects. */
export function isCutOff(error: unknown): error is TypeError {
  return error instanceof TypeError && error.cause !== undefined;
}

export function isRefused({ cause }: Error): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
