import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { Place } from '../../test/support/place.ts';
import { nextEventDay } from '../support/next-event-day.ts';
import { judgeReceipts } from '../support/receipts-on-file.ts';
import { startServices } from './processes.ts';
import type { KillRun, Outcome, Scenario } from './scenario.ts';

/**
 * Kills the service while clients send lists of up to 200 lines. Both the service and jose verify the
 * receipts.
 */
export const decisions: Scenario = {
  shows:
    'every receipt of a list that a client got is on file and verifies, and every list is on file whole or not at all',
  kills: 20,
  run,
};

/**
 * The lists that each client sends, distinguished by event type. One of the sizes is not a multiple of the
 * statement size, so one list is split between two statements.
 */
const CLIENTS = [
  { size: 200, type: 'festival' },
  { size: 200, type: 'food-truck-night' },
  { size: 130, type: 'city-event' },
] as const;
type Client = (typeof CLIENTS)[number];
/**
 * The process is killed at a random moment within this time, or within the time that two lists take if that
 * is longer.
 */
const ROUND_MS = 1_500;

async function run({ place, kills, random, atEnd }: KillRun): Promise<Outcome> {
  const services = await startServices({ ...LIMITS_OFF, ...place.settings, LOG_LEVEL: 'error' }, 1);
  atEnd(services.kill);
  const [url = ''] = services.urls();
  const numbers = await listNumbers(url);
  const got: string[] = [];
  const began = performance.now();
  await send(url, CLIENTS[0], { numbers, got });
  const roundMs = Math.max(ROUND_MS, 2 * (performance.now() - began));
  let cutOff = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const sending = CLIENTS.map((client) => sendUntilCutOff(url, client, { numbers, got }));
    await wait(random() * roundMs);
    await services.restart(0);
    cutOff += (await Promise.all(sending)).filter((each) => each).length;
  }
  return {
    problems: await judge(url, place, got),
    isEnough: got.length > 0 && cutOff > 0,
    summary: `${kills} kills, ${cutOff} lists cut off, ${got.length} receipts received, all on file and verified twice`,
  };
}

async function listNumbers(url: string): Promise<string[]> {
  const found = await Promise.all(
    [0, 100].map(async (offset) => {
      const answer = await fetch(`${url}/api/vendors?limit=100&offset=${offset}`);
      return (await answer.json()) as { license: { number: string } }[];
    }),
  );
  return found.flat().map(({ license }) => license.number);
}

interface Sending {
  readonly numbers: readonly string[];
  readonly got: string[];
}

/**
 * Sends lists one after another until the service is gone. Returns true if the last list did not get a
 * complete response.
 */
async function sendUntilCutOff(url: string, client: Client, sending: Sending): Promise<boolean> {
  for (;;)
    try {
      await send(url, client, sending);
    } catch {
      return true;
    }
}

async function send(url: string, { size, type }: Client, { numbers, got }: Sending): Promise<void> {
  const vendors = Array.from({ length: size }, (_, index) => ({
    license_number: numbers[index % numbers.length],
  }));
  const answer = await fetch(`${url}/api/v1/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendors, event_type: type, event_date: nextEventDay() }),
  });
  const { data } = (await answer.json()) as { data: { decision: { receipt: string } | null }[] };
  got.push(...data.flatMap(({ decision }) => decision?.receipt ?? []));
}

async function judge(url: string, place: Place, got: readonly string[]): Promise<string[]> {
  const { rows, problems } = await judgeReceipts(url, place, got);
  const ledger = place.openLedger();
  const filed = await ledger.db.selectFrom('application_decisions').select('jti').execute();
  await ledger.close();
  // Only the demo organizers request single decisions.
  const single = new Set(filed.map(({ jti }) => jti));
  // All receipts for a list have the same time and event type, but several lists may have both in common.
  const lists = Map.groupBy(
    rows.filter(({ jti }) => !single.has(jti)),
    ({ issued_at, event_type }) => `${issued_at} ${event_type}`,
  );
  for (const [list, each] of lists) {
    const size = CLIENTS.find(({ type }) => list.endsWith(` ${type}`))?.size ?? 1;
    if (each.length % size !== 0)
      problems.push(`${each.length} receipts are on file of ${list}: a part of a list`);
  }
  return problems;
}
