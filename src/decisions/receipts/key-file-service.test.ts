import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs, { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { sampleRing } from '../../../test/support/receipt-samples.ts';
import { changeKeyFile, createKeyFile, openKeyFile, openKeyRing, readRing } from './key-file-service.ts';
import { compromise, rotate } from './key-ring-service.ts';
import type { KeyRing } from './keys.ts';

const NOW = new Date('2025-12-31T12:00:00Z');
const MODULE = new URL('./key-file-service.ts', import.meta.url).href;
let folder: string;
let file: string;
let made = 0;

/** Gives each test in a suite its own folder for `file`. */
function useFolders(): void {
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'receipt-keys-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    made += 1;
    fs.mkdirSync(path.join(folder, `${made}`));
    file = path.join(folder, `${made}`, 'keys.json');
  });
}

const names = () => readdirSync(path.dirname(file)).sort();
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
const sole = (ring: KeyRing) => {
  const [key] = ring.keys;
  assert.ok(key);
  return key;
};

describe('a key file', () => {
  useFolders();

  test('is created with one key, is readable only by its owner, and does not leave a temporary file', () => {
    createKeyFile(file, NOW);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(names(), ['keys.json']);
    const { ring, signing, byId } = openKeyFile(file, () => 0).current();
    assert.deepEqual([...byId.keys()], [sole(ring).id]);
    assert.deepEqual(signing.ring, sole(ring));
    assert.equal(sole(ring).created_at, NOW.toISOString());
  });

  test('is not created again if it already exists', () => {
    createKeyFile(file, NOW);
    const text = readFileSync(file, 'utf8');
    for (let time = 0; time < 5; time++) createKeyFile(file, NOW);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(names(), ['keys.json']);
  });

  test('is created once and completely even if processes and threads create it at the same moment', async () => {
    const start = Date.now() + 700;
    const program = `
      import { createKeyFile, readRing } from ${JSON.stringify(MODULE)};
      while (Date.now() < ${start});
      createKeyFile(${JSON.stringify(file)}, new Date());
      const seen = readRing(${JSON.stringify(file)}).keys.map(({ id, hmac_secret }) => id + hmac_secret).join();`;
    const processes = Array.from({ length: 3 }, async () => {
      const args = ['--input-type=module', '-e', `${program}\nprocess.stdout.write(seen);`];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    });
    const threads = Array.from(
      { length: 3 },
      () =>
        new Promise<string>((resolve, reject) => {
          const posting = `${program}\n(await import('node:worker_threads')).parentPort.postMessage(seen);`;
          new Worker(new URL(`data:text/javascript,${encodeURIComponent(posting)}`))
            .once('message', resolve)
            .once('error', reject);
        }),
    );
    const seen = await Promise.all([...processes, ...threads]);
    const { id, hmac_secret } = sole(readRing(file));
    assert.deepEqual(new Set(seen), new Set([id + hmac_secret]));
    assert.deepEqual(names(), ['keys.json']);
  });

  test('is on disk under its name before anything is signed with it', (context) => {
    const steps = recordSteps(context);
    createKeyFile(file, NOW);
    assert.deepEqual(steps.splice(0), ['flush file', 'link', 'flush folder']);
    changeKeyFile(file, (ring) => rotate(ring, NOW));
    assert.deepEqual(steps, ['flush file', 'rename', 'flush folder']);
  });
});

describe('a key file is rejected, with an explanation that never quotes it, when', () => {
  useFolders();

  const refuse = (pattern: RegExp, ring: KeyRing) => {
    for (const open of [() => openKeyFile(file, () => 0), () => openKeyRing(readRing(file))])
      assert.throws(open, (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, pattern);
        const text = `${error.message}${error.stack}${JSON.stringify(error)}${error.cause}`;
        for (const { hmac_secret: secret, ed25519_d: d } of ring.keys)
          for (const part of [secret, d]) assert.ok(!text.includes(part.slice(0, 10)), text);
        return true;
      });
  };

  test('others can read or change it', () => {
    const ring = sampleRing(1);
    write(ring);
    for (const mode of [0o640, 0o604, 0o660, 0o620, 0o601, 0o777]) {
      chmodSync(file, mode);
      refuse(/can be read by others; restrict the file to its owner \(chmod 600\)\.$/, ring);
    }
    chmodSync(file, 0o400);
    assert.deepEqual(readRing(file), ring);
  });

  test('it is truncated anywhere or is not JSON', () => {
    const ring = sampleRing(1);
    const text = JSON.stringify(ring);
    for (const damaged of ['', text.slice(0, -1), text.slice(0, text.length >> 1), `${text}x`, `x${text}`]) {
      writeFileSync(file, damaged, { mode: 0o600 });
      refuse(/are damaged; restore the file from a backup\.$/, ring);
    }
  });

  test('a field is missing or has the wrong type', () => {
    const ring = sampleRing(1);
    const key = sole(ring);
    for (const name of Object.keys(key)) {
      const { [name]: _, ...without } = { ...key } as Record<string, unknown>;
      for (const damaged of [without, { ...key, [name]: 7 }, { ...key, [name]: '' }]) {
        write({ keys: [damaged] });
        refuse(/are damaged; restore the file from a backup\.$/, ring);
      }
    }
    for (const damaged of [{}, [], null, { keys: {} }, { keys: [null] }]) {
      write(damaged);
      refuse(/are damaged/, ring);
    }
  });

  test('a private key does not belong to its public key', () => {
    const ring = sampleRing(1);
    const other = sampleRing(1);
    write({ keys: [{ ...sole(ring), ed25519_d: sole(other).ed25519_d }] });
    refuse(new RegExp(`^The receipt key "${sole(ring).id}" is damaged\\.$`), other);
  });

  test('it does not contain a key that may sign', () => {
    const ring = sampleRing(1);
    write({ keys: [{ ...sole(ring), retired_at: NOW.toISOString() }] });
    assert.throws(() => openKeyFile(file, () => 0), /have none left that may sign/);
    write({ keys: [] });
    assert.throws(() => openKeyFile(file, () => 0), /have none left that may sign/);
  });

  test('it does not exist', () => {
    assert.throws(() => openKeyFile(file, () => 0), /ENOENT/);
  });
});

