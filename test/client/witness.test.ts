import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { runWitness } from '../../client/src/cli-witness.ts';
import { parseLogKey } from '../../client/src/log.ts';
import { lookAtLog, type ReadLogFile, readHead, readTree } from '../../client/src/witness.ts';
import { signCheckpoint } from '../../src/decisions/log/sequence-service.ts';
import { beginLog } from '../../src/decisions/receipts/key-ring-service.ts';
import { type LogKeys, logNoteKeys } from '../../src/decisions/receipts/keys.ts';
import { formatCheckpoint, parseCheckpoint } from '../../src/proof/checkpoint.ts';
import { formatKey, openNote, parseKey } from '../../src/proof/note.ts';
import { formatTilePath, growTiles } from '../../src/proof/tiles.ts';
import { hashLeaf, rootOf } from '../../src/proof/tree.ts';
import { isConsistent } from '../support/check-proofs.ts';

const ORIGIN = 'vendors.example/log';
const NOW = new Date('2026-03-01T12:00:00Z');
const makeLog = (): LogKeys => beginLog({ keys: [] }, ORIGIN, NOW).logs?.[0] ?? assert.fail();
const LOG = makeLog();
const KEY_TEXTS = logNoteKeys(LOG).map(formatKey);

const named = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `entry ${from + at}`);

/** Returns the static files of a log that has these entries. */
async function filesOf(entries: readonly string[], log = LOG, now = NOW): Promise<Map<string, Uint8Array>> {
  const leaves = entries.map((entry) => hashLeaf(Buffer.from(entry)));
  const files = new Map<string, Uint8Array>();
  for (const { level, n, hashes } of await growTiles(0, leaves, async () => new Uint8Array()))
    files.set(`tile/${formatTilePath({ level, n, width: hashes.length / 32 })}`, hashes);
  const text = formatCheckpoint({ origin: log.origin, size: entries.length, root: rootOf(leaves) });
  files.set('checkpoint', Buffer.from(signCheckpoint(text, log, now)));
  return files;
}

const readerOf =
  (files: ReadonlyMap<string, Uint8Array>): ReadLogFile =>
  async (name) => {
    const bytes = files.get(name);
    return bytes && new Uint8Array(bytes);
  };

async function look(files: ReadonlyMap<string, Uint8Array>, before?: ReadonlyMap<string, Uint8Array>) {
  const keys = (await Promise.all(KEY_TEXTS.map(parseLogKey))).map((key) => key ?? assert.fail());
  const last = before && (await readHead(Buffer.from(before.get('checkpoint') ?? '').toString(), keys));
  return lookAtLog(readerOf(files), keys, last);
}

