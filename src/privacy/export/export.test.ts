import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describeBothEngines, type TestDb } from '../../../test/support/engines.ts';
import { applicationRow, insertApplications } from '../../../test/support/ledger-rows.ts';
import { insertPerson, PDF, PERSON, SECRETS_OF_PERSON, STRANGER } from '../../../test/support/person-rows.ts';
import { ledgerTableNames, tablesWithColumns } from '../../../test/support/table-names.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { exportPerson, LEFT_OUT } from './export-service.ts';
import type { LedgerTable } from './exported-table.ts';
import { EXPORTED } from './exported-tables.ts';
import { FOR_PROGRAMS, HEADINGS, TITLES } from './heading-messages.ts';

/** Internal codes in the person's rows that the readable text must not contain. */
const CODES = [
  'approved',
  'confirmed',
  'verified',
  'published',
  'upheld',
  'no_show',
  'active',
  'on',
  'delivered',
  'uploaded',
  'insurance_certificate',
  'en',
  'viewer',
  'never',
  'CLEAR',
];
const NOW = () => new Date('2026-03-16T15:00:00Z');

async function unzip(ledgerDb: LedgerDb, person: { accountId: string | undefined; email: string }) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportPerson({ ledgerDb, now: NOW }, person)) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  const text = strFromU8(files['data.json'] ?? new Uint8Array());
  const data: { tables: Record<string, { rows: Record<string, unknown>[] }>; left_out_tables: unknown } =
    JSON.parse(text);
  return { files, text, data };
}

/** Returns the columns that refer to an account, according to the database's foreign keys. */
async function foreignKeysToAccounts(db: TestDb, isSqlite: boolean): Promise<string[]> {
  const query = isSqlite
    ? sql<{
        name: string;
      }>`select m.name || '.' || f."from" as name from sqlite_master m, pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = 'accounts'`
    : sql<{ name: string }>`select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
        inner join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'accounts'::regclass`;
  return (await query.execute(db)).rows.map(({ name }) => name.split('.').slice(-2).join('.')).sort();
}

/** Tables without personal data, such as the regulator's public files, publications, and leases. */
const NOT_PERSONAL = [
  'change_publications',
  'file_rows',
  'held_changes',
  'import_files',
  'import_runs',
  'leases',
  'published_state',
  'record_changes',
  'refused_rows',
  'snapshot_parts',
  'source_files',
];

