import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { type RunningService, runCommandOf } from '../support/service.ts';
import { newestSnapshot } from '../support/snapshot-file.ts';
import { type Damage, foldLog } from './damages.ts';
import { type Answer, apply, ask, decide, seedEvents, startLoad } from './load.ts';
import type { Row } from './observe.ts';

const CLIENTS = 4;
const LOADED_MS = 1_500;
const VENDORS = 60;
const EVENTS = 100;

interface Bench {
  readonly checkout: string;
  readonly folder: string;
  readonly start: (settings: Readonly<Record<string, string>>, until?: string) => Promise<RunningService>;
}

/**
 * Sends requests to a service, backs it up, damages a database, repeats every request, and restores the
 * backup. Every response with status 200 must equal the earlier one byte for byte, except for parts that are
 * unique to each response. Any other response must be a 503 in the documented format. The backup must contain
 * every write that was acknowledged before it began.
 */
export async function observeDamage(damage: Damage, { checkout, folder, start }: Bench): Promise<Row> {
  const problems: string[] = [];
  const dataDir = path.join(folder, 'data');
  const settings = { DATA_DIR: dataDir, ...LIMITS_OFF };
  const run = statementsOn(dataDir);
  let service = await start(settings);
  const stopService = () => end(service, damage.name.includes('killed'));
  try {
    const events = await seedEvents(run, EVENTS);
    const ids = await listVendors(service.url);
    const before = await askAll(service.url, ids);
    const load = startLoad(service.url, events, CLIENTS);
    await wait(LOADED_MS);
    await load.stop();
    const backup = path.join(folder, 'backup.tar');
    const made = await runCommandOf(checkout, ['backup', '--to', backup, '--unencrypted'], settings);
    if (made.code !== 0) problems.push(`no backup: ${made.stderr}`);

    await stopService();
    if (!damage.name.includes('log')) foldLog(dataDir);
    const restart = () => start(settings, '/healthz').catch((error: unknown) => refusal(error));
    if (damage.when === 'running') service = await start(settings);
    damage.change(
      damage.database === 'ledger' ? path.join(dataDir, 'ledger.sqlite') : newestSnapshot(dataDir),
    );
    const started = damage.when === 'running' ? service : await restart();
    const refused = typeof started === 'string' ? started : undefined;
    if (typeof started !== 'string') service = started;
    const seen = refused === undefined ? await look(service, events, ids) : undefined;
    if (seen) problems.push(...judge(seen, before, damage));
    const doctor = await runCommandOf(checkout, ['doctor', '--offline', '--json'], settings);
    const pages = /cannot be read|not as/.test(doctor.stdout) ? 'found' : 'not found';
    if (damage.effect === 'noticed' && doctor.code !== 1) problems.push(`doctor exits ${doctor.code}`);
    if (refused !== undefined && (damage.effect === 'rebuilt' || !/damaged/.test(refused)))
      problems.push(`it does not start: ${refused}`);
    const stopped = service.isAlive() ? await service.stop() : undefined;
    if (stopped && stopped.code !== 0) problems.push(`SIGTERM ended it with ${stopped.code}`);
    const isWhole = damage.name.includes('log');
    const restored = isWhole ? settings : { ...settings, DATA_DIR: path.join(folder, 'restored') };
    const began = performance.now();
    if (!isWhole) {
      const back = await runCommandOf(checkout, ['restore', backup], restored);
      if (back.code !== 0) problems.push(`not restored: ${back.stderr}`);
    }
    service = await start(restored);
    const recovered = performance.now() - began;
    const { acknowledged, lost } = await load.countLost(statementsOn(restored.DATA_DIR));
    if (lost > 0) problems.push(`${lost} acknowledged writes lost`);
    return {
      state: damage.name,
      problems,
      cells: [
        ...(['read', 'write', 'page'] as const).map((name) => seen?.[name] ?? 'does not start'),
        seen?.alive ?? '–',
        seen?.ready ?? '–',
        refused ?? seen?.error ?? '',
        `${seen?.errors ?? 0}; doctor: ${doctor.code}, ${pages}`,
        `${(recovered / 1_000).toFixed(0)} s, ${isWhole ? 'by a start' : 'from the backup'}`,
        `${lost} of ${acknowledged}`,
        stopped ? `${stopped.seconds.toFixed(1)} s` : '–',
      ],
    };
  } finally {
    await end(service, true);
  }
}

interface Seen {
  readonly read: string;
  readonly write: string;
  readonly page: string;
  readonly alive: string;
  readonly ready: string;
  readonly error: string;
  readonly errors: number;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly others: readonly Answer[];
  readonly isFailing: boolean;
}

