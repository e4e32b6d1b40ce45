import { setTimeout as wait } from 'node:timers/promises';
import { inlineSchemas } from '../../src/http/openapi/openapi-names.ts';
import { readPage } from '../../test/support/read-page.ts';
import type { RunningService } from '../support/service.ts';
import {
  type CallerName,
  type Catalogue,
  type Form,
  idsIn,
  type Known,
  listOperations,
  type OpenApiDocument,
  type Page,
  templateOf,
} from './catalogue.ts';
import { applyAsVendor, makeRevokedKey, type People, send } from './people.ts';

const EXAMPLES_MAX = 3;
const PAGES_MAX = 150;
const FILES_WITHIN_MS = 180_000;
const SEEDS: Readonly<Partial<Record<CallerName, readonly string[]>>> = {
  anonymous: [
    '/',
    '/search?q=tacos',
    '/check',
    '/verify',
    '/events',
    '/florida',
    '/methodology',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/claim?license=MFD5890002',
  ],
  organizer: [
    '/organizer',
    '/settings',
    '/settings/api-keys',
    '/settings/licenses',
    '/claim?license=MFD5890003',
  ],
  'other organizer': ['/organizer', '/settings/api-keys'],
  vendor: ['/settings/licenses', '/monitoring', '/claim?license=MFD5890004'],
  operator: ['/operator', '/operator/claims?state=verified'],
};

interface Harvest {
  readonly catalogue: Catalogue;
  readonly document: OpenApiDocument;
}

/**
 * Reads everything that requests are built from: the document, the demo's records, and all pages that can be
 * reached by links.
 */
export async function harvest(service: RunningService, checkout: string, people: People): Promise<Harvest> {
  const { url } = service;
  const document = inlineSchemas((await readJson(url, '/openapi.json')) as OpenApiDocument);
  const shown = JSON.stringify(document);
  await waitForDataFiles(url);
  const events = await readRows(url, '/api/v1/public/events');
  let link: string | undefined;
  for (const { id } of events) link ??= await applyAsVendor(service, text(id));
  const crawled = await crawlAll(url, people, link === undefined ? [] : [link]);
  const key = people.key.apiKey ?? '';
  const ownEvents = await readRows(url, '/api/v1/events', key);
  const applications = await readRows(url, '/api/v1/applications', key);
  const owned = [...ownEvents, ...applications].map(({ id }) => text(id));
  const keyIds = crawled.pages.filter(
    ({ role, template }) => role === 'organizer' && template.startsWith('/settings/api-keys/'),
  );
  const known = {
    ...(await readKnown(url, people)),
    eventIds: [
      ...ownEvents,
      ...events,
      ...(await readRows(url, '/api/v1/events', people['other organizer'].apiKey)),
    ].map(({ id }) => text(id)),
    revokedKeys: [await makeRevokedKey(service, checkout)],
    tokens: [new URL(link ?? '/?token=x', url).searchParams.get('token') ?? 'x', 'x'],
  };
  return {
    document,
    catalogue: {
      operations: listOperations(document),
      ...crawled,
      known,
      ownedIds: new Set([...owned, ...keyIds.flatMap(({ address }) => idsIn(address))]),
      // The demo's vendors apply to both organizers with the same email address, so only the id shows which
      // organizer an application belongs to. The ids in the guide's examples are public.
      secrets: applications.map(({ id }) => text(id)).filter((id) => !shown.includes(id)),
    },
  };
}

/**
 * Waits for the data files, which are created a moment after the start. Until then, their URLs return 503, as
 * documented.
 */
async function waitForDataFiles(url: string): Promise<void> {
  const deadline = performance.now() + FILES_WITHIN_MS;
  while ((await fetch(`${url}/data/manifest.json`)).status !== 200) {
    if (performance.now() > deadline) throw new Error('no data files were made');
    await wait(500);
  }
}

/** Follows links from each caller's start pages, breadth first, up to a few pages of each kind. */
async function crawlAll(
  url: string,
  people: People,
  privatePages: readonly string[],
): Promise<Pick<Catalogue, 'pages' | 'forms'>> {
  const pages: Page[] = [];
  const forms: Form[] = [];
  for (const role of Object.keys(SEEDS) as CallerName[]) {
    const seeds = [...(SEEDS[role] ?? []), ...(role === 'anonymous' ? privatePages : [])];
    const found = await crawl(url, role, people[role].cookie, seeds);
    pages.push(...found.pages);
    forms.push(...found.forms);
  }
  return { pages, forms: [...forms, ...UNLINKED_FORMS] };
}

