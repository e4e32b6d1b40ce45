import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { demoKey, seedDemoOrganizers } from '../../src/demo/organizers/seed-organizers.ts';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import type { DocsExample, DocsExamples } from '../../src/web/public/docs/examples.ts';
import type { OperationMethod } from '../../src/web/public/docs/operations.ts';
import { field, rows } from './check.ts';
import {
  DEMO_DAY,
  type DemoApp,
  NOW,
  openDemoApp,
  openTestApp,
  reservedNumber,
  type TestApp,
} from './demo-app.ts';
import { openTestSqlite, withPublished } from './engines.ts';

/**
 * Sends the demo every request that the pages under `/docs` show, and returns the examples with their
 * responses.
 */
export async function makeDocsExamples(): Promise<DocsExamples> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examples-'));
  const demo = await openDemoApp(await openTestSqlite(), undefined, { DATA_DIR: dataDir });
  try {
    await makeFileSet(demo.database.published, setsFolder(dataDir));
    await seedDemoOrganizers(demo.database.db, NOW());
    const examples: DocsExample[] = [];
    for (const wanted of await requestsOf(demo)) examples.push(await askExample(demo, wanted));
    examples.push(...(await askAboutWebhooks(demo)));
    examples.push(...(await askWrongly(demo)));
    examples.push(...(await askTooOften(demo)), ...(await askWithoutDatabase()), await askBeforeRecords());
    return { made_on: DEMO_DAY, license_number: reservedNumber('grade-a'), examples };
  } finally {
    await demo.close();
    await rm(dataDir, { recursive: true });
  }
}

const SEARCH = '/api/vendors?q=tacos';
const STATISTICS = '/api/v1/stats/florida';

/**
 * Returns one rate-limit error in each response format. Each example stands for all endpoints that use that
 * format.
 */
async function askTooOften(demo: DemoApp): Promise<DocsExample[]> {
  const limited = await openTestApp(demo.database, { RATE_LIMIT_SEARCH: '1', RATE_LIMIT_STATS: '1' });
  const title = 'Too many requests';
  const wanted = [
    { operation: 'searchVendors', title, url: SEARCH },
    { operation: 'getStatistics', title, url: STATISTICS },
  ];
  const answers: DocsExample[] = [];
  for (const each of wanted) {
    await askExample(limited, each);
    answers.push(await askExample(limited, each));
  }
  await limited.app.close();
  return answers;
}