describeBothEngines('the export of a person’s data', (open) => {
  test('covers every ledger table and column, and every foreign key to an account', async () => {
    const { db, engine, close } = await open();
    const names = await ledgerTableNames();
    const ledger = [...(await tablesWithColumns({ db, engine }))].filter(([name]) => names.has(name));
    assert.deepEqual(
      ledger.map(([name]) => name).sort(),
      [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT), ...NOT_PERSONAL].sort(),
    );
    for (const [name, columns] of ledger) {
      const exported = EXPORTED[name as LedgerTable];
      if (exported)
        assert.deepEqual([...exported.columns, ...Object.keys(exported.withheld)].sort(), columns, name);
    }
    const references = await foreignKeysToAccounts(db, engine.name === 'sqlite');
    assert.ok(references.length >= 20);
    for (const reference of references) {
      const [table = '', column = ''] = reference.split('.');
      assert.ok(
        EXPORTED[table as LedgerTable]?.byAccount?.includes(column) || table in LEFT_OUT,
        `${reference} is neither handed over nor left out with a reason`,
      );
    }
    await close();
  });

  test('contains rows from every covered table and the person’s files, but no secrets or other people’s data', async () => {
    const { db, close } = await open();
    const { event, application } = await insertPerson(db);
    const { files, text, data } = await unzip(db, { accountId: PERSON.id, email: PERSON.email });
    assert.deepEqual(Object.keys(data.tables), Object.keys(EXPORTED));
    for (const [table, { rows }] of Object.entries(data.tables))
      assert.ok(rows.length > 0, `${table} is empty`);
    assert.deepEqual(data.left_out_tables, LEFT_OUT);
    assert.deepEqual(
      data.tables.applications?.rows.map((row) => [row.id, row.contact_name, row.contact_phone]),
      [[application, PERSON.name, PERSON.phone]],
    );
    assert.deepEqual(
      data.tables.events?.rows.map(({ id }) => id).includes(event),
      false,
      'another organizer’s event is not hers',
    );
    const names = Object.keys(files).filter((name) => name.startsWith('files/'));
    assert.equal(names.length, 2);
    for (const name of names) {
      assert.match(name, /^files\/(?:documents|claims)\/[\w-]+\.pdf$/);
      assert.deepEqual(Buffer.from(files[name] ?? []), Buffer.from(PDF));
    }
    for (const secret of [...SECRETS_OF_PERSON, STRANGER.name, STRANGER.email, 'told us why'])
      assert.ok(!text.includes(secret), secret);
    await close();
  });

  test('has a guide, names in both languages, event names and local times, and does not show row ids', async () => {
    const { db, close } = await open();
    const { own, event, application } = await insertPerson(db);
    await db.updateTable('events').set({ name: 'Heron Night' }).where('id', '=', event).execute();
    // Text that a person typed stays unchanged, even if it looks like an impossible time.
    await db
      .updateTable('events')
      .set({ name: '2026-99-99T99:99Z', venue_name: '2026-01-02' })
      .where('id', '=', own)
      .execute();
    const { files, data } = await unzip(db, { accountId: PERSON.id, email: PERSON.email });
    const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    assert.deepEqual(Object.keys(files).slice(0, 4), [
      'README.txt',
      'your-data.txt',
      'sus-datos.txt',
      'data.json',
    ]);
    for (const name of Object.keys(files).slice(1, 4))
      assert.equal(
        read('README.txt').split(`\n${name} `).length - 1,
        2,
        `${name} is not explained in both languages`,
      );
    const english = read('your-data.txt');
    const spanish = read('sus-datos.txt');
    assert.match(english, /^YOUR DATA\n\nCreated Monday, March 16, 2026, 11:00 AM EDT\. About philippa@/);
    assert.match(english, /\nYour applications to events\n=+\n\nEvent: Heron Night\nStatus: approved\n/);
    assert.match(spanish, /\nSus solicitudes a eventos\n=+\n\nEvento: Heron Night\nEstado: aprobado\n/);
    for (const code of CODES) assert.doesNotMatch(spanish, new RegExp(`: ${code}\n`), code);
    assert.match(english, /\nSubject: .*\n/);
    assert.match(spanish, /\nAsunto: .*\n/);
    assert.ok(english.includes(`\nYour answers: \n    Address: ${PERSON.street}\n`));
    for (const text of [english, spanish]) {
      assert.match(text, /: 2026-99-99T99:99Z\n/);
      assert.match(text, /: 2026-01-02\n/);
      assert.ok(text.includes(PERSON.phone));
      assert.doesNotMatch(
        text.replaceAll('2026-99-99T99:99Z', ''),
        /\d{4}-\d\d-\d\dT\d\d/,
        'a time as programs write it',
      );
      for (const id of [PERSON.id, own, event, application]) assert.ok(!text.includes(id), id);
      for (const secret of [...SECRETS_OF_PERSON, STRANGER.name, STRANGER.email, 'told us why'])
        assert.ok(!text.includes(secret), secret);
    }
    assert.equal(data.tables.applications?.rows[0]?.event_name, 'Heron Night');
    assert.equal(data.tables.application_history?.rows[0]?.event_name, 'Heron Night');
    await close();
  });

  test('has a name in both languages for every exported table and column, except for columns marked as meant for programs', () => {
    assert.deepEqual(Object.keys(TITLES.en).sort(), Object.keys(EXPORTED).sort());
    const columns = [...new Set(Object.values(EXPORTED).flatMap((each) => each.columns))].sort();
    assert.deepEqual([...new Set([...Object.keys(HEADINGS.en), ...FOR_PROGRAMS])].sort(), columns);
    assert.deepEqual(
      Object.keys(HEADINGS.en).filter((name) => FOR_PROGRAMS.has(name)),
      [],
    );
  });

  test('includes every application from an address without an account', async () => {
    const { db, close } = await open();
    const { event } = await insertPerson(db);
    const rows = Array.from({ length: 450 }, (_, index) =>
      applicationRow(event, {
        contact_email: 'many@vendor.example',
        license_number: `MFD${1_000_000 + index}`,
      }),
    );
    await insertApplications(db, rows);
    const { data } = await unzip(db, { accountId: undefined, email: 'many@vendor.example' });
    const got = data.tables.applications?.rows.map(({ id }) => id);
    assert.deepEqual(got?.sort(), rows.map(({ id }) => id).sort());
    assert.equal(data.tables.accounts?.rows.length, 0);
    const nobody = await unzip(db, { accountId: undefined, email: 'nobody@vendor.example' });
    assert.ok(Object.values(nobody.data.tables).every((table) => table.rows.length === 0));
    assert.match(
      strFromU8(nobody.files['your-data.txt'] ?? new Uint8Array()),
      /doesn’t have any data about you/,
    );
    await close();
  });
});