describe('a change to the key file', () => {
  useFolders();

  test('by another process is picked up only after the recheck time', () => {
    createKeyFile(file, NOW);
    let time = 0;
    const keys = openKeyFile(file, () => time);
    const old = keys.current();
    const ring = changeKeyFile(file, (before) => rotate(before, NOW));
    time = 999;
    assert.equal(keys.current(), old);
    time = 1_000;
    assert.deepEqual(keys.current().ring, ring);
    assert.equal(keys.current().signing.ring.id, ring.keys[1]?.id);
    assert.ok(keys.current().byId.has(sole(ring).id));
  });

  test('while the file is being opened is picked up, too', (context) => {
    createKeyFile(file, NOW);
    const read = fs.readFileSync;
    let changed: KeyRing | undefined;
    const meanwhile = context.mock.method(fs, 'readFileSync', (...args: Parameters<typeof read>) => {
      const text = read(...args);
      meanwhile.mock.restore();
      syncBuiltinESMExports();
      changed = changeKeyFile(file, (before) => rotate(before, NOW));
      return text;
    });
    syncBuiltinESMExports();
    let time = 0;
    const keys = openKeyFile(file, () => time);
    assert.ok(changed);
    assert.equal(keys.current().ring.keys.length, 1);
    time = 1_000;
    assert.deepEqual(keys.current().ring, changed);
  });

  test('that damages the file is reported, and the last good keys remain in use', () => {
    createKeyFile(file, NOW);
    let time = 0;
    const keys = openKeyFile(file, () => time);
    const old = keys.current();
    writeFileSync(file, '{');
    time = 1_000;
    assert.throws(() => keys.current(), /are damaged/);
    assert.equal(keys.current(), old);
    time = 2_000;
    assert.throws(() => keys.current(), /are damaged/);
    write(old.ring);
    time = 3_000;
    assert.deepEqual(keys.current().ring, old.ring);
  });

  test('keeps every key and the permissions, and does not leave a temporary file', () => {
    createKeyFile(file, NOW);
    for (let time = 0; time < 3; time++) changeKeyFile(file, (ring) => rotate(ring, NOW));
    changeKeyFile(file, (ring) => compromise(ring, ring.keys.at(-1)?.id ?? '', NOW));
    assert.equal(readRing(file).keys.length, 5);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(names(), ['keys.json']);
  });

  test('is rejected while another change is running', () => {
    createKeyFile(file, NOW);
    changeKeyFile(file, (ring) => {
      assert.throws(
        () => changeKeyFile(file, (same) => rotate(same, NOW)),
        /^Error: Another change of the keys is under way; if none is, remove .*keys\.json\.lock\.$/,
      );
      assert.ok(existsSync(`${file}.lock`));
      return rotate(ring, NOW);
    });
    assert.equal(readRing(file).keys.length, 2);
    assert.deepEqual(names(), ['keys.json']);
  });

  test('that fails does not affect the file and lets the next change run', () => {
    createKeyFile(file, NOW);
    const text = readFileSync(file, 'utf8');
    assert.throws(() => changeKeyFile(file, (ring) => compromise(ring, 'nobody', NOW)), /no key "nobody"/);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(names(), ['keys.json']);
    assert.equal(changeKeyFile(file, (ring) => rotate(ring, NOW)).keys.length, 2);
  });

  test('that was killed midway does not damage the keys or the next change, and the permissions remain strict', () => {
    createKeyFile(file, NOW);
    const ring = readRing(file);
    writeFileSync(`${file}.new`, '{"keys": [', { mode: 0o644 });
    assert.deepEqual(openKeyFile(file, () => 0).current().ring, ring);
    const changed = changeKeyFile(file, (before) => rotate(before, NOW));
    assert.deepEqual(readRing(file), changed);
    assert.deepEqual(names(), ['keys.json']);
  });
});

/** Records the order of disk writes. */
function recordSteps(context: TestContext): string[] {
  const steps: string[] = [];
  const { linkSync, renameSync, fsyncSync } = fs;
  context.mock.method(fs, 'linkSync', (...args: Parameters<typeof linkSync>) => {
    steps.push('link');
    linkSync(...args);
  });
  context.mock.method(fs, 'renameSync', (...args: Parameters<typeof renameSync>) => {
    steps.push('rename');
    renameSync(...args);
  });
  context.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    steps.push(fs.fstatSync(descriptor).isDirectory() ? 'flush folder' : 'flush file');
    fsyncSync(descriptor);
  });
  syncBuiltinESMExports();
  context.after(() => {
    context.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return steps;
}
