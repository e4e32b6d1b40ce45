import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyLoggedReceipt } from '../../client/src/logged-receipts.ts';
import type { PinnedKeys } from '../../client/src/receipts.ts';
import { receiptEntry } from '../../src/decisions/log/entries.ts';
import { signCheckpoint } from '../../src/decisions/log/sequence-service.ts';
import { compromise } from '../../src/decisions/receipts/key-ring-service.ts';
import { VerificationOutcome } from '../../src/decisions/receipts/schemas.ts';
import { Envelope } from '../../src/http/schemas.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { formatCheckpoint, formatProof } from '../../src/proof/checkpoint.ts';
import { splitEntries } from '../../src/proof/tiles.ts';
import { hashLeaf, rootOf } from '../../src/proof/tree.ts';
import { getPublishedState } from '../../src/published-state/service.ts';
import { assertMatches, field } from '../support/check.ts';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { openSequencer } from '../support/sequencing.ts';

interface RecordExtra {
  readonly publication: { readonly index: number; readonly entry: string };
  readonly record: { readonly index: number; readonly entry: string; readonly path: readonly string[] };
}

function readExtra(proof: string): RecordExtra {
  return JSON.parse(Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? '', 'base64').toString());
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Runs the client's command line in a process of its own. */
async function runClientCli(args: readonly string[]) {
  const cli = path.join(import.meta.dirname, '../../client/src/cli.ts');
  return new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) =>
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );
}

