import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const IDS = 2_000;
const DECISIONS = 500;
const SEED = 20_260_115;
const PAGE = 100;
const PAGES_MAX = 1_000;

const Vendor = Type.Object({
  id: Type.String(),
  name: Type.String(),
  city: Type.Union([Type.String(), Type.Null()]),
  license: Type.Object({ number: Type.String() }),
});
type Vendor = Static<typeof Vendor>;

export type Endpoint =
  | 'identity'
  | 'badge'
  | 'scorecard'
  | 'search'
  | 'vendor page'
  | 'home page'
  | 'decision'
  | 'verify';

/** Plans the requested addresses for each endpoint, the same in every run over the same records. */
export async function planRequests(port: number): Promise<Record<Endpoint, string[]>> {
  const vendors = await listVendors(port);
  const random = createRandom(SEED);
  const drawn = draw(vendors, IDS, random);
  const decisions = drawn.slice(0, DECISIONS).map(({ id }) => `/api/v1/decision?vendor_id=${id}`);
  return {
    identity: drawn.map(({ id }) => `/api/vendors/${id}`),
    badge: drawn.map(({ id }) => `/api/badge/${id}`),
    scorecard: drawn.map(({ id }) => `/api/vendors/${id}/scorecard`),
    search: planSearches(draw(vendors, 40, random)),
    'vendor page': drawn.map(({ id }) => `/vendor/${id}`),
    'home page': ['/'],
    decision: decisions,
    verify: await planVerifications(port, decisions),
  };
}

const Decision = Type.Object({ data: Type.Object({ receipt: Type.String() }) });

/** Plans the verification of receipts that the service has just issued. */
async function planVerifications(port: number, decisions: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of decisions) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    const { data } = Value.Parse(Decision, await response.json());
    paths.push(`/api/v1/decision/verify?receipt=${data.receipt}`);
  }
  return paths;
}

async function listVendors(port: number): Promise<Vendor[]> {
  const vendors: Vendor[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const path = `/api/vendors?limit=${PAGE}&offset=${page * PAGE}`;
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    const rows = Value.Parse(Type.Array(Vendor), await response.json());
    vendors.push(...rows);
    if (rows.length < PAGE) break;
  }
  return vendors;
}

/** Returns fifty searches, some typical and some as expensive as possible. */
export function planSearches(vendors: readonly Vendor[]): string[] {
  const take = (from: number, count: number) => vendors.slice(from, from + count);
  const queries = [
    'tacos',
    'bbq',
    'catering',
    'hot dogs',
    'coffee',
    'pelican',
    'burgers',
    'imaginary',
    'ice cream',
    ...take(0, 7).map(({ name }) => name),
    ...take(7, 7).map(({ name }) => name.slice(0, 4)),
    ...take(14, 3).map(({ license }) => license.number),
    ...take(17, 3).map(({ license }) => license.number.replace(/\D/g, '')),
    ...take(20, 2).map(({ license }) => license.number.replace(/\D/g, '').slice(0, 4)),
    ...take(22, 5).map(({ city }) => city ?? 'miami'),
    'a',
    'e',
    'z',
    'bb',
    'ta',
    'qx',
    '7',
    'p o',
    'zzyzx',
    'no such vendor',
    '0000000',
    'xq',
  ];
  const cities = take(27, 3).map(({ city }) => city ?? 'miami');
  return [
    ...queries.map((query) => `/api/vendors?q=${encode(query)}`),
    ...cities.map((city) => `/api/vendors?city=${encode(city)}&limit=50`),
    '/api/vendors?q=taco&city=Miami',
    '/api/vendors?q=catering&offset=200&limit=100',
  ];
}

/**
 * Encodes a query as the URL standard requires, including apostrophes, so that both servers get the same URL.
 */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

function draw<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const rest = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}

/** mulberry32: small, seeded, and random enough for drawing samples. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
