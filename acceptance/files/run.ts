import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import type { DataManifest } from '../../src/open-data/files/schemas.ts';
import type { Statistics } from '../../src/records/statistics/schemas.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { preparePlace } from '../../test/support/place.ts';
import { type RunningService, runCommandOf, startServiceOf } from '../support/service.ts';
import { type Duck, openDuck } from './duckdb.ts';
import { killWhileWriting } from './kills.ts';

/**
 * Creates a demo's data files, kills the process while it writes them, then downloads the files and reads
 * them with DuckDB. In each format, counts, sums and the results of three queries must match the API's
 * responses. DuckDB is not a dependency; install it elsewhere:
 *
 *     mkdir /tmp/duck && cd /tmp/duck && npm init -y && npm install @duckdb/node-api@1.5.6-r.1
 *     npm run acceptance -- files --duckdb /tmp/duck
 *
 * Runs on SQLite, and on PostgreSQL if TEST_DATABASE_URL is set. Exits with 1 if anything differs.
 */
const CHECKOUT = path.resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    duckdb: { type: 'string', default: '' },
    vendors: { type: 'string', default: '600' },
    kills: { type: 'string', default: '12' },
  },
});
if (!existsSync(path.join(values.duckdb, 'node_modules/@duckdb/node-api')))
  throw new Error(
    'Name the folder in which DuckDB is installed: --duckdb <folder>. docs/data-files.md says how to install it.',
  );

const duck = await openDuck(values.duckdb);
const folder = await mkdtemp(path.join(tmpdir(), 'data-files-'));
try {
  await readBack('sqlite', undefined);
  if (process.env.TEST_DATABASE_URL) await readBack('postgres', process.env.TEST_DATABASE_URL);
} finally {
  duck.close();
  await rm(folder, { recursive: true });
}

async function readBack(engine: string, databaseUrl: string | undefined): Promise<void> {
  const place = await preparePlace(path.join(folder, engine, 'data'), databaseUrl);
  const settings = { ...LIMITS_OFF, ...place.settings, LOG_LEVEL: 'warn', REGULATOR_SOURCE: 'demo' };
  try {
    const demo = await runCommandOf(CHECKOUT, ['demo', '--vendors', values.vendors], settings);
    assert.equal(demo.code, 0, demo.stderr);
    const killed = await killWhileWriting(CHECKOUT, settings, Number(values.kills));
    console.log(`${place.name}: ${killed}`);
    const service = await startServiceOf(CHECKOUT, settings);
    try {
      const downloaded = path.join(folder, engine);
      const manifest = await download(service, downloaded);
      await compare(service, manifest, downloaded, place.name);
    } finally {
      await service.stop();
    }
  } finally {
    await place.remove();
  }
}

async function getJson(service: RunningService, address: string): Promise<unknown> {
  const answer = await fetch(`${service.url}${address}`);
  assert.equal(answer.status, 200, address);
  return answer.json();
}

/**
 * Downloads as a reader would after a broken connection: first one half of each file, then the rest with
 * If-Range.
 */
async function download(service: RunningService, to: string): Promise<DataManifest> {
  const manifest = (await getJson(service, '/data/manifest.json')) as DataManifest;
  for (const { url, name, bytes, sha256 } of manifest.tables.flatMap(({ files }) => files)) {
    const half = Math.floor(bytes / 2);
    const first = await fetch(url, { headers: { range: `bytes=0-${half - 1}` } });
    const etag = first.headers.get('etag') ?? '';
    const rest = await fetch(url, { headers: { range: `bytes=${half}-`, 'if-range': etag } });
    assert.deepEqual([first.status, rest.status, etag], [206, 206, `"${sha256}"`]);
    const parts = [Buffer.from(await first.arrayBuffer()), Buffer.from(await rest.arrayBuffer())];
    const file = Buffer.concat(parts);
    assert.equal(createHash('sha256').update(file).digest('hex'), sha256, name);
    await writeFile(path.join(to, name), file);
  }
  return manifest;
}

async function compare(
  service: RunningService,
  manifest: DataManifest,
  downloaded: string,
  where: string,
): Promise<void> {
  const { data } = (await getJson(service, '/api/v1/stats/florida')) as { data: Statistics };
  const cards = await listScorecards(service, data.vendors.total);
  for (const format of ['ndjson', 'csv', 'parquet'] as const) {
    const read = readerOf(format, manifest, downloaded);
    for (const { name, rows } of manifest.tables)
      assert.deepEqual(
        await duck.query(`select count(*)::integer n from ${read(name)}`),
        [{ n: rows }],
        name,
      );
    await compareStatistics(duck, read, data);
    await compareScorecards(duck, read, cards);
    console.log(
      `${where}: ${format} holds: 5 tables, ${cards.length} scorecards, sums and 3 queries as the API`,
    );
  }
  assert.ok((await readdir(downloaded)).length > manifest.tables.length * 3);
}

