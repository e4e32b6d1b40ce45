import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { Pool } from 'pg';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { findFiles, loadFile } from '../../src/intake/fetch/disk-files-service.ts';
import { createRandom, drawFrom } from '../../src/lib/random.ts';
import { compareText, foldForSearch } from '../../src/lib/text/text.ts';
import type { Matcher } from '../../src/matching/match-vendors.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import { wordsOf } from '../../src/matching/vendor-words.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import { createMatcher } from '../../test/support/matcher.ts';
import { timeHostile } from './hostile.ts';
import { NOISES } from './noise.ts';
import { timeAmong } from './time-among.ts';

/**
 * Measures how often the matcher finds the intended vendor for a misspelled query. Compares the matcher with
 * MiniSearch, a literal search and, if TEST_DATABASE_URL names a PostgreSQL database, pg_trgm. Also
 * calculates the best possible result, because names share words. Then measures time and memory with more
 * vendors and, with `--hostile`, the cost of the worst lists. Exits with 1 if too many confident matches are
 * wrong.
 */
const SURE_WRONG_MAX = 0.005;
const TODAY = '2026-11-01';
const HITS = 5;

const { values } = parseArgs({
  options: {
    records: { type: 'string', multiple: true, default: [] },
    queries: { type: 'string', default: '2000' },
    vendors: { type: 'string', default: '2000' },
    seed: { type: 'string', multiple: true, default: ['1'] },
    worst: { type: 'string', default: '20' },
    sizes: { type: 'string', default: '2500,16000' },
    hostile: { type: 'boolean', default: false },
  },
});

interface Query {
  readonly noise: string;
  readonly text: string;
  readonly meant: Matchable;
}

interface Row {
  count: number;
  first: number;
  five: number;
}

type Find = (text: string) => Promise<readonly string[]> | readonly string[];

const vendors = values.records.length > 0 ? await listedIn(values.records) : await fictional();
const matcher = createMatcher(vendors);
const seeds = values.seed.map(Number);
let queries: readonly Query[] = [];
const sameWords = Map.groupBy(vendors, ({ name }) => wordsOf(name).join(' '));
const nameOf = new Map(vendors.map(({ id, name }) => [id, name]));
let undecided = findUndecided();
/** Totals for the matcher's results, over all seeds. */
const decidedOfAll: Row = { count: 0, first: 0, five: 0 };
for (const seed of seeds) await measureSeed(seed);
if (seeds.length > 1) {
  const { count, first, five } = decidedOfAll;
  console.log(
    `\nmatcher, decided queries of ${seeds.length} seeds: ${count}  first ${share(first, count)}  of five ${share(five, count)}`,
  );
}
for (const size of values.sizes.split(',').filter(Boolean)) timeAmong(vendors, Number(size), NOISES);
if (values.hostile) for (const seed of seeds) timeHostile(vendors, seed);

async function measureSeed(seed: number): Promise<void> {
  queries = makeQueries(vendors, Number(values.queries), seed);
  undecided = findUndecided();
  console.log(`\n${vendors.length} vendors, ${queries.length} queries, seed ${seed}\n`);
  console.log(
    `${undecided.queries.size} queries fit several names alike; with a random one of them: first ${share(undecided.first, queries.length)}  of five ${share(undecided.five, queries.length)}\n`,
  );
  const rows = await measure('matcher', (text) => matcher.match(text, HITS).map(({ vendor }) => vendor.id));
  const decided = rows.get('decided');
  for (const key of ['count', 'first', 'five'] as const) decidedOfAll[key] += decided?.[key] ?? 0;
  await measure('literal', literalSearch());
  await measure('MiniSearch', miniSearch());
  await withTrigrams((find) => measure('pg_trgm', find));
  judgeSureness('matcher', matcher);
}

/**
 * Returns true if the result is the intended vendor or one whose name has the same words, because no query
 * could distinguish the two.
 */
function isRight({ meant }: Query, id: string | undefined): boolean {
  return (sameWords.get(wordsOf(meant.name).join(' ')) ?? []).some((vendor) => vendor.id === id);
}

async function measure(name: string, find: Find): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  const started = process.cpuUsage().user;
  for (const query of queries) {
    const ids = await find(query.text);
    for (const key of ['all', undecided.queries.has(query) ? 'undecided' : 'decided', query.noise]) {
      const row = rows.get(key) ?? { count: 0, first: 0, five: 0 };
      rows.set(key, row);
      row.count += 1;
      if (isRight(query, ids[0])) row.first += 1;
      if (ids.slice(0, HITS).some((id) => isRight(query, id))) row.five += 1;
    }
  }
  const each = (process.cpuUsage().user - started) / 1_000 / queries.length;
  console.log(`${name} (${each.toFixed(1)} ms of our processor time a query)`);
  for (const [key, { count, first, five }] of rows)
    console.log(
      `  ${key.padEnd(20)} ${String(count).padStart(5)}  first ${share(first, count)}  of five ${share(five, count)}`,
    );
  return rows;
}

/**
 * Finds queries for which the intended vendor cannot be determined, because several names contain the query's
 * words or another name consists of exactly those words. Such a query counts with the probability that a
 * random choice is right.
 */
function findUndecided(): {
  readonly queries: ReadonlySet<Query>;
  readonly first: number;
  readonly five: number;
} {
  const named = vendors.map(({ name }) => wordsOf(name));
  const undecided = new Set<Query>();
  let first = 0;
  let five = 0;
  for (const query of queries) {
    const typed = wordsOf(query.text);
    const own = wordsOf(query.meant.name).join(' ');
    const fitting = new Set(
      named.filter((words) => typed.every((word) => words.includes(word))).map((words) => words.join(' ')),
    );
    const isAnother = fitting.has(typed.join(' ')) && typed.join(' ') !== own;
    if (!isAnother && (!fitting.has(own) || fitting.size === 1)) continue;
    undecided.add(query);
    first += isAnother ? 0 : 1 / fitting.size;
    five += Math.min(1, HITS / fitting.size);
  }
  const decided = queries.length - undecided.size;
  return { queries: undecided, first: decided + first, five: decided + five };
}

