import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openSessionSecret } from './session-secret-service.ts';

const STARTS = 4;
const MODULE = new URL('./session-secret-service.ts', import.meta.url).href;
/** Opens several secrets, each at the same moment in all workers. */
const STARTER = `
const { parentPort, workerData: { gate, dataDirs, module, starts } } = require('node:worker_threads');
const arrived = new Int32Array(gate);
import(module).then(({ openSessionSecret }) => {
  const secrets = dataDirs.map((dataDir, round) => {
    Atomics.add(arrived, 0, 1);
    while (Atomics.load(arrived, 0) < (round + 1) * starts);
    return openSessionSecret({ named: undefined, dataDir });
  });
  parentPort.postMessage(secrets);
});`;

describe('the session secret', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'secret-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('is created once, readable only by its owner, and does not change', () => {
    const dataDir = path.join(folder, 'new', 'data');
    const secret = openSessionSecret({ named: undefined, dataDir });
    assert.match(secret, /^[\w-]{43}$/);
    assert.equal(statSync(path.join(dataDir, 'session-secret')).mode & 0o777, 0o600);
    assert.equal(openSessionSecret({ named: undefined, dataDir }), secret);
    assert.deepEqual(readdirSync(dataDir), ['session-secret']);
  });

  test('is the same for processes that start at the same time', async () => {
    const gate = new SharedArrayBuffer(8);
    const dataDirs = Array.from({ length: 40 }, (_, round) => path.join(folder, `at-once-${round}`));
    const workers = Array.from(
      { length: STARTS },
      () =>
        new Worker(STARTER, { eval: true, workerData: { gate, dataDirs, module: MODULE, starts: STARTS } }),
    );
    const seen = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0])).finally(
      () => Promise.all(workers.map((worker) => worker.terminate())),
    );
    for (const secrets of seen) assert.deepEqual(secrets, seen[0]);
    assert.equal(new Set(seen[0]).size, dataDirs.length);
  });

  test('is rejected if its file is damaged or readable by others, or is configured but missing', () => {
    const named = path.join(folder, 'named');
    assert.throws(
      () => openSessionSecret({ named, dataDir: folder }),
      /SESSION_SECRET_FILE names .*not there/,
    );
    writeFileSync(named, 'a'.repeat(43), { mode: 0o600 });
    assert.equal(openSessionSecret({ named, dataDir: folder }), 'a'.repeat(43));
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(named, mode);
      assert.throws(() => openSessionSecret({ named, dataDir: folder }), /can be read by others/);
    }
    chmodSync(named, 0o600);
    for (const text of ['', 'too-short', `${'b'.repeat(43)} ${'b'.repeat(43)}`]) {
      writeFileSync(named, text);
      assert.throws(
        () => openSessionSecret({ named, dataDir: folder }),
        (error: Error) => error.message.includes('damaged') && !error.message.includes('too-short'),
      );
    }
  });
});