describe('a witness', () => {
  test('follows a log that only grows, even beyond full tiles', async () => {
    const sizes = [0, 1, 2, 255, 256, 257, 700];
    for (const [at, size] of sizes.entries()) {
      const files = await filesOf(named(size));
      assert.equal((await look(files)).result, 'first');
      for (const earlier of sizes.slice(0, at + 1)) {
        const found = await look(files, await filesOf(named(earlier)));
        assert.equal(found.result, 'consistent', `${earlier} to ${size}`);
        assert.equal(found.result === 'consistent' && found.grown, size - earlier);
      }
    }
  });

  test('detects an entry that was removed, changed, or inserted later, and a log that shrank', async () => {
    const before = await filesOf(named(300));
    const all = named(400);
    for (const [what, entries, result] of [
      ['without an entry', [...all.slice(0, 7), ...all.slice(8)], 'forked'],
      ['with another entry', all.map((each, at) => (at === 7 ? 'another' : each)), 'forked'],
      ['with one more entry before', [...all.slice(0, 7), 'one more', ...all.slice(7)], 'forked'],
      ['of the same size with another entry', [...named(299), 'another'], 'forked'],
      ['of an earlier size', named(299), 'went_back'],
      ['begun again', named(400, 1_000), 'forked'],
    ] as const)
      assert.equal((await look(await filesOf(entries), before)).result, result, what);
  });

  test('detects a log that grew but signed an earlier time, unless the difference is within the clock tolerance', async () => {
    const before = await filesOf(named(3));
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    assert.equal((await look(await filesOf(named(4), LOG, minutesAgo(6)), before)).result, 'backdated');
    assert.equal((await look(await filesOf(named(4), LOG, minutesAgo(4)), before)).result, 'consistent');
  });

  test('detects a different log, a signature by someone else, and tiles that differ from the signed ones', async () => {
    const before = await filesOf(named(3));
    const stranger = { ...LOG, sign_d: makeLog().sign_d };
    const unsigned = new Map(before).set('checkpoint', Buffer.from('text'));
    assert.equal((await look(unsigned, before)).result, 'not_signed');
    const { sign_d: d, sign_x: x } = makeLog();
    assert.equal(
      (await look(await filesOf(named(4), { ...stranger, sign_d: d, sign_x: x }), before)).result,
      'not_signed',
    );
    const other = { ...makeLog(), origin: 'vendors.example/log/2' };
    const found = await look(await filesOf(named(9), other), before);
    assert.deepEqual([found.result, found.head?.origin], ['other_log', 'vendors.example/log/2']);
    assert.equal((await look(await filesOf(named(9), other))).result, 'not_signed');
    const damaged = await filesOf(named(300));
    damaged.get('tile/0/000')?.fill(1, 0, 1);
    assert.equal((await look(damaged, before)).result, 'no_tree');
    const missing = await filesOf(named(300));
    missing.delete('tile/0/001.p/44');
    assert.equal((await look(missing, before)).result, 'no_tree');
    // The log may have replaced a partial tile with a full one.
    const fuller = await filesOf(named(300));
    const whole = (await filesOf(named(512))).get('tile/0/001') ?? assert.fail();
    fuller.set('tile/0/001', whole);
    fuller.delete('tile/0/001.p/44');
    assert.equal((await look(fuller, before)).result, 'consistent');
  });

  test('proves that a log grew, as RFC 6962 specifies', async () => {
    const entries = named(700);
    const leaves = entries.map((entry) => hashLeaf(Buffer.from(entry)));
    const tree = readTree(readerOf(await filesOf(entries)), entries.length);
    for (const size of [1, 7, 256, 300, 512, 699, 700]) {
      const path = (await tree.proveConsistency(size)) ?? assert.fail();
      const earlier = { size, root: rootOf(leaves.slice(0, size)) };
      assert.ok(isConsistent(earlier, { size: 700, root: rootOf(leaves) }, path), String(size));
    }
  });
});

describe('the command that follows a log', () => {
  let files = new Map<string, Uint8Array>();
  const server = createServer(({ url = '' }, answer) => {
    const bytes = files.get(url.replace('/log/', ''));
    answer.writeHead(bytes ? 200 : 404).end(bytes);
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'witness-'));
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  test('stores and cosigns the latest checkpoint, and stores both checkpoints when the log forks', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const shown: string[] = [];
    const run = () =>
      runWitness({
        log: `http://127.0.0.1:${port}/log/`,
        keys: { keys: [], log_keys: KEY_TEXTS },
        folder,
        everySeconds: undefined,
        name: 'witness.example/w1',
        print: (_finding, lines) => shown.push(...lines),
      });
    files = await filesOf(named(5));
    assert.equal(await run(), 0);
    files = await filesOf(named(9));
    assert.equal(await run(), 0);
    assert.match(shown.at(-1) ?? '', /^ok {2}vendors\.example\/log {2}size 9 {2}\+4$/);
    const key = parseKey(shown[0]?.replace('cosigning as ', '') ?? '') ?? assert.fail();
    const note = readFileSync(path.join(folder, 'last-checkpoint'), 'utf8');
    const opened = openNote(note, [key]) ?? assert.fail('no cosignature');
    assert.equal(parseCheckpoint(opened.text)?.size, 9);
    assert.ok(Math.abs((opened.signed[0]?.at?.getTime() ?? 0) - Date.now()) < 60_000);

    files = await filesOf(named(12, 1));
    assert.equal(await run(), 1);
    assert.match(shown.join('\n'), /THE LOG FORKED/);
    const evidence = readdirSync(folder).find((name) => name.startsWith('evidence-')) ?? assert.fail();
    const [one = '', other = ''] = readFileSync(path.join(folder, evidence), 'utf8').split('\n----\n\n');
    for (const each of [one, other]) assert.ok(openNote(each, logNoteKeys(LOG)));
    // The witness still has the first version.
    files = await filesOf(named(9));
    assert.equal(await run(), 0);
    files = new Map();
    assert.equal(await run(), 1);
  });
});
