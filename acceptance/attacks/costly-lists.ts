import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { VendorLine } from '../../src/matching/match-line.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import { hostileLists } from '../matching/hostile-lists.ts';
import type { RunningService } from '../support/service.ts';
import { newestSnapshot } from '../support/snapshot-file.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';

/**
 * Checks several lists of 500 lines one after another, each as expensive as possible in its own way, and a
 * table of the maximum size. The guarantee is that the thread that serves all clients can always handle other
 * requests, no matter how expensive a list is.
 */
export const attack: Attack = {
  name: 'costly-lists',
  guarantee: 'No list of 500 lines, whatever is in it, holds everybody else up for 100 ms of processor time',
  engines: ['sqlite'],
  run,
};

const HELD_MS_MAX = 100;
const COLUMNS = 20;
const CHARACTERS = 245_000;
const MONTH_MS = 30 * 86_400_000;

interface Seen {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly heldMs: number;
}

async function run({ startService, folder, seed }: AttackContext): Promise<Outcome> {
  const file = path.join(folder, 'holds');
  const unlimited = { RATE_LIMIT_LIST_LINES: '0', RATE_LIMIT_LIST_LINES_DAY: '0', RATE_LIMIT_APPLY: '0' };
  // The first start creates demo records; the second is measured from its first request.
  await (await startService()).stop();
  const service = await startService({
    ...unlimited,
    LOOP_HOLDS_FILE: file,
    NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/loop-holds.ts')}`,
  });
  const vendors = listVendors(service);
  const seen: Seen[] = [];
  for (const [what, lines] of hostileLists(vendors, seed))
    seen.push(await check(service, file, what, toTable(lines)));
  seen.push(await check(service, file, 'twenty columns', wideTable(vendors.map(({ name }) => name))));
  const worst = Math.max(...seen.map(({ heldMs }) => heldMs));
  const lines = seen.map(
    ({ what, status, ms, heldMs }) =>
      `${what}: ${status} after ${(ms / 1_000).toFixed(1)} s, longest hold ${heldMs.toFixed(0)} ms`,
  );
  return {
    held: seen.every(({ status }) => status === 200) && worst <= HELD_MS_MAX,
    saw: lines.join('\n       '),
  };
}

/** Submits a list and reads the entire results page. */
async function check({ url }: RunningService, file: string, what: string, lines: string): Promise<Seen> {
  const body = new FormData();
  body.set('lines', lines);
  body.set('event_type', 'festival');
  body.set('event_date', new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10));
  const from = Date.now();
  const began = performance.now();
  const answer = await fetch(`${url}/check/list`, { method: 'POST', body });
  await answer.arrayBuffer();
  const ms = performance.now() - began;
  return { what, status: answer.status, ms, heldMs: await longestHold(file, from) };
}

async function longestHold(file: string, from: number): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const holds = text.split('\n').map((line) => line.split(' ').map(Number));
  return Math.max(0, ...holds.map(([at = 0, ms = 0]) => (at >= from ? ms : 0)));
}

function toTable(lines: readonly VendorLine[]): string {
  const rows = lines.map(({ name, licenseNumber = '' }) => `${name}\t${licenseNumber}`);
  return ['Name\tLicense number', ...rows].join('\n');
}

/** Returns a table with the maximum number of characters and columns. */
function wideTable(names: readonly string[]): string {
  const rows = Array.from({ length: 500 }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => names[(row * COLUMNS + column) % names.length]).join('\t'),
  );
  const titles = ['Name', ...Array.from({ length: COLUMNS - 1 }, (_, index) => `Other ${index}`)].join('\t');
  return [titles, ...rows].join('\n').slice(0, CHARACTERS);
}

/** Lists the demo's vendors. */
function listVendors({ dataDir }: RunningService): Matchable[] {
  const database = new DatabaseSync(newestSnapshot(dataDir), { readOnly: true });
  try {
    const rows = database
      .prepare(
        `select id, license_type, digits, identity ->> 'name' as name, identity ->> '$.location.city' as city
         from vendors join records using (position) order by id`,
      )
      .all();
    return rows.map(({ id, name, license_type, digits, city }) => ({
      id: String(id),
      name: String(name),
      formerName: null,
      city: String(city),
      licenseType: String(license_type),
      digits: String(digits),
    }));
  } finally {
    database.close();
  }
}
