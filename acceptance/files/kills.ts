import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseSetName, type StoredSet, setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { runCommandOf } from '../support/service.ts';

const UNFINISHED = /^\.making-/;
const LOOK_EVERY_MS = 5;
const BEGUN_WITHIN_MS = 120_000;

/**
 * Kills `data-files` at moments spread over the time that it takes to write. After each kill, there must be
 * either no set of files or a complete set. At the end, the set is created, and every file in it must have
 * the right hash.
 */
export async function killWhileWriting(
  checkout: string,
  settings: Readonly<Record<string, string>>,
  kills: number,
): Promise<string> {
  const folder = setsFolder(settings.DATA_DIR ?? '');
  let killed = 0;
  let finished = 0;
  // Each kill comes slightly later than the previous one, until the process finishes before it is killed.
  for (let afterMs = 0; killed < kills; afterMs = finished > 0 ? 0 : afterMs + 40) {
    const before = listUnfinished(folder);
    const child = spawn(process.execPath, [path.join(checkout, 'src/main.ts'), 'data-files'], {
      env: { PATH: process.env.PATH ?? '', ...settings },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const until = performance.now() + BEGUN_WITHIN_MS;
    while (listUnfinished(folder) === before && child.exitCode === null && performance.now() < until)
      await wait(LOOK_EVERY_MS);
    await wait(afterMs);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    const sets = listSets(folder);
    for (const name of sets) checkSet(path.join(folder, name));
    if (signal === 'SIGKILL' && sets.length === 0) killed += 1;
    if (sets.length > 0) {
      finished += 1;
      break;
    }
  }
  assert.ok(killed > 0, 'no kill came while files were written');
  const made = await runCommandOf(checkout, ['data-files', '--json'], settings);
  assert.equal(made.code, 0, made.stderr);
  const [name = '', ...others] = listSets(folder);
  assert.deepEqual(others, []);
  checkSet(path.join(folder, name));
  return `holds: ${killed} kills left no set, ${finished} came after it was whole, and then all 15 files were there with their hashes`;
}

function listUnfinished(folder: string): number {
  return existsSync(folder) ? readdirSync(folder).filter((name) => UNFINISHED.test(name)).length : 0;
}

function listSets(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => parseSetName(name)) : [];
}

function checkSet(folder: string): void {
  const set: StoredSet = JSON.parse(readFileSync(path.join(folder, 'set.json'), 'utf8'));
  const files = set.tables.flatMap((table) => table.files);
  assert.equal(files.length, 15);
  for (const { name, bytes, sha256 } of files) {
    const content = readFileSync(path.join(folder, name));
    assert.equal(content.length, bytes, name);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name);
  }
}
