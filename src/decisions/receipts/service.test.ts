import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { loadRing, sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { shortNumberOf } from '../../lib/text/short-number.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { openKeyRing } from './key-file-service.ts';
import { compromise } from './key-ring-service.ts';
import { loadKey } from './keys.ts';
import { signReceipt } from './receipt.ts';
import type { ClaimsToSign } from './schemas.ts';
import { createReceiptService, keyFilePath, openReceiptKeys } from './service.ts';

const ISSUER = 'https://compliance.example';
const NOW = new Date('2025-12-31T12:34:56.789Z');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const listRows = async (db: LedgerDb) => {
  const rows = await db.selectFrom('receipts').selectAll().orderBy('jti').execute();
  return rows.map((row) => ({ ...row }));
};

function claimsToSign(number: number): ClaimsToSign {
  const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(number);
  return claims;
}

describeBothEngines('receipts', (open) => {
  let database: TestDatabase;
  const ring = sampleRing(2);
  const keys = openKeyRing(ring);
  const serviceOn = (ledger: TestDatabase) => createReceiptService(ledger, keys, ISSUER);

  beforeEach(async () => {
    database = await open();
  });

  test('are stored in one commit even if the list is longer than a statement, so if the last one fails, none are stored', async () => {
    const service = serviceOn(database);
    const list = Array.from({ length: 250 }, (_, number) => claimsToSign(number));
    assert.equal((await service.issueAll(list, NOW)).length, 250);
    const earlier = await listRows(database.db);
    assert.equal(earlier.length, 250);
    const last = { ...claimsToSign(1), event_type: null as never };
    await assert.rejects(service.issueAll([...list, last], NOW));
    assert.deepEqual(await listRows(database.db), earlier);
  });

  test('are in the table with their hash and key by the time issuing resolves', async () => {
    const service = serviceOn(database);
    const { receipt, number } = await service.issue(claimsToSign(1), NOW);
    const rows = await listRows(database.db);
    const { verification, issued } = await service.verify(receipt);
    assert.ok(verification.valid);
    const { claims } = verification;
    assert.deepEqual(claims, { ...sampleClaims(1), iss: ISSUER, jti: claims.jti, iat: 1_767_184_496 });
    assert.match(claims.jti, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(rows, [
      {
        jti: claims.jti,
        vendor_id: claims.vendor_id,
        event_type: claims.event_type,
        verdict: claims.verdict,
        issued_at: NOW.toISOString(),
        record_sha256: claims.record_sha256,
        key_id: ring.keys[1]?.id,
        receipt_sha256: sha256(receipt),
        number: shortNumberOf(claims.jti),
        claims: JSON.stringify(claims),
        signatures: rows[0]?.signatures,
        log_index: null,
      },
    ]);
    assert.equal(issued, true);
    assert.equal(number, shortNumberOf(claims.jti));
  });

  test('are found by their short number with their original text, and not by any other number', async () => {
    const service = serviceOn(database);
    const { receipt, number } = await service.issue(claimsToSign(1), NOW);
    await service.issue(claimsToSign(2), NOW);
    const claims = claimsToSign(1);
    assert.deepEqual(await service.find(number), {
      number,
      vendorId: claims.vendor_id,
      eventType: claims.event_type,
      verdict: claims.verdict,
      issuedAt: NOW.toISOString(),
      recordSha256: claims.record_sha256,
      text: receipt,
    });
    assert.equal(await service.find(shortNumberOf('another')), undefined);
  });

  test('report issued: false if genuine but not stored, and issued: null if nothing in them can be trusted', async () => {
    const service = serviceOn(database);
    const { receipt } = await service.issue(claimsToSign(1), NOW);
    const signing = keys.current().signing;
    const elsewhere = signReceipt(sampleClaims(1), signing);
    assert.equal((await service.verify(elsewhere)).issued, false);
    const { verification } = await service.verify(receipt);
    assert.ok(verification.valid);
    const retold = signReceipt({ ...verification.claims, verdict: 'CLEAR', name: 'x' }, signing);
    assert.deepEqual((await service.verify(retold)).issued, false);
    for (const text of ['', 'x', receipt.slice(1)])
      assert.deepEqual(await service.verify(text), {
        verification: { valid: false, reason: 'malformed', claims: null },
        issued: null,
      });
    const stranger = loadRing(sampleRing(1)).values().next().value;
    assert.ok(stranger);
    assert.equal((await service.verify(signReceipt(sampleClaims(1), stranger))).issued, null);
  });

  test('are looked up each time, so a receipt that is stored later is reported as issued from then on', async () => {
    const service = serviceOn(database);
    const { receipt, number } = await service.issue(claimsToSign(1), NOW);
    const row = await database.db
      .selectFrom('receipts')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    await database.db.deleteFrom('receipts').execute();
    for (let asked = 0; asked < 2; asked += 1) assert.equal((await service.verify(receipt)).issued, false);
    await database.db.insertInto('receipts').values(row).execute();
    assert.equal((await service.verify(receipt)).issued, true);
  });

  test('signed with a compromised key still report whether they were issued here', async () => {
    const { receipt } = await serviceOn(database).issue(claimsToSign(1), NOW);
    const id = ring.keys[1]?.id ?? '';
    const later = createReceiptService(database, openKeyRing(compromise(ring, id, NOW)), ISSUER);
    const { verification, issued } = await later.verify(receipt);
    assert.deepEqual([verification.valid, issued], [false, true]);
    assert.equal(verification.valid ? '' : verification.reason, 'key_compromised');
    const signing = keys.current().signing;
    assert.equal((await later.verify(signReceipt(sampleClaims(1), signing))).issued, false);
  });

  test('issued at the same time are all stored, each with its own number', async () => {
    const service = serviceOn(database);
    const receipts = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const { receipt } = await service.issue(claimsToSign(number), NOW);
        return receipt;
      }),
    );
    const rows = await listRows(database.db);
    assert.deepEqual(rows.map((row) => row.receipt_sha256).sort(), receipts.map(sha256).sort());
    assert.equal(new Set(rows.map((row) => row.jti)).size, 100);
  });

  test('issued while others are being written are all stored, even if there are too many for one statement', async () => {
    const service = serviceOn(database);
    const issue = async (number: number) => {
      const first = await service.issue(claimsToSign(number), NOW);
      const second = await service.issue(claimsToSign(number + 1), NOW);
      return [first.receipt, second.receipt];
    };
    const receipts = await Promise.all(Array.from({ length: 250 }, (_, number) => issue(number)));
    const rows = await listRows(database.db);
    assert.deepEqual(rows.map((row) => row.receipt_sha256).sort(), receipts.flat().map(sha256).sort());
  });

  test('that cannot be stored are not returned, and later receipts are stored again', async () => {
    const service = serviceOn(database);
    const { receipt: first } = await service.issue(claimsToSign(1), NOW);
    await sql`alter table receipts rename to receipts_away`.execute(database.db);
    const failed = await Promise.allSettled(
      [1, 2, 3].map((number) => service.issue(claimsToSign(number), NOW)),
    );
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    await assert.rejects(service.issue(claimsToSign(4), NOW), /receipts/);
    await sql`alter table receipts_away rename to receipts`.execute(database.db);
    const { receipt: last } = await service.issue(claimsToSign(5), NOW);
    const rows = await listRows(database.db);
    assert.deepEqual(rows.map((row) => row.receipt_sha256).sort(), [first, last].map(sha256).sort());
  });

  test('are signed with a new key as soon as the ring has one, and older receipts remain valid', async () => {
    const store = openKeyRing(sampleRing(1));
    const service = createReceiptService(database, store, ISSUER);
    const { receipt: old } = await service.issue(claimsToSign(1), NOW);
    const { ring: before } = store.current();
    const added = sampleRing(1).keys;
    const retired = before.keys.map((key) => ({ ...key, retired_at: NOW.toISOString() }));
    store.change(() => ({ keys: [...retired, ...added] }));
    const { receipt } = await service.issue(claimsToSign(1), NOW);
    const verified = await Promise.all([old, receipt].map((each) => service.verify(each)));
    assert.deepEqual(
      verified.map(({ verification }) => verification.valid && verification.keyId),
      [before.keys[0]?.id, added[0]?.id],
    );
    assert.deepEqual(
      service.publicKeys().keys.map(({ x }) => x),
      [...before.keys, ...added].map((key) => key.ed25519_x),
    );
  });

  describe('receipt keys', () => {
    let dataDir: string;
    before(async () => {
      dataDir = await mkdtemp(path.join(tmpdir(), 'receipt-service-'));
    });
    beforeEach(() => rmSync(keyFilePath({ named: undefined, dataDir }), { force: true }));
    after(() => rm(dataDir, { recursive: true }));
    const options = (named?: string) => ({ named, dataDir, now: NOW });
    const file = () => keyFilePath({ named: undefined, dataDir });

    test('are created on the first start and are the same on every later start', async () => {
      const first = await openReceiptKeys(database.db, options());
      assert.equal(statSync(file()).mode & 0o777, 0o600);
      await createReceiptService(database, first, ISSUER).issue(claimsToSign(1), NOW);
      const second = await openReceiptKeys(database.db, options());
      assert.deepEqual(second.current().ring, first.current().ring);
      assert.equal(first.current().ring.keys.length, 1);
    });

    test('are created along with their folder if the database is elsewhere and has not created the folder', async () => {
      const dataDir = path.join(path.dirname(file()), 'not', 'there');
      await openReceiptKeys(database.db, { ...options(), dataDir });
      assert.equal(statSync(dataDir).mode & 0o777, 0o700);
      assert.equal(existsSync(path.join(dataDir, 'receipt-keys.json')), true);
    });

    test('prevent startup if they are missing after receipts were issued, and are not created again', async () => {
      const first = await openReceiptKeys(database.db, options());
      await createReceiptService(database, first, ISSUER).issue(claimsToSign(1), NOW);
      rmSync(file());
      await assert.rejects(openReceiptKeys(database.db, options()), (error) => {
        assert.ok(error instanceof Error);
        assert.ok(error.message.includes(file()));
        assert.match(error.message, /are missing.*Restore the file from a backup.*No new keys were made\./);
        return true;
      });
      assert.equal(existsSync(file()), false);
    });

    test('prevent startup if they belong to another service, with an error that names the missing key', async () => {
      const id = ring.keys[1]?.id ?? '';
      await serviceOn(database).issue(claimsToSign(1), NOW);
      const empty = await open();
      await openReceiptKeys(empty.db, options());
      const text = readFileSync(file(), 'utf8');
      await assert.rejects(openReceiptKeys(database.db, options()), (error) => {
        assert.ok(error instanceof Error);
        assert.equal(
          error.message,
          `The receipt keys in ${file()} lack ${id}, which receipts were issued with.`,
        );
        return true;
      });
      assert.equal(readFileSync(file(), 'utf8'), text);
      await empty.close();
    });

    test('prevent startup, even the first time, if the configured file is missing', async () => {
      const named = path.join(dataDir, 'elsewhere.json');
      await assert.rejects(openReceiptKeys(database.db, options(named)), {
        message: `RECEIPT_KEYS_FILE names ${named}, which is not there.`,
      });
      assert.deepEqual([existsSync(named), existsSync(file())], [false, false]);
    });

    test('are read from the configured file', async () => {
      await openReceiptKeys(database.db, options());
      const keysThere = await openReceiptKeys(database.db, { ...options(file()), dataDir: '/nonexistent' });
      const [key] = keysThere.current().ring.keys;
      assert.ok(key);
      assert.equal(loadKey(key).ring.id, keysThere.current().signing.ring.id);
    });
  });
});
