import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { finderOver } from '../../../test/support/finder.ts';
import { listFilesInUse } from '../../../test/support/snapshot-files.ts';
import type { LineMatch } from '../matching/match-line.ts';
import { publish } from '../publication/service.ts';
import { FILTER_NAMES, FILTER_VALUES, type VendorFilters } from '../vendors/filters.ts';
import type { Finder, MeantVendor } from '../vendors/finder-service.ts';
import { searchVendors, type VendorSearch } from '../vendors/search.ts';
import { findVendors } from '../vendors/search-service.ts';
import { buildSnapshot } from './build-service.ts';
import { openSearch } from './search-service.ts';
import { openLiteralSearch } from './search-store.ts';

/** Vendors that fit less are compared by the old search if they have one word of several, which rare trigrams need not find. */
const FITS_MIN = 0.5;
/** One text in so many is searched for. */
const SAMPLE = 8;

/** The service still searches the registry. A search of its snapshot must give the same vendors in the same order. */
describe('search of a snapshot', () => {
  let registry: TestDatabase;
  let finder: Finder;
  let folder: string;
  let snapshot: DatabaseSync;
  let search: ReturnType<typeof openSearch>;

  before(async () => {
    registry = await openTestSqlite();
    const read = await readDemoFiles();
    await publish(registry, { files: read, asOf: DEMO_DAY, now: NOW });
    finder = finderOver(registry.db);
    folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
    const files = await listFilesInUse(registry.db, read);
    const request = { files, asOf: DEMO_DAY, fictional: true, loadingYears: [], folder };
    snapshot = new DatabaseSync((await buildSnapshot(request)).file, { readOnly: true });
    search = openSearch(snapshot);
  });
  after(async () => {
    snapshot.close();
    rmSync(folder, { recursive: true });
    await registry.close();
  });

  /** Asserts that both give the same answer, and returns how many vendors it has. */
  const compare = async (asked: Partial<VendorSearch>): Promise<number> => {
    const whole = { q: '', city: '', limit: 100, offset: 0, today: DEMO_DAY, ...asked };
    const expected = await findVendors({ registryDb: registry.db, engine: registry.engine, finder }, whole);
    assert.deepEqual(await searchVendors(search, whole), expected, JSON.stringify(asked));
    return expected.total;
  };
  const texts = () =>
    snapshot
      .prepare('select search_name, search_aka, search_city, digits from vendors')
      .all()
      .flatMap((row) => Object.values(row).map(String))
      .filter((text) => text !== '');

  test('gives the same vendors for every name, word, beginning, city and number on record', async () => {
    const all = texts().filter((_, index) => index % SAMPLE === 0);
    const queries = new Set([
      ...all,
      ...all.flatMap((text) => text.split(' ')),
      ...all.map((text) => text.slice(0, 4)),
    ]);
    assert.ok(queries.size > 150);
    for (const q of queries) assert.ok((await compare({ q })) > 0, q);
  });

  test('gives the same vendors for one and two letters, and for words that do not stand side by side', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz17'];
    const others = [
      'ta',
      'st',
      'an',
      'qz',
      '塔',
      'a b',
      'ta co',
      'p o',
      'e n s',
      'taco b',
      'bbq ca',
      'tacos kitchen',
    ];
    for (const q of [...letters, ...others])
      for (const offset of [0, 7, 90]) await compare({ q, limit: 20, offset });
  });

  test('gives the same vendors for short words whether all matches are put in order or looked for in it', () => {
    const [ranking, walking] = [Number.MAX_SAFE_INTEGER, 0].map((max) => openLiteralSearch(snapshot, max));
    for (const phrase of [...'abcdefghijklmnopqrstuvwxyz17', 'ta', 'er', 'qz', 'fl', 'a b', 'p o', 'e n s'])
      for (const filters of [{}, { kind: 'food_truck' }] as const)
        for (const offset of [0, 7, 90]) {
          const terms = phrase.split(' ');
          const query = { terms, phrase, digits: '', cities: [], filters, today: DEMO_DAY };
          const page = { limit: 20, offset };
          assert.deepEqual(walking?.listMatches(query, page), ranking?.listMatches(query, page), phrase);
        }
  });

  test('gives the same vendors for each filter, for cities in each spelling, and the same counts without them', async () => {
    for (const name of FILTER_NAMES)
      for (const value of FILTER_VALUES[name])
        for (const q of ['', 'taco', 'a', 'zzyzx'])
          await compare({ q, filters: { [name]: value } satisfies VendorFilters });
    for (const city of [
      'St. Pete',
      'saint petersburg, FL',
      'Ft Lauderdale',
      'ft. lauderdale',
      'Atlantis',
      '!',
    ])
      for (const q of ['', 'taco', 'b']) {
        await compare({ q, city });
        await compare({ q: `${q} ${city}` });
        await compare({ q, city, filters: { kind: 'caterer', grade: 'A', county: 'Pinellas' } });
      }
  });

  test('gives the same vendors for misspelled names, slips in a number and hostile texts', async () => {
    const misspelled = [
      'notional narwal sushi',
      'quixotik quetzal',
      'narwhal sushi st pete',
      'pelikan tacoz',
    ];
    const numbers = ['5890997', '589007', 'ACB5890OO7', 'MFD-589 0007', '0000000', '12'];
    const hostile = [
      '!!!',
      'x'.repeat(10_000),
      'taco '.repeat(100),
      '%_\\"\'',
      '𝕋𝕒𝕔𝕠 🌮',
      '" OR "a',
      'MFD'.repeat(50),
    ];
    for (const q of [...misspelled, ...numbers, ...hostile]) await compare({ q });
  });

  test('reads the lines of a list the same way, but for vendors that hardly fit', async () => {
    const rows = snapshot.prepare('select search_name from vendors order by id limit 60').all();
    const names = rows.map((row) => String(row.search_name));
    const lines = names
      .slice(0, 60)
      .flatMap((name, index) => [
        { name: `${index}. ${name.slice(0, 3)}${name.slice(4)}` },
        { name: `${name}, Orlando` },
        { name, licenseNumber: '5890007', city: 'Winter Park' },
      ]);
    // How sure a match is that something speaks against depends on the vendors that hardly fit.
    const fitting = (line: LineMatch<MeantVendor>) =>
      line.kind === 'choice'
        ? line.hits.filter(({ score }) => score >= FITS_MIN).map(({ sureness: _, ...hit }) => hit)
        : line;
    const expected = await finder.matchLines(lines);
    for (const [index, line] of lines.entries()) {
      const match = search.matchLine(line);
      const own = expected.lines[index] ?? assert.fail('a line has no answer');
      assert.equal(match.kind, own.kind, JSON.stringify(line));
      assert.deepEqual(fitting(match), fitting(own), JSON.stringify(line));
    }
  });
});
