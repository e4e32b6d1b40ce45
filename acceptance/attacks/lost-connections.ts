import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from '../outages/cluster.ts';
import { ask, seedEvents, startLoad, tally } from '../outages/load.ts';
import { makeReachable } from '../outages/places.ts';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';

const ROUNDS = 12;
const CLIENTS = 16;
const EVENTS = 400;
const LOAD_MS = 1_500;
const RECOVERS_WITHIN_MS = 20_000;
const LIMITS_OFF = { RATE_LIMIT_APPLY: '0', RATE_LIMIT_APPLY_DAY: '0', RATE_LIMIT_DECISION: '0' };

type Blow = 'terminate' | 'fast restart' | 'immediate restart';

/** Closes the connections to PostgreSQL while clients write, in twelve rounds of each kind. */
export const attack: Attack = {
  name: 'lost-connections',
  guarantee: 'Losing PostgreSQL connections during writes ends no process and loses no acknowledged write',
  engines: ['postgres'],
  async run(context) {
    const folder = path.join(context.folder, 'postgres');
    await mkdir(folder);
    await makeReachable(context.folder);
    const cluster = await startCluster(folder);
    try {
      return await strikeAll(context, cluster);
    } finally {
      await cluster.remove();
    }
  },
};

async function strikeAll(context: AttackContext, cluster: Cluster): Promise<Outcome> {
  const saw: string[] = [];
  let held = true;
  for (const blow of ['terminate', 'fast restart', 'immediate restart'] as const) {
    let crashes = 0;
    let lost = 0;
    let acknowledged = 0;
    const statuses = new Map<number | string, number>();
    let service: RunningService | undefined;
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (!service?.isAlive())
        service = await context.startService({ DATABASE_URL: cluster.url, ...LIMITS_OFF });
      const events = await seedEvents(cluster.run, EVENTS);
      const load = startLoad(service.url, events, CLIENTS);
      await wait(LOAD_MS * (0.5 + Math.random() / 2));
      await strike(cluster, blow);
      await wait(LOAD_MS);
      await load.stop();
      const recovered = service.isAlive() && (await recovers(service.url));
      if (!recovered) crashes += 1;
      const counted = await load.countLost(cluster.run);
      lost += counted.lost;
      acknowledged += counted.acknowledged;
      for (const [status, times] of load.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
    }
    await service?.stop();
    held &&= crashes === 0 && lost === 0 && !statuses.has(500);
    saw.push(
      `${blow}: ${crashes} of ${ROUNDS} rounds ended the process; ${lost} of ${acknowledged} acknowledged writes lost; ` +
        `answers ${tally(statuses)}`,
    );
  }
  return { held, saw: saw.join('\n       ') };
}

async function strike(cluster: Cluster, blow: Blow): Promise<void> {
  if (blow === 'terminate')
    await cluster.run(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    );
  else await cluster.restart(blow === 'fast restart' ? 'fast' : 'immediate');
}

async function recovers(url: string): Promise<boolean> {
  const deadline = performance.now() + RECOVERS_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await ask(`${url}/readyz`)).status === 200) return true;
    await wait(100);
  }
  return false;
}
