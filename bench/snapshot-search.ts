import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Staging } from '../src/intake/staging/staging-service.ts';
import { createRandom, drawFrom, drawInt } from '../src/lib/random.ts';
import { buildSnapshot } from '../src/records/snapshot/build-service.ts';
import { searchVendors, type VendorSearch } from '../src/search/find/search.ts';
import { openSearch } from '../src/search/find/search-service.ts';
import { planSearches } from './http-requests.ts';
import { percentile, round } from './report.ts';
import { BUILD, packState, stagePacked } from './snapshot-files.ts';

/** Measures search times in a snapshot, without a cache. See "Snapshots" in bench/README.md. */
const { values } = parseArgs({
  options: {
    vendors: { type: 'string', default: '17000,100000' },
    months: { type: 'string', default: '36' },
    data: { type: 'string', default: path.join(tmpdir(), 'bench-snapshot') },
  },
});
const DRAWN = 40;
const SEED = 20_260_115;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const WORDS = ['tacos', 'bbq', 'coffee', 'ice', 'wings', 'catering', 'kitchen', 'llc', 'truck', 'grill'];

for (const vendors of values.vendors.split(',').map(Number)) await measure(vendors);

async function measure(vendors: number): Promise<void> {
  const folder = await mkdtemp(path.join(values.data, 'search-'));
  const staging = new Staging(folder);
  const rows = await packState(values.data, vendors, Number(values.months));
  const files = await stagePacked(rows, staging);
  const { file } = buildSnapshot({ ...BUILD, files, staging, folder });
  staging.close();
  const snapshot = new DatabaseSync(file, { readOnly: true });
  try {
    console.log(`${vendors} vendors: p50, p99 and longest in ms`);
    for (const [kind, searches] of planKinds(snapshot)) print(kind, await time(snapshot, searches));
  } finally {
    snapshot.close();
    await rm(folder, { recursive: true });
  }
}

function planKinds(snapshot: DatabaseSync): Map<string, Partial<VendorSearch>[]> {
  const random = createRandom(SEED, 0);
  const vendors = snapshot
    .prepare('select summary from records order by position')
    .all()
    .map(({ summary }) => JSON.parse(String(summary)));
  const drawn = Array.from({ length: DRAWN }, () => drawFrom(random, vendors));
  const names = drawn.map(({ name }) => String(name));
  const pairs = new Set(names.map((name) => name.slice(0, 2).toLowerCase()));
  const misspelled = names.map((name) => {
    const place = 1 + drawInt(random, Math.max(1, name.length - 2));
    return name.slice(0, place) + name.slice(place - 1);
  });
  const asked = (texts: Iterable<string>, more: Partial<VendorSearch> = {}) =>
    [...texts].map((q) => ({ q, ...more }));
  return new Map([
    ['the list of http.ts', planSearches(drawn).map(toSearch)],
    ['one letter', asked(LETTERS)],
    ['two letters', asked(pairs)],
    ['common word', asked(WORDS)],
    ['whole name', asked(names)],
    ['misspelled name', asked(misspelled)],
    ['page deep down', asked(['', 'e', 'an', 'tacos', 'llc'], { offset: 5_000 })],
    ['filter', asked(['', 'taco', 'e'], { filters: { county: 'Orange', kind: 'food_truck' } })],
  ]);
}

function toSearch(address: string): Partial<VendorSearch> {
  const query = new URL(address, 'http://localhost').searchParams;
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name) ?? 0));
  return { q: query.get('q') ?? '', city: query.get('city') ?? '', limit: limit || 20, offset: offset ?? 0 };
}

async function time(
  snapshot: DatabaseSync,
  searches: readonly Partial<VendorSearch>[],
): Promise<Float64Array> {
  const search = openSearch(snapshot);
  const usual = { q: '', city: '', limit: 20, offset: 0 };
  await searchVendors(search, { ...usual, q: 'qqzz9' });
  const times = new Float64Array(searches.length);
  for (const [index, asked] of searches.entries()) {
    const from = performance.now();
    await searchVendors(search, { ...usual, ...asked });
    times[index] = performance.now() - from;
  }
  return times.sort();
}

function print(kind: string, times: Float64Array): void {
  const parts = [0.5, 0.99, 1].map((share) => String(round(percentile(times, share))).padStart(7));
  console.log(`  ${kind.padEnd(20)} ${String(times.length).padStart(3)}  ${parts.join('  ')}`);
}
