import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { cosign, makeCosigner } from '../../../client/src/cosign.ts';
import { parseLogKey } from '../../../client/src/log.ts';
import { readHead } from '../../../client/src/witness.ts';
import { isConsistent } from '../../../test/support/check-proofs.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { openSequencer } from '../../../test/support/sequencing.ts';
import { createPoster } from '../../platform/net/outgoing-post.ts';
import { parseCheckpoint } from '../../proof/checkpoint.ts';
import { formatKey, openNote, parseKey } from '../../proof/note.ts';
import type { TreeHead } from '../../proof/tree.ts';
import { openKeyRing } from '../receipts/key-file-service.ts';
import { logNoteKeys } from '../receipts/keys.ts';
import { createReceiptService } from '../receipts/service.ts';
import { createCosigning, readWitnesses } from './cosign-service.ts';
import { openLog } from './service.ts';

const BASE_URL = 'https://vendors.example';
const NOW = new Date('2026-03-01T12:00:00.000Z');

/**
 * Starts a witness as in c2sp.org/tlog-witness. It knows the log's keys and signs checkpoints that extend the
 * last one it signed.
 */
async function startWitness(name: string, logKeys: () => readonly string[]) {
  const { cosigner } = await makeCosigner(name);
  let last: TreeHead | undefined;
  const asked: string[] = [];
  let spoil = (line: string) => line;
  const answer = async (body: string): Promise<readonly [status: number, body: string]> => {
    const [lines = '', ...rest] = body.split('\n\n');
    const note = rest.join('\n\n');
    const [first = '', ...path] = lines.split('\n');
    const old = Number(/^old (\d+)$/.exec(first)?.[1]);
    const keys = (await Promise.all(logKeys().map(parseLogKey))).filter((key) => key !== undefined);
    const head = await readHead(note, keys);
    if (!head) return [403, ''];
    if (old !== (last?.size ?? 0)) return [409, `${last?.size ?? 0}\n`];
    const hashes = path.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'));
    if (last && !isConsistent(last, head, hashes)) return [422, ''];
    last = head;
    const signed = await cosign(note, cosigner, NOW.getTime() / 1_000);
    return [200, spoil(signed.slice(note.length))];
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      asked.push(`${request.method} ${request.url} ${body.split('\n')[0]}`);
      const [status, text] = await answer(body);
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key: cosigner.key,
    asked,
    forget: () => {
      last = undefined;
    },
    sawOther: (head: TreeHead) => {
      last = head;
    },
    spoilSignatures: () => {
      spoil = (line) => line.replace(/.{8}\n$/, 'AAAAAA==\n');
    },
  };
}

async function openWorld(database: TestDatabase) {
  const keys = openKeyRing(sampleRing(1));
  const sequencer = openSequencer(database, { keys, config: { baseUrl: BASE_URL }, now: () => NOW });
  after(() => sequencer.close());
  const receipts = createReceiptService(database, keys, BASE_URL);
  const log = openLog(database.db);
  const logKeys = () => (keys.current().ring.logs ?? []).flatMap(logNoteKeys);
  const refused: string[] = [];
  let now = NOW;
  return {
    log,
    refused,
    waitMinute: () => {
      now = new Date(now.getTime() + 60_000);
    },
    logKeys: () => logKeys().map(formatKey),
    cosigning: (...witnesses: { readonly url: string; readonly key: string }[]) =>
      createCosigning({
        ledgerDb: database.db,
        witnesses: readWitnesses(witnesses),
        post: createPoster({ allowPrivate: true, keepsAnswers: true }),
        nodes: log.nodes,
        now: () => now,
        onRefused: (_witness, why) => refused.push(why),
      }),
    grow: async (count: number) => {
      const list = Array.from({ length: count }, (_, at) => {
        const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(at);
        return claims;
      });
      await receipts.issueAll(list, NOW);
      await sequencer.run();
    },
    /** Returns the witness's signatures on the served checkpoint. */
    signedBy: async (key: string) => {
      const note = (await log.findCheckpoint()) ?? assert.fail();
      const own = openNote(note, logKeys()) ?? assert.fail('not signed by the log');
      assert.equal(own.signed.length, 2);
      const opened = openNote(note, [parseKey(key) ?? assert.fail()]);
      return opened && { size: parseCheckpoint(opened.text)?.size, at: opened.signed[0]?.at };
    },
  };
}

