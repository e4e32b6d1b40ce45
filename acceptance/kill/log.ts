import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type LogKey, parseLogKey } from '../../client/src/log.ts';
import { verifyLoggedReceipt } from '../../client/src/logged-receipts.ts';
import { readHead } from '../../client/src/witness.ts';
import { receiptEntry } from '../../src/decisions/log/entries.ts';
import { openHeadFile } from '../../src/decisions/log/head-file-service.ts';
import { createSequencer } from '../../src/decisions/log/sequence-service.ts';
import { openLog, type TransparencyLog } from '../../src/decisions/log/service.ts';
import { toJwks } from '../../src/decisions/receipts/keys.ts';
import { openReceiptKeys } from '../../src/decisions/receipts/service.ts';
import { listLoggedPublications } from '../../src/intake/log/runs-service.ts';
import { jurisdictionDay } from '../../src/lib/time/dates.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { splitEntries } from '../../src/proof/tiles.ts';
import { hashLeaf, holdTree, readRoot } from '../../src/proof/tree.ts';
import { createRecordProofs } from '../../src/records/snapshot/record-proof-service.ts';
import { runImport } from './imports/run.ts';
import { killProcess } from './processes.ts';
import { count, type KillRun, listCounts, type Outcome, type Scenario } from './scenario.ts';
import { prepareWorlds } from './worlds.ts';

/**
 * Kills processes that write to the public log. Two processes issue receipts, publish records and add to the
 * log at the same time, without a pause. One of them is repeatedly killed at a random moment. A follower
 * reads the checkpoint every few milliseconds, as a witness would.
 */
export const log: Scenario = {
  shows:
    'every receipt that a client got is in the public log once, and no two checkpoints of a size have different roots, while processes that issue, publish and add are killed',
  kills: 100,
  run,
};

const CHILD = path.join(import.meta.dirname, 'log/work.ts');
const VENDORS = 100;
const ROUND_MS = 1_200;
const FOLLOW_MS = 15;
/** One in this many receipts is verified with a proof. */
const PROVEN_EACH = 50;

interface Worker {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** The lines that the processes printed. */
interface Heard {
  readonly receipts: string[];
  readonly newLogs: string[];
  readonly errors: Map<string, number>;
}

async function run(killRun: KillRun): Promise<Outcome> {
  const { place, dataDir, kills, random, atEnd } = killRun;
  const day = jurisdictionDay(new Date());
  const worlds = await prepareWorlds(killRun, { day, seeds: [1], daysAgo: [0], vendorCount: VENDORS });
  await runImport(worlds.request(0));
  const ledger = place.openLedger();
  atEnd(() => ledger.close());
  await migrateLedger(ledger);
  const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
  const heard: Heard = { receipts: [], newLogs: [], errors: new Map() };
  let started = 0;
  const start = () =>
    startWorker(
      {
        dataDir,
        databaseUrl: place.settings.DATABASE_URL,
        seed: started++ * 1_000 + Math.floor(random() * 1_000),
        day,
      },
      heard,
    );
  const workers = [await start(), await start()];
  atEnd(async () => {
    for (const { child } of workers) await killProcess(child);
  });
  const following = follow(openLog(ledger.db));
  const killedWhile = new Map<string, number>();
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(random() * ROUND_MS);
    const which = kill % workers.length;
    const killed = workers[which];
    if (!killed || killed.child.exitCode !== null) throw new Error('a process ended by itself');
    await killProcess(killed.child);
    // Waits for the lines that the process wrote before it ended.
    await killed.ended;
    count(killedWhile, (await hasUnlogged(ledger.db)) ? 'receipts waited' : 'all was logged');
    workers[which] = await start();
  }
  for (const { child, ended } of workers) {
    await killProcess(child);
    await ended;
  }
  const seen = await following.stop();
  return judge(killRun, { ledger, keys, heard, seen, killedWhile });
}

async function startWorker(place: object, heard: Heard): Promise<Worker> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(place)], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      const [what = '', ...rest] = line.split(' ');
      if (what === 'ready') resolve();
      // The last line of a killed process may be incomplete.
      else if (what === 'receipt' && isWhole(rest[0] ?? '')) heard.receipts.push(rest[0] ?? '');
      else if (what === 'new-log') heard.newLogs.push(line);
      else if (what === 'error') count(heard.errors, rest.join(' '));
    });
    child.once('close', () => reject(new Error('a process ended before it was ready')));
  });
  ready.catch(() => {});
  const ended = once(lines, 'close');
  await ready;
  return { child, ended };
}

function isWhole(receipt: string): boolean {
  try {
    return JSON.parse(Buffer.from(receipt, 'base64url').toString()).signatures.length === 2;
  } catch {
    return false;
  }
}

