import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openHeadFile } from '../src/decisions/log/head-file-service.ts';
import { createSequencer } from '../src/decisions/log/sequence-service.ts';
import { openLog } from '../src/decisions/log/service.ts';
import { createReceiptService, openReceiptKeys } from '../src/decisions/receipts/service.ts';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { listLoggedPublications } from '../src/intake/log/runs-service.ts';
import { createRandom, drawInt } from '../src/lib/random.ts';
import { openLedger } from '../src/platform/db/open.ts';
import { createRecordProofs } from '../src/records/snapshot/record-proof-service.ts';
import { runCli } from '../test/support/cli.ts';
import { sampleClaims } from '../test/support/receipt-samples.ts';
import { percentile, round } from './report.ts';
import { AS_OF } from './service.ts';

/**
 * Measures a log of a million receipts: the cost of adding a receipt, the cost of proving one, and the size
 * on disk.
 */

const VENDORS = 1_000;
const SINGLE = 200;
const PROOFS = 2_000;
const SEED = 20_260_115;

/** Returns the lines of a Markdown table. */
export async function measureSize(folder: string, entries: number): Promise<string[]> {
  const files = path.join(folder, 'files');
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await writeDemoFiles({ directory: files, today: AS_OF, vendorCount: VENDORS });
  await runCli(['import', '--from', files, '--as-of', AS_OF], { DATA_DIR: dataDir });
  const ledger = openLedger({ dataDir, databaseUrl: undefined });
  const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
  const receipts = createReceiptService(ledger, keys, 'https://vendors.example');
  const sequencer = createSequencer({
    ledger,
    keys,
    origin: 'vendors.example/log',
    listPublications: (afterRun) => listLoggedPublications(ledger.db, afterRun),
    records: createRecordProofs(ledger.published),
    head: openHeadFile(dataDir),
    now: () => new Date(),
    onNewLog: () => {},
  });
  await sequencer.run();
  await ledger.published.renew();
  const vendors = await ledger.published.db.selectFrom('vendors').select(['id', 'sha256']).execute();
  const claimsOf = (at: number) => {
    const { typ: _, iss: __, jti: ___, iat: ____, ...claims } = sampleClaims(at);
    const vendor = vendors[at % vendors.length];
    return { ...claims, vendor_id: vendor?.id ?? '', record_sha256: vendor?.sha256 ?? '' };
  };
  // Each vendor has one properly signed receipt; the others are copies of these rows with different numbers.
  await receipts.issueAll(
    vendors.map((_, at) => claimsOf(at)),
    new Date(),
  );
  const file = path.join(dataDir, 'ledger.sqlite');
  console.error(`… ${entries} receipts`);
  copyRows(file, entries);
  const before = await sizeOf(file);

  console.error('… adding them to the log');
  const began = performance.now();
  const busy = process.cpuUsage();
  const added = await sequencer.run();
  const appendMs = (performance.now() - began) / added;
  const appendBusyMs = busyMs(busy) / added;
  const after = await sizeOf(file);

  console.error('… one at a time');
  const singles: Timed = { times: [], busyMs: 0 };
  for (let at = 0; at < SINGLE; at += 1) {
    await receipts.issue(claimsOf(at), new Date());
    await addTo(singles, () => sequencer.run());
  }
  console.error('… proving');
  const cold = await timeProofs(ledger, file, 1);
  const warm = await timeProofs(ledger, file, PROOFS);
  const tiles = readTiles(file);
  await ledger.close();
  return [
    `entries | ${added}`,
    `adding, all at once, an entry: time, processor time | ${round(appendMs)} ms, ${round(appendBusyMs)} ms`,
    `adding one receipt at a time, flushed to the disk each time: p50, p99, processor time | ${describe(singles)}`,
    `proving a receipt and its record, tiles in memory: p50, p99, processor time | ${describe(warm)}`,
    `proving after a start, no tile in memory: p50, p99, processor time | ${describe(cold)}`,
    `ledger file, before and after, a receipt | ${round(before / entries)} and ${round(after / entries)} bytes: ${round((after - before) / entries)} more`,
    ...tiles,
  ];
}

