import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { isConsistent, rootOfInclusion } from '../../../test/support/check-proofs.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import type { LoggedPublication } from '../../intake/log/runs-service.ts';
import { parseCheckpoint, parseProof } from '../../proof/checkpoint.ts';
import { openNote } from '../../proof/note.ts';
import { nodesFrom, splitEntries, splitHashes } from '../../proof/tiles.ts';
import { equal, hashLeaf, proveConsistency, rootOf } from '../../proof/tree.ts';
import { createRecordProofs } from '../../records/snapshot/record-proof-service.ts';
import { type KeyStore, openKeyRing } from '../receipts/key-file-service.ts';
import { logNoteKeys } from '../receipts/keys.ts';
import { createReceiptService } from '../receipts/service.ts';
import { receiptEntry } from './entries.ts';
import { openHeadFile } from './head-file-service.ts';
import { createSequencer } from './sequence-service.ts';
import { openLog } from './service.ts';

const ORIGIN = 'vendors.example/log';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const PUBLICATION: LoggedPublication = {
  version: 1,
  as_of: '2026-03-01',
  published_at: NOW.toISOString(),
  records: 2,
  root_hash: 'ab'.repeat(32),
  loading_years: [],
  files: ['cd'.repeat(32)],
};

const folders: string[] = [];
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
  folders.push(folder);
  return folder;
}

interface Options {
  readonly keys?: KeyStore;
  readonly folder?: string;
  readonly publications?: readonly LoggedPublication[];
}