/** Reads the checkpoint again and again, and collects every version of it. */
function follow(publicLog: TransparencyLog): { stop(): Promise<ReadonlySet<string>> } {
  const seen = new Set<string>();
  let isStopped = false;
  const following = (async () => {
    while (!isStopped) {
      const note = await publicLog.findCheckpoint().catch(() => undefined);
      if (note) seen.add(note);
      await wait(FOLLOW_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await following;
      return seen;
    },
  };
}

type Ledger = ReturnType<KillRun['place']['openLedger']>;

async function hasUnlogged(ledgerDb: Ledger['db']): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('receipts')
    .select('jti')
    .where('log_index', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Ran {
  readonly ledger: Ledger;
  readonly keys: Awaited<ReturnType<typeof openReceiptKeys>>;
  readonly heard: Heard;
  readonly seen: ReadonlySet<string>;
  readonly killedWhile: ReadonlyMap<string, number>;
}

async function judge({ dataDir, kills }: KillRun, ran: Ran): Promise<Outcome> {
  const { ledger, keys, heard, seen, killedWhile } = ran;
  const sequencer = createSequencer({
    ledger,
    keys,
    origin: 'vendors.example/log',
    listPublications: (afterRun) => listLoggedPublications(ledger.db, afterRun),
    records: createRecordProofs(ledger.published),
    head: openHeadFile(dataDir),
    now: () => new Date(),
    onNewLog: (_before, origin) => heard.newLogs.push(origin),
  });
  await sequencer.run();
  const publicLog = openLog(ledger.db);
  const jwks = toJwks(keys.current().ring);
  const logKeys = (await Promise.all(jwks.log_keys.map(parseLogKey))).filter((key) => key !== undefined);
  const newest = await readHead((await publicLog.findCheckpoint()) ?? '', logKeys);
  const entries = await readEntries(publicLog, newest?.size ?? 0);
  const problems = heard.newLogs.map((each) => `a second log was begun: ${each}`);

  const counts = new Map<string, number>();
  for (const entry of entries) count(counts, entry);
  for (const receipt of heard.receipts) {
    const times = counts.get(Buffer.from(receiptEntry(hash('sha256', receipt))).toString('hex')) ?? 0;
    if (times !== 1) problems.push(`a receipt that a client got is in the log ${times} times: ${receipt}`);
  }
  const publications = entries.filter((entry) => entry.startsWith(Buffer.from('{').toString('hex')));
  if (new Set(publications).size !== publications.length) problems.push('a publication is in the log twice');

  const kept = await ledger.db.selectFrom('log_checkpoints').select('note').execute();
  const notes = new Set([...seen, ...kept.map(({ note }) => note)]);
  problems.push(...(await judgeCheckpoints(notes, entries, logKeys)));

  let proven = 0;
  for (const receipt of heard.receipts.filter((_, at) => at % PROVEN_EACH === 0)) {
    const claims = JSON.parse(
      Buffer.from(JSON.parse(Buffer.from(receipt, 'base64url').toString()).payload, 'base64url').toString(),
    );
    const logged = await publicLog.prove({
      jti: claims.jti,
      sha256: hash('sha256', receipt),
      vendorId: claims.vendor_id,
      recordSha256: claims.record_sha256,
    });
    const found = await verifyLoggedReceipt(receipt, logged?.proof ?? '', jwks);
    if (found.result !== 'valid') problems.push(`a receipt is ${found.result}: ${found.reason}`);
    else if (found.publication) proven += 1;
  }
  return {
    problems,
    isEnough: heard.receipts.length > kills && publications.length > 1 && proven > 0,
    summary: `${kills} kills (${listCounts(killedWhile)}), ${heard.receipts.length} receipts answered and logged, ${publications.length} publications, ${entries.length} entries, ${notes.size} checkpoints of which a follower saw ${seen.size}, ${proven} records proven; answers that failed: ${listCounts(heard.errors)}`,
  };
}

/** Returns every entry in hexadecimal, in the order of the log. */
async function readEntries(publicLog: TransparencyLog, size: number): Promise<string[]> {
  const entries: string[] = [];
  for (let n = 0; entries.length < size; n += 1) {
    const width = Math.min(256, size - n * 256);
    const bundle = await publicLog.findTile({ level: 'entries', n, width });
    if (!bundle) throw new Error(`the log lacks its bundle ${n}`);
    entries.push(...splitEntries(bundle).map((entry) => Buffer.from(entry).toString('hex')));
  }
  return entries;
}

/** Checks that the root in every earlier checkpoint can be computed from the current entries. */
async function judgeCheckpoints(
  notes: ReadonlySet<string>,
  entries: readonly string[],
  keys: readonly LogKey[],
): Promise<string[]> {
  const nodes = holdTree(entries.map((entry) => hashLeaf(Buffer.from(entry, 'hex'))));
  const roots = new Map<number, string>();
  const problems: string[] = [];
  for (const note of notes) {
    const head = await readHead(note, keys);
    if (!head) {
      problems.push('a checkpoint is not signed by the log');
      continue;
    }
    const root = Buffer.from(head.root).toString('hex');
    const other = roots.get(head.size);
    if (other !== undefined && other !== root)
      problems.push(`two checkpoints of size ${head.size} have different roots`);
    roots.set(head.size, root);
    if (Buffer.from(await readRoot(head.size, nodes)).toString('hex') !== root)
      problems.push(`the checkpoint of size ${head.size} is not of this log`);
  }
  return problems;
}
