import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { createPostgresSchema } from '../test/support/postgres-schema.ts';
import { askRoutes, listQueries, postToRoutes, type Route } from './answers/addresses.ts';
import { crawl } from './answers/crawl.ts';
import { sendWell, sendWrongly, withoutPasswords } from './answers/forms.ts';
import { RULES } from './answers/neutral.ts';
import { type Difference, Pair } from './answers/pair.ts';
import { gatherParticipants, type Person } from './answers/people.ts';
import { HOST, Side } from './answers/side.ts';
import { type RunningService, runCommandOf, startServiceOf } from './support/service.ts';

/**
 * Checks that two checkouts give the same responses. It starts both services with the same settings and
 * identical records, and sends the same requests to both. It compares the status, headers and body of every
 * response and the text of every email. The paths come from the router. Exits with 1 if anything differs.
 */
const USAGE = `npm run acceptance -- answers --before <checkout> [--after <checkout>] [--engine sqlite|postgres]
  [--records <file or folder>]… [--as-of YYYY-MM-DD] [--show <n>]
Without --after, this checkout. Without --records, demo data; with them (files of the regulator, as "import" takes
them), those and the day they are read as of. PostgreSQL needs TEST_DATABASE_URL; without --engine both engines are
tried, one where it is not set. --show: how many kinds of differences are printed of each engine; 40 unless told.

Random by nature, and therefore replaced by a name before comparing:
  date and request id: the headers Date and X-Request-Id, and the id where a body repeats it
  cookie: the value of a cookie that is set, and when it ends
  hash: the ETag of an address in whose body something below was replaced
  length: the Content-Length of a body that names seconds to wait
${RULES.map(({ kind, what }) => `  ${kind}: ${what}`).join('\n')}`;

const SEEDS: Readonly<Record<string, readonly string[]>> = {
  anonymous: ['/', '/sign-in', '/sign-up', '/forgot-password', '/confirm-email/again', '/verify', '/claim'],
  organizer: ['/organizer', '/settings', '/settings/api-keys'],
  'demo organizer': ['/organizer', '/settings/api-keys'],
  vendor: ['/settings/licenses', '/claim', '/settings'],
  operator: ['/operator', '/operator/claims', '/operator/replies', '/operator/disputes', '/operator/imports'],
};
/** Demo licenses, each of which represents a different state of a license. */
const RESERVED = Array.from({ length: 24 }, (_, at) => `${5_890_001 + at}`);
const RECORDER = path.join(import.meta.dirname, 'answers/record-routes.ts');
const ROUNDS = 2;
const VENDORS = 30;

type Engine = 'sqlite' | 'postgres';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    engine: { type: 'string' },
    records: { type: 'string', multiple: true, default: [] },
    'as-of': { type: 'string' },
    show: { type: 'string', default: '40' },
    help: { type: 'boolean' },
  },
});
const database = process.env.TEST_DATABASE_URL ?? '';
if (values.help || values.before === undefined) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = await main([path.resolve(values.before), path.resolve(values.after)]);

async function main(checkouts: readonly [string, string]): Promise<number> {
  const engines: Engine[] = database === '' ? ['sqlite'] : ['sqlite', 'postgres'];
  if (values.engine !== undefined && !engines.some((engine) => engine === values.engine))
    throw new Error(`--engine ${values.engine}: choose sqlite or, with TEST_DATABASE_URL, postgres`);
  let count = 0;
  for (const engine of engines.filter((each) => values.engine === undefined || values.engine === each)) {
    const began = performance.now();
    const { pair, routes, mails } = await compare(checkouts, engine);
    const { differences, requests, statuses } = pair;
    count += differences.length;
    printDifferences(differences);
    for (const request of pair.failed) console.log(`failed: ${request}`);
    const answers = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
    console.log(
      `${engine}: ${routes} addresses, ${requests} requests (${answers.join(', ')}), ${mails} mails, ` +
        `${differences.length} differences, ${Math.round((performance.now() - began) / 1_000)} s`,
    );
  }
  return count === 0 ? 0 : 1;
}

/**
 * Prints each difference once, with the number of responses that have it, even if the same word differs on
 * many pages.
 */