describeBothEngines('witnesses of the log', (open) => {
  test('sign each new checkpoint, which is then served with the signatures', async () => {
    const database = await open();
    const world = await openWorld(database);
    const one = await startWitness('one.example/w', world.logKeys);
    const other = await startWitness('other.example/w', world.logKeys);
    const cosigning = world.cosigning(one, other);
    assert.equal(await cosigning.look(), 0);
    await world.grow(5);
    assert.equal(await world.signedBy(one.key), undefined);
    assert.equal(await cosigning.look(), 2);
    assert.equal(await cosigning.look(), 0);
    await world.grow(300);
    assert.equal(await world.signedBy(one.key), undefined);
    assert.equal(await cosigning.look(), 2);
    for (const { key } of [one, other]) assert.deepEqual(await world.signedBy(key), { size: 305, at: NOW });
    assert.deepEqual(one.asked, ['POST /add-checkpoint old 0', 'POST /add-checkpoint old 5']);
    const shown = (await world.log.describe()) ?? assert.fail();
    assert.deepEqual(
      shown.witnesses.map(({ name, size, signedAt }) => [name, size, signedAt]),
      [
        ['one.example/w', 305, NOW.toISOString()],
        ['other.example/w', 305, NOW.toISOString()],
      ],
    );
    assert.deepEqual(shown.sizes, [{ day: '2026-03-01', size: 305 }]);
    assert.deepEqual(world.refused, []);
    await database.close();
  });

  test('are asked again from the size that they reported', async () => {
    const database = await open();
    const world = await openWorld(database);
    const witness = await startWitness('one.example/w', world.logKeys);
    const cosigning = world.cosigning(witness);
    await world.grow(5);
    await cosigning.look();
    witness.forget();
    await world.grow(2);
    assert.equal(await cosigning.look(), 1);
    assert.deepEqual(witness.asked.slice(1), ['POST /add-checkpoint old 5', 'POST /add-checkpoint old 0']);
    assert.equal((await world.signedBy(witness.key))?.size, 7);
    await database.close();
  });

  test('that refuse, time out or sign something else leave the checkpoint without their signature, and don’t block other witnesses', async () => {
    const database = await open();
    const world = await openWorld(database);
    await world.grow(5);
    const good = await startWitness('good.example/w', world.logKeys);
    const forked = await startWitness('forked.example/w', world.logKeys);
    forked.sawOther({ size: 3, root: new Uint8Array(32) });
    const larger = await startWitness('larger.example/w', world.logKeys);
    larger.sawOther({ size: 9, root: new Uint8Array(32) });
    const spoiled = await startWitness('spoiled.example/w', world.logKeys);
    spoiled.spoilSignatures();
    const stranger = await startWitness('stranger.example/w', () => []);
    const gone = { url: 'http://127.0.0.1:1', key: (await makeCosigner('gone.example/w')).cosigner.key };
    const all = [good, forked, larger, spoiled, stranger, gone];
    assert.equal(await world.cosigning(...all).look(), 1);
    assert.deepEqual(world.refused.sort(), [
      'connection',
      'it answered 403',
      'it answered 422',
      'it signed a larger size of this log, or another log of this name',
      'its signature does not hold',
    ]);
    for (const { key } of all.slice(1)) assert.equal(await world.signedBy(key), undefined);
    assert.equal((await world.signedBy(good.key))?.size, 5);
  });

  test('are not asked again for a minute if they did not sign', async () => {
    const database = await open();
    const world = await openWorld(database);
    await world.grow(5);
    const witness = await startWitness('one.example/w', world.logKeys);
    witness.sawOther({ size: 3, root: new Uint8Array(32) });
    const cosigning = world.cosigning(witness);
    await cosigning.look();
    await cosigning.look();
    assert.equal(witness.asked.length, 2);
    world.waitMinute();
    witness.forget();
    assert.equal(await cosigning.look(), 1);
    await database.close();
  });

  test('in the settings need a valid witness key', async () => {
    const key = formatKey({ name: 'log.example', type: 1, publicKey: new Uint8Array(32) });
    assert.throws(() => readWitnesses([{ url: 'https://w.example', key }]), /not the key of a witness/);
  });
});
