import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { loadRing, sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { createReceiptService, openReceiptKeys } from '../../decisions/receipts/service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { MANIFEST, MANIFEST_HASH } from './backup-manifest.ts';
import { backupPlaces } from './backup-places.ts';
import { createBackup, writeArchive } from './create-backup.ts';
import { readArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = new Date('2026-02-03T04:05:06.789Z');
const RECEIPTS = 25;

const placesOf = (dataDir: string) =>
  backupPlaces({ dataDir, receiptKeysFile: undefined, sessionSecretFile: undefined });

async function makeService(dataDir: string): Promise<void> {
  const location = { databaseUrl: undefined, dataDir };
  const ledger = openLedger(location);
  await migrateLedger(ledger);
  const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: NOW });
  openSessionSecret({ named: undefined, dataDir });
  await issue(createReceiptService(ledger, keys, 'https://compliance.example'), RECEIPTS);
  await ledger.close();
  await mkdir(path.join(dataDir, 'regulator', 'latest'), { recursive: true });
  writeFileSync(path.join(dataDir, 'regulator', 'latest', 'list 1.csv'), 'a,b\n');
}

async function issue(service: ReturnType<typeof createReceiptService>, count: number): Promise<void> {
  const claims = Array.from({ length: count }, (_, number) => {
    const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...rest } = sampleClaims(number);
    return rest;
  });
  await service.issueAll(claims, NOW);
}

type Entries = [name: string, bytes: Buffer][];

async function readEntries(file: string): Promise<Entries> {
  const archive = extract();
  archive.end(readFileSync(file));
  const entries: Entries = [];
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
    entries.push([entry.header.name, Buffer.concat(chunks)]);
  }
  return entries;
}

async function writeEntries(file: string, entries: Entries): Promise<void> {
  const archive = pack();
  for (const [name, bytes] of entries) archive.entry({ name }, bytes);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
  writeFileSync(file, Buffer.concat(chunks));
}

