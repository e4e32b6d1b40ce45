import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addDays } from '../../src/lib/dates.ts';
import { publish } from '../../src/registry/publication/service.ts';
import { getPublishedState } from '../../src/registry/published-state/service.ts';
import { buildSnapshot } from '../../src/registry/snapshot/build-service.ts';
import type { ParsedFile } from '../../src/registry/sources/parsed-file.ts';
import { REGULATOR } from '../../src/registry/sources/regulator.ts';
import { openTestSqlite, type TestDatabase } from '../../test/support/engines.ts';
import { compareSnapshot } from '../../test/support/snapshot-differences.ts';
import { listFilesInUse } from '../../test/support/snapshot-files.ts';
import { changeRows, columnAt, type Table, toBytes, withCells } from '../feed-faults/table.ts';
import { type History, makeHistory } from '../rehearsal/records/history.ts';
import { parseFiles } from '../sentences/published.ts';
import { listRealWorlds, openDemoWorld, type World } from '../sentences/worlds.ts';
import { readStoredRows } from './stored-rows.ts';

/** Publishes files the old way, builds a snapshot of them, and compares all that readers get. Exits 1 when they differ. */
const { values } = parseArgs({
  options: {
    vendors: { type: 'string', default: '10000' },
    history: { type: 'string', default: '1000' },
    weeks: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    records: { type: 'string', default: path.resolve(import.meta.dirname, '../../../shared/dbpr') },
  },
});
const SHOWN_MAX = 5;
const OPERATOR = { by: 'acceptance', because: 'Nothing waits for a second edition.' };
/** One license in so many changes hands in a week. */
const HOLDERS_EACH = 60;
const RENEWED = REGULATOR.districts.flatMap((district) => [
  `hrfood${district}.csv`,
  `${district}fdinspi.csv`,
]);

let differences = 0;
const demo = await openDemoWorld(Number(values.seed), Number(values.vendors));
await compareWorld({ ...demo, days: [...demo.days, addDays(demo.readOn, 30), addDays(demo.readOn, 100)] });
await compareHistory('accepted', OPERATOR);
await compareHistory('as the service takes them', undefined);
for (const world of existsSync(values.records) ? await listRealWorlds(values.records) : [])
  await compareWorld(world);
console.log(`${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;

/** Publishes one folder after the other, on each day of a world. */
async function compareWorld(world: World): Promise<void> {
  const read = await parseFiles(world.paths, world.readOn);
  for (const asOf of world.days) {
    const database = await openTestSqlite();
    const now = () => new Date(`${asOf}T12:00:00Z`);
    for (const files of Map.groupBy(read, ({ name }) => path.dirname(name)).values())
      await publish(database, { files, asOf, now });
    const { length: held } = await database.db.selectFrom('held_changes').select('slot').execute();
    const title = `${world.name}, as of ${asOf}, ${held} changes wait`;
    await compare(title, database, held > 0 ? 'stored' : read);
    await database.close();
  }
  await world.remove();
}

/** Renews every file each week, with a holder that changes, and withdraws a file at the end. */
async function compareHistory(name: string, acceptance: typeof OPERATOR | undefined): Promise<void> {
  const weeks = Number(values.weeks);
  const first = '2026-05-04';
  const last = addDays(first, 7 * weeks);
  const history = await makeHistory({
    ...{ seed: Number(values.seed), vendors: Number(values.history), first, last },
  });
  const database = await openTestSqlite();
  const read: ParsedFile[] = [];
  for (let week = 0; week <= weeks; week++) {
    const asOf = addDays(first, 7 * week);
    const files = await filesOn(history, asOf, week);
    read.push(...files);
    const now = () => new Date(`${asOf}T16:00:00Z`);
    await publish(database, { files, asOf, now, ...(acceptance ? { acceptance } : {}) });
    await compare(`history ${name}, week ${week}`, database, acceptance ? read : 'stored');
  }
  for (const prefix of ['hrfood3', '5fdinspi', 'chgownr']) {
    const file = await database.db
      .selectFrom('import_files')
      .select(['id', 'name'])
      .where('outcome', '=', 'published')
      .where('name', 'like', `${prefix}%`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!file) continue;
    const now = () => new Date(`${last}T18:00:00Z`);
    await publish(database, { files: [], asOf: last, now, withdrawal: { ...OPERATOR, fileId: file.id } });
    await compare(`history ${name}, ${file.name} withdrawn`, database, acceptance ? read : 'stored');
  }
  await database.close();
}

async function filesOn(history: History, day: string, week: number): Promise<ParsedFile[]> {
  const tables = [...RENEWED, 'newfood.csv', 'chgownr_food.csv'].map((name) => ({
    name,
    table: withNewHolders(history.fileOn(name, addDays(day, -1)), week),
  }));
  const earlier = week === 0 ? history.earlierYears(day) : [];
  const files: ParsedFile[] = [];
  for (const { name, table } of [...tables, ...earlier]) {
    const bytes = await toBytes(table);
    files.push(await REGULATOR.readFile({ name, bytes, publishedAt: `${day}T10:48:00.000Z` }, day));
  }
  return files;
}

/** Each week, one license in sixty changes its holder. */
function withNewHolders(table: Table, week: number): Table {
  if (table.kind !== 'licenses') return table;
  const names = ['licensee', 'name'].map((name) => columnAt(table, name));
  return changeRows(table, 'all', (row, index) => {
    const since = index % HOLDERS_EACH;
    if (since === 0 || since > week) return row;
    return withCells(
      row,
      names.map((column) => [column, `NEW HOLDER ${index} OF WEEK ${since}`]),
    );
  });
}

async function compare(
  title: string,
  database: TestDatabase,
  read: readonly ParsedFile[] | 'stored',
): Promise<void> {
  const { as_of: asOf, fictional } = await getPublishedState(database.db);
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  try {
    const files = read === 'stored' ? await listStored(database) : await listFilesInUse(database.db, read);
    const built = await buildSnapshot({
      ...{ files, asOf, fictional: fictional === 1, loadingYears: [], folder },
    });
    const found = await compareSnapshot(database, built.file);
    differences += found.length;
    console.log(`${title}: ${built.vendors} vendors from ${files.length} files, ${found.length} differences`);
    for (const { where, what, registry, snapshot } of found.slice(0, SHOWN_MAX)) {
      console.log(`  ${where} ${what}`);
      for (const value of [registry, snapshot]) console.log(`    ${JSON.stringify(value)?.slice(0, 400)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files with their rows as the old registry took them in. */
async function listStored({ db }: TestDatabase) {
  const files = await db.selectFrom('import_files').select(['id', 'sha256', 'kind', 'outcome']).execute();
  const counted = files.filter(({ outcome }) => outcome === 'published' || outcome === 'set_aside');
  const read = [];
  for (const { id, sha256, kind } of counted)
    read.push({ sha256, records: await readStoredRows(db, id, kind) });
  return listFilesInUse(db, read);
}