type Read = (table: string) => string;

/** Uses the types in the manifest, so that DuckDB does not guess whether a ZIP code is a number. */
function readerOf(format: 'ndjson' | 'csv' | 'parquet', manifest: DataManifest, downloaded: string): Read {
  const types = { text: 'VARCHAR', day: 'DATE', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN' };
  return (name) => {
    const table = manifest.tables.find((each) => each.name === name);
    const file = table?.files.find((each) => each.format === format);
    assert.ok(table && file, name);
    const place = `'${path.join(downloaded, file.name)}'`;
    const columns = table.columns.map((each) => `'${each.name}': '${types[each.type]}'`).join(', ');
    if (format === 'parquet') return `read_parquet(${place})`;
    return format === 'csv'
      ? `read_csv(${place}, columns = {${columns}})`
      : `read_json(${place}, format = 'newline_delimited', columns = {${columns}})`;
  };
}

/** Runs three queries over the rows: vendors by grade, vendors by county and kind, cases by month. */
async function compareStatistics(reader: Duck, read: Read, data: Statistics): Promise<void> {
  const grades = await reader.query(
    `select coalesce(grade, grade_status) g, count(*)::integer n from ${read('scorecards')} group by 1 order by 1`,
  );
  const told = Object.entries(data.grades).filter(([, n]) => n > 0);
  assert.deepEqual(
    grades.map(({ g, n }) => [g, n]),
    told.sort(([a], [b]) => (a < b ? -1 : 1)),
  );

  const counties = await reader.query(
    `select county, count(*)::integer vendors, count(*) filter (inspections_12m > 0)::integer inspected
     from ${read('vendors')} join ${read('scorecards')} using (vendor_id) where county is not null group by 1 order by 1`,
  );
  assert.deepEqual(
    counties.map(({ county, vendors, inspected }) => [county, vendors, inspected]),
    data.by_county.map(({ county, vendors, inspected_12m }) => [county, vendors, inspected_12m]),
  );

  const months = await reader.query(
    `with cases as (select vendor_id, case_id, min(date) opened from ${read('inspections')} group by all)
     select strftime(opened, '%Y-%m') as m, count(*)::integer n from cases group by 1`,
  );
  const counted = new Map(months.map(({ m, n }) => [m, n]));
  for (const { month, inspections } of data.by_month)
    assert.equal(counted.get(month) ?? 0, inspections, month);

  const sums = await reader.query(
    `select measure, value from ${read('statistics')} where county is null and month is null`,
  );
  const values = new Map(sums.map(({ measure, value }) => [measure, value]));
  for (const part of ['vendors', 'grades', 'violation_rates'] as const)
    for (const [key, value] of Object.entries(data[part])) assert.equal(values.get(`${part}.${key}`), value);
}

/** Compares every scorecard from the API with the rows about the same vendor. */
async function compareScorecards(reader: Duck, read: Read, cards: readonly Scorecard[]): Promise<void> {
  const rows = await reader.query(
    `select vendor_id, grade, service_score, violations_12m::integer violations, high_priority_12m::integer high
     from ${read('scorecards')} order by vendor_id`,
  );
  assert.deepEqual(
    rows.map((row) => [row.vendor_id, row.grade, row.service_score, row.violations, row.high]),
    cards.map(({ id, grade, service_score, rollup_12m }) => [
      id,
      grade,
      service_score,
      rollup_12m.violations,
      rollup_12m.high_priority,
    ]),
  );
  const visits = await reader.query(
    `select vendor_id, count(*)::integer n, sum(total)::integer total, sum(cited)::integer cited
     from ${read('inspections')} left join (select vendor_id, visit_id, sum("count") cited from ${read('violations')} group by all)
     using (vendor_id, visit_id) group by 1 order by 1`,
  );
  const told = cards.filter(({ inspections }) => inspections.length > 0);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  assert.deepEqual(
    visits.map((row) => [row.vendor_id, row.n, row.total ?? 0, row.cited ?? 0]),
    told.map(({ id, inspections }) => [
      id,
      inspections.length,
      sum(inspections.map(({ counts }) => counts.total ?? 0)),
      sum(inspections.flatMap(({ violations }) => violations.map(({ count }) => count))),
    ]),
  );
}

async function listScorecards(service: RunningService, total: number): Promise<Scorecard[]> {
  const ids: string[] = [];
  while (ids.length < total) {
    const page = (await getJson(service, `/api/vendors?limit=100&offset=${ids.length}`)) as { id: string }[];
    if (page.length === 0) break;
    ids.push(...page.map(({ id }) => id));
  }
  const cards: Scorecard[] = [];
  for (const id of ids.sort())
    cards.push((await getJson(service, `/api/vendors/${id}/scorecard`)) as Scorecard);
  return cards;
}
