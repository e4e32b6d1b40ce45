import { Agent, request } from 'node:http';
import { createRandom, drawFrom, drawInt } from '../src/lib/random.ts';
import { percentile } from './report.ts';
import type { DrawnVendor } from './scale-files.ts';

/** What is asked of a service over many records and of one over few, one request at a time, in turn. */

export const KINDS = [
  'identity',
  'decision',
  'search: one letter',
  'search: two letters',
  'search: common word',
  'search: whole name',
  'search: license number',
  'search: city',
  'search: misspelled name',
  'search: page deep down',
  'statistics',
  'coverage',
  'sitemap',
  'readyz',
] as const;
export type Kind = (typeof KINDS)[number];

const COUNTS: Readonly<Record<Kind, number>> = {
  identity: 1_000,
  decision: 300,
  'search: one letter': 26,
  'search: two letters': 60,
  'search: common word': 24,
  'search: whole name': 100,
  'search: license number': 100,
  'search: city': 24,
  'search: misspelled name': 40,
  'search: page deep down': 30,
  statistics: 50,
  coverage: 10,
  sitemap: 50,
  readyz: 10,
};
/** The contract's largest offset. */
const OFFSET_MAX = 1_000_000;
const REQUEST_WITHIN_MS = 120_000;

export interface Side {
  readonly port: number;
  readonly vendors: readonly DrawnVendor[];
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Compared {
  readonly large: Times;
  readonly small: Times;
  readonly requests: number;
}

/** Every request is new to both services, so none is answered from what was kept. Either goes first in every other pair. */
export async function compareKind(kind: Kind, large: Side, small: Side): Promise<Compared> {
  const count = COUNTS[kind];
  const paths = await pathsOf(kind, large, count);
  const others = await pathsOf(kind, small, count);
  const mine = new Float64Array(count);
  const theirs = new Float64Array(count);
  const client = new SequentialClient();
  try {
    // Connections, and what V8 compiles of the route, are not what is measured.
    for (const side of [large, small]) await client.ask(side.port, warmUpOf(kind, side));
    for (let index = 0; index < count; index++) {
      const askLarge = async () => {
        mine[index] = (await client.ask(large.port, paths[index] ?? '/')).ms;
      };
      const askSmall = async () => {
        theirs[index] = (await client.ask(small.port, others[index] ?? '/')).ms;
      };
      for (const ask of index % 2 === 0 ? [askLarge, askSmall] : [askSmall, askLarge]) await ask();
    }
  } finally {
    client.close();
  }
  return { large: timesOf(mine), small: timesOf(theirs), requests: count };
}

function timesOf(values: Float64Array): Times {
  const sorted = values.toSorted();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

const search = (query: string, rest = '') => `/api/vendors?q=${encodeURIComponent(query)}${rest}`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORDS = [
  'tacos',
  'bbq',
  'coffee',
  'ice',
  'wings',
  'burgers',
  'catering',
  'kitchen',
  'llc',
  'truck',
  'house',
  'grill',
];

async function pathsOf(kind: Kind, side: Side, count: number): Promise<string[]> {
  const random = createRandom(20_260_115, KINDS.indexOf(kind));
  const each = (path: (vendor: DrawnVendor, index: number) => string) =>
    Array.from({ length: count }, (_, index) => path(drawFrom(random, side.vendors), index));
  const always = (path: string) => Array.from({ length: count }, () => path);
  switch (kind) {
    case 'identity':
      return side.vendors.slice(0, count).map(({ id }) => `/api/vendors/${id}`);
    case 'decision':
      return side.vendors.slice(0, count).map(({ number }) => `/api/v1/decision?license_number=${number}`);
    case 'search: one letter':
      return [...LETTERS].map((letter) => search(letter));
    case 'search: two letters':
      return [...pairsOfLetters(side)].slice(0, count).map((pair) => search(pair));
    case 'search: common word':
      return WORDS.flatMap((word) => [search(word), search(word, '&offset=20')]);
    case 'search: whole name':
      return each(({ name }) => search(name));
    case 'search: license number':
      return each(({ number }) => search(number));
    case 'search: city':
      return each(({ city }, index) => `/api/vendors?city=${encodeURIComponent(city)}&limit=${20 + index}`);
    case 'search: misspelled name':
      return each(({ name }) => search(misspelled(name, random)));
    case 'search: page deep down':
      return deepPages(side, count);
    case 'statistics':
      return always('/api/v1/stats/florida');
    case 'coverage':
      return always('/api/v1/coverage');
    case 'sitemap':
      return always('/sitemap.xml');
    case 'readyz':
      return always('/readyz');
  }
}

/** Another request of the kind, which keeps nothing that is asked for later. */
function warmUpOf(kind: Kind, { vendors }: Side): string {
  const last = vendors.at(-1);
  if (kind === 'identity') return `/api/vendors/${last?.id}`;
  if (kind === 'decision') return `/api/v1/decision?license_number=${last?.number}`;
  return kind.startsWith('search') ? search('qqzz9') : '/api/v1/stats/florida';
}

/** The first two letters of names, each pair once. */
function pairsOfLetters({ vendors }: Side): Set<string> {
  return new Set(
    vendors.map(({ name }) => name.slice(0, 2).toLowerCase()).filter((each) => /^[a-z]{2}$/.test(each)),
  );
}

/** One letter doubled, as people type it. */
function misspelled(name: string, random: () => number): string {
  const place = 1 + drawInt(random, Math.max(1, name.length - 2));
  return name.slice(0, place) + name.slice(place - 1);
}

/** The last pages of common searches, or as deep as the contract allows. */
async function deepPages(side: Side, count: number): Promise<string[]> {
  const client = new SequentialClient();
  const paths: string[] = [];
  try {
    for (const query of ['', 'e', 'an', 'tacos', 'llc'])
      for (let page = 1; page <= count / 5; page++) {
        const { total } = await client.ask(side.port, search(query, '&limit=1'));
        paths.push(search(query, `&limit=20&offset=${Math.max(0, Math.min(total - 20 * page, OFFSET_MAX))}`));
      }
  } finally {
    client.close();
  }
  return paths;
}

/** One connection to each port, one request at a time. */
export class SequentialClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Throws for an answer that is not 200. `total` is the number of matches of a search, else 0. */
  ask(
    port: number,
    path: string,
  ): Promise<{ readonly ms: number; readonly total: number; readonly bytes: number }> {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const sent = request(
        { host: '127.0.0.1', port, path, agent: this.#agent, timeout: REQUEST_WITHIN_MS },
        (answer) => {
          let bytes = 0;
          answer.on('data', (part: Buffer) => {
            bytes += part.length;
          });
          answer.once('error', reject);
          answer.once('end', () => {
            const ms = performance.now() - started;
            if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for ${path}`));
            resolve({ ms, total: Number(answer.headers['x-total-count'] ?? 0), bytes });
          });
        },
      );
      sent.once('timeout', () =>
        sent.destroy(new Error(`no answer within ${REQUEST_WITHIN_MS} ms: ${path}`)),
      );
      sent.once('error', reject);
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
