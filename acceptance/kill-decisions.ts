import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { judgeReceipts } from './support/receipts-on-file.ts';
import { type RunningService, startServiceOf } from './support/service.ts';

/**
 * Kills the service (-9) at random moments while clients send lists of up to 200, and starts it again on the same data. Exits 1
 * unless every receipt that a client got is on file and verifies, by the service and by jose, and every list is on
 * file whole or not at all. On SQLite, and with TEST_DATABASE_URL on PostgreSQL too.
 */
/** What each client sends, told apart by the kind of event. One size that does not fill a statement, so that one list is in two of them. */
const CLIENTS = [
  { size: 200, type: 'festival' },
  { size: 200, type: 'food-truck-night' },
  { size: 130, type: 'city-event' },
] as const;
type Client = (typeof CLIENTS)[number];
/** A round lasts this long at most; the kill comes at a random moment of it. */
const ROUND_MS = 1_500;
const CHECKOUT = path.resolve(import.meta.dirname, '..');

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });

let holds = true;
for (const url of new Set([undefined, process.env.TEST_DATABASE_URL || undefined]))
  holds = (await runOn(url, Number(values.kills))) && holds;
process.exitCode = holds ? 0 : 1;

async function runOn(databaseUrl: string | undefined, kills: number): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-decisions-'));
  const place = await preparePlace(path.join(folder, 'data'), databaseUrl);
  const settings = { ...LIMITS_OFF, ...place.settings, LOG_LEVEL: 'error' };
  let service = await startServiceOf(CHECKOUT, settings);
  try {
    const numbers = await listNumbers(service.url);
    const got: string[] = [];
    let cutOff = 0;
    for (let kill = 1; kill <= kills; kill++) {
      const sending = CLIENTS.map((client) => sendUntilCutOff(service.url, client, { numbers, got }));
      await wait(Math.random() * ROUND_MS);
      await killService(service);
      cutOff += (await Promise.all(sending)).filter((each) => each).length;
      service = await startServiceOf(CHECKOUT, { ...settings, PORT: String(service.port) });
    }
    const problems = await judge(service.url, place, got);
    for (const problem of problems) console.error(`${place.name}: ${problem}`);
    console.log(
      `${place.name}: ${problems.length === 0 ? 'holds' : 'fails'}: ${kills} kills, ${cutOff} lists cut off, ${got.length} receipts received, all on file and verified twice`,
    );
    return problems.length === 0 && got.length > 0 && cutOff > 0;
  } finally {
    await killService(service);
    await place.remove();
    rmSync(folder, { recursive: true });
  }
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

/** Sends lists one after the other until the service is gone; true when the last one got no whole answer. */
async function sendUntilCutOff(
  url: string,
  { size, type }: Client,
  { numbers, got }: { readonly numbers: readonly string[]; readonly got: string[] },
): Promise<boolean> {
  const vendors = Array.from({ length: size }, (_, index) => ({
    license_number: numbers[index % numbers.length],
  }));
  const body = JSON.stringify({ vendors, event_type: type });
  for (;;)
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api/v1/decisions`, { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { data: { decision: { receipt: string } | null }[] };
      got.push(...data.flatMap(({ decision }) => decision?.receipt ?? []));
    } catch {
      return true;
    }
}

async function killService({ child }: RunningService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function judge(url: string, place: Place, got: readonly string[]): Promise<string[]> {
  const { rows, problems } = await judgeReceipts(url, place, got);
  const ledger = place.openLedger();
  const filed = await ledger.db.selectFrom('application_decisions').select('jti').execute();
  await ledger.close();
  // The demo's organizers get single decisions.
  const single = new Set(filed.map(({ jti }) => jti));
  // Receipts of one list have one time and kind of event; several lists may share both.
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
