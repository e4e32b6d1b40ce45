import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';

/** Sends requests that cost far more to read than to send, one after the other, without an account. */
export const attack: Attack = {
  name: 'costly-requests',
  guarantee:
    'No request of a stranger, whatever is in it, holds everybody else up for 200 ms of processor time',
  engines: ['sqlite'],
  run,
};

const HELD_MS_MAX = 200;

interface Costly {
  readonly what: string;
  readonly url: string;
  readonly request?: RequestInit;
}

async function run({ startService, folder }: AttackContext): Promise<Outcome> {
  const file = path.join(folder, 'holds');
  // The first start makes demo records; the second is measured from its first request on.
  await (await startService()).stop();
  const service = await startService({
    ...{ RATE_LIMIT_LIST_LINES: '0', RATE_LIMIT_LIST_LINES_DAY: '0', RATE_LIMIT_APPLY: '0' },
    LOOP_HOLDS_FILE: file,
    NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/loop-holds.ts')}`,
  });
  const lines: string[] = [];
  let worst = 0;
  for (const { what, url, request } of await listRequests(service)) {
    const from = Date.now();
    const answer = await fetch(`${service.url}${url}`, { redirect: 'manual', ...request });
    await answer.arrayBuffer();
    const heldMs = await longestHold(file, from);
    worst = Math.max(worst, heldMs);
    lines.push(`${what}: ${answer.status}, longest hold ${heldMs.toFixed(0)} ms`);
  }
  return { held: worst <= HELD_MS_MAX, saw: lines.join('\n       ') };
}

async function listRequests({ url }: RunningService): Promise<Costly[]> {
  const events = await fetch(`${url}/api/v1/public/events`).then((answer) => answer.json());
  // An event of the demo, which takes applications.
  const { id } = (events as { data: [{ id: string }] }).data[0];
  const applications = `/events/${id}/applications`;
  return [
    { what: 'a page before', url: '/check/list' },
    {
      what: 'fifteen thousand forwarded addresses',
      url: '/healthz',
      request: { headers: { 'x-forwarded-for': ','.repeat(15_000) } },
    },
    // Two bytes for each of 120,000 marks, which percent-encoding would make six.
    {
      what: 'a name of 120,000 accents',
      url: applications,
      request: form(`business_name=a${accents(120_000)}`),
    },
    { what: 'a menu of 120,000 accents', url: applications, request: form(`q_menu=a${accents(120_000)}`) },
  ];
}

/** Of two classes in turn, so that each has to be moved past all before. */
function accents(count: number): string {
  return '\u0301\u0316'.repeat(count / 2);
}

function form(body: string): RequestInit {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', headers, body: Buffer.from(body) };
}

async function longestHold(file: string, from: number): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const holds = text.split('\n').map((line) => line.split(' ').map(Number));
  return Math.max(0, ...holds.map(([at = 0, ms = 0]) => (at >= from ? ms : 0)));
}