function printDifferences(differences: readonly Difference[]): void {
  const groups = Object.entries(Object.groupBy(differences, ({ lines }) => lines));
  for (const [lines, [first, ...same] = []] of groups.slice(0, Number(values.show)))
    console.log(`${first?.what}${same.length > 0 ? ` and ${same.length} more` : ''}\n${lines}`);
  if (groups.length > Number(values.show))
    console.log(`… and ${groups.length - Number(values.show)} more kinds`);
}

async function compare(checkouts: readonly [string, string], engine: Engine) {
  const folder = await mkdtemp(path.join(tmpdir(), 'answers-'));
  const places: Place[] = [];
  const started: RunningService[] = [];
  try {
    // Both services use the same keys, so that they publish the same key data.
    const keys = makeReceiptKeys();
    for (const [at, checkout] of checkouts.entries())
      places.push(await preparePlace(checkout, path.join(folder, String(at)), { engine, keys }));
    await Promise.all(places.map(makeRecords));
    const starts = await Promise.allSettled(
      places.map(async ({ checkout, settings }) => started.push(await startServiceOf(checkout, settings))),
    );
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
    const [before, after] = places.map(({ settings }) =>
      started.find(({ dataDir }) => dataDir === settings.DATA_DIR),
    );
    if (!before || !after) throw new Error('two checkouts are needed');
    return await askEverything(new Pair([new Side(before), new Side(after)]), places);
  } finally {
    await Promise.all(started.map(async (service) => service.isAlive() && (await service.stop())));
    for (const { drop } of places) await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder, port and settings of one service. */
interface Place {
  readonly checkout: string;
  readonly routesFile: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
}

async function preparePlace(
  checkout: string,
  folder: string,
  { engine, keys }: { readonly engine: Engine; readonly keys: string },
): Promise<Place> {
  const dataDir = path.join(folder, 'data');
  const routesFile = path.join(folder, 'routes.json');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, 'keys.json'), keys, { mode: 0o600 });
  const schema = engine === 'postgres' ? await createPostgresSchema(database) : undefined;
  const settings = {
    DATA_DIR: dataDir,
    RECEIPT_KEYS_FILE: path.join(folder, 'keys.json'),
    BASE_URL: `https://${HOST}`,
    LOG_LEVEL: 'warn',
    PASSWORD_HASH_COST: '10',
    TRUST_PROXY: '127.0.0.1',
    STRIPE_SECRET_KEY: 'sk_test_of_answers',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_answers',
    // Nothing is listening on this port, so requests to the payment provider fail with "cannot be reached".
    STRIPE_PRICE: 'price_of_answers',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    // Without this, each service would publish its records again when it starts, as of its own start time.
    ...(values['as-of'] === undefined ? {} : { AS_OF: values['as-of'] }),
    ROUTES_FILE: routesFile,
    NODE_OPTIONS: `--import ${RECORDER}`,
    ...LIMITS_OFF,
    ...(schema ? { DATABASE_URL: schema.url } : {}),
  };
  return { checkout, routesFile, settings, drop: schema?.drop ?? (async () => undefined) };
}

/**
 * Creates the records, and the ledger that matches the keys. A service that starts without records may
 * respond before the demo organizers exist.
 */
async function makeRecords(place: Place): Promise<void> {
  await runCommand(place, ['ledger', 'create']);
  const asOf = values['as-of'] === undefined ? [] : ['--as-of', values['as-of']];
  const files = values.records.map((file) => path.resolve(file));
  await runCommand(place, ['import', ...(files.length > 0 ? ['--from', ...files] : []), ...asOf]);
}

async function runCommand({ checkout, settings }: Place, args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...own } = settings;
  const { code, stdout, stderr } = await runCommandOf(checkout, args, own);
  if (code !== 0) throw new Error(`${checkout}: ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`);
  return stdout;
}

function makeReceiptKeys(): string {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const key = {
    id: 'answers',
    created_at: '2026-01-01T00:00:00.000Z',
    retired_at: null,
    compromised_at: null,
    hmac_secret: randomBytes(32).toString('base64url'),
    ed25519_d: d,
    ed25519_x: x,
  };
  return JSON.stringify({ keys: [key] });
}