async function look(
  service: RunningService,
  events: readonly string[],
  ids: readonly string[],
): Promise<Seen> {
  const { url } = service;
  const answers = await askAll(url, ids);
  const writes = [];
  for (let round = 0; round < 6; round += 1)
    writes.push(
      round % 2 === 0
        ? await apply(url, events[round] ?? '', `r-${randomUUID()}@x.example`)
        : await decide(url),
    );
  const pages = [await ask(`${url}/events`), await ask(`${url}/vendor/${ids[0]}`), await ask(`${url}/`)];
  // `/readyz` caches its findings for a second.
  await wait(1_100);
  const ready = await ask(`${url}/readyz`);
  const alive = await ask(`${url}/healthz`);
  const errors = service.log.filter(({ level }) => Number(level) >= 50);
  const first = errors[0] as { msg?: string; reason?: string; err?: { message?: string } } | undefined;
  return {
    read: statusesOf([...answers.values()]),
    write: statusesOf(writes),
    page: statusesOf(pages),
    alive: String(alive.status),
    ready: String(ready.status),
    error: first ? `${first.msg}: ${first.reason ?? first.err?.message ?? ''}`.slice(0, 160) : 'none',
    errors: errors.length,
    answers,
    others: [...writes, ...pages],
    isFailing: ready.status === 503,
  };
}

function judge(seen: Seen, before: ReadonlyMap<string, Answer>, damage: Damage): string[] {
  const problems: string[] = [];
  const all = [...seen.answers.values(), ...seen.others];
  const bad = all.filter(({ status }) => ![200, 303, 503].includes(Number(status)));
  if (bad.length > 0) problems.push(`${statusesOf(bad)}, such as ${bad[0]?.body.slice(0, 120)}`);
  const undocumented = all.filter(
    ({ status, body, retryAfter }) =>
      status === 503 &&
      !(retryAfter === '5' && (body.includes('"code":"unavailable"') || body.startsWith('<!'))),
  );
  if (undocumented.length > 0) problems.push(`503 of another form: ${undocumented[0]?.body.slice(0, 120)}`);
  let wrong = 0;
  for (const [address, { status, body }] of seen.answers)
    if (status === 200 && comparable(body) !== comparable(before.get(address)?.body ?? '')) wrong += 1;
  if (wrong > 0) problems.push(`${wrong} answers of status 200 are not those of before`);
  const isAway = all.some(({ status }) => status === 503);
  if (damage.effect === 'noticed' && !isAway) problems.push('nothing was noticed');
  if (damage.effect === 'rebuilt' && isAway) problems.push('it was not built again');
  return problems;
}

/** Removes the receipt, times and port, which differ from response to response. */
function comparable(body: string): string {
  return body
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')
    .replace(/"receipt":"[^"]*"/, '')
    .replaceAll(
      /"(?:issued_at|decided_at|generated_at|verify_url|jti|receipt_url|receipt_number|pdf_url)":"[^"]*"/g,
      '',
    );
}

async function askAll(url: string, ids: readonly string[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const id of ids)
    for (const address of [
      `/api/vendors/${id}`,
      `/api/vendors/${id}/scorecard`,
      `/api/v1/decision?vendor_id=${id}`,
    ])
      answers.set(address, await ask(`${url}${address}`));
  for (const address of ['/api/vendors?q=taco', '/api/vendors?q=grill&limit=50', '/api/v1/coverage'])
    answers.set(address, await ask(`${url}${address}`));
  return answers;
}

async function listVendors(url: string): Promise<string[]> {
  const rows: { id: string }[] = JSON.parse((await ask(`${url}/api/vendors?limit=50`)).body);
  const more: { id: string }[] = JSON.parse((await ask(`${url}/api/vendors?q=grill&limit=50`)).body);
  return [...new Set([...rows, ...more].map(({ id }) => id))].slice(0, VENDORS);
}

function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number | string, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} ×${count}`).join(', ');
}

function statementsOn(dataDir: string) {
  return async (statement: string) => {
    const sqlite = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
    try {
      return sqlite.prepare(statement).all();
    } finally {
      sqlite.close();
    }
  };
}

function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (
    text
      .replace(/^the service ended with \d+: /, '')
      .trim()
      .split('\n')[0]
      ?.slice(0, 200) ?? ''
  );
}

async function end(service: RunningService, isKilled: boolean): Promise<void> {
  if (!service.isAlive()) return;
  const ended = once(service.child, 'close');
  service.child.kill(isKilled ? 'SIGKILL' : 'SIGTERM');
  await ended;
}