/** Copies receipt rows under random numbers. Real receipt numbers are random too, but increase over time. */
function copyRows(file: string, count: number): void {
  const database = new DatabaseSync(file);
  const columns = [
    'vendor_id',
    'event_type',
    'verdict',
    'issued_at',
    'record_sha256',
    'key_id',
    'claims',
    'signatures',
  ].join(', ');
  database.exec(`create temp table model as select row_number() over (order by jti) as n, ${columns} from receipts;
    create index temp.model_n on model (n)`);
  const models = Number(database.prepare('select count(*) as n from temp.model').get()?.n);
  database
    .prepare(
      `with recursive each(at) as (select 0 union all select at + 1 from each where at + 1 < ?)
       insert into receipts (jti, receipt_sha256, number, ${columns})
       select printf('7fffffff-0000-7000-8000-%012x', at), lower(hex(randomblob(32))), printf('ZZ%014d', at), ${columns}
       from each join temp.model on n = at % ? + 1`,
    )
    .run(count - models, models);
  database.close();
}

async function sizeOf(file: string): Promise<number> {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return (await stat(file)).size;
}

/** Proves random receipts with a reader that caches tiles for the given number of proofs. */
async function timeProofs(
  ledger: ReturnType<typeof openLedger>,
  file: string,
  proofsEach: number,
): Promise<Timed> {
  const database = new DatabaseSync(file, { readOnly: true });
  const size = Number(database.prepare('select max(log_index) as last from receipts').get()?.last);
  // Rows are drawn by row number, because an index that only the benchmark needs would change the file.
  const find = database.prepare(
    'select jti, receipt_sha256, vendor_id, record_sha256 from receipts where rowid = ?',
  );
  const random = createRandom(SEED, 0);
  const timed: Timed = { times: [], busyMs: 0 };
  let log = openLog(ledger.db);
  for (let at = 0; at < PROOFS; at += 1) {
    if (at % proofsEach === 0) log = openLog(ledger.db);
    const row = find.get(1 + drawInt(random, size));
    const receipt = {
      jti: String(row?.jti),
      sha256: String(row?.receipt_sha256),
      vendorId: String(row?.vendor_id),
      recordSha256: String(row?.record_sha256),
    };
    const reader = log;
    const proven = await addTo(timed, () => reader.prove(receipt));
    if (!proven?.proof.includes('\nextra ')) throw new Error('a receipt was not proven with its record');
  }
  database.close();
  return timed;
}

function readTiles(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare('select level, count(*) as tiles, sum(length(bytes)) as bytes from log_tiles group by level')
    .all();
  const [proofs] = database
    .prepare('select count(*) as rows, sum(length(path)) as bytes from log_records')
    .all();
  database.close();
  const all = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  return [
    `tiles by level | ${rows.map(({ level, tiles, bytes }) => `${level}: ${tiles} (${round(Number(bytes) / 1e6)} MB)`).join(', ')}`,
    `tiles, together | ${round(all / 1e6)} MB`,
    `paths of records | ${proofs?.rows} (${round(Number(proofs?.bytes) / 1e3)} kB)`,
  ];
}

interface Timed {
  readonly times: number[];
  /** The total processor time. */
  busyMs: number;
}

async function addTo<Value>(timed: Timed, work: () => Promise<Value>): Promise<Value> {
  const busy = process.cpuUsage();
  const began = performance.now();
  const value = await work();
  timed.times.push(performance.now() - began);
  timed.busyMs += busyMs(busy);
  return value;
}

function busyMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function describe({ times, busyMs: busy }: Timed): string {
  const sorted = Float64Array.from(times).sort();
  return `${round(percentile(sorted, 0.5))} ms, ${round(percentile(sorted, 0.99))} ms, ${round(busy / times.length)} ms`;
}