async function askEverything(pair: Pair, places: readonly Place[]) {
  const [routes, other] = await Promise.all(places.map(({ routesFile }) => readRoutes(routesFile)));
  if (!routes || !other) throw new Error('no routes');
  pair.compare('the routes', listed(routes), listed(other));
  const all = [...routes, ...other];
  const urls = [...new Set(all.filter(({ url }) => url !== '*').map(({ url }) => url))];
  const posts = new Set(all.filter(({ methods }) => methods.includes('POST')).map(({ url }) => url));
  const found = await findVendors(pair);
  const participants = await gatherParticipants(pair, {
    licenses: found.licenses,
    isDemo: values.records.length === 0,
    grantOperator: (email) => grantOperator(pair, places, email),
  });
  const known = new Set([...participants.addresses, ...found.vendorIds.flatMap(addressesOfVendor)]);
  const queries = listQueries(found.licenses, found.vendorIds, found.receipt);
  for (let round = 0; round < ROUNDS; round++)
    for (const person of participants.people) {
      const seeds = [...(SEEDS[person.name] ?? []), ...(person.name === 'anonymous' ? known : [])];
      const { addresses, forms } = await crawl(pair, person, seeds);
      for (const address of [...addresses, ...forms.map(({ action }) => action)]) known.add(address);
      const sent = round === 0 ? forms : withoutPasswords(forms);
      await sendWrongly(pair, person, sent);
      await sendWell(pair, person, sent, { license: found.licenses[3] ?? '', ends: false });
    }
  for (const person of participants.people) {
    await askRoutes(pair, person, { routes: urls, known: [...known] });
    await askQueries(pair, person, queries);
    await postToRoutes(pair, person, { routes: [...posts] });
  }
  for (const person of participants.people) {
    const { forms } = await crawl(pair, person, SEEDS[person.name] ?? []);
    await sendWell(pair, person, forms, { license: found.licenses[4] ?? '', ends: true });
    await crawl(pair, person, SEEDS[person.name] ?? []);
  }
  return { pair, routes: urls.length, mails: await pair.compareMails() };
}

async function askQueries(pair: Pair, { name, apiKey }: Person, queries: readonly string[]): Promise<void> {
  for (const address of queries) await pair.ask({ caller: name, method: 'GET', address, apiKey });
}

function addressesOfVendor(id: string): string[] {
  return [`/vendor/${id}`, `/improve/${id}`, `/api/vendors/${id}`, `/api/badge/${id}`];
}

/** Picks vendors from the whole list, starting with the reserved demo vendors. */
async function findVendors(pair: Pair) {
  const ask = async (address: string) =>
    (await pair.ask({ caller: 'anonymous', method: 'GET', address })).body;
  const total = Number(/"total":(\d+)/.exec(await ask('/api/vendors?limit=1'))?.[1] ?? 0);
  const step = Math.max(1, Math.floor(total / VENDORS));
  const addresses = [
    ...(values.records.length === 0 ? RESERVED.map((number) => `/api/vendors?q=${number}`) : []),
    ...Array.from({ length: VENDORS }, (_, at) => `/api/vendors?limit=1&offset=${at * step}`),
  ];
  const bodies: string[] = [];
  for (const address of addresses) bodies.push(await ask(address));
  const all = (pattern: RegExp) => [...new Set(bodies.flatMap((body) => body.match(pattern) ?? []))];
  const licenses = all(/\b[A-Z]{3}\d{7}\b/g);
  const decision = await ask(`/api/v1/decision?license_number=${licenses[0]}&event_type=festival`);
  return {
    licenses,
    vendorIds: all(/\b[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g),
    receipt: /~receipt-\d+-\d+~/.exec(decision)?.[0] ?? '',
  };
}

async function grantOperator(pair: Pair, places: readonly Place[], email: string): Promise<void> {
  const [before = '', after = ''] = await Promise.all(
    places.map((place) => runCommand(place, ['operators', 'grant', '--account', email])),
  );
  pair.compare('operators grant', before, after);
}

async function readRoutes(file: string): Promise<Route[]> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function listed(routes: readonly Route[]): string {
  return routes
    .map(({ methods, url }) => `${url} ${methods.toSorted().join(',')}`)
    .sort()
    .join('\n');
}