/** Returns errors that are the same for every endpoint, so one example of each is enough. */
async function askWrongly(demo: DemoApp): Promise<DocsExample[]> {
  const list = { operation: 'decideVendorList', url: '/api/v1/decisions', method: 'POST' } as const;
  const type = 'application/json';
  const name = { 'idempotency-key': '8e03978e-40d5-43dd-bc93-6894a57f9324' };
  const vendors = [{ license_number: reservedNumber('grade-a') }];
  const long = { shown: '$LONG_TEXT', title: 'An address that is too long' };
  await askExample(demo, { ...list, title: '', keyed: true, headers: name, body: { vendors } });
  const wanted: WantedExample[] = [
    {
      ...list,
      title: 'Another question with the same key',
      keyed: true,
      headers: name,
      body: { vendors: [...vendors, ...vendors] },
    },
    { ...list, title: 'What is no JSON', text: '{', headers: { 'content-type': type } },
    {
      ...list,
      title: 'A body that is too large',
      text: `"${'x'.repeat(200_000)}"`,
      headers: { 'content-type': type },
    },
    {
      ...list,
      title: 'A form',
      text: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    { ...long, operation: 'searchVendors', url: `/api/vendors?q=${'x'.repeat(11_000)}` },
    { ...long, operation: 'getCoverage', url: `/api/v1/coverage?x=${'x'.repeat(11_000)}` },
  ];
  const answers: DocsExample[] = [];
  for (const { shown, ...each } of wanted) {
    const answer = await askExample(demo, each);
    answers.push(shown === undefined ? answer : { ...answer, path: `${answer.path.split('?')[0]}?${shown}` });
  }
  return answers;
}

/** Returns the examples that follow one webhook from creation to deletion. */
async function askAboutWebhooks(demo: DemoApp): Promise<DocsExample[]> {
  const place = '/api/v1/webhooks';
  const url = 'https://hooks.example/vendors';
  const examples: DocsExample[] = [];
  const ask = async (wanted: WantedExample) => {
    const example = await askExample(demo, { keyed: true, ...wanted });
    examples.push(example);
    return JSON.parse(example.answer);
  };
  const add = { operation: 'createWebhook', url: place };
  const id = String((await ask({ ...add, title: 'An address', body: { url } })).data.id);
  await ask({ ...add, title: 'The same again', body: { url } });
  await ask({ ...add, title: 'No address', body: {} });
  const list = { operation: 'listWebhooks', url: place };
  await ask({ ...list, title: 'All of them' });
  await ask({ ...list, title: 'Without a key', keyed: false });
  const one = `${place}/${id}`;
  await ask({ operation: 'getWebhook', title: 'One webhook', url: one });
  await ask({ operation: 'getWebhook', title: 'Another account’s webhook', url: `${place}/${UNKNOWN_ID}` });
  const test = { operation: 'testWebhook', method: 'POST', url: `${one}/test` } as const;
  const message = String((await ask({ ...test, title: 'A test message' })).data.message_id);
  const log = { operation: 'listWebhookDeliveries', url: `${one}/deliveries` };
  await ask({ ...log, title: 'The newest', url: `${log.url}?limit=1` });
  await ask({ ...log, title: 'A place that is not in the log', url: `${log.url}?after=yesterday` });
  const change = { operation: 'switchWebhook', method: 'PATCH', url: one } as const;
  await ask({ ...change, title: 'Off', body: { state: 'off' } });
  await ask({ ...change, title: 'A state that only we give', body: { state: 'gone' } });
  const unknown = `${place}/${UNKNOWN_ID}`;
  const others = 'Another account’s webhook';
  await ask({ ...change, title: others, url: unknown, body: { state: 'off' } });
  await ask({ ...test, title: others, url: `${unknown}/test` });
  await ask({ ...log, title: others, url: `${unknown}/deliveries` });
  await ask({ operation: 'rotateWebhookSecret', method: 'POST', title: others, url: `${unknown}/rotate` });
  await ask({ ...test, title: 'To one that is off' });
  await ask({ ...change, title: 'On', body: { state: 'on' } });
  const replay = { operation: 'replayWebhookDelivery', method: 'POST' } as const;
  await ask({ ...replay, title: 'One that was given up', url: `${one}/deliveries/${message}/replay` });
  await ask({ ...replay, title: 'One that waits', url: `${one}/deliveries/${message}/replay` });
  const rotate = { operation: 'rotateWebhookSecret', method: 'POST', url: `${one}/rotate` } as const;
  await ask({ ...rotate, title: 'A new secret' });
  await ask({ ...rotate, title: 'The same request again' });
  const remove = { operation: 'deleteWebhook', method: 'DELETE', url: one } as const;
  await ask({ ...remove, title: 'It is gone' });
  await ask({ ...remove, title: 'One that is gone already' });
  return examples;
}

/** A database address where nothing is listening, so connections are refused immediately. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:9/nothing';

async function askWithoutDatabase(): Promise<DocsExample[]> {
  const database = withPublished(openPostgres(NO_DATABASE));
  const away = await openTestApp(database);
  const title = 'The database is away';
  const answers = [
    await askExample(away, { operation: 'searchVendors', title, url: SEARCH }),
    await askExample(away, { operation: 'getStatistics', title, url: STATISTICS }),
  ];
  await away.app.close();
  await database.close();
  return answers;
}

async function askBeforeRecords(): Promise<DocsExample> {
  const database = await openTestSqlite();
  const empty = await openTestApp(database);
  const title = 'No records are published yet';
  const answer = await askExample(empty, { operation: 'checkReady', title, url: '/readyz' });
  await empty.app.close();
  await database.close();
  return answer;
}

interface WantedExample {
  readonly operation: string;
  readonly title: string;
  readonly url: string;
  /** The URL to show in place of one that is too long, such as a URL with a receipt. */
  readonly shown?: string;
  readonly keyed?: boolean;
  /** Defaults to POST if there is a body, and to GET otherwise. */
  readonly method?: OperationMethod;
  readonly body?: object;
  /** A raw request body, which is sent unchanged instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly shownBody?: object;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

async function requestsOf(demo: TestApp): Promise<readonly WantedExample[]> {
  const number = reservedNumber('grade-a');
  const hold = reservedNumber('emergency-hold');
  const average = reservedNumber('grade-c');
  const id = String(field(rows((await demo.get(`/api/vendors?q=${number}`)).json), 0, 'id'));
  const decision = (await demo.get(`/api/v1/decision?license_number=${number}&event_type=festival`)).json;
  const receipt = String(field(decision, 'data', 'receipt'));
  const event = String(
    field((await asOrganizer(demo, '/api/v1/events?status=Published')).json(), 'data', 0, 'id'),
  );
  return [
    { operation: 'checkAlive', title: 'The process answers', url: '/healthz' },
    { operation: 'checkReady', title: 'Ready to serve', url: '/readyz' },
    { operation: 'searchVendors', title: 'By license number', url: `/api/vendors?q=${number}&limit=1` },
    {
      operation: 'searchVendors',
      title: 'By name, with a typing error',
      url: '/api/vendors?q=pelicn%20tacos&limit=1',
    },
    { operation: 'searchVendors', title: 'As CSV', url: `/api/vendors?q=${number}&limit=1&format=csv` },
    { operation: 'searchVendors', title: 'A value that is not accepted', url: '/api/vendors?limit=0' },
    { operation: 'getVendor', title: 'A food truck', url: `/api/vendors/${id}` },
    { operation: 'getVendor', title: 'An id that nobody has', url: `/api/vendors/${UNKNOWN_ID}` },
    { operation: 'getScorecard', title: 'The whole public record', url: `/api/vendors/${id}/scorecard` },
    {
      operation: 'getScorecard',
      title: 'An id that nobody has',
      url: `/api/vendors/${UNKNOWN_ID}/scorecard`,
    },
    { operation: 'getBadge', title: 'The badge', url: `/api/badge/${id}` },
    { operation: 'getBadge', title: 'An id that nobody has', url: `/api/badge/${UNKNOWN_ID}` },
    {
      operation: 'getBadge',
      title: 'Too long to be an id',
      url: `/api/badge/${'0'.repeat(1_000)}`,
      shown: '/api/badge/$LONG_TEXT',
    },
    { operation: 'getStatistics', title: 'The state in numbers', url: STATISTICS },
    { operation: 'getCoverage', title: 'The files in use', url: '/api/v1/coverage' },
    { operation: 'listChanges', title: 'The oldest that is kept', url: '/api/v1/changes?limit=1' },
    {
      operation: 'listChanges',
      title: 'Of one license',
      url: `/api/v1/changes?license_numbers=${number}`,
    },
    { operation: 'listChanges', title: 'The end, to begin from', url: '/api/v1/changes?after=now' },
    {
      operation: 'listChanges',
      title: 'A cursor of other records',
      url: '/api/v1/changes?after=1-0123456789ab',
    },
    { operation: 'listChanges', title: 'What is no cursor', url: '/api/v1/changes?after=yesterday' },
    { operation: 'getDataManifest', title: 'The newest files', url: '/data/manifest.json' },
    {
      operation: 'getDataManifestOfDay',
      title: 'Of one day',
      url: `/data/${DEMO_DAY}/manifest.json`,
    },
    {
      operation: 'getDataManifestOfDay',
      title: 'A day that is not kept',
      url: '/data/2020-01-01/manifest.json',
    },
    { operation: 'getDataManifestOfDay', title: 'What is no day', url: '/data/today/manifest.json' },
    { operation: 'getMethodology', title: 'The method', url: '/api/v1/methodology' },
    ...decisionRequests({ number, hold, id, receipt }),
    {
      operation: 'getReceipt',
      title: 'By its number',
      url: `/api/v1/receipts/${String(field(decision, 'data', 'receipt_number'))}`,
    },
    {
      operation: 'getReceipt',
      title: 'A number that no receipt has',
      url: '/api/v1/receipts/0000-0000-0000-0000',
    },
    {
      operation: 'getSelfCheck',
      title: 'What limits an average grade',
      url: `/api/v1/improve?license_number=${average}`,
    },
    {
      operation: 'getSelfCheck',
      title: 'A number that is not on record',
      url: '/api/v1/improve?license_number=1',
    },
    { operation: 'getSelfCheck', title: 'Nobody is named', url: '/api/v1/improve' },
    { operation: 'getSelfCheck', title: 'A text without digits', url: '/api/v1/improve?license_number=none' },
    { operation: 'getPublicKeys', title: 'The public keys', url: '/.well-known/jwks.json' },
    {
      operation: 'listPublicEvents',
      title: 'Events in one city',
      url: '/api/v1/public/events?city=Gainesville',
    },
    {
      operation: 'listEvents',
      title: 'Published events',
      url: '/api/v1/events?status=Published',
      keyed: true,
    },
    {
      operation: 'listPublicEvents',
      title: 'Too long to be a city',
      url: `/api/v1/public/events?city=${'x'.repeat(81)}`,
    },
    {
      operation: 'listEvents',
      title: 'A status that no event has',
      url: '/api/v1/events?status=Open',
      keyed: true,
    },
    { operation: 'listEvents', title: 'Without a key', url: '/api/v1/events' },
    { operation: 'getEvent', title: 'One event', url: `/api/v1/events/${event}`, keyed: true },
    {
      operation: 'getEvent',
      title: 'Another account’s event',
      url: `/api/v1/events/${UNKNOWN_ID}`,
      keyed: true,
    },
    {
      operation: 'listApplications',
      title: 'To one event',
      url: `/api/v1/applications?event_id=${event}`,
      keyed: true,
    },
    {
      operation: 'listApplications',
      title: 'As CSV, three columns',
      url: `/api/v1/applications?event_id=${event}&format=csv&fields=id,status,business_name`,
      keyed: true,
    },
    {
      operation: 'listApplications',
      title: 'What is no event id',
      url: '/api/v1/applications?event_id=1',
      keyed: true,
    },
    {
      operation: 'listApplications',
      title: 'Another account’s event',
      url: `/api/v1/applications?event_id=${UNKNOWN_ID}`,
      keyed: true,
    },
    { operation: 'listApplications', title: 'Without a key', url: '/api/v1/applications' },
    {
      operation: 'getRiskRecord',
      title: 'A food truck',
      url: `/api/v1/vendors?license_number=${number}`,
      keyed: true,
    },
    {
      operation: 'getRiskRecord',
      title: 'A number that is not on record',
      url: '/api/v1/vendors?license_number=1',
      keyed: true,
    },
    {
      operation: 'listRiskRecords',
      url: '/api/v1/vendors',
      keyed: true,
      title: 'Three fields of two vendors, one of them unknown',
      body: { license_numbers: [number, '1'], fields: ['vendor', 'recommendation', 'hold'] },
    },
    { operation: 'getRiskRecord', title: 'Nobody is named', url: '/api/v1/vendors', keyed: true },
    {
      operation: 'getRiskRecord',
      title: 'A text without digits',
      url: '/api/v1/vendors?license_number=none',
      keyed: true,
    },
    {
      operation: 'listRiskRecords',
      url: '/api/v1/vendors',
      keyed: true,
      title: 'No numbers',
      body: {},
    },
    {
      operation: 'listRiskRecords',
      url: '/api/v1/vendors',
      keyed: true,
      title: 'A field that no record has',
      body: { license_numbers: [number], fields: ['inspections'] },
    },
  ];
}

function decisionRequests({
  number,
  hold,
  id,
  receipt,
}: Readonly<Record<'number' | 'hold' | 'id' | 'receipt', string>>): WantedExample[] {
  const shared = reservedNumber('ambiguous').slice(3);
  const verify = '/api/v1/decision/verify';
  const cut = receipt.slice(0, 200);
  const vendors = [
    { license_number: number, reference: 'booth 1' },
    { license_number: '1', reference: 'booth 2' },
  ];
  const list = { operation: 'decideVendorList', url: '/api/v1/decisions' };
  return [
    {
      operation: 'decideVendor',
      title: 'A good record',
      url: `/api/v1/decision?license_number=${number}&event_type=festival`,
    },
    {
      operation: 'decideVendor',
      title: 'Closed by the regulator',
      url: `/api/v1/decision?license_number=${hold}`,
    },
    {
      operation: 'decideVendor',
      title: 'As CSV, two columns',
      url: `/api/v1/decision?license_number=${number}&format=csv&fields=verdict,receipt_number`,
    },
    { operation: 'decideVendor', title: 'Nobody is named', url: '/api/v1/decision' },
    {
      operation: 'decideVendor',
      title: 'An event type that there is not',
      url: `/api/v1/decision?license_number=${number}&event_type=party`,
    },
    {
      operation: 'decideVendor',
      title: 'Two parameters name two vendors',
      url: `/api/v1/decision?license_number=${hold}&vendor_id=${id}`,
    },
    {
      operation: 'decideVendor',
      title: 'Two vendors have these digits',
      url: `/api/v1/decision?license_number=${shared}`,
    },
    {
      operation: 'decideVendor',
      title: 'A number that is not on record',
      url: '/api/v1/decision?license_number=1',
    },
    { ...list, title: 'Two vendors, one of them unknown', body: { event_type: 'festival', vendors } },
    { ...list, title: 'As CSV', url: `${list.url}?format=csv`, body: { vendors: [{ license_number: '1' }] } },
    { ...list, title: 'No vendors', body: {} },
    { ...list, title: 'An empty list', body: { vendors: [] } },
    {
      operation: 'verifyReceipt',
      title: 'A genuine receipt',
      url: `${verify}?receipt=${receipt}`,
      shown: `${verify}?receipt=$RECEIPT`,
    },
    {
      operation: 'verifyReceipt',
      title: 'A receipt that was cut off',
      url: `${verify}?receipt=${cut}`,
      shown: `${verify}?receipt=$CUT_OFF`,
    },
    { operation: 'verifyReceipt', title: 'No receipt', url: verify },
    { operation: 'verifyReceipt', title: 'An empty receipt', url: `${verify}?receipt=` },
    {
      operation: 'verifyPostedReceipt',
      title: 'A genuine receipt',
      url: verify,
      body: { receipt },
      shownBody: { receipt: '$RECEIPT' },
    },
    { operation: 'verifyPostedReceipt', title: 'No receipt', url: verify, body: {} },
  ];
}

function asOrganizer({ app }: TestApp, url: string) {
  return app.inject({ url, headers: { authorization: `Bearer ${demoKey(DEMO_ORGANIZERS[0]).text}` } });
}

async function askExample({ app }: TestApp, wanted: WantedExample): Promise<DocsExample> {
  const { operation, title, url, shown = url, keyed = false, body, shownBody = body } = wanted;
  const { method = body ? 'POST' : 'GET' } = wanted;
  const key = keyed ? { authorization: `Bearer ${demoKey(DEMO_ORGANIZERS[0]).text}` } : {};
  const payload = body ?? wanted.text;
  const headers = { ...key, ...wanted.headers };
  const request: InjectOptions = { method, url, headers, ...(payload ? { payload } : {}) };
  const answer = await app.inject(request);
  const type = String(answer.headers['content-type']).split(';')[0] ?? '';
  return {
    operation,
    title,
    method,
    path: shown,
    keyed,
    body: shownBody ? JSON.stringify(shownBody) : null,
    status: answer.statusCode,
    type,
    answer: /json$/.test(type) ? shorten(JSON.parse(answer.body)) : shortText(answer.body),
  };
}

/** Matches webhook secrets. If the file contained one, it would look like a leaked secret. */
const SECRET = /whsec_[\w+/=]+/;

const LIST_MAX = 2;
const SCALARS_MAX = 12;
const MORE = /"⟪(\d+)⟫"/g;

/**
 * Shortens a response for the page: long lists keep their first entries, and long codes their first
 * characters.
 */
function shorten(value: unknown): string {
  const short = JSON.stringify(
    value,
    (_key, each: unknown) => {
      if (typeof each === 'string') return shortText(each);
      if (!Array.isArray(each)) return each;
      const most = typeof each[0] === 'object' ? LIST_MAX : SCALARS_MAX;
      return each.length > most ? [...each.slice(0, most), `⟪${each.length - most}⟫`] : each;
    },
    2,
  );
  return short.replaceAll(MORE, '… $1 more');
}

function shortText(text: string): string {
  if (SECRET.test(text)) return 'whsec_…';
  const isLong = text.length > 200 && !/\w+ \w+ \w+/.test(text.slice(0, 60));
  // A shortened URL must still be a valid URL.
  return isLong ? `${text.slice(0, 60)}${/^https?:/.test(text) ? '...' : '…'}` : text;
}

/** Replaces everything that differs between runs: random ids, keys, times, and signatures. */
export function evenOut(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g, 'NUMBER')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'RANDOM-ID')
    .replaceAll(/(?<!-)\b[0-9a-z]{1,9}-[0-9a-f]{12}\b/g, 'CURSOR')
    .replaceAll(/(\\?"(?:x|kid|iat)\\?": ?)(?:\\?"[^"\\]*\\?"|\d+)/g, '$1RANDOM')
    .replaceAll(/again in \d+ s/g, 'again in N s');
}
