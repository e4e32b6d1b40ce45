import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import type { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { WORKBOOK_TYPE } from '../../src/open-data/files/file-formats.ts';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { TABLES } from '../../src/open-data/files/open-tables.ts';
import { DataManifest } from '../../src/open-data/files/schemas.ts';
import { setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { removeOldSets } from '../../src/open-data/files/sets/stored-sets-service.ts';
import { writeWorkbook } from '../../src/open-data/files/workbook-store.ts';
import { publish } from '../../src/records/publication/service.ts';
import type { Statistics } from '../../src/records/statistics/schemas.ts';
import { assertMatches, field } from '../support/check.ts';
import { DEMO_DAY, NOW, openTestApp, readDemoFiles, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

type Row = Readonly<Record<string, string | number | boolean | null>>;

const NEXT_DAY = () => new Date('2026-03-17T15:00:00Z');
const VENDORS = 120;
const HOUR_MS = 3_600_000;
/** The hashes of the file sets that each engine created from the same publication. */
const hashes = new Set<string>();

/** Contract 4.1.13 and 2.12: all public data as downloadable files. */
describeEngines('the data files', (open) => {
  let database: TestDatabase;
  let dataDir: string;
  let folder: string;
  let opened: TestApp;
  let manifest: DataManifest;

  before(async () => {
    database = await open();
    dataDir = await mkdtemp(path.join(tmpdir(), 'data-files-'));
    folder = setsFolder(dataDir);
    opened = await openTestApp(database, { DATA_DIR: dataDir });
    await publish(database, { files: await readDemoFiles(VENDORS), asOf: DEMO_DAY, now: NOW });
  });
  after(async () => {
    await opened.app.close();
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  const setFolder = () => path.join(folder, readdirSync(folder)[0] ?? '');
  const ndjson = (table: string): Row[] =>
    gunzipSync(readFileSync(path.join(setFolder(), `${table}.ndjson.gz`)))
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const address = (table: string, ending: string) => `/data/${manifest.day}/${table}.${ending}`;

  test('before the first set exists, the manifest and the page say that nothing is ready', async () => {
    const { status, headers } = await opened.get('/data/manifest.json');
    assert.deepEqual([status, headers['retry-after']], [503, '60']);
    const page = await opened.get('/data');
    assert.equal(page.status, 200);
    assert.match(page.body, /There are no files yet/);
  });

  test('a set is created once from the current publication, and appears under its final name only when it is complete', async () => {
    const made = await makeFileSet(database.published, folder);
    assert.deepEqual([made.outcome, made.day, made.vendors], ['made', DEMO_DAY, VENDORS]);
    assert.equal((await makeFileSet(database.published, folder)).outcome, 'there');
    assert.deepEqual(readdirSync(folder), ['2026-03-16T15-00-00.000Z-f1']);
    const answer = await opened.get('/data/manifest.json');
    assertMatches(DataManifest, answer.json);
    manifest = answer.json as DataManifest;
    assert.deepEqual((await opened.get(`/data/${DEMO_DAY}/manifest.json`)).json, manifest);
    assert.equal(manifest.fictional, true);
    assert.match(manifest.cite_as, /not to be cited as fact/);
  });

  test('the manifest has each file’s hash, size, and row count, which match the served file', async () => {
    for (const { name, rows, files } of manifest.tables) {
      assert.equal(ndjson(name).length, rows, name);
      for (const file of files) {
        const answer = await opened.app.inject({ url: new URL(file.url).pathname });
        assert.equal(answer.statusCode, 200);
        assert.equal(createHash('sha256').update(answer.rawPayload).digest('hex'), file.sha256);
        assert.equal(answer.rawPayload.length, file.bytes);
        assert.equal(answer.headers['content-length'], String(file.bytes));
        assert.equal(answer.headers.etag, `"${file.sha256}"`);
        assert.equal(answer.headers['content-type'], file.media_type);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        hashes.add(`${file.name} ${file.sha256}`);
      }
    }
  });

  test('the same publication produces the same bytes on every database', async () => {
    const again = path.join(dataDir, 'again');
    await makeFileSet(database.published, again);
    const [name = ''] = readdirSync(again);
    for (const { files } of manifest.tables)
      for (const file of files) {
        const bytes = readFileSync(path.join(again, name, file.name));
        assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256, file.name);
        // These bytes are the modification time in a gzip header.
        if (file.format !== 'parquet') assert.equal(bytes.readUInt32LE(4), 0);
      }
    assert.equal(hashes.size, 15, 'each engine wrote the same bytes');
  });

  test('CSV, Parquet, and NDJSON files have the same rows', async () => {
    for (const { name, columns } of manifest.tables) {
      const rows = ndjson(name);
      const csv = gunzipSync(readFileSync(path.join(setFolder(), `${name}.csv.gz`))).toString();
      const cells: string[][] = parse(csv, { bom: true });
      assert.deepEqual(
        cells[0],
        columns.map((each) => each.name),
      );
      const told = rows.map((row) => columns.map((each) => asCell(row[each.name] ?? null)));
      assert.deepEqual(cells.slice(1), told, name);
      const file = await asyncBufferFromFile(path.join(setFolder(), `${name}.parquet`));
      const read: Row[] = (await parquetReadObjects({ file })).map(fromParquet);
      assert.deepEqual(read, rows, name);
    }
  });

  test('vendors, scorecards, inspections, and violations match the API', async () => {
    const [vendors, cards, inspections, violations] = [
      ...['vendors', 'scorecards', 'inspections', 'violations'].map(ndjson),
    ];
    const visitsOf = Map.groupBy(inspections ?? [], ({ vendor_id }) => vendor_id);
    const citedAt = Map.groupBy(violations ?? [], (row) => `${row.vendor_id} ${row.visit_id}`);
    assert.equal(vendors?.length, VENDORS);
    for (const [index, vendor] of (vendors ?? []).entries()) {
      const { json } = await opened.get(`/api/vendors/${vendor.vendor_id}/scorecard`);
      const card = json as Scorecard;
      const { license, location } = card;
      assert.deepEqual(
        [vendor.name, vendor.license_number, vendor.license_status, vendor.city, vendor.zip],
        [card.name, license.number, license.status, location.city, location.zip],
      );
      const row = cards?.[index];
      assert.deepEqual(
        [row?.vendor_id, row?.grade, row?.grade_status, row?.service_score, row?.recommendation],
        [card.id, card.grade, card.grade_status, card.service_score, card.recommendation.code],
      );
      assert.deepEqual(
        [row?.violations_12m, row?.high_priority_12m, row?.inspections_12m, row?.hold_active],
        [
          card.rollup_12m.violations,
          card.rollup_12m.high_priority,
          card.rollup_12m.inspections,
          card.hold.active,
        ],
      );
      assert.equal(row?.counts_known_12m, card.rollup_12m.violations !== null);
      const visits = visitsOf.get(card.id) ?? [];
      assert.deepEqual(
        visits.map((each) => [each.visit_id, each.date, each.disposition, each.total, each.owner]),
        card.inspections.map((each) => [
          each.visit_id,
          each.date,
          each.disposition,
          each.counts.total,
          each.owner,
        ]),
      );
      for (const { visit_id, violations: cited } of card.inspections)
        assert.deepEqual(
          (citedAt.get(`${card.id} ${visit_id}`) ?? []).map(({ title, count, text }) => [title, count, text]),
          cited.map(({ title, count, text }) => [title, count, text ?? null]),
        );
    }
  });

  test('the statistics in the files match the API, and the rows add up to them', async () => {
    const { json } = await opened.get('/api/v1/stats/florida');
    const { data } = json as { data: Statistics };
    const rows = ndjson('statistics');
    const numberOf = (measure: string, of: { county?: string; month?: string } = {}) => {
      const found = rows.filter(
        (row) =>
          row.measure === measure && row.county === (of.county ?? null) && row.month === (of.month ?? null),
      );
      assert.equal(found.length, 1, measure);
      return found[0]?.value;
    };
    for (const part of ['vendors', 'grades', 'violation_rates'] as const)
      for (const [key, value] of Object.entries(data[part])) assert.equal(numberOf(`${part}.${key}`), value);
    for (const { county, vendors, grades } of data.by_county) {
      assert.equal(numberOf('by_county.vendors', { county }), vendors);
      assert.equal(numberOf('by_county.grades.A', { county }), grades.A);
    }
    for (const { month, inspections } of data.by_month)
      assert.equal(numberOf('by_month.inspections', { month }), inspections);

    const vendors = ndjson('vendors');
    const cards = ndjson('scorecards');
    const count = (all: readonly Row[], column: string, value: string) =>
      all.filter((row) => row[column] === value).length;
    assert.equal(vendors.length, data.vendors.total);
    assert.equal(count(vendors, 'license_type', 'food_truck'), data.vendors.food_trucks);
    assert.equal(count(vendors, 'license_status', 'delinquent'), data.vendors.delinquent);
    for (const letter of ['A', 'B', 'C', 'D', 'F'] as const)
      assert.equal(count(cards, 'grade', letter), data.grades[letter]);
    for (const { county, vendors: here } of data.by_county)
      assert.equal(count(vendors, 'county', county), here);
    const inspected = cards.filter(({ inspections_12m: inspections }) => Number(inspections) > 0);
    assert.equal(inspected.length, data.violation_rates.inspected_12m);
    const opened12 = Map.groupBy(ndjson('inspections'), (row) => `${row.vendor_id} ${row.case_id}`);
    const firstDays = [...opened12.values()].map(
      (visits) => visits.map(({ date }) => String(date)).sort()[0],
    );
    for (const { month, inspections } of data.by_month)
      assert.equal(firstDays.filter((day) => day?.startsWith(month)).length, inspections, month);
  });

  test('a single range is sent as 206, so that an interrupted download can be resumed', async () => {
    const url = address('vendors', 'parquet');
    const whole = await opened.app.inject({ url });
    const { etag } = whole.headers;
    const ask = (headers: Record<string, string>) => opened.app.inject({ url, headers });
    const first = await ask({ range: 'bytes=0-99' });
    const rest = await ask({ range: 'bytes=100-', 'if-range': String(etag) });
    assert.deepEqual([first.statusCode, rest.statusCode], [206, 206]);
    assert.equal(first.headers['content-range'], `bytes 0-99/${whole.rawPayload.length}`);
    assert.deepEqual(Buffer.concat([first.rawPayload, rest.rawPayload]), whole.rawPayload);
    const last = await ask({ range: 'bytes=-7', 'if-range': String(whole.headers['last-modified']) });
    assert.deepEqual([last.statusCode, last.rawPayload], [206, whole.rawPayload.subarray(-7)]);
    for (const range of [`bytes=-${whole.rawPayload.length + 1}`, 'bytes=-99999999999999999999']) {
      const all = await ask({ range });
      assert.deepEqual([all.statusCode, all.rawPayload], [206, whole.rawPayload], range);
    }
  });

  test('a range for a different version, several ranges, or an invalid range gets the whole file', async () => {
    const url = address('vendors', 'csv.gz');
    const { length } = (await opened.app.inject({ url })).rawPayload;
    for (const headers of [
      { range: 'bytes=0-9', 'if-range': '"another"' },
      { range: 'bytes=0-9', 'if-range': 'Mon, 16 Mar 2026 15:00:01 GMT' },
      { range: 'bytes=0-9,20-29' },
      { range: 'bytes=9-0x' },
      { range: 'lines=0-9' },
    ]) {
      const answer = await opened.app.inject({ url, headers });
      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [200, length], JSON.stringify(headers));
    }
  });

  test('a range outside the file gets a 416 with the file’s length', async () => {
    const url = address('vendors', 'csv.gz');
    const bytes = manifest.tables[0]?.files[1]?.bytes;
    const answer = await opened.get(url, { range: `bytes=${bytes}-` });
    assert.deepEqual([answer.status, answer.headers['content-range']], [416, `bytes */${bytes}`]);
    assert.deepEqual((answer.json as { code: string }).code, 'range_not_satisfiable');
    assert.equal((await opened.get(url, { range: 'bytes=-0' })).status, 416);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  test('a client that already has the file gets a 304, or a 412 if it requires a different version', async () => {
    const url = address('statistics', 'parquet');
    const { headers } = await opened.get(url);
    const etag = String(headers.etag);
    const modified = String(headers['last-modified']);
    assert.equal(modified, 'Mon, 16 Mar 2026 15:00:00 GMT');
    const status = async (asked: Record<string, string>) => (await opened.get(url, asked)).status;
    assert.equal(await status({ 'if-none-match': etag }), 304);
    assert.equal(await status({ 'if-modified-since': modified }), 304);
    assert.equal(await status({ 'if-none-match': '"another"', 'if-modified-since': modified }), 200);
    assert.equal(await status({ 'if-match': etag }), 200);
    assert.equal(await status({ 'if-match': '"another"' }), 412);
    assert.equal(await status({ 'if-unmodified-since': 'Mon, 16 Mar 2026 14:59:59 GMT' }), 412);
    assert.equal(await status({ 'if-match': '"another"', range: 'bytes=0-1' }), 412);
  });

  test('HEAD returns the length without a body', async () => {
    const url = address('violations', 'ndjson.gz');
    const bytes = manifest.tables.find(({ name }) => name === 'violations')?.files[0]?.bytes;
    const answer = await opened.app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } });
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-length'], answer.rawPayload.length],
      [200, String(bytes), 0],
    );
    const held = { 'if-none-match': String(answer.headers.etag) };
    const unchanged = await opened.app.inject({ method: 'HEAD', url, headers: held });
    assert.deepEqual([unchanged.statusCode, unchanged.headers['content-length']], [304, undefined]);
  });

  test('only files that a manifest lists are served, regardless of the URL', async () => {
    for (const [url, wanted] of [
      [`/data/${manifest.day}/set.json`, 404],
      [`/data/${manifest.day}/..%2F..%2Fregistry.sqlite`, 404],
      [`/data/${manifest.day}/%2Fetc%2Fpasswd`, 404],
      ['/data/2020-01-01/vendors.parquet', 404],
      ['/data/..%2F/vendors.parquet', 400],
      ['/data/2026-03-16T15-00-00.000Z-f1/vendors.parquet', 400],
    ] as const)
      assert.equal((await opened.get(url)).status, wanted, url);
  });

  test('the catalog has what DCAT and schema.org require for a dataset and for each file', async () => {
    const dcat = (await opened.get('/data/catalog.jsonld')).body;
    const catalog = JSON.parse(dcat);
    const dataset = catalog['dcat:dataset'];
    for (const term of ['dcterms:title', 'dcterms:description', 'dcterms:publisher', 'dcat:dataset'])
      assert.ok(catalog[term], term);
    for (const term of [
      'dcterms:title',
      'dcterms:description',
      'dcterms:publisher',
      'dcterms:identifier',
      'dcterms:issued',
      'dcterms:rights',
      'dcat:keyword',
      'dcat:distribution',
    ])
      assert.ok(dataset[term], term);
    assert.equal(dataset['dcat:distribution'].length, 15);
    for (const each of dataset['dcat:distribution'])
      for (const term of [
        '@id',
        'dcat:accessURL',
        'dcat:downloadURL',
        'dcat:mediaType',
        'dcat:byteSize',
        'dcterms:rights',
        'dcterms:license',
        'spdx:checksum',
      ])
        assert.ok(each[term], term);
    const prefixes = new Set(Object.keys(catalog['@context']));
    for (const [, prefix = ''] of dcat.matchAll(/"([a-z]+):[A-Za-z]+":/g))
      assert.ok(prefixes.has(prefix), prefix);

    const schema = JSON.parse((await opened.get('/data/dataset.jsonld')).body);
    assert.deepEqual([schema['@context'], schema['@type']], ['https://schema.org/', 'Dataset']);
    assert.ok(schema.name && schema.license && schema.creator && schema.temporalCoverage);
    assert.ok(schema.description.length >= 50 && schema.description.length <= 5_000);
    assert.match(schema.description, /^FICTIONAL DEMO DATA/);
    assert.deepEqual(
      schema.distribution.map((each: { sha256: string }) => each.sha256),
      manifest.tables.flatMap(({ files }) => files.map(({ sha256 }) => sha256)),
    );
  });

  test('the page links to every file and lists the two kinds of rights separately, in English and Spanish', async () => {
    for (const [url, rights] of [
      ['/data', ['The regulator’s records', 'Our judgment']],
      ['/es/data', ['Los registros de la agencia', 'Nuestra valoración']],
    ] as const) {
      const { status, body } = await opened.get(url);
      assert.equal(status, 200);
      for (const { files } of manifest.tables)
        for (const file of files) assert.ok(body.includes(`/data/${manifest.day}/${file.name}`), file.name);
      for (const each of rights) assert.ok(body.includes(each), each);
      assert.doesNotMatch(body, /<script/);
    }
    const { status, headers } = await opened.get('/data/');
    assert.deepEqual([status, headers.location], [308, '/data']);
  });

  test('the dictionary lists every column of every table', async () => {
    const { body } = await opened.get('/data/dictionary');
    for (const { columns } of manifest.tables)
      for (const { name } of columns) assert.ok(body.includes(`<span class="code">${name}</span>`), name);
  });

  test('files left by a killed process are never served, and are removed after an hour', async () => {
    const left = path.join(folder, '.making-left');
    mkdirSync(left);
    const now = new Date();
    await removeOldSets(database.published.db, folder, { now, daysKept: 30 });
    assert.ok(readdirSync(folder).includes('.making-left'), 'a process may still be writing it');
    assert.equal((await opened.get('/data/manifest.json')).json && manifest.days.length, 1);
    const before = new Date(now.getTime() - 2 * HOUR_MS);
    utimesSync(left, before, before);
    await removeOldSets(database.published.db, folder, { now, daysKept: 30 });
    assert.ok(!readdirSync(folder).includes('.making-left'));
  });

  test('a later publication gets its own files, and the previous day’s files are kept for the configured number of days', async () => {
    await publish(database, { files: [], asOf: '2026-03-17', now: NEXT_DAY });
    assert.equal((await makeFileSet(database.published, folder)).day, '2026-03-17');
    const kept = { now: NEXT_DAY(), daysKept: 30 };
    assert.equal(await removeOldSets(database.published.db, folder, kept), 0);
    const { json } = await opened.get('/data/manifest.json');
    const { day, as_of, days } = json as DataManifest;
    assert.deepEqual(
      [day, as_of, days.map((each) => each.day)],
      ['2026-03-17', '2026-03-17', ['2026-03-17', DEMO_DAY]],
    );
    const old = (await opened.get(`/data/${DEMO_DAY}/manifest.json`)).json as DataManifest;
    assert.deepEqual(old.tables, manifest.tables);
    const later = new Date('2026-04-15T15:00:00Z');
    assert.equal(await removeOldSets(database.published.db, folder, { now: later, daysKept: 30 }), 1);
    assert.equal((await opened.get(`/data/${DEMO_DAY}/manifest.json`)).status, 404);
    assert.equal((await opened.get('/data/manifest.json')).status, 200, 'the current one stays');
  });

  test('records that are old on the day the files are made are marked as old in every row', async () => {
    const late = () => new Date('2026-04-20T15:00:00Z');
    await publish(database, { files: [], asOf: '2026-03-18', now: late });
    const folderLate = path.join(dataDir, 'late');
    await makeFileSet(database.published, folderLate);
    const [name = ''] = readdirSync(folderLate);
    const rows: Row[] = gunzipSync(readFileSync(path.join(folderLate, name, 'scorecards.ndjson.gz')))
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    assert.ok(rows.every(({ records_old_days: days }) => Number(days) > 14));
  });

  test('stable URLs redirect to the newest files, and a table as .csv is uncompressed and begins with a header row', async () => {
    const plain = await opened.get('/data/latest/vendors.csv');
    assert.deepEqual([plain.status, plain.headers['content-type']], [200, 'text/csv; charset=utf-8']);
    const packed = readFileSync(path.join(setFolder(), 'vendors.csv.gz'));
    assert.equal(plain.body, gunzipSync(packed).toString());
    assert.match(plain.body, /^"vendor_id",/);
    const held = { 'if-none-match': String(plain.headers.etag) };
    assert.equal((await opened.get('/data/latest/vendors.csv', held)).status, 304);
    const { etag } = (await opened.get('/data/latest/vendors.parquet')).headers;
    const { day } = (await opened.get('/data/manifest.json')).json as { day: string };
    assert.equal(etag, (await opened.get(`/data/${day}/vendors.parquet`)).headers.etag);
    for (const url of [
      '/data/latest/nothing.csv',
      '/data/latest/..%2fvendors.csv',
      '/data/newest/vendors.csv',
    ])
      assert.ok([400, 404].includes((await opened.get(url)).status), url);
  });

  test('a table as .xlsx has the same rows as the NDJSON file under a header row, with days as dates', async () => {
    const { tables } = (await opened.get('/data/manifest.json')).json as DataManifest;
    for (const { name, rows: count, columns } of tables) {
      const url = `/data/latest/${name}.xlsx`;
      const { statusCode, headers, rawPayload } = await opened.app.inject({ url });
      assert.equal(statusCode, 200, name);
      assert.equal(headers['content-type'], WORKBOOK_TYPE);
      const sheet = (await readXlsx(new Uint8Array(rawPayload))).sheets[0];
      const [titles, ...cells] = sheet?.rows ?? [];
      assert.deepEqual(
        titles,
        columns.map((each) => each.name),
      );
      assert.equal(cells.length, count);
      const asRow = (row: readonly unknown[]) =>
        Object.fromEntries(columns.map((each, at) => [each.name, fromCell(row[at])]));
      assert.deepEqual(cells.slice(0, 50).map(asRow), ndjson(name).slice(0, 50), name);
      const held = { 'if-none-match': String(headers.etag) };
      assert.equal((await opened.get(url, held)).status, 304);
    }
  });

  test('a table with too many rows for a workbook gets a 404 that points to its CSV', async () => {
    const file = path.join(setFolder(), 'set.json');
    const text = readFileSync(file, 'utf8');
    const set = JSON.parse(text);
    Object.assign(set.tables[0], { rows: 100_001, workbook: undefined });
    writeFileSync(file, JSON.stringify(set));
    const other = await openTestApp(database, { DATA_DIR: dataDir });
    const { status, json } = await other.get(`/data/latest/${set.tables[0].name}.xlsx`);
    assert.deepEqual([status, field(json, 'code')], [404, 'not_found']);
    assert.match(
      String(field(json, 'error')),
      /100001 rows .* https:\/\/vendors\.example\/data\/latest\/vendors\.csv\./,
    );
    await other.app.close();
    writeFileSync(file, text);
    const table = TABLES.find(({ name }) => name === 'vendors');
    assert.ok(table);
    const few = { rows: VENDORS };
    const limit = VENDORS - 1;
    assert.equal(await writeWorkbook(setFolder(), table, few, limit), undefined);
  });

  test('a workbook is not created if rows of its table would be missing', async () => {
    const table = TABLES.find(({ name }) => name === 'vendors');
    assert.ok(table);
    const copy = await mkdtemp(path.join(tmpdir(), 'data-files-'));
    copyFileSync(path.join(setFolder(), 'vendors.ndjson.gz'), path.join(copy, 'vendors.ndjson.gz'));
    assert.equal((await writeWorkbook(copy, table, { rows: VENDORS }))?.name, 'vendors.xlsx');
    rmSync(path.join(copy, 'vendors.xlsx'));
    await assert.rejects(writeWorkbook(copy, table, { rows: VENDORS + 1 }), /120 rows instead of 121/);
    await rm(copy, { recursive: true });
  });
});

/**
 * Converts a workbook cell to the value in our data: an empty cell becomes null, and a date becomes a day.
 */
function fromCell(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value ?? null;
}

/**
 * Converts a value to its CSV cell: null becomes empty, and text that would run as a formula gets a leading
 * apostrophe.
 */
function asCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
}

function fromParquet(row: Readonly<Record<string, unknown>>): Row {
  const plain = (value: unknown) => {
    if (typeof value === 'bigint') return Number(value);
    return value instanceof Date ? value.toISOString().slice(0, 10) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])) as Row;
}