function logOf(
  database: TestDatabase,
  { keys = openKeyRing(sampleRing(1)), folder = makeFolder(), publications = [] }: Options = {},
) {
  const newLogs: string[] = [];
  const receipts = createReceiptService(database, keys, 'https://vendors.example');
  const sequencer = createSequencer({
    ledger: database,
    keys,
    origin: ORIGIN,
    listPublications: async (afterRun) =>
      publications
        .map((publication, at) => ({ runId: at + 1, publication }))
        .filter(({ runId }) => runId > afterRun),
    records: createRecordProofs(database.published),
    head: openHeadFile(folder),
    now: () => NOW,
    onNewLog: (_before, origin) => newLogs.push(origin),
  });
  const log = openLog(database.db);
  const noteKeys = () => (keys.current().ring.logs ?? []).flatMap(logNoteKeys);
  return {
    keys,
    folder,
    sequencer,
    log,
    newLogs,
    noteKeys,
    issue: async (count: number) => {
      const list = Array.from({ length: count }, (_, at) => {
        const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(at);
        return claims;
      });
      const issued = await receipts.issueAll(list, NOW);
      const rows = await database.db
        .selectFrom('receipts')
        .select([
          'jti',
          'number',
          'receipt_sha256 as sha256',
          'vendor_id as vendorId',
          'record_sha256 as recordSha256',
        ])
        .execute();
      return issued.map(({ number }) => rows.find((row) => row.number === number) ?? assert.fail());
    },
    head: async () => {
      const note = (await log.findCheckpoint()) ?? assert.fail('no checkpoint');
      const opened = openNote(note, noteKeys()) ?? assert.fail('not signed by the log');
      assert.equal(opened.signed.length, 2);
      assert.deepEqual(
        opened.signed.map(({ at }) => at),
        [undefined, NOW],
      );
      return parseCheckpoint(opened.text) ?? assert.fail();
    },
    /** Reads all entries the way any reader would. */
    entries: async (size: number) => {
      const all: Uint8Array[] = [];
      for (let n = 0; all.length < size; n += 1) {
        const width = Math.min(256, size - n * 256);
        const bundle = (await log.findTile({ level: 'entries', n, width })) ?? assert.fail();
        const tile = (await log.findTile({ level: 0, n, width })) ?? assert.fail();
        const entries = splitEntries(bundle);
        assert.deepEqual(
          splitHashes(tile).map(hex),
          entries.map((each) => hex(hashLeaf(each))),
        );
        all.push(...entries);
      }
      return all;
    },
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describeBothEngines('the log', (open) => {
  after(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  test('contains each receipt and publication once, and proves each', async () => {
    const database = await open();
    const world = logOf(database, { publications: [PUBLICATION] });
    assert.equal(await world.sequencer.run(), 1);
    const first = await world.head();
    const rows = await world.issue(700);
    assert.equal(await world.log.prove(rows[0] ?? assert.fail()), null);
    assert.equal(await world.sequencer.run(), 700);
    assert.equal(await world.sequencer.run(), 0);
    const head = await world.head();
    assert.equal(head.size, 701);
    const entries = await world.entries(head.size);
    assert.ok(equal(rootOf(entries.map(hashLeaf)), head.root));
    assert.equal(JSON.parse(Buffer.from(entries[0] ?? []).toString()).root_hash, PUBLICATION.root_hash);
    assert.deepEqual(
      entries.slice(1).map(hex).sort(),
      rows.map(({ sha256 }) => hex(receiptEntry(sha256))).sort(),
    );
    for (const row of rows.filter((_, at) => at % 20 === 0)) {
      const logged = (await world.log.prove(row)) ?? assert.fail();
      const proof = parseProof(logged.proof) ?? assert.fail();
      const opened = openNote(proof.checkpoint, world.noteKeys()) ?? assert.fail();
      const { size, root } = parseCheckpoint(opened.text) ?? assert.fail();
      const leaf = hashLeaf(receiptEntry(row.sha256));
      assert.deepEqual(rootOfInclusion({ index: logged.index, size, leaf, path: proof.path }), root);
      assert.equal(logged.loggedAt, NOW.toISOString());
    }
    assert.equal(await world.log.prove({ ...(rows[0] ?? assert.fail()), sha256: 'ab'.repeat(32) }), null);
    const nodes = nodesFrom(async (level, n) => {
      const width = Math.min(256, Math.floor(head.size / 256 ** level) - n * 256);
      return (await world.log.findTile({ level, n, width })) ?? assert.fail();
    });
    assert.ok(isConsistent(first, head, await proveConsistency(first.size, head.size, nodes)));
  });

  test('serves no tile that is not covered by a checkpoint', async () => {
    const database = await open();
    const world = logOf(database);
    assert.equal(await world.log.findTile({ level: 0, n: 0, width: 1 }), undefined);
    await world.issue(3);
    await world.sequencer.run();
    assert.equal((await world.log.findTile({ level: 0, n: 0, width: 3 }))?.length, 96);
    for (const other of [
      { level: 0, n: 0, width: 4 },
      { level: 0, n: 0, width: 256 },
      { level: 1, n: 0, width: 1 },
      { level: 'entries', n: 1, width: 1 },
    ] as const)
      assert.equal(await world.log.findTile(other), undefined);
  });

  test('grows with two concurrent sequencers, without a gap or two checkpoints of the same size', async () => {
    const database = await open();
    const one = logOf(database, { publications: [PUBLICATION] });
    const other = logOf(database, { keys: one.keys, folder: one.folder, publications: [PUBLICATION] });
    await one.sequencer.run();
    const rows: Awaited<ReturnType<typeof one.issue>> = [];
    for (let round = 0; round < 5; round += 1) {
      const [some, added, more] = await Promise.all([
        one.issue(90),
        one.sequencer.run(),
        other.issue(80),
        other.sequencer.run(),
      ]);
      assert.ok(added >= 0);
      rows.push(...some, ...more);
    }
    await other.sequencer.run();
    const head = await one.head();
    assert.equal(head.size, 1 + rows.length);
    assert.ok(equal(rootOf((await one.entries(head.size)).map(hashLeaf)), head.root));
    for (const row of rows.slice(0, 20)) assert.ok(await one.log.prove(row));
    assert.deepEqual(one.newLogs, []);
  });

  test('begins a new log if the database is older than the published log, and names the earlier one', async () => {
    const database = await open();
    const world = logOf(database);
    await world.issue(5);
    await world.sequencer.run();
    const published = await world.head();
    // Simulates a restored backup without the last checkpoint and its entries.
    await database.db.deleteFrom('log_checkpoints').execute();
    await database.db.deleteFrom('log_tiles').execute();
    await database.db.updateTable('receipts').set({ log_index: null }).execute();
    assert.equal(await world.sequencer.run(), 6);
    const head = await world.head();
    assert.equal(world.newLogs.length, 1);
    assert.match(head.origin, /^vendors\.example\/log\/2026-03-01-[0-9a-f]{8}$/);
    const [first] = await world.entries(head.size);
    const { type, log, size, root } = JSON.parse(Buffer.from(first ?? []).toString());
    assert.deepEqual(
      [type, log, size, root],
      ['continues', ORIGIN, 5, Buffer.from(published.root).toString('base64')],
    );
    await world.issue(1);
    assert.equal(await world.sequencer.run(), 1);
    assert.equal(world.newLogs.length, 1);
  });

  test('shows no checkpoint while the database is older than the published log, until the new log has begun', async () => {
    const database = await open();
    const world = logOf(database);
    await world.issue(5);
    await world.sequencer.run();
    const old = await database.db.selectFrom('log_checkpoints').selectAll().executeTakeFirstOrThrow();
    await world.issue(3);
    await world.sequencer.run();
    const log = openLog(database.db, world.folder);
    assert.match((await log.findCheckpoint()) ?? '', /^vendors\.example\/log\n8\n/);
    // Simulates a restored backup that ends at the earlier checkpoint.
    await database.db.deleteFrom('log_checkpoints').where('size', '>', old.size).execute();
    assert.equal(await log.findCheckpoint(), undefined);
    assert.equal(await log.describe(), undefined);
    await world.sequencer.run();
    assert.match((await log.findCheckpoint()) ?? '', /^vendors\.example\/log\/2026-03-01-/);
  });

  test('begins a new log if the database has another tree of the published size', async () => {
    const database = await open();
    const world = logOf(database);
    await world.issue(5);
    await world.sequencer.run();
    const head = openHeadFile(world.folder);
    const { origin, size } = await world.head();
    await head.write({ origin, size, root: hashLeaf(Buffer.from('another')) });
    await world.sequencer.run();
    assert.equal(world.newLogs.length, 1);
    assert.equal((await world.head()).size, 6);
  });

  test('does not grow with keys that did not sign it', async () => {
    const database = await open();
    await logOf(database).sequencer.run();
    const other = logOf(database);
    await other.issue(1);
    await assert.rejects(other.sequencer.run(), /no key of the log/);
  });
});
