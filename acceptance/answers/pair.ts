import { setTimeout as wait } from 'node:timers/promises';
import type { Ask, NeutralAnswer, Side } from './side.ts';

const MINUTE_MS = 60_000;
/**
 * Pages show times to the minute, so requests are not sent so close to the end of a minute that the second
 * service would respond in the next minute.
 */
const END_OF_MINUTE_MS = 400;

export interface Difference {
  /** A description of the request. */
  readonly what: string;
  /** The lines that differ, shortened. */
  readonly lines: string;
}

const SHOWN_MAX = 8;
const AROUND = 90;

/** Two services that receive the same requests, and the differences between their responses. */
export class Pair {
  readonly differences: Difference[] = [];
  /** Requests that one of the services failed to answer. */
  readonly failed: string[] = [];
  requests = 0;
  /** The number of responses from the first service, by status. */
  readonly statuses: Record<number, number> = {};
  private readonly sides: readonly [Side, Side];

  constructor(sides: readonly [Side, Side]) {
    this.sides = sides;
  }

  /** Sends one request to both services, and returns the first service's response with neutral names. */
  async ask(ask: Ask): Promise<NeutralAnswer> {
    await skipEndOfMinute();
    this.requests += 1;
    const number = this.requests;
    const [before, after] = await this.both((side) => side.send(ask, number));
    this.statuses[before.status] = (this.statuses[before.status] ?? 0) + 1;
    if (before.status >= 500 || after.status >= 500)
      this.failed.push(`${before.status} and ${after.status}: ${ask.method} ${ask.address} (${ask.caller})`);
    this.compare(`${ask.method} ${ask.address} (${ask.caller})`, asText(before), asText(after));
    return before;
  }

  /** Waits for an email that both services sent, and returns its text with neutral names. */
  async readMail(to: string, word: string): Promise<string> {
    this.requests += 1;
    const number = this.requests;
    const [before, after] = await this.both((side) => side.readMail(to, word, number));
    this.compare(`mail to ${to}`, before, after);
    return before;
  }

  async compareMails(): Promise<number> {
    const [before, after] = await this.both((side) => side.listNeutralMails());
    this.compare('all mails', before.join('\n---\n'), after.join('\n---\n'));
    return before.length;
  }

  both<Result>(work: (side: Side) => Promise<Result>): Promise<[Result, Result]> {
    return Promise.all([work(this.sides[0]), work(this.sides[1])]);
  }

  compare(what: string, before: string, after: string): void {
    if (before !== after) this.differences.push({ what, lines: describeDifference(before, after) });
  }
}

async function skipEndOfMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < END_OF_MINUTE_MS) await wait(left + 1);
}

/**
 * Returns the response as text. Timestamps are named by position, so names after a missing timestamp do not
 * match.
 */
function asText({ status, headers, body, receipts }: NeutralAnswer): string {
  const text = [status, ...headers, '', body, ...receipts].join('\n');
  return text.replace(/~(time|wait)-\d+-\d+~/g, '~$1~');
}

/** Returns the lines that differ, shortened around the first different character. */
function describeDifference(before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  const lines = Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => at).flatMap((at) =>
    removed[at] === added[at] ? [] : describeLine(removed[at], added[at]),
  );
  const more = lines.length > SHOWN_MAX ? [`  … ${lines.length - SHOWN_MAX} more lines`] : [];
  return [...lines.slice(0, SHOWN_MAX), ...more].join('\n');
}

function describeLine(before: string | undefined, after: string | undefined): string[] {
  const old = before ?? '';
  const now = after ?? '';
  let at = 0;
  while (at < old.length && old[at] === now[at]) at += 1;
  const cut = (text: string) =>
    `${at > AROUND ? '…' : ''}${text.slice(Math.max(0, at - AROUND), at + AROUND)}${text.length > at + AROUND ? '…' : ''}`;
  return [
    ...(before === undefined ? [] : [`  - ${cut(old)}`]),
    ...(after === undefined ? [] : [`  + ${cut(now)}`]),
  ];
}
