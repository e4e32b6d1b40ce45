import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readFact } from '../../platform/job-findings.ts';
import { createLogger } from '../../platform/log/log.ts';
import { isSound, lookFor } from './check-pages.ts';
import { createPagesJob } from './job.ts';

const DAY_MS = 24 * 3_600_000;

/** Creates a folder with two small databases and a job for it. */
function world(
  t: { after(end: () => void): void },
  options: { databaseUrl?: string; program?: string } = {},
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pages-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const db = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'));
  db.exec('create table t (a integer primary key, b text); create index t_b on t (b)');
  db.exec('begin');
  const insert = db.prepare('insert into t (b) values (?)');
  for (let row = 0; row < 2_000; row++) insert.run(`row ${row}`);
  db.exec('commit');
  db.close();
  let at = Date.parse('2026-03-16T15:00:00Z');
  const lines: string[] = [];
  const config = {
    dataDir,
    databaseUrl: options.databaseUrl,
    receiptKeysFile: undefined,
    sessionSecretFile: undefined,
  };
  const log = createLogger('info', { write: (line: string) => lines.push(line) });
  const { program } = options;
  return {
    dataDir,
    lines,
    ledger: path.join(dataDir, 'ledger.sqlite'),
    job: createPagesJob({ config, now: () => new Date(at), log, ...(program !== undefined && { program }) }),
    later: (ms: number) => {
      at += ms;
    },
    soundness: () => readFact(dataDir, 'pages-checked')?.ledger?.sound,
  };
}

/**
 * Changes a key in the index so that it differs from the table: the pages are valid, but a look-up by that
 * key finds nothing.
 */
function damageIndex(file: string): void {
  const bytes = readFileSync(file);
  // In the file, the table's row comes first and the index entry last.
  const place = bytes.lastIndexOf('row 1234');
  assert.ok(place > bytes.indexOf('row 1234'), 'the text is in table and index');
  bytes.write('row 1z34', place);
  writeFileSync(file, bytes);
}

test('the page check finds and records a damaged page or an index that differs from its table, and changes nothing', async (t) => {
  const { job, ledger, dataDir, lines, later, soundness } = world(t);
  await job();
  assert.equal(soundness(), true);
  damageIndex(ledger);
  assert.equal(isSound(ledger, 'quick'), true, 'a quick look does not compare');
  const before = readFileSync(ledger);
  later(DAY_MS);
  await job();
  assert.equal(soundness(), false);
  assert.deepEqual(readFileSync(ledger), before);
  assert.match(lines.join(''), /"level":50.*"database":"ledger".*a database has damaged pages/);
  assert.equal(statSync(path.join(dataDir, 'pages-checked.json')).mode & 0o777, 0o600);
  writeFileSync(ledger, readFileSync(ledger).fill(0xff, 4096 * 3, 4096 * 5));
  assert.equal(isSound(ledger, 'quick'), false);
});

test('the page check runs in the first hour and then once a day, but never for PostgreSQL', async (t) => {
  const { job, ledger, later, soundness } = world(t);
  await job();
  damageIndex(ledger);
  later(DAY_MS - 1);
  await job();
  assert.equal(soundness(), true, 'not yet a day ago');
  later(1);
  await job();
  assert.equal(soundness(), false);
  const other = world(t, { databaseUrl: 'postgres://127.0.0.1/x' });
  await other.job();
  assert.equal(other.soundness(), undefined);
});

test('a check that cannot run is not reported as damage: its job step fails and nothing is recorded', async (t) => {
  const { ledger, job, soundness, lines } = world(t);
  rmSync(ledger);
  mkdirSync(ledger);
  assert.throws(() => isSound(ledger, 'quick'), /could not look/);
  await assert.rejects(job(), /the look at the pages of the ledger did not end/);
  assert.equal(soundness(), undefined);
  assert.doesNotMatch(lines.join(''), /damaged/);
});

test('a check without output fails its job step and records nothing; a stopped check is not a failure', async (t) => {
  const { job, soundness } = world(t, { program: '/nowhere/program.ts' });
  await assert.rejects(job(), /the look at the pages of the ledger did not end/);
  assert.equal(soundness(), undefined);
  const stopped = world(t);
  const stopping = new AbortController();
  const looking = stopped.job(stopping.signal);
  stopping.abort();
  await looking;
  assert.equal(stopped.soundness(), undefined);
});

test('a database larger than 2 GB gets the quick check', () => {
  assert.deepEqual([lookFor(2_000_000_000), lookFor(2_000_000_001)], ['whole', 'quick']);
});
