import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf, seedAccount, signIn } from './visitor.ts';

const SIGN_INS = 200;
const PASSWORD = 'three words together';
/**
 * The time within which 99 of 100 responses of other pages must arrive. The first responses are also delayed
 * in the attacking process, because it opens many connections at once.
 */
const MOST_MS = 500;
/** Two password hashes at a time, which need 128 MiB each, plus some margin. */
const MEMORY_MB = 400;

/** Sends 200 sign-ins at once, for known and unknown addresses, while other pages are requested. */
export const attack: Attack = {
  name: 'sign-in-storm',
  guarantee: 'Many sign-ins at once starve neither answers nor memory',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ startService }: AttackContext): Promise<Outcome> {
  const service = await startService(BEHIND_PROXY);
  await seedAccount(service, 'owner@example.com', PASSWORD);
  const quiet = await watch(service, new Promise((resolve) => setTimeout(resolve, 2_000)));
  const idleMb = service.residentMb();
  const storm = Promise.all(
    Array.from({ length: SIGN_INS }, async (_, number) => {
      const email = number % 2 === 0 ? 'owner@example.com' : `nobody${number}@example.com`;
      const { status } = await signIn(service, email, PASSWORD, { client: clientOf(number) });
      return status;
    }),
  );
  const busy = await watch(service, storm);
  const statuses = await storm;
  const done = [...new Set(statuses)].map(
    (each) => `${statuses.filter((one) => one === each).length} × ${each}`,
  );
  return {
    held:
      service.isAlive() && busy.mostMs <= MOST_MS && busy.peakMb <= idleMb + MEMORY_MB && busy.failed === 0,
    saw:
      `${SIGN_INS} sign-ins at once (${done.join(', ')}) took ${busy.seconds.toFixed(1)} s; /healthz and /api/vendors ` +
      `meanwhile: median ${busy.medianMs} ms, 99 of 100 within ${busy.mostMs} ms, slowest ${busy.slowestMs} ms (before: ${quiet.medianMs} and ${quiet.slowestMs} ms), ` +
      `${busy.failed} failed; memory ${idleMb} MB idle, at most ${busy.peakMb} MB`,
  };
}

/** Requests two public pages in turn until the given promise resolves. */
async function watch(service: RunningService, over: Promise<unknown>) {
  const state = { going: true };
  void over.finally(() => {
    state.going = false;
  });
  const took: number[] = [];
  let failed = 0;
  let peakMb = 0;
  const began = performance.now();
  for (let number = 0; state.going; number += 1) {
    const started = performance.now();
    const answer = await fetch(`${service.url}${number % 2 === 0 ? '/healthz' : '/api/vendors?q=taco'}`, {
      headers: { 'x-forwarded-for': clientOf(5_000 + number) },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) failed += 1;
    took.push(performance.now() - started);
    peakMb = Math.max(peakMb, service.residentMb());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => Math.round(took[Math.floor((took.length - 1) * part)] ?? 0);
  const seconds = (performance.now() - began) / 1_000;
  return { medianMs: at(0.5), mostMs: at(0.99), slowestMs: at(1), failed, peakMb, seconds };
}