/** Forms on pages that do not exist in the demo, or that can be opened only from a link in an email. */
const NO_ID = '00000000-0000-4000-8000-00000000ffff';
const UNLINKED_FORMS: readonly Form[] = (
  [
    ['operator', `/operator/mail/${NO_ID}/retry`, []],
    ['operator', `/operator/claims/${NO_ID}/verify`, ['note']],
    ['operator', `/operator/claims/${NO_ID}/letter`, ['printed']],
    ['operator', `/operator/replies/${NO_ID}`, ['decision', `note-${NO_ID}`]],
    ['operator', `/operator/disputes/${NO_ID}`, ['outcome', `note-${NO_ID}`]],
    ['vendor', `/settings/licenses/${NO_ID}/code`, [`code-${NO_ID}`]],
    ['vendor', `/settings/licenses/${NO_ID}/ask-again`, []],
    ['vendor', `/settings/licenses/${NO_ID}/reply`, ['text']],
    ['organizer', `/organizer/events/${NO_ID}/publish`, []],
    ['anonymous', '/reset-password', ['token', 'password']],
    ['anonymous', '/confirm-email', ['token', 'password']],
    ['anonymous', '/confirm-email/again', ['email']],
    ['organizer', '/confirm-new-email', ['token']],
    ['anonymous', '/application/confirm', ['token']],
    ['anonymous', '/application/withdraw', ['token']],
    ['anonymous', '/verify', ['receipt']],
  ] as const
).map(([role, action, names]) => ({
  role,
  action,
  template: templateOf(action),
  method: 'post',
  isMultipart: false,
  fields: names.map((name) => ({
    name,
    type: name === 'password' ? 'password' : 'text',
    value: '',
    options: [],
  })),
}));

async function crawl(
  url: string,
  role: CallerName,
  cookie: string,
  seeds: readonly string[],
): Promise<Pick<Catalogue, 'pages' | 'forms'>> {
  const pages: Page[] = [];
  const forms: Form[] = [];
  const waiting = [...seeds];
  const seen = new Set(waiting);
  const count = new Map<string, number>();
  const isWanted = (key: string) => {
    const before = count.get(key) ?? 0;
    count.set(key, before + 1);
    return before < EXAMPLES_MAX;
  };
  for (
    let address = waiting.shift();
    address !== undefined && pages.length < PAGES_MAX;
    address = waiting.shift()
  ) {
    const template = templateOf(address);
    if (!isWanted(template)) continue;
    pages.push({ role, address, template });
    const answer = await send(url, address, { cookie });
    if (answer.status !== 200) continue;
    const parts = readPage(answer.body, address);
    for (const link of parts.links) if (!seen.has(link)) waiting.push(link);
    for (const link of parts.links) seen.add(link);
    for (const form of parts.forms) {
      const to = templateOf(form.action);
      if (isWanted(`${form.method} ${to}`)) forms.push({ ...form, role, template: to });
      if (form.method === 'get' && !seen.has(form.action)) waiting.push(form.action);
    }
  }
  return { pages, forms };
}

const RESERVED = Array.from({ length: 20 }, (_, at) => `MFD58900${String(at + 1).padStart(2, '0')}`);
const SPELLINGS = [
  'MFD5890001',
  'mfd5890001',
  '5890001',
  'MFD-5890001',
  ' MFD 589 0001 ',
  'mfd.5890001',
  'HTD5890021',
  'CAT5890022',
  '5890023',
  'MFD5890023',
  'CAT5890023',
  'MFD5899999',
  'MFD12345',
  'SEA5890001',
];
const EVENT_TYPES = ['food-truck-night', 'festival', 'city-event'];

async function readKnown(
  url: string,
  people: People,
): Promise<Omit<Known, 'eventIds' | 'revokedKeys' | 'tokens'>> {
  const vendors = (
    await Promise.all(
      [0, 100, 5_000].map((offset) => readJson(url, `/api/vendors?limit=100&offset=${offset}`)),
    )
  ).flatMap(rowsIn);
  const reserved = (
    await Promise.all(RESERVED.map((number) => readJson(url, `/api/vendors?q=${number}`)))
  ).flatMap(rowsIn);
  const all = [...reserved, ...reserved, ...vendors];
  const receipts = await Promise.all(
    RESERVED.map(async (number, at) => {
      const decision = object(
        await readJson(url, `/api/v1/decision?license_number=${number}&event_type=${EVENT_TYPES[at % 3]}`),
      );
      return text(object(decision.data).receipt);
    }),
  );
  const ids = all.map(({ id }) => text(id));
  const etags = await Promise.all(
    [
      '/api/v1/stats/florida',
      '/api/v1/methodology',
      `/api/vendors/${ids[0]}`,
      `/api/badge/${ids[0]}`,
      '/assets/site.css',
      '/florida',
    ].map(async (address) => (await fetch(`${url}${address}`)).headers.get('etag') ?? '"x"'),
  );
  const accounts = Object.values(people).flatMap(({ account }) => account ?? []);
  return {
    vendorIds: ids,
    etags,
    receipts: receipts.filter((receipt) => receipt !== ''),
    licenses: [...SPELLINGS, ...RESERVED],
    names: all.map(({ name }) => text(name)),
    cities: [
      ...new Set(all.map((row) => text(row.city) || text(object(row.location).city))),
      'Gainesville',
      '',
    ],
    emails: [...accounts.map(({ email }) => email), 'nobody@fuzz.example', 'somebody+x@fuzz.example'],
    passwords: [
      ...accounts.map(({ password }) => password),
      'fuzz wrong password',
      'three plain spoons rest',
    ],
  };
}

async function readJson(url: string, address: string, key?: string): Promise<unknown> {
  const answer = await fetch(`${url}${address}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  if (answer.status >= 500) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

async function readRows(url: string, address: string, key?: string): Promise<Row[]> {
  return rowsIn(await readJson(url, address, key));
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the rows of a list, with or without an envelope. */
function rowsIn(answer: unknown): Row[] {
  const list = Array.isArray(answer) ? answer : object(answer).data;
  return Array.isArray(list) ? list.map(object) : [];
}

function object(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
