import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Kills imports at random moments and looks each time whether the state
 * left behind is whole: one day, one fiction, statistics that count the records. Exits 1 when one is not.
 */
const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const VENDORS = 3_000;
const LONGEST_MS = 2_500;

async function main(rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-'));
  let [whole, published, killed] = [0, 0, 0];
  try {
    await runImport(folder, 1, undefined);
    for (let round = 1; round <= rounds; round++) {
      const before = inspect(folder);
      killed += (await runImport(folder, round + 1, Math.random() * LONGEST_MS)) ? 1 : 0;
      const after = inspect(folder);
      if (after.problem) console.error(`round ${round}: ${after.problem}`);
      else whole += 1;
      if (after.version > before.version) published += 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(
    `${whole} passed, ${rounds - whole} failed (${killed} killed, ${published} had published before)`,
  );
  process.exitCode = whole === rounds ? 0 : 1;
}

/** Resolves to whether the import was killed before its end. */
async function runImport(folder: string, seed: number, killAfterMs: number | undefined): Promise<boolean> {
  const args = [MAIN, 'demo', '--as-of', '2026-03-16', '--vendors', String(VENDORS), '--seed', String(seed)];
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended]);
    child.kill('SIGKILL');
  }
  await ended;
  return child.signalCode === 'SIGKILL';
}

function inspect(folder: string): { version: number; problem: string | undefined } {
  const database = new DatabaseSync(path.join(folder, 'registry.sqlite'));
  const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  const version = Number(one('select version from published_state'));
  const total = Number(JSON.parse(String(one('select statistics from published_state'))).vendors.total);
  const checks: readonly (readonly [name: string, holds: boolean])[] = [
    ['integrity', one('pragma integrity_check') === 'ok'],
    ['vendors are counted', Number(one('select count(*) from vendors')) === total],
    ['records are counted', Number(one('select count(*) from vendor_records')) === total],
    ['text index', Number(one('select count(*) from vendor_text')) === total],
    ['one run', Number(one('select count(distinct run_id) from import_files')) === 1],
  ];
  database.close();
  return { version, problem: checks.find(([, holds]) => !holds)?.[0] };
}

await main(Number(process.argv[2] ?? 20));
