import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { DEMO_DAY, readDemoFiles } from '../../../test/support/demo-app.ts';
import { createPostgresSchema } from '../../../test/support/postgres-schema.ts';
import { sampleClaims } from '../../../test/support/receipt-samples.ts';
import { createReceiptService, openReceiptKeys } from '../../decisions/receipts/service.ts';
import { openSessionSecret } from '../../ledger/accounts/session-secret-service.ts';
import { migrateLedger, migrateRegistry } from '../../platform/db/migrate.ts';
import { openLedger, openRegistry } from '../../platform/db/open.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { publish } from '../../registry/publication/service.ts';
import { createBackup } from './create.ts';
import { MANIFEST, MANIFEST_HASH } from './manifest.ts';
import { backupPlaces } from './places.ts';
import { restoreBackup } from './restore.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const RECEIPTS = 25;
const postgres = process.env.TEST_DATABASE_URL;

const placesOf = (dataDir: string, databaseUrl: string | undefined) =>
  backupPlaces({ dataDir, databaseUrl, receiptKeysFile: undefined, sessionSecretFile: undefined });

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

describe('a backup of a PostgreSQL', { skip: !postgres && 'TEST_DATABASE_URL names none' }, () => {
  let folder: string;
  let source: Awaited<ReturnType<typeof createPostgresSchema>>;
  let sourceDir: string;
  let file: string;
  const schemas: Awaited<ReturnType<typeof createPostgresSchema>>[] = [];
  let number = 0;

  const emptySchema = async () => {
    const schema = await createPostgresSchema(postgres ?? '');
    schemas.push(schema);
    return schema;
  };
  const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const tablesOf = async (url: string) =>
    (
      await query(
        url,
        `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
      )
    ).map(({ relname }) => String(relname));
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

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backup-pg-'));
    source = await emptySchema();
    sourceDir = path.join(folder, 'source');
    const location = { databaseUrl: source.url, dataDir: sourceDir };
    const [registry, ledger] = [openRegistry(location), openLedger(location)];
    await migrateRegistry(registry);
    await migrateLedger(ledger);
    await publish(registry, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: () => NOW });
    // What COPY has to escape.
    await queueMail(
      ledger.db,
      { to: 'a@b.example', subject: 'tab\there', text: 'line\nline\\N\r\n\u0001 é 𝕋' },
      NOW,
    );
    await registry.close();
    await ledger.close();
    await issue(RECEIPTS);
    openSessionSecret({ named: undefined, dataDir: sourceDir });
    file = path.join(folder, 'all.tar');
    await createBackup(placesOf(sourceDir, source.url), {
      to: file,
      recipients: [],
      withRegistry: true,
      now: () => NOW,
    });
  });
  after(async () => {
    for (const schema of schemas) await schema.drop();
    await rm(folder, { recursive: true });
  });

  const restore = async (from: string, url: string) => {
    const dataDir = path.join(folder, `target-${++number}`);
    const places = placesOf(dataDir, url);
    return { dataDir, done: await restoreBackup(places, { file: from, identities: [] }) };
  };
  const refuses = async (from: string, message: RegExp) => {
    const { url } = await emptySchema();
    const dataDir = path.join(folder, `target-${++number}`);
    await assert.rejects(restoreBackup(placesOf(dataDir, url), { file: from, identities: [] }), message);
    assert.deepEqual([existsSync(dataDir), await tablesOf(url)], [false, []]);
    return url;
  };
  const altered = async (
    change: (name: string, bytes: Buffer) => Buffer,
    edit = (_: Record<string, never>) => {},
  ) => {
    const [head, , ...rest] = await readEntries(file);
    const manifest = JSON.parse(String(head?.[1]));
    const entries: Entries = rest.map(([name, bytes]) => [name, change(name, bytes)]);
    for (const [name, bytes] of entries)
      Object.assign(manifest.files.find((each: { name: string }) => each.name === name) ?? {}, {
        ...{ bytes: bytes.length, sha256: hash('sha256', bytes) },
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

  test('restores into an empty database and folder: every row of every table, keys and secret; numbers go on', async () => {
    const { url } = await emptySchema();
    const { dataDir, done } = await restore(file, url);
    assert.equal(done.receiptsVerified, 10);
    assert.equal(done.manifest.databases.ledger.counts.receipts, RECEIPTS);
    const tables = await tablesOf(source.url);
    assert.deepEqual(await tablesOf(url), tables);
    assert.ok(tables.length > 60);
    for (const table of tables.filter((name) => !name.includes('_migration'))) {
      const all = `select to_jsonb(t)::text as row from "${table}" t order by 1`;
      assert.deepEqual(await query(url, all), await query(source.url, all), table);
    }
    for (const name of ['receipt-keys.json', 'session-secret'])
      assert.deepEqual(readFileSync(path.join(dataDir, name)), readFileSync(path.join(sourceDir, name)));
    // Another publication is the next one, and the tables are those of this version.
    const registry = openRegistry({ databaseUrl: url, dataDir });
    const { version } = await publish(registry, {
      files: await readDemoFiles(121),
      asOf: DEMO_DAY,
      now: () => NOW,
    });
    assert.equal(version, 2);
    await registry.close();
  });

  test('has one moment while others write: all rows of a commit or none', async () => {
    let isOver = false;
    let acknowledged = Number((await query(source.url, 'select count(*) as n from receipts'))[0]?.n);
    const writing = (async () => {
      while (!isOver) {
        await issue(7);
        acknowledged += 7;
      }
    })();
    const to = path.join(folder, 'busy.tar');
    const before = acknowledged;
    await createBackup(placesOf(sourceDir, source.url), {
      to,
      recipients: [],
      withRegistry: false,
      now: () => NOW,
    });
    isOver = true;
    await writing;
    const { done } = await restore(to, (await emptySchema()).url);
    const { receipts = 0 } = done.manifest.databases.ledger.counts;
    assert.ok(receipts >= before && receipts <= acknowledged);
    assert.equal((receipts - before) % 7, 0);
    assert.equal(done.manifest.databases.registry, undefined);
    assert.deepEqual(
      readdirSync(sourceDir).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('is not restored over a table, a key or another engine', async () => {
    const { url } = await emptySchema();
    await query(url, 'create table mine (n int)');
    await assert.rejects(restore(file, url), /has tables already \(mine\).*Nothing was changed\./);
    assert.deepEqual(await tablesOf(url), ['mine']);
    await assert.rejects(
      restoreBackup(placesOf(sourceDir, (await emptySchema()).url), { file, identities: [] }),
      /restored only where there is nothing: .*receipt-keys\.json/,
    );
    const embedded = path.join(folder, 'embedded');
    await assert.rejects(
      restoreBackup(placesOf(embedded, undefined), { file, identities: [] }),
      /is of a PostgreSQL: let DATABASE_URL name an empty one/,
    );
    assert.equal(existsSync(embedded), false);
  });

  test('is refused, and leaves no table, when rows, columns or receipts are not what they were; a good one is taken after it', async () => {
    const ofReceipts = (change: (text: string) => string) =>
      altered((name, bytes) =>
        name === 'postgres/receipts.copy' ? Buffer.from(change(String(bytes))) : bytes,
      );
    await refuses(
      await ofReceipts((text) => text.slice(text.indexOf('\n') + 1)),
      /receipts 24 instead of 25/,
    );
    await refuses(
      await ofReceipts((text) => text.replaceAll('festival', 'carnival')),
      /10 of 10 receipts .* do not verify/,
    );
    await refuses(await ofReceipts((text) => text.replace(/\t[^\t\n]*\n/, '\n')), /missing data for column/);
    await refuses(
      await altered(
        (_, bytes) => bytes,
        (manifest: { databases?: { ledger: { migrations: string[] } } }) => {
          manifest.databases?.ledger.migrations.push('9999-later');
        },
      ),
      /ledger is of a newer version .*9999-later/,
    );
    await refuses(
      await altered(
        (_, bytes) => bytes,
        (manifest: { databases?: { ledger: { migrations: string[] } } }) => {
          manifest.databases?.ledger.migrations.pop();
        },
      ),
      /ledger is of an older version/,
    );
    const url = await refuses(
      await altered(
        (_, bytes) => bytes,
        (manifest: { files?: object[] }) => {
          manifest.files?.push({ name: 'postgres/../x.copy', bytes: 0, sha256: '0'.repeat(64) });
        },
      ),
      /names files that no backup has/,
    );
    assert.equal((await restore(file, url)).done.receiptsVerified, 10);
  });
});
