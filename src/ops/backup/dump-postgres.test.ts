import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { runCli } from '../../../test/support/cli.ts';
import { DEMO_DAY, readDemoFiles } from '../../../test/support/demo-app.ts';
import { findDumpObstacle } from '../../../test/support/postgres-dumps.ts';
import {
  createPostgresDatabase,
  createPostgresSchema,
  type PostgresSchema,
  runOnPostgres,
} from '../../../test/support/postgres-schema.ts';
import { DESCRIBE } from '../../../test/support/postgres-schemas.ts';
import { sampleClaims } from '../../../test/support/receipt-samples.ts';
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { loadConfig } from '../../config.ts';
import { createReceiptService, openReceiptKeys } from '../../decisions/receipts/service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { createLogger } from '../../platform/log/log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { publish } from '../../records/publication/service.ts';
import { createBackupJob, warnWithoutPgDump } from './backup-job.ts';
import { MANIFEST, MANIFEST_HASH } from './backup-manifest.ts';
import { backupPlaces } from './backup-places.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const RECEIPTS = 25;
const postgres = process.env.TEST_DATABASE_URL;

const placesOf = (dataDir: string, databaseUrl: string | undefined) =>
  backupPlaces({ dataDir, databaseUrl, receiptKeysFile: undefined, sessionSecretFile: undefined });