describeEngines('the public log', (open) => {
  let demo: DemoApp;
  let database: TestDatabase;
  let sequencer: ReturnType<typeof openSequencer>;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    sequencer = openSequencer(database, demo);
  });
  after(async () => {
    sequencer.close();
    await demo.close();
  });

  let daysAhead = 0;
  /** Makes a decision for a day of its own, so that each decision has its own receipt. */
  const decide = async (number = reservedNumber('grade-c')) => {
    const day = addDays('2026-04-01', daysAhead++);
    const url = `/api/v1/decision?license_number=${number}&event_date=${day}`;
    return Object(field((await demo.get(url)).json, 'data'));
  };
  const verify = async (receipt: string) => {
    const { json } = await demo.get(`/api/v1/decision/verify?receipt=${receipt}`);
    assertMatches(Envelope(VerificationOutcome), json);
    return Object(field(json, 'data'));
  };
  /**
   * Proves a receipt in a two-entry log that is signed with the same keys. The first entry is the publication
   * that contains the record.
   */
  const logTwo = (entry: string, receipt: string, record: RecordExtra['record']) => {
    const log = demo.keys.current().ring.logs?.at(-1) ?? assert.fail();
    const leaves = [Buffer.from(entry), receiptEntry(hash('sha256', receipt))].map(hashLeaf);
    const head = formatCheckpoint({ origin: log.origin, size: 2, root: rootOf(leaves) });
    const path = (index: number) => [leaves[1 - index] ?? assert.fail()];
    const extra = { publication: { index: 0, entry, path: path(0).map(toBase64) }, record };
    return formatProof({
      extra: Buffer.from(JSON.stringify(extra)),
      index: 1,
      path: path(1),
      checkpoint: signCheckpoint(head, log, demo.now()),
    });
  };
  const pinned = async (): Promise<PinnedKeys> => JSON.parse((await demo.get('/.well-known/jwks.json')).body);

  test('does not exist before its first checkpoint, and is then served as static files', async () => {
    assert.equal((await demo.get('/log/checkpoint')).status, 404);
    await decide();
    await sequencer.run();
    const checkpoint = await demo.get('/log/checkpoint');
    assert.equal(checkpoint.status, 200);
    assert.equal(checkpoint.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(checkpoint.headers['cache-control'], 'public, max-age=5');
    assert.equal(checkpoint.headers['access-control-allow-origin'], '*');
    assert.match(
      checkpoint.body,
      /^vendors\.example\/log\n2\n[\w+/]{43}=\n\n(?:— vendors\.example\/log \S+\n){2}$/,
    );
    const tile = await demo.app.inject('/log/tile/0/000.p/2');
    assert.equal(tile.headers['content-type'], 'application/octet-stream');
    assert.equal(tile.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(tile.rawPayload.length, 64);
    const entries = splitEntries((await demo.app.inject('/log/tile/entries/000.p/2')).rawPayload);
    const publication = JSON.parse(Buffer.from(entries[0] ?? []).toString());
    const { version, as_of, root_hash } = await getPublishedState(database.published.db);
    assert.deepEqual(
      [publication.type, publication.version, publication.as_of, publication.root_hash],
      ['publication', version, as_of, root_hash],
    );
    assert.equal(publication.files_count, publication.files.length);
    assert.equal(entries[1]?.length, 33);
    for (const other of ['0/000', '0/000.p/3', '0/001.p/1', '1/000.p/1', '0/0', 'x', '', '0/000.p/02', '..'])
      assert.equal((await demo.get(`/log/tile/${other}`)).status, 404, other);
  });

  test('proves a receipt within one round: in the API, on its page, as a file, and offline', async () => {
    const { receipt, receipt_number: number } = await decide();
    assert.equal((await verify(receipt)).log, null);
    assert.match((await demo.get(`/v/${number}`)).body, /will be added to the public log within a minute/);
    assert.equal((await demo.get(`/v/${number}.tlog-proof`)).status, 404);
    await sequencer.run();
    const { log } = await verify(receipt);
    assert.match((await demo.get(`/v/${number}`)).body, new RegExp(`as entry ${log.index}\\.`));
    const file = await demo.get(`/v/${number}.tlog-proof`);
    assert.equal(file.body, log.proof);
    assert.equal(file.headers['content-disposition'], `attachment; filename="receipt-${number}.tlog-proof"`);
    const found = await verifyLoggedReceipt(receipt, file.body, await pinned());
    assert.ok(found.result === 'valid', JSON.stringify(found));
    assert.equal(found.index, log.index);
    assert.equal(found.log, 'vendors.example/log');
    assert.equal(found.logged_at?.slice(0, 19), log.logged_at.slice(0, 19));
  });

  test('shows offline whether the receipt, the proof, or the keys are wrong', async () => {
    const [one, other] = [await decide(), await decide()];
    await sequencer.run();
    const { proof } = (await verify(one.receipt)).log;
    const keys = await pinned();
    const check = async (receipt: string, text: string, set: PinnedKeys) => {
      const { result, reason } = await verifyLoggedReceipt(receipt, text, set);
      return [result, reason];
    };
    const lines = proof.split('\n');
    const at = lines.indexOf('');
    const swapped = [
      ...lines.slice(0, at + 3),
      one.receipt.slice(0, 43).replace(/[-_]/g, 'A').concat('='),
      ...lines.slice(at + 4),
    ];
    assert.deepEqual(await check(one.receipt, proof, keys), ['valid', null]);
    assert.deepEqual(await check(other.receipt, proof, keys), ['invalid', 'proof_mismatch']);
    assert.deepEqual(await check(one.receipt, proof.replace(/index \d+/, 'index 0'), keys), [
      'invalid',
      'proof_mismatch',
    ]);
    assert.deepEqual(await check(one.receipt, 'text', keys), ['invalid', 'malformed_proof']);
    assert.deepEqual(await check(one.receipt, swapped.join('\n'), keys), ['invalid', 'checkpoint_mismatch']);
    assert.deepEqual(await check(`${one.receipt}x`, proof, keys), ['invalid', 'malformed']);
    assert.deepEqual(await check(one.receipt, proof, { keys: keys.keys }), ['unverifiable', 'unknown_log']);
    assert.deepEqual(await check(one.receipt, proof, { ...keys, keys: [] }), ['unverifiable', 'unknown_key']);
    const timeOnly = { ...keys, log_keys: keys.log_keys?.slice(1) ?? [] };
    assert.deepEqual(await check(one.receipt, proof, timeOnly), ['unverifiable', 'unknown_log']);
    await assert.rejects(check(one.receipt, proof, { ...keys, log_keys: ['x'] }), TypeError);
  });

  test('says on the command line what a proof does not show, and what else a file or an address is', async () => {
    const { receipt } = await decide();
    await sequencer.run();
    const { proof } = (await verify(receipt)).log;
    const folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const keys = await pinned();
    const jwks = file('jwks.json', JSON.stringify(keys));
    const check = async (text: string, ...more: readonly string[]) => {
      const args = ['verify', receipt, '--proof', file('proof', text), '--jwks', jwks, ...more];
      const { code, stdout, stderr } = await runClientCli(args);
      return { code, shown: stdout + stderr };
    };
    // The log signs each checkpoint twice. Only the second signature has a time.
    const untimed = proof.replace(/\n— [^\n]*\n$/, '\n');
    const valid = await check(proof);
    const undated = await check(untimed);
    const fromWindows = await check(proof.replaceAll('\n', '\r\n'));
    assert.deepEqual([valid.code, undated.code, fromWindows.code], [0, 0, 0]);
    assert.match(undated.shown, /ITS DATE IS NOT PROVEN: .* no signature in the proof .* has a time\./);
    const page = await check('<!doctype html>');
    assert.equal(page.code, 2);
    assert.match(page.shown, /is a web page or an error, not a proof/);
    const nowhere = await check(proof, '--log', 'http://127.0.0.1:9/log');
    assert.equal(nowhere.code, 2);
    const noKey = await check(
      proof,
      '--jwks',
      file('no-key.json', JSON.stringify({ ...keys, log_keys: ['x'] })),
    );
    assert.equal(noKey.code, 2);
    rmSync(folder, { recursive: true });
  });

  test('proves offline that a receipt’s record is in a logged publication, and detects a different record or publication', async () => {
    const [one, other] = [await decide(), await decide(reservedNumber('grade-a'))];
    await sequencer.run();
    const keys = await pinned();
    const { proof } = (await verify(one.receipt)).log;
    const found = await verifyLoggedReceipt(one.receipt, proof, keys);
    assert.ok(found.result === 'valid', JSON.stringify(found));
    const { version, as_of, published_at, root_hash } = await getPublishedState(database.published.db);
    assert.deepEqual(found.publication, { index: 0, version, as_of, published_at, root_hash });

    const withExtra = (text: string, change: (extra: RecordExtra) => unknown) =>
      text.replace(/^extra (.*)$/m, (_line, encoded: string) => {
        const extra: RecordExtra = JSON.parse(Buffer.from(encoded, 'base64').toString());
        return `extra ${Buffer.from(JSON.stringify(change(extra))).toString('base64')}`;
      });
    const check = async (text: string) => {
      const { result, reason } = await verifyLoggedReceipt(one.receipt, text, keys);
      return [result, reason];
    };
    assert.deepEqual(await check(withExtra(proof, (extra) => extra)), ['valid', null]);
    let otherRecord: unknown;
    withExtra((await verify(other.receipt)).log.proof, (extra) => {
      otherRecord = extra.record;
      return extra;
    });
    const mutations: readonly ((extra: RecordExtra) => unknown)[] = [
      (extra) => ({ ...extra, record: otherRecord }),
      (extra) => ({ ...extra, record: { ...extra.record, index: extra.record.index ^ 1 } }),
      (extra) => ({ ...extra, record: { ...extra.record, path: extra.record.path.slice(1) } }),
      (extra) => ({
        ...extra,
        record: { ...extra.record, entry: extra.record.entry.replace(/\S\n$/, 'x\n') },
      }),
      ({ publication, ...extra }) => ({
        ...extra,
        publication: { ...publication, entry: publication.entry.replace('publication', 'Publication') },
      }),
      ({ publication, ...extra }) => ({
        ...extra,
        publication: { ...publication, entry: publication.entry.replace(root_hash, 'ab'.repeat(32)) },
      }),
      ({ publication, ...extra }) => ({ ...extra, publication: { ...publication, index: 1 } }),
      ({ publication }) => ({ publication }),
      () => null,
    ];
    for (const [at, mutation] of mutations.entries())
      assert.deepEqual(await check(withExtra(proof, mutation)), ['invalid', 'record_mismatch'], String(at));
    // Entries that this log could contain, with valid paths.
    const extra = readExtra(proof);
    const logged = (entry: string) => logTwo(entry, one.receipt, extra.record);
    assert.deepEqual(await check(logged(extra.publication.entry)), ['valid', null]);
    const { records } = JSON.parse(extra.publication.entry);
    for (const [from, to] of [
      ['"publication"', '"another"'],
      [`"records":${records}`, `"records":${records - 0.5}`],
      [root_hash, root_hash.toUpperCase()],
    ] as const) {
      const entry = extra.publication.entry.replace(from, to);
      assert.notEqual(entry, extra.publication.entry);
      assert.deepEqual(await check(logged(entry)), ['invalid', 'record_mismatch'], to);
    }
    const without = await verifyLoggedReceipt(one.receipt, proof.replace(/^extra .*\n/m, ''), keys);
    assert.ok(without.result === 'valid' && without.publication === null);
  });

  test('keeps a leaked key’s receipts valid only if they were logged before the leak', async () => {
    const before = await decide();
    await sequencer.run();
    const { proof, logged_at } = (await verify(before.receipt)).log;
    const late = await decide();
    // Times in checkpoints and in public keys are in whole seconds.
    await wait(1_100);
    const { ring } = demo.keys.current();
    const id = ring.keys.at(-1)?.id ?? '';
    demo.keys.change((each) => compromise(each, id, demo.now()));
    await sequencer.run();
    const [valid, invalid] = [await verify(before.receipt), await verify(late.receipt)];
    assert.deepEqual([valid.valid, valid.reason, valid.log.logged_at], [true, null, logged_at]);
    assert.deepEqual([invalid.valid, invalid.reason, invalid.issued], [false, 'key_compromised', true]);
    const keys = await pinned();
    const offline = await verifyLoggedReceipt(before.receipt, proof, keys);
    assert.equal(offline.result, 'valid');
    const lateOffline = await verifyLoggedReceipt(late.receipt, invalid.log.proof, keys);
    assert.deepEqual([lateOffline.result, lateOffline.reason], ['invalid', 'key_compromised']);
    const untimed = proof.replace(/— [^\n]*\n$/, '');
    const unknown = await verifyLoggedReceipt(before.receipt, untimed, keys);
    assert.deepEqual([unknown.result, unknown.reason], ['unverifiable', 'no_time']);
  });
});