describe('a backup', () => {
  let folder: string;
  let source: string;
  let encryptedFile: string;
  let plainFile: string;
  let identity: string;
  let target: string;
  let number = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
    source = path.join(folder, 'source');
    await makeService(source);
    identity = await generateX25519Identity();
    encryptedFile = path.join(folder, 'a.age');
    plainFile = path.join(folder, 'a.tar');
    const common = { now: () => NOW };
    const recipients = [
      await identityToRecipient(await generateX25519Identity()),
      await identityToRecipient(identity),
    ];
    await createBackup(placesOf(source), { to: encryptedFile, recipients, ...common });
    await createBackup(placesOf(source), { to: plainFile, recipients: [], ...common });
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    target = path.join(folder, `target-${++number}`);
  });

  const restore = (file: string, identities: readonly string[] = []) =>
    restoreBackup(placesOf(target), { file, identities });
  const refuses = async (file: string, message: RegExp, identities: readonly string[] = []) => {
    await assert.rejects(restore(file, identities), message);
    assert.equal(existsSync(target), false);
  };
  /** Returns the unencrypted backup with a change and a matching manifest hash. */
  const altered = async (
    change: (entries: Entries, manifest: Record<string, never>) => Entries,
  ): Promise<string> => {
    const entries = await readEntries(plainFile);
    const manifest = JSON.parse(String(entries[0]?.[1]));
    const changed = change(entries.slice(2), manifest);
    const text = JSON.stringify(manifest);
    const file = path.join(folder, `altered-${number}.tar`);
    const head: Entries = [
      [MANIFEST, Buffer.from(text)],
      [MANIFEST_HASH, Buffer.from(hash('sha256', text))],
    ];
    await writeEntries(file, [...head, ...changed]);
    return file;
  };
  /** Returns the backup with a database changed by SQL and its hash in the manifest updated. */
  const withSql = (statement: string) =>
    altered((entries, manifest) => {
      const file = path.join(folder, `sql-${number}.sqlite`);
      const ledger = entries.find(([name]) => name === 'ledger.sqlite');
      assert.ok(ledger);
      writeFileSync(file, ledger[1]);
      const database = new DatabaseSync(file);
      database.exec(statement);
      database.close();
      ledger[1] = readFileSync(file);
      fit(manifest, 'ledger.sqlite', ledger[1]);
      return entries;
    });
  const fit = (
    manifest: { files?: { name: string; bytes: number; sha256: string }[] },
    name: string,
    bytes: Buffer,
  ) => {
    const entry = manifest.files?.find((each) => each.name === name);
    assert.ok(entry);
    Object.assign(entry, { bytes: bytes.length, sha256: hash('sha256', bytes) });
  };

  test('is restored into an empty folder with every row, key, secret and file, readable only by the owner', async () => {
    const { manifest, receiptsVerified } = await restore(encryptedFile, [identity]);
    assert.equal(receiptsVerified, 10);
    assert.equal(manifest.databases.ledger.counts.receipts, RECEIPTS);
    assert.deepEqual(readdirSync(target).sort(), [
      'ledger.sqlite',
      'receipt-keys.json',
      'regulator',
      'session-secret',
    ]);
    for (const name of ['receipt-keys.json', 'session-secret', 'regulator/latest/list 1.csv'])
      assert.deepEqual(readFileSync(path.join(target, name)), readFileSync(path.join(source, name)));
    for (const name of ['ledger.sqlite', 'receipt-keys.json', 'session-secret'])
      assert.equal(statSync(path.join(target, name)).mode & 0o777, 0o600);
    const rows = (dataDir: string) => {
      const database = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'));
      const all = database.prepare('select * from receipts order by jti').all();
      database.close();
      return all;
    };
    assert.deepEqual(rows(target), rows(source));
  });

  test('from an earlier version is restored', async () => {
    const earlier = await altered((entries, manifest) => {
      Object.assign(manifest, { format: 1 });
      return entries;
    });
    assert.equal((await restore(earlier, [])).receiptsVerified, 10);
  });

  test('cannot be restored without the key, and the error appears before anything is written', async () => {
    assert.equal(readFileSync(encryptedFile).includes('SQLite format 3'), false);
    assert.equal(statSync(encryptedFile).mode & 0o777, 0o600);
    await refuses(encryptedFile, /is encrypted: name its key with --identity/);
    await refuses(encryptedFile, /encrypted to another key/, [await generateX25519Identity()]);
  });

  test('is a consistent snapshot while others write: it has all or none of a commit’s rows, and no temporary files remain', async () => {
    const busy = path.join(folder, 'busy');
    await makeService(busy);
    const ledger = openLedger({ databaseUrl: undefined, dataDir: busy });
    const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir: busy, now: NOW });
    const service = createReceiptService(ledger, keys, 'https://compliance.example');
    let acknowledged = RECEIPTS;
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await issue(service, 7);
        acknowledged += 7;
        await new Promise(setImmediate);
      }
    })();
    const file = path.join(folder, 'busy.tar');
    const before = acknowledged;
    await createBackup(placesOf(busy), { to: file, recipients: [], now: () => NOW });
    isOver = true;
    await writing;
    await ledger.close();
    const { manifest } = await restore(file);
    const { receipts = 0 } = manifest.databases.ledger.counts;
    assert.ok(receipts >= before && receipts <= acknowledged);
    assert.equal((receipts - RECEIPTS) % 7, 0);
    assert.deepEqual(
      readdirSync(busy).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('is not restored if any of its files already exists', async () => {
    for (const name of [
      'ledger.sqlite',
      'ledger.sqlite-wal',
      'receipt-keys.json',
      'session-secret',
      'registry.sqlite',
    ]) {
      await mkdir(target, { recursive: true });
      writeFileSync(path.join(target, name), 'mine');
      await assert.rejects(
        restore(plainFile),
        /restored only where there is nothing: .* Nothing was changed\./,
      );
      assert.deepEqual(readdirSync(target), [name]);
      rmSync(path.join(target, name));
    }
  });

  test('fails without quoting a secret key that was given as a recipient by mistake', async () => {
    const options = {
      to: path.join(folder, 'none.age'),
      recipients: [identity],
      now: () => NOW,
    };
    const expected = new Error('A recipient is not an age key: it must be age1…, as backup-key prints it.');
    await assert.rejects(createBackup(placesOf(source), options), expected);
    assert.equal(existsSync(options.to), false);
  });

  test('never overwrites a file, and is not made if the service’s keys are missing', async () => {
    const options = { recipients: [], now: () => NOW };
    await assert.rejects(createBackup(placesOf(source), { to: plainFile, ...options }), /is there already/);
    await assert.rejects(
      createBackup(placesOf(target), { to: path.join(folder, 'none.tar'), ...options }),
      /is not there, so there is nothing to back up/,
    );
    assert.equal(existsSync(path.join(folder, 'none.tar')), false);
  });

  test('fails with an explanation if its file or folder does not exist, and leaves nothing behind', async () => {
    const before = readdirSync(source);
    const to = path.join(folder, 'no such folder', 'a.tar');
    const options = { to, recipients: [], now: () => NOW };
    await assert.rejects(
      createBackup(placesOf(source), options),
      /^Error: There is no folder .*no such folder/,
    );
    assert.deepEqual(readdirSync(source), before);
    await refuses(path.join(folder, 'none.tar'), /^Error: There is no file .*none\.tar/);
    const archive = { staged: source, recipients: [], to };
    await assert.rejects(writeArchive({ ...archive, manifest: {} as never }), { code: 'ENOENT' });
    const missing = { file: to, identities: [], staged: target };
    await assert.rejects(readArchive(missing), { code: 'ENOENT' });
  });

  test('is rejected when it is truncated anywhere or when any byte of the encrypted file is changed', async () => {
    const bytes = readFileSync(encryptedFile);
    const file = path.join(folder, 'damaged');
    for (const share of [0, 0.0001, 0.3, 0.9, 0.9999]) {
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await refuses(file, /damaged|cut off|empty/, [identity]);
    }
    for (const share of [0.0005, 0.2, 0.5, 0.999999]) {
      const changed = Buffer.from(bytes);
      const at = Math.floor(bytes.length * share);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      await refuses(file, /damaged|cut off/, [identity]);
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('more')]));
    await refuses(file, /damaged/, [identity]);
  });

  test('without encryption is rejected when it is truncated, its manifest or files are altered, or it is not a backup', async () => {
    const bytes = readFileSync(plainFile);
    const file = path.join(folder, 'damaged.tar');
    for (const share of [0, 0.01, 0.5, 0.9]) {
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await refuses(file, /damaged|cut off|empty/);
    }
    await refuses(await altered((entries) => entries.slice(1)), /cut off: it lacks/);
    const [manifest, ...others] = await readEntries(plainFile);
    assert.ok(manifest);
    const later = Buffer.from(String(manifest[1]).replace('2026-02-03', '2026-02-04'));
    await writeEntries(file, [[MANIFEST, later], ...others]);
    await refuses(file, /its manifest was altered/);
    await refuses(
      await altered((entries) => [...entries, ['regulator/x', Buffer.from('x')]]),
      /not in its manifest/,
    );
    await refuses(
      await altered((entries) => entries.map(([name, content]) => [name, Buffer.from(content).fill(1)])),
      /not what its manifest says/,
    );
    await refuses(
      await altered((entries, manifest) => {
        Object.assign(manifest, { format: 3 });
        return entries;
      }),
      /newer version/,
    );
    await refuses(
      await altered((entries, manifest: { files?: object[] }) => {
        manifest.files?.push({ name: 'regulator/../../x', bytes: 0, sha256: '0'.repeat(64) });
        return entries;
      }),
      /names files that no backup has/,
    );
    writeFileSync(file, 'no archive at all, but a text that is long enough to be taken for one'.repeat(20));
    await refuses(file, /damaged/);
  });

  test('is rejected when rows are missing, a page is damaged or the ledger is newer', async () => {
    await refuses(
      await withSql('delete from receipts where jti in (select jti from receipts limit 1)'),
      /receipts 24 instead of 25/,
    );
    await refuses(
      await withSql("insert into ledger_migration values ('9999-later', '2030-01-01')"),
      /newer version .*9999-later/,
    );
    const damaged = await altered((entries, manifest) => {
      const ledger = entries.find(([name]) => name === 'ledger.sqlite');
      assert.ok(ledger);
      ledger[1] = Buffer.from(ledger[1]);
      ledger[1].fill(0xff, 4096 * 3, 4096 * 6);
      fit(manifest, 'ledger.sqlite', ledger[1]);
      return entries;
    });
    await refuses(damaged, /The ledger is damaged/);
  });

  test('is rejected when receipts do not verify with its keys, or when keys are missing', async () => {
    await refuses(
      await withSql(`update receipts set claims = replace(claims, 'festival', 'carnival')`),
      /10 of 10 receipts drawn from the ledger do not verify/,
    );
    const otherKeys = await altered((entries, manifest) => {
      const keys = entries.find(([name]) => name === 'receipt-keys.json');
      assert.ok(keys);
      const ring = sampleRing(1);
      assert.equal(loadRing(ring).size, 1);
      keys[1] = Buffer.from(JSON.stringify(ring));
      fit(manifest, 'receipt-keys.json', keys[1]);
      return entries;
    });
    await refuses(otherKeys, /The receipt keys lack .*, which receipts were issued with/);
  });

  test('is neither restored nor made with a session secret that the service would not start with', async () => {
    const short = 's'.repeat(42);
    const file = await altered((entries, manifest) => {
      const secret = entries.find(([name]) => name === 'session-secret');
      assert.ok(secret);
      secret[1] = Buffer.from(`${short}\n`);
      fit(manifest, 'session-secret', secret[1]);
      return entries;
    });
    const withoutQuoting = (error: Error) =>
      /^The session secret is damaged: .* 43 to 512/.test(error.message) && !error.message.includes(short);
    await assert.rejects(restore(file), withoutQuoting);
    assert.equal(existsSync(target), false);
    const weak = path.join(folder, 'weak');
    await makeService(weak);
    writeFileSync(path.join(weak, 'session-secret'), short);
    const to = path.join(folder, 'weak.tar');
    const options = { to, recipients: [], now: () => NOW };
    await assert.rejects(createBackup(placesOf(weak), options), withoutQuoting);
    assert.equal(existsSync(to), false);
  });

  test('is not made from a ledger with damaged pages, and no files are left behind', async () => {
    const broken = path.join(folder, 'broken');
    await makeService(broken);
    const file = path.join(broken, 'ledger.sqlite');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 4096 * 3, 4096 * 6));
    const to = path.join(folder, 'broken.tar');
    await assert.rejects(
      createBackup(placesOf(broken), { to, recipients: [], now: () => NOW }),
      /damaged|malformed/,
    );
    assert.equal(existsSync(to), false);
    assert.deepEqual(
      readdirSync(broken).filter((name) => name.startsWith('.')),
      [],
    );
  });
});
