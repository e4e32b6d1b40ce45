import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, createWriteStream, existsSync, mkdirSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { parseCheckpoint, parseProof } from '../../client/src/log.ts';
import { type ReadLogFile, readTree } from '../../client/src/witness.ts';
import { addDays, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { startServiceOf } from '../support/service.ts';

/**
 * Checks a live log with Go's `sumdb/note` and `sumdb/tlog`. Verifies the served proof for each of 10,000
 * receipts, 1,000 consistency proofs built from the tiles, and each checkpoint. Also makes 10,000 mutations
 * of each kind, which must be rejected. Exits with 1 otherwise.
 */
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '10000' },
    consistencies: { type: 'string', default: '1000' },
  },
});
const RECEIPTS = Number(values.receipts);
const CONSISTENCIES = Number(values.consistencies);
const CHECKPOINTS = 1_000;
const AT_ONCE = 20;
const LOGGED_WITHIN_MS = 60_000;

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'log-'));
const service = await startServiceOf(path.resolve(import.meta.dirname, '../..'), {
  ...LIMITS_OFF,
  DATA_DIR: path.join(folder, 'data'),
  REGULATOR_SOURCE: 'demo',
  LOG_LEVEL: 'warn',
});
try {
  await main();
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}

async function main(): Promise<void> {
  const vendors = (await ask('/api/vendors?limit=100')).map(({ id }: { id: string }) => id);
  const today = jurisdictionDay(new Date());
  // Decisions for different vendors or dates have different receipts.
  const receipts = await inTurns(RECEIPTS, async (at) => {
    const day = addDays(today, 1 + Math.floor(at / vendors.length));
    const vendor = vendors[at % vendors.length];
    return String((await ask(`/api/v1/decision?vendor_id=${vendor}&event_date=${day}`)).data.receipt);
  });
  const input = path.join(folder, 'proofs.jsonl');
  const lines = createWriteStream(input);
  const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`);
  const isDone = Date.now() + LOGGED_WITHIN_MS;
  const checkpoints = new Set<string>();
  await inTurns(receipts.length, async (at) => {
    const receipt = receipts[at] ?? '';
    const proof = await proofOf(receipt, isDone);
    const { index, path: hashes, checkpoint } = parseProof(proof) ?? fail(`not a proof: ${proof}`);
    checkpoints.add(checkpoint);
    const entry = Buffer.concat([Uint8Array.of(1), createHash('sha256').update(receipt).digest()]);
    write({ kind: 'inclusion', index, entry: entry.toString('hex'), path: hashes.map(toBase64), checkpoint });
  });
  const noted = [...checkpoints];
  for (let each = 0; each < CHECKPOINTS; each += 1)
    write({ kind: 'checkpoint', checkpoint: noted[each % noted.length] });
  await writeConsistencies(write);
  await new Promise((resolve) => lines.end(resolve));
  const { log_keys: keys } = await ask('/.well-known/jwks.json');
  const { stdout } = await runGo(keys[0], input);
  console.log(`${receipts.length} receipts, ${noted.length} checkpoints; Go: ${stdout.trim()}`);
}

/** Writes consistency proofs between random sizes, built from the tiles as any reader could build them. */
async function writeConsistencies(write: (line: object) => void): Promise<void> {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  const read: ReadLogFile = (name) => {
    const file = kept.get(name) ?? download(`/log/${name}`);
    kept.set(name, file);
    return file;
  };
  const note = new TextDecoder().decode(await download('/log/checkpoint'));
  const { size: newest } = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1)) ?? fail(note);
  for (let each = 0; each < CONSISTENCIES; each += 1) {
    const size = 2 + Math.floor(Math.random() * (newest - 1));
    const earlier = 1 + Math.floor(Math.random() * size);
    const tree = readTree(read, newest);
    // A partial tile is the beginning of a full tile, so the tree at an earlier size is read from the newest
    // tiles.
    const roots = await tree.rootsAt(size);
    const before = await tree.rootsAt(earlier);
    const hashes = await readTree(prefixOf(read, newest), size).proveConsistency(earlier);
    if (!roots || !before || !hashes) fail(`no tiles for ${earlier} and ${size}`);
    write({
      kind: 'consistency',
      size,
      root: toBase64(roots.before),
      earlier,
      earlierRoot: toBase64(before.before),
      path: hashes.map(toBase64),
    });
  }
}

/** Reads a tile at an earlier size from the tile at the newest size. */
function prefixOf(read: ReadLogFile, newest: number): ReadLogFile {
  return async (name) => {
    const [, level = '', place = '', width] = /^tile\/(\d+)\/(.*?)(?:\.p\/(\d+))?$/.exec(name) ?? [];
    if (width === undefined) return read(name);
    const n = Number(place.replaceAll(/[x/]/g, ''));
    const now = Math.min(256, Math.floor(newest / 256 ** Number(level)) - n * 256);
    const tile = await read(`tile/${level}/${place}${now === 256 ? '' : `.p/${now}`}`);
    return tile?.subarray(0, Number(width) * 32);
  };
}

/** Builds and runs the program with only the packages in the Go distribution, so nothing is downloaded. */
async function runGo(key: string, input: string) {
  const root = (await run('go', ['env', 'GOROOT'])).stdout.trim();
  const gopath = path.join(folder, 'go');
  const own = path.join(gopath, 'src/verify');
  mkdirSync(own, { recursive: true });
  for (const name of ['mod/sumdb/note', 'mod/sumdb/tlog', 'crypto/ed25519']) {
    const from = path.join(root, 'src/cmd/vendor/golang.org/x', name);
    const to = path.join(gopath, 'src/golang.org/x', name);
    if (existsSync(from)) cpSync(from, to, { recursive: true, dereference: true });
  }
  cpSync(path.join(import.meta.dirname, 'verify.go'), path.join(own, 'verify.go'));
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: gopath,
    GOFLAGS: '',
    GOCACHE: path.join(folder, 'go-cache'),
  };
  const program = path.join(folder, 'verify');
  await run('go', ['build', '-o', program, 'verify'], { env });
  const finished = spawnSync(program, [key], {
    stdio: [openSync(input, 'r'), 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (finished.status !== 0) fail(finished.stderr);
  return finished;
}

async function proofOf(receipt: string, until: number): Promise<string> {
  for (;;) {
    const { log } = (await ask(`/api/v1/decision/verify?receipt=${receipt}`)).data;
    if (log) return log.proof;
    if (Date.now() > until) fail('a receipt was not in the log within a minute');
    await wait(500);
  }
}

async function inTurns<Value>(count: number, work: (at: number) => Promise<Value>): Promise<Value[]> {
  const results: Value[] = [];
  let next = 0;
  const workOff = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  return results;
}

/** Returns a response from the service as untyped JSON. */
async function ask(address: string) {
  const answer = await fetch(`${service.url}${address}`);
  if (!answer.ok) fail(`${address}: ${answer.status} ${await answer.text()}`);
  return Object(await answer.json());
}

async function download(address: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const answer = await fetch(`${service.url}${address}`);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
