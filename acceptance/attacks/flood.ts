import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '../support/service.ts';
import type { Outcome } from './attack.ts';
import { startProbe } from './probe.ts';

/**
 * The shared code for attacks on availability. An attack runs for a while alongside other clients, which must
 * not be affected.
 */

/** The paths that other clients request. Attackers use different addresses on the loopback network. */
const OTHERS = ['/healthz', '/', '/api/vendors?limit=1', '/check'] as const;
const HEALTH_P99_MS_MAX = 200;
/** The memory that the service may use after the attack, relative to when it was idle. */
const MEMORY_SHARE_MAX = 1.1;
/** The service must release memory within this time after the attack. */
const REST_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

interface Flood {
  readonly seconds: number;
  /** Attacks until the given time, and returns the result. */
  readonly attack: (until: number) => Promise<Outcome>;
}

/**
 * Runs an attack while other clients send requests. The result is "held" if the attack's own guarantee held,
 * no other client was rejected, and 99 of 100 responses from `/healthz` took at most 200 ms. Memory use must
 * also return to at most 10 % above its level before the attack. The first second of the attack is a warm-up,
 * because code that runs for the first time takes memory permanently.
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
      // If the machine delays even a bare server this much, the measurement does not reflect our service.
      p99Ms <= Math.max(HEALTH_P99_MS_MAX, bareSlowestMs) &&
      afterMb > 0 &&
      afterMb <= idleMb * MEMORY_SHARE_MAX,
    saw:
      `${own.saw}\n       /healthz p50 ${medianMs} ms, p99 ${p99Ms} ms, slowest ${slowestMs} ms (a bare server: ${bareSlowestMs} ms); ` +
      `${refused} of ${answered + refused} requests of others refused; ` +
      `memory ${idleMb} MB idle, ${peakMb} MB at most, ${afterMb} MB after`,
  };
}

/** Formats counts as text: "413: 20, 429: 3". */
export function tally(seen: ReadonlyMap<string | number, number>): string {
  return (
    [...seen].map(([what, times]) => `${what}: ${times.toLocaleString('en-US')}`).join(', ') || 'nothing'
  );
}

export function countOne<T>(seen: Map<T, number>, what: T): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