type Entries = [name: string, bytes: Buffer][];
interface EditedManifest {
  format: number;
  readonly databases: { readonly ledger: { readonly migrations: string[] } };
  readonly files: { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

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

const skip = await findDumpObstacle(postgres);

describe('a backup of a PostgreSQL database', { skip }, () => {
  let folder: string;
  let source: PostgresSchema;
  let sourceDir: string;
  let file: string;
  const databases: PostgresSchema[] = [];
  let number = 0;

  const emptyDatabase = async () => {
    const database = await createPostgresDatabase(postgres ?? '');
    databases.push(database);
    return database;
  };
  const tablesOf = async (url: string) =>
    (
      await runOnPostgres(
        url,
        `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
      )
    ).map(({ relname }) => String(relname));
  /**
   * Describes the schema, without dropped columns, column numbers, or the names of columns within indexes.
   */
  const describeSchema = async (url: string) => {
    const [row] = await runOnPostgres(url, DESCRIBE);
    return String(row?.lines)
      .split('\n')
      .filter((line) => !/pg\.dropped|^\w+ i /.test(line))
      .map((line) => line.replace(/^(\w+ \w) \d+ /, '$1 '))
      .sort();
  };
  const issue = async (count: number) => {
    const ledger = openLedger({ databaseUrl: source.url, dataDir: sourceDir });
    const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir: sourceDir, now: NOW });
    const claims = Array.from({ length: count }, (_, each) => {
      const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...rest } = sampleClaims(each);
      return rest;
    });
    await createReceiptService(ledger, keys, 'https://compliance.example').issueAll(claims, NOW);
    await ledger.close();
  };
  const backUp = async (name: string) => {
    const to = path.join(folder, name);
    const options = { to, recipients: [], now: () => NOW };
    await createBackup(placesOf(sourceDir, source.url), options);
    return to;
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backup-pg-'));
    source = await emptyDatabase();
    sourceDir = path.join(folder, 'source');
    const location = { databaseUrl: source.url, dataDir: sourceDir };
    const ledger = openLedger(location);
    await migrateLedger(ledger);
    await publish(ledger, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: () => NOW });
    // Data that is easily lost or altered in transfer.
    await queueMail(
      ledger.db,
      { to: 'a@b.example', subject: 'tab\there', text: 'line\nline\\N\r\n\u0001 é 𝕋' },
      NOW,
    );
    await ledger.close();
    await issue(RECEIPTS);
    openSessionSecret({ named: undefined, dataDir: sourceDir });
    file = await backUp('all.tar');
  });
  after(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true });
  });

  const restore = async (from: string, url: string) => {
    const dataDir = path.join(folder, `target-${++number}`);
    const places = placesOf(dataDir, url);
    return { dataDir, done: await restoreBackup(places, { file: from, identities: [] }) };
  };
  /** A schema that is empty again after each rejected restore. */
  let refusing: PostgresSchema | undefined;
  const refuses = async (from: string, message: RegExp) => {
    refusing ??= await emptyDatabase();
    const { url } = refusing;
    const dataDir = path.join(folder, `target-${++number}`);
    await assert.rejects(restoreBackup(placesOf(dataDir, url), { file: from, identities: [] }), message);
    assert.deepEqual([existsSync(dataDir), await tablesOf(url)], [false, []]);
    return url;
  };
  const altered = async (
    change: (name: string, bytes: Buffer) => Buffer,
    edit: (manifest: EditedManifest) => unknown = () => {},
  ) => {
    const [head, , ...rest] = await readEntries(file);
    const manifest = JSON.parse(String(head?.[1]));
    const entries: Entries = rest.map(([name, bytes]) => [name, change(name, bytes)]);
    for (const [name, bytes] of entries)
      Object.assign(manifest.files.find((each: { name: string }) => each.name === name) ?? {}, {
        bytes: bytes.length,
        sha256: hash('sha256', bytes),
      });
    edit(manifest);
    const text = JSON.stringify(manifest);
    const archive = pack();
    for (const [name, bytes] of [
      [MANIFEST, Buffer.from(text)],
      [MANIFEST_HASH, Buffer.from(hash('sha256', text))],
      ...entries,
    ] as Entries)
      archive.entry({ name }, bytes);
    archive.finalize();
    const to = path.join(folder, `altered-${++number}.tar`);
    const chunks: Buffer[] = [];
    for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
    writeFileSync(to, Buffer.concat(chunks));
    return to;
  };

  test('can be restored into an empty database and folder with every row, the keys and the secret, and version numbers continue where they left off', async () => {
    const { url } = await emptyDatabase();
    const { dataDir, done } = await restore(file, url);
    assert.equal(done.receiptsVerified, 10);
    assert.equal(done.manifest.databases.ledger.counts.receipts, RECEIPTS);
    const tables = await tablesOf(source.url);
    assert.deepEqual(await tablesOf(url), tables);
    assert.ok(tables.length > 60);
    assert.deepEqual(await describeSchema(url), await describeSchema(source.url));
    for (const table of tables) {
      const all = `select to_jsonb(t)::text as row from "${table}" t order by 1`;
      assert.deepEqual(await runOnPostgres(url, all), await runOnPostgres(source.url, all), table);
    }
    for (const name of ['receipt-keys.json', 'session-secret'])
      assert.deepEqual(readFileSync(path.join(dataDir, name)), readFileSync(path.join(sourceDir, name)));
    // The next publication continues the numbering, and the tables match this version.
    const ledger = openLedger({ databaseUrl: url, dataDir });
    const { version } = await publish(ledger, {
      files: await readDemoFiles(121),
      asOf: DEMO_DAY,
      now: () => NOW,
    });
    assert.equal(version, 2);
    await ledger.close();
  });

  test('is a consistent snapshot even while others write: it has all or none of a commit’s rows', async () => {
    let isOver = false;
    let acknowledged = Number((await runOnPostgres(source.url, 'select count(*) as n from receipts'))[0]?.n);
    const writing = (async () => {
      while (!isOver) {
        await issue(7);
        acknowledged += 7;
      }
    })();
    const before = acknowledged;
    const to = await backUp('busy.tar');
    isOver = true;
    await writing;
    const target = await emptyDatabase();
    const { done } = await restore(to, target.url);
    const { receipts = 0 } = done.manifest.databases.ledger.counts;
    assert.ok(receipts >= before && receipts <= acknowledged);
    assert.equal((receipts - before) % 7, 0);
    const [restored] = await runOnPostgres(target.url, 'select count(*)::integer as n from receipts');
    assert.equal(restored?.n, receipts);
    assert.deepEqual(
      readdirSync(sourceDir).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('is not restored over an existing table or key, or into another engine', async () => {
    const { url } = await emptyDatabase();
    await runOnPostgres(url, 'create table mine (n int)');
    await assert.rejects(restore(file, url), /has tables already \(mine\).*Nothing was changed\./);
    assert.deepEqual(await tablesOf(url), ['mine']);
    await assert.rejects(
      restoreBackup(placesOf(sourceDir, (await emptyDatabase()).url), { file, identities: [] }),
      /restored only where there is nothing: .*receipt-keys\.json/,
    );
    const embedded = path.join(folder, 'embedded');
    await assert.rejects(
      restoreBackup(placesOf(embedded, undefined), { file, identities: [] }),
      /is of a PostgreSQL: let DATABASE_URL name an empty one/,
    );
    assert.equal(existsSync(embedded), false);
  });

  test('is not restored into a schema with another name', async () => {
    const other = await createPostgresSchema(postgres ?? '');
    databases.push(other);
    await assert.rejects(restore(file, other.url), /is of the schema public: create it in the database/);
    assert.deepEqual(await tablesOf(other.url), []);
  });

  test('is rejected without leaving tables behind if it is damaged, newer or has forged receipts; a valid backup is accepted afterward', async () => {
    const withDump = (change: (bytes: Buffer) => Buffer) =>
      altered((name, bytes) => (name === 'postgres.dump' ? change(bytes) : bytes));
    await refuses(
      await withDump((bytes) => bytes.subarray(0, bytes.length >> 1)),
      /^Error: pg_restore failed: could not read from input file: end of file$/,
    );
    await refuses(await withDump(() => Buffer.from('PGDMP')), /pg_restore failed: .+/);
    const forged = await emptyDatabase();
    await restore(file, forged.url);
    await runOnPostgres(forged.url, `update receipts set claims = replace(claims, 'festival', 'carnival')`);
    const dump = execFileSync('pg_dump', ['--format=custom', `--dbname=${forged.url}`, '--schema=public']);
    await refuses(await withDump(() => dump), /10 of 10 receipts .* do not verify/);
    await refuses(
      await altered(
        (_, bytes) => bytes,
        (manifest) => manifest.databases.ledger.migrations.push('9999-later'),
      ),
      /ledger is of a newer version .*9999-later/,
    );
    const url = await refuses(
      await altered(
        (_, bytes) => bytes,
        ({ files }) => files.push({ name: 'postgres/../x.dump', bytes: 0, sha256: '0'.repeat(64) }),
      ),
      /names files that no backup has/,
    );
    assert.equal((await restore(file, url)).done.receiptsVerified, 10);
    refusing = undefined;
  });

  test('from an earlier version is rejected, and the error names the version that can restore it', async () => {
    const earlier = await altered(
      (_, bytes) => bytes,
      (manifest) => {
        manifest.format = 1;
        manifest.files.push({ name: 'postgres/receipts.copy', bytes: 0, sha256: '0'.repeat(64) });
      },
    );
    await refuses(
      earlier,
      /made by version 0\.5\.0 or an earlier one\. Restore it with the version that made it/,
    );
  });

  test('from an older ledger is restored unchanged, to be migrated at the next start', async () => {
    const older = await altered(
      (_, bytes) => bytes,
      (manifest) => manifest.databases.ledger.migrations.pop(),
    );
    assert.equal((await restore(older, (await emptyDatabase()).url)).done.receiptsVerified, 10);
  });

  test('fails without pg_dump or pg_restore and says what to install, as do startup and doctor', async (t) => {
    const { PATH } = process.env;
    t.after(() => {
      process.env.PATH = PATH;
    });
    process.env.PATH = folder;
    const message = /is not installed here, .* apt install postgresql-client-.*"Without pg_dump"/;
    await assert.rejects(backUp('none.tar'), message);
    assert.equal(existsSync(path.join(folder, 'none.tar')), false);
    await refuses(file, message);
    const environment = {
      DATA_DIR: sourceDir,
      DATABASE_URL: source.url,
      BACKUP_FOLDER: path.join(folder, 'kept'),
      BACKUP_RECIPIENTS: await identityToRecipient(await generateX25519Identity()),
    };
    const config = loadConfig(environment);
    const lines: { msg: string; problem: string }[] = [];
    const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
    await warnWithoutPgDump(config, log);
    assert.equal(lines[0]?.msg, 'backups will fail');
    assert.match(lines[0].problem, message);
    const ledger = openLedger({ databaseUrl: source.url, dataDir: sourceDir });
    const job = createBackupJob({
      config,
      environment,
      ledgerDb: ledger.db,
      holder: 'one',
      now: () => new Date(),
      log,
    });
    await assert.rejects(job(), message);
    await ledger.close();
    const { stdout } = await runCli(['doctor', '--offline', '--json'], environment);
    const { findings } = JSON.parse(stdout);
    const found = findings.find(({ name }: { name: string }) => name === 'pg_dump');
    assert.equal(found.state, 'failed');
    assert.match(found.says, message);
  });
});