/**
 * Creates an index with a maintained search library. Its settings are what the library's documentation
 * recommends for typos: fuzzy, with prefixes, over folded names.
 */
function miniSearch(): Find {
  const index = new MiniSearch({
    fields: ['name', 'city'],
    idField: 'id',
    processTerm: (term) => term || null,
  });
  index.addAll(
    vendors.map(({ id, name, city }) => ({ id, name: foldForSearch(name), city: foldForSearch(city ?? '') })),
  );
  return (typed) =>
    index
      .search(foldForSearch(typed), { fuzzy: 0.25, prefix: true, boost: { name: 2 } })
      .slice(0, HITS)
      .map(({ id }) => String(id));
}

function judgeSureness(name: string, { match }: Pick<Matcher<Matchable>, 'match'>): void {
  const answered = queries.map((query) => ({ query, best: match(query.text, 1)[0] }));
  const sure = answered.filter(({ best }) => best?.confidence === 'sure');
  const wrong = sure.filter(({ query, best }) => !isRight(query, best?.vendor.id));
  const missed = answered
    .filter(({ query, best }) => !isRight(query, best?.vendor.id))
    .sort((a, b) => Number(undecided.queries.has(a.query)) - Number(undecided.queries.has(b.query)));
  console.log(
    `\n${name}: sure of ${share(sure.length, queries.length)}, of which wrong: ${wrong.length} (${share(wrong.length, queries.length)} of all)`,
  );
  for (const { query, best } of [...wrong, ...missed].slice(0, Number(values.worst)))
    console.log(
      `  [${query.noise}] “${query.text}” meant ${query.meant.name}, got ${nameOf.get(best?.vendor.id ?? '') ?? 'none'} (${best?.confidence ?? '-'}, ${best?.score ?? 0})`,
    );
  if (wrong.length > SURE_WRONG_MAX * queries.length) process.exitCode = 1;
}

/**
 * Makes queries, which are the same for the same vendors and seed. If a noise does not change the name,
 * another noise is drawn.
 */
function makeQueries(all: readonly Matchable[], count: number, seed: number): Query[] {
  const noises = Object.entries(NOISES);
  const made: Query[] = [];
  for (let draw = 0; made.length < count && draw < 10 * count; draw++) {
    const random = createRandom(seed, draw);
    const meant = drawFrom(random, all);
    const [noise, change] = noises[made.length % noises.length] ?? [];
    const name = meant.name.toLowerCase();
    const text = change?.(name, random, meant.city?.toLowerCase() ?? '') ?? name;
    if (noise && text !== name && foldForSearch(text).length >= 3) made.push({ noise, text, meant });
  }
  return made;
}

/**
 * Creates a search that requires every typed word to be in the name or city. Like the search page, it ranks
 * exact names first, then names that begin with the query.
 */
function literalSearch(): Find {
  const folded = vendors.map(({ id, name, city }) => ({
    id,
    name: foldForSearch(name),
    text: foldForSearch(`${name} ${city}`),
  }));
  return (typed) => {
    const phrase = foldForSearch(typed);
    const rank = (name: string) =>
      name === phrase ? 0 : name.startsWith(phrase) ? 1 : name.includes(phrase) ? 2 : 3;
    return folded
      .filter(({ text }) => phrase.split(' ').every((word) => text.includes(word)))
      .sort((a, b) => rank(a.name) - rank(b.name) || compareText(a.name, b.name))
      .map(({ id }) => id);
  };
}

async function withTrigrams(use: (find: Find) => Promise<unknown>): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return console.log('pg_trgm: not measured, TEST_DATABASE_URL is not set');
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await pool.query('create extension if not exists pg_trgm with schema public');
    await pool.query('create temporary table matched_names (id text, name text)');
    const rows = vendors.map(({ id, name }) => ({ id, name: foldForSearch(name) }));
    await pool.query(
      'insert into matched_names select id, name from json_to_recordset($1) as r(id text, name text)',
      [JSON.stringify(rows)],
    );
    await use(async (typed) => {
      const statement =
        'select id from matched_names order by public.similarity(name, $1) desc, name, id limit 5';
      const { rows: hits } = await pool.query<{ id: string }>(statement, [foldForSearch(typed)]);
      return hits.map(({ id }) => id);
    });
  } finally {
    await pool.end();
  }
}

async function listedIn(paths: readonly string[]): Promise<Matchable[]> {
  const files = await findFiles(paths);
  const parsed = await Promise.all(
    files.map(async (file) => readRegulatorFile(await loadFile(file, path.basename(file), null), TODAY)),
  );
  const rows = parsed.flatMap(({ records }) => (records?.kind === 'licenses' ? records.rows : []));
  const byId = new Map(
    rows.map(({ licenseType, digits, businessName, licenseeName, city }) => {
      const id = `${licenseType}-${digits}`;
      return [
        id,
        { id, name: businessName || licenseeName, formerName: null, city, licenseType, digits },
      ] as const;
    }),
  );
  return [...byId.values()].filter(({ name }) => wordsOf(name).length > 0);
}

async function fictional(): Promise<Matchable[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'matching-'));
  try {
    const vendorCount = Number(values.vendors);
    return await listedIn(await writeDemoFiles({ directory, today: TODAY, vendorCount }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}
