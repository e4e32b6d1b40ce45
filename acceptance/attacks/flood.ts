import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '../support/service.ts';
import type { Outcome } from './attack.ts';
import { startProbe } from './probe.ts';

/** What attacks on availability share: they go on for a while, beside others whom they must not harm. */

/** The other clients' addresses; attackers have others of the loopback network. */
const OTHERS = ['/healthz', '/', '/api/vendors?limit=1', '/check'] as const;
const HEALTH_P99_MS_MAX = 200;
/** Of what an idle service takes. */
const MEMORY_SHARE_MAX = 1.1;
/** In which a service that is idle again gives memory back. */
const REST_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

interface Flood {
  readonly seconds: number;
  /** Attacks until the time is over, and says what was seen. */
  readonly attack: (until: number) => Promise<Outcome>;
}

/**
 * Runs an attack while others ask. Held if the attack's own guarantee did, nobody else was refused, 99 of 100 answers of
 * `/healthz` took at most 200 ms, and the memory is back to what an idle service takes, and a tenth. The first second of the
 * attack counts as warming up: code that never ran takes memory for good.
 */
export async function flood(service: RunningService, { seconds, attack }: Flood): Promise<Outcome> {
  await attack(Date.now() + 1_000);
  await wait(5_000);
  const idleMb = service.residentMb();
  let peakMb = idleMb;
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, service.residentMb());
  }, LOOK_EVERY_MS);
  const probe = await startProbe(service.url, OTHERS);
  const own = await attack(Date.now() + seconds * 1_000);
  const { answered, refused, medianMs, p99Ms, slowestMs, bareSlowestMs } = await probe.stop();
  clearInterval(looking);
  const deadline = Date.now() + REST_MS;
  while (service.residentMb() > idleMb * MEMORY_SHARE_MAX && Date.now() < deadline) await wait(LOOK_EVERY_MS);
  const afterMb = service.residentMb();
  return {
    held:
      own.held &&
      refused === 0 &&
      // A machine that keeps a bare server waiting says nothing about ours.
      p99Ms <= Math.max(HEALTH_P99_MS_MAX, bareSlowestMs) &&
      afterMb > 0 &&
      afterMb <= idleMb * MEMORY_SHARE_MAX,
    saw:
      `${own.saw}\n       /healthz p50 ${medianMs} ms, p99 ${p99Ms} ms, slowest ${slowestMs} ms (a bare server: ${bareSlowestMs} ms); ` +
      `${refused} of ${answered + refused} requests of others refused; ` +
      `memory ${idleMb} MB idle, ${peakMb} MB at most, ${afterMb} MB after`,
  };
}

/** Counts of what was seen, as words: "413: 20, 429: 3". */
export function tally(seen: ReadonlyMap<string | number, number>): string {
  return (
    [...seen].map(([what, times]) => `${what}: ${times.toLocaleString('en-US')}`).join(', ') || 'nothing'
  );
}

export function countOne<T>(seen: Map<T, number>, what: T): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
