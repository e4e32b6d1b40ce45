import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { keyFilePath } from '../src/decisions/receipts/service.ts';
import { copyLedger } from '../src/ops/ledger-file/copy-ledger.ts';
import type { LedgerDb, OpenLedger } from '../src/platform/db/database.ts';
import { fillLedger, readRows } from '../test/support/fill-ledger.ts';
import { preparePlace } from '../test/support/place.ts';

/**
 * Fills every table of a SQLite ledger, copies the ledger to PostgreSQL, and copies that ledger to a new
 * SQLite ledger. All three must have the same rows in every table, receipts must verify after each copy, and
 * memory use must not grow with the number of rows. Exits with 1 otherwise.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const ROWS = Number(values.rows);
const MEMORY_MB_MAX = 600;
const url = process.env.TEST_DATABASE_URL;
assert.ok(url, 'TEST_DATABASE_URL must name a PostgreSQL database');

const folder = mkdtempSync(path.join(tmpdir(), 'copy-ledger-'));
const dataDir = path.join(folder, 'first');
const places = [
  await preparePlace(dataDir, undefined),
  await preparePlace(dataDir, url),
  await preparePlace(path.join(folder, 'last'), undefined),
];
const ledgers = places.map((place) => place.openLedger());
try {
  const [first, middle, last] = ledgers;
  assert.ok(first && middle && last);
  const tables = await timed(`filled with ${ROWS} rows of every table`, () =>
    fillLedger(first, ROWS, dataDir),
  );
  await copy(first, middle, 'SQLite → PostgreSQL');
  await copy(middle, last, 'PostgreSQL → SQLite');
  const copies: readonly LedgerDb[] = [middle.db, last.db];
  for (const table of tables.filter((name) => name !== 'snapshot_parts')) {
    const rows = await readRows(first.db, table);
    assert.equal(rows.length, table === 'published_state' ? 1 : ROWS, table);
    for (const db of copies) assert.deepEqual(await readRows(db, table), rows, table);
  }
  await changed(last.db);
  await assert.rejects(copyLedger({ from: first, to: last, keysFile: keys() }), /rows already/);
  console.log(`${tables.length} tables with ${ROWS} rows each are the same after both ways.`);
} finally {
  for (const ledger of ledgers) await ledger.close();
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

async function copy(from: OpenLedger, to: OpenLedger, way: string): Promise<void> {
  let peak = 0;
  const onTable = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const copied = await timed(way, () => copyLedger({ from, to, keysFile: keys(), onTable }));
  assert.equal(copied.receiptsVerified, Math.min(10, ROWS));
  assert.ok(peak < MEMORY_MB_MAX * 2 ** 20, `${way} took ${Math.round(peak / 2 ** 20)} MB`);
}

function keys(): string {
  return keyFilePath({ named: undefined, dataDir });
}

/** Deletes all emails except one. A target ledger with even one row is not empty. */
async function changed(db: LedgerDb): Promise<void> {
  await sql`delete from mails where id <> (select min(id) from mails)`.execute(db);
}

async function timed<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20);
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${memory} MB`);
  return value;
}
