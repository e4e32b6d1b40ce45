import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { TABLES } from '../../src/open-data/files/open-tables.ts';
import { unpackPart } from '../../src/platform/db/row-parts.ts';
import { field } from '../support/check.ts';
import { openDemoApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const VENDORS = 120;
const ACCOUNT = { name: 'Lola', email: 'lola@organizer.example', password: 'a password of tests' };
/**
 * A street or a phone of the demo data, in any wording: all its streets and numbers are invented by these
 * rules.
 */
const CONTACT = /\b555\b.?01\d\d|P ?O BOX|\d+ [A-Z ]+ (ST|AVE|RD|DR|BLVD|LN|WAY|LANE|TRAIL)\b/;

/** A vendor and how its license file says that it is reached. */
interface Reached {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** Street lines, the original phone and its digits. */
  readonly contact: readonly string[];
}

/**
 * Contract 2.9: no street address, phone or mailing address of a vendor. Licenses keep them for letters to
 * the holder. So does a whole refused row of a license file; operators only see its reason.
 */
describeEngines('a vendor’s address and phone', (open) => {
  let database: TestDatabase;
  let demo: TestApp;
  let vendors: Reached[] = [];
  let authorization = '';

  before(async () => {
    database = await open();
    demo = await openDemoApp(database, VENDORS);
    vendors = await listReached(database);
    const accountId = await demo.services.accounts.createVerifiedAccount(ACCOUNT);
    const eventId = await insertEvent(database.db, accountId, { address: '' });
    for (const { number, name } of vendors.slice(0, 20))
      await insertApplication(database.db, eventId, {
        license_number: number,
        business_name: name,
        contact_phone: '',
      });
    authorization = `Bearer ${(await demo.services.apiKeys.create(accountId, 'key')).key}`;
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  test('is stored with its license and nowhere else', async () => {
    assert.ok(vendors.length > 80 && vendors.every(({ contact }) => contact.length >= 3));
    const tables = await listTables(database);
    assert.ok(tables.length > 20 && tables.includes('file_rows'));
    for (const name of tables) {
      const stored = await readTable(database, name);
      const text = JSON.stringify(stored);
      assert.doesNotMatch(text, CONTACT, name);
      for (const { contact } of vendors)
        for (const each of contact)
          assert.ok(!text.includes(JSON.stringify(each).slice(1, -1)), `${each} in ${name}`);
    }
  });

  test('appears in no file for download', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'data-files-'));
    try {
      await makeFileSet(database.published, folder);
      const [set = ''] = await readdir(folder);
      for (const { name } of TABLES) {
        const text = gunzipSync(await readFile(path.join(folder, set, `${name}.ndjson.gz`))).toString();
        assert.ok(text.length > 1_000);
        assert.doesNotMatch(text, CONTACT, name);
        for (const { contact } of vendors)
          for (const each of contact) assert.ok(!text.includes(each), `${each} in ${name}`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('appears in no answer and on no public page, for any vendor', async () => {
    for (const { id, number, name, contact } of vendors) {
      const named = new URLSearchParams({ license_number: number });
      for (const url of [
        `/api/vendors?q=${number}`,
        `/api/vendors/${id}`,
        `/api/vendors/${id}/scorecard`,
        `/api/badge/${id}`,
        `/api/v1/decision?${named}`,
        `/api/v1/improve?${named}`,
        `/vendor/${id}`,
        `/improve/${id}`,
        `/vendor/${id}/report-reply`,
        `/check?${named}`,
        `/search?${new URLSearchParams({ q: name })}`,
        `/api/v1/vendors?${named}`,
      ]) {
        const text = await read(url);
        for (const each of contact) assert.ok(!text.includes(each), `${each} in ${url}`);
      }
    }
  });

  test('appears in no list, no statistics and no answer to an API key', async () => {
    for (const url of [
      '/api/vendors?limit=100',
      '/api/vendors?limit=100&offset=100',
      '/api/v1/stats/florida',
      '/api/v1/coverage',
      '/api/v1/methodology',
      '/api/v1/public/events',
      '/api/v1/events',

      '/api/v1/applications',
      '/',
      '/florida',
      '/search',
      '/events',
      '/sitemap.xml',
      '/llms.txt',
      `/license-lookup?number=${vendors[0]?.number}`,
    ]) {
      const text = await read(url);
      for (const { contact } of vendors)
        for (const each of contact) assert.ok(!text.includes(each), `${each} in ${url}`);
    }
  });

  test('cannot be searched for', async () => {
    for (const { contact } of vendors.slice(0, 20))
      for (const each of contact) {
        const { headers } = await demo.get(`/api/vendors?${new URLSearchParams({ q: each })}`);
        assert.equal(headers['x-total-count'], '0', each);
      }
  });

  /** The answer with its headers, and with the receipt in it readable. */
  async function read(url: string): Promise<string> {
    const { status, headers, body, json } = await demo.get(url, { authorization });
    assert.ok(
      status === 200 || status === 303 || (status === 404 && url.endsWith('report-reply')),
      `${status} ${url}`,
    );
    const text = JSON.stringify(headers) + body + receiptIn(json);
    assert.doesNotMatch(text, CONTACT, url);
    return text;
  }
});

async function listReached({ published }: TestDatabase): Promise<Reached[]> {
  const licenses = await published.db
    .selectFrom('licenses')
    .innerJoin('vendors', (join) =>
      join
        .onRef('vendors.license_type', '=', 'licenses.license_type')
        .onRef('vendors.digits', '=', 'licenses.digits'),
    )
    .innerJoin('records', 'records.position', 'vendors.position')
    .select(['vendors.id', 'identity', 'mailing_address', 'phone'])
    .orderBy('vendors.position')
    .orderBy('place')
    .execute();
  return licenses.map(({ id, identity, mailing_address, phone }) => {
    const { name, license }: { name: string; license: { number: string } } = JSON.parse(identity);
    // The holder's name comes first and the city last: both are public.
    const streets = mailing_address.split('\n').slice(1, -1);
    return { id, name, number: license.number, contact: [...streets, phone, phone.replace(/\D/g, '')] };
  });
}

/** Lists the tables of this test's own schema, if the engine has several. */
async function listTables({ db }: TestDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (tables.every(({ schema }) => schema === undefined)) return tables.map(({ name }) => name);
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return tables.filter(({ schema }) => schema === rows[0]?.name).map(({ name }) => name);
}

async function readTable({ db }: TestDatabase, name: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
  return rows.map((row) => (name === 'file_rows' ? { ...row, bytes: unpackRows(row.bytes) } : row));
}

/** The data for letters is where it belongs: in the packed rows of license files, in separate columns. */
function unpackRows(bytes: unknown): unknown {
  assert.ok(bytes instanceof Uint8Array);
  const { columns, rows } = unpackPart(bytes);
  return rows.map((row) =>
    row.filter((_, place) => !['mailingAddress', 'phone'].includes(columns[place] ?? '')),
  );
}

function receiptIn(json: unknown): string {
  const receipt = field(json, 'data', 'receipt');
  if (typeof receipt !== 'string') return '';
  const { payload } = JSON.parse(Buffer.from(receipt, 'base64url').toString());
  return Buffer.from(payload, 'base64url').toString();
}
