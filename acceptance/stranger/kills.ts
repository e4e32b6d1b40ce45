import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 2;
const CAUGHT_UP_WITHIN_MS = 60_000;

interface Following {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly node: string;
  readonly url: string;
  readonly kills: number;
  publish(): Promise<void>;
}

/**
 * Follows the feed with the reader in the folder, and kills the reader in the middle of each half. Compares
 * the stored changes with the feed as plain requests read it. A change arrives again if its cursor was not
 * stored yet, so each kill may duplicate the change that was being stored.
 */
export async function followWithKills(following: Following): Promise<string> {
  const half = Math.ceil(following.kills / 2);
  const first = await readFeed(following.url);
  const killed = await killWhileReading(following, first.length, half);
  let reader = await catchUp(following, first.length);
  // The second half of the changes arrives while the reader is waiting.
  await following.publish();
  const whole = await readFeed(following.url);
  assert.ok(whole.length > first.length, 'the second publication has changes');
  reader.kill('SIGKILL');
  await once(reader, 'close');
  const killedThen = await killWhileReading(following, whole.length, following.kills - half);
  reader = await catchUp(following, whole.length);
  reader.kill('SIGKILL');
  await once(reader, 'close');
  const stored = storedCursors(following.folder);
  const kills = killed + killedThen + 2;
  assert.deepEqual([...new Set(stored)], whole, 'every change once, in order');
  const doubled = stored.filter((cursor, at) => cursor === stored[at - 1]).length;
  assert.equal(stored.length, whole.length + doubled, 'only the change during a kill may come twice');
  assert.ok(doubled <= kills, `${doubled} doubled by ${kills} kills`);
  return `${whole.length} changes through ${kills} kills: none missing, ${doubled} stored twice.`;
}

/** Kills the reader at moments spread over the remaining changes. */
async function killWhileReading(following: Following, until: number, kills: number): Promise<number> {
  const from = countOf(following.folder);
  for (let kill = 1; kill <= kills; kill++) {
    const at = from + Math.floor(((until - from) * kill) / (kills + 1));
    const reader = startReader(following);
    await storedAtLeast(following.folder, at);
    reader.kill('SIGKILL');
    await once(reader, 'close');
    assert.ok(countOf(following.folder) < until, 'the kill comes in the middle');
  }
  return kills;
}

async function catchUp(following: Following, until: number): Promise<ChildProcess> {
  const reader = startReader(following);
  await storedAtLeast(following.folder, until);
  return reader;
}

function startReader({ folder, env, node }: Following): ChildProcess {
  return spawn(node, ['follow.mjs'], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function storedAtLeast(folder: string, changes: number): Promise<void> {
  const deadline = performance.now() + CAUGHT_UP_WITHIN_MS;
  while (countOf(folder) < changes) {
    assert.ok(performance.now() < deadline, `${countOf(folder)} of ${changes} changes arrived`);
    await wait(LOOK_EVERY_MS);
  }
}

function countOf(folder: string): number {
  return new Set(storedCursors(folder)).size;
}

function storedCursors(folder: string): string[] {
  const file = path.join(folder, 'changes.ndjson');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line).cursor);
}

/** Returns the cursors of the whole feed, which it reads with plain requests. */
async function readFeed(url: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${url}/api/v1/changes?limit=500${after}`);
    const { data, meta } = (await answer.json()) as {
      data: { cursor: string }[];
      meta: { next: string; more: boolean };
    };
    cursors.push(...data.map(({ cursor }) => cursor));
    if (!meta.more) return cursors;
    after = `&after=${meta.next}`;
  }
}
