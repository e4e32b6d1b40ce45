import { setTimeout as wait } from 'node:timers/promises';
import type { Told } from './expected.ts';

/** The query that a reader repeats. The reader uses the processes in turn. */
interface ReaderPlan {
  readonly limit: number;
  readonly waitSeconds: number;
  readonly licenseNumbers?: readonly string[];
}

export interface Reader {
  readonly plan: ReaderPlan;
  readonly told: readonly Told[];
  /** Returns the number of requests that did not get a complete response. */
  readonly cutOff: () => number;
  /** Reads to the end of the feed, and then stops. */
  finish(): Promise<void>;
}

/** Follows the feed from its beginning, even while the processes that serve it are killed. */
export function startReader(addresses: () => readonly string[], plan: ReaderPlan): Reader {
  const told: Told[] = [];
  let cutOff = 0;
  let isLast = false;
  const query = new URLSearchParams({ limit: String(plan.limit) });
  if (plan.licenseNumbers) query.set('license_numbers', plan.licenseNumbers.join());
  const read = async (address: string, waitSeconds: number): Promise<boolean> => {
    query.set('wait', String(waitSeconds));
    const answer = await fetch(`${address}/api/v1/changes?${query}`);
    const body = (await answer.json()) as {
      data: Told[] | null;
      meta: { next: string; more: boolean };
      error: { code: string; message: string } | null;
    };
    if (answer.status === 503) return true;
    if (!body.data) throw new WrongAnswer(`${answer.status}: ${body.error?.message}`);
    told.push(...body.data);
    query.set('after', body.meta.next);
    return body.meta.more;
  };
  const follow = async (): Promise<void> => {
    for (let asked = 0; ; asked++) {
      const ends = isLast;
      const all = addresses();
      const address = all[asked % all.length] ?? '';
      try {
        const more = await read(address, ends ? 0 : plan.waitSeconds);
        if (ends && !more) return;
      } catch (error) {
        if (error instanceof WrongAnswer) throw error;
        cutOff += 1;
        await wait(50);
      }
    }
  };
  const following = follow();
  return {
    plan,
    told,
    cutOff: () => cutOff,
    finish: () => {
      isLast = true;
      return following;
    },
  };
}

class WrongAnswer extends Error {}
