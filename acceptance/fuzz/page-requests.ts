import { drawFrom, drawInt, drawWeighted, type Random } from '../../src/lib/random.ts';
import { CALLERS, type CallerName, type Catalogue, idsIn, type Page } from './catalogue.ts';
import { type Draft, drawMode } from './request.ts';
import { drawHostileEncoded, drawHostileText, EXTRA_NAMES, encode } from './values.ts';

/** Paths that are not linked from any page. */
const UNLINKED = [
  '/',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/receipts/verify.py',
  '/docs/endpoints/decideVendor',
  '/docs/try/listEvents',

  '/openapi.json',
  '/assets/site.css',
  '/assets/icon.svg',
  '/assets/apply.js',
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/vendors-1.xml',
  '/sitemaps/vendors-2.xml',
  '/sitemaps/vendors-0.xml',
  '/sitemaps/vendors-99999.xml',

  '/license-lookup?number=MFD5890001',
  '/checklists/festival',
  '/application?token=x',
  '/application/withdraw?token=x',
  '/confirm-email?token=x',
  '/reset-password?token=x',
  '/confirm-new-email?token=x',
  '/webhooks/stripe',

  '/operator',
  '/operator/claims',
  '/operator/log',
  '/operator/mail',
  '/operator/imports/1',
  '/operator/imports/1/files/1',
  '/operator/imports/1/files/1?after=3',
  '/operator/subscriptions?page=2',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v2/decision',
  '/.well-known/',
  '/.env',
  '/index.php',
];
const STATIC_FOLDERS = [
  '/docs/receipts/',
  '/docs/',
  '/assets/',
  '/sitemaps/',
  '/checklists/',
  '/.well-known/',
  '/',
  '/api/',
  '/api/v1/',
  '/organizer/',
  '/operator/',
  '/settings/',
  '/events/',
  '/vendor/',
  '/improve/',
];
const STATIC_PARTS = [
  '%00',
  '%00.css',
  '..\\x',
  '..%5cx',
  '..%2f..%2fpackage.json',
  '../../package.json',
  '%2e%2e/%2e%2e/package.json',
  '.%00./',
  '%c0%ae%c0%ae/',
  '....//',
  'index.html%00',
  'index.html/',
  'index.html/..',
  '/',
  '//',
  '.',
  '..',
  '\\',
  '%5c',
  '%2f',
  'verify.py%2f..%2fverify.sh',
  'C:%5cx',
  '~',
  '*',
  'x'.repeat(255),
  'x'.repeat(4_096),
  '%',
  '%zz',
  'constructor',
  '__proto__',
  'package.json',
  'swagger-initializer.js?%00',
  '%ff',
  '?',
  '#',
  ';',
  ':',
  '@',
  '|',
  '"',
  '<',
  '{',
  '^',
  '`',
];

/**
 * Draws a request for any page, from a caller who can reach it by links or from a different caller. Sometimes
 * corrupts its URL.
 */
export function drawPageRequest(random: Random, { pages, ownedIds, known }: Catalogue): Draft {
  const isUnlinked = random() < 0.15;
  const page = isUnlinked ? unlinked(random) : drawFrom(random, pagesOf(random, pages));
  const caller = random() < 0.6 ? page.role : drawFrom(random, CALLERS);
  const mode = drawMode(random);
  const target = mode === 'valid' ? page.address : spoil(random, page.address, mode === 'wild');
  return {
    name: `GET ${page.template}`,
    operation: undefined,
    caller,
    method: 'GET',
    headers: [],
    body: undefined,
    target: mode !== 'valid' && random() < 0.2 ? withKnown(random, target, known.licenses) : target,
    isForeign: mode === 'valid' && isOthers(caller, page.address, ownedIds),
  };
}

/** Returns true if a caller requests something that belongs to the first organizer. */
export function isOthers(caller: CallerName, address: string, ownedIds: ReadonlySet<string>): boolean {
  if (caller === 'organizer' || !/^\/(?:organizer|settings)\//.test(address)) return false;
  return idsIn(address).some((id) => ownedIds.has(id));
}

/** Draws a request for a static file or for a path that does not exist. */
export function drawStaticRequest(random: Random): Draft {
  const folder = drawFrom(random, STATIC_FOLDERS);
  const part = random() < 0.6 ? drawFrom(random, STATIC_PARTS) : drawHostileEncoded(random);
  const target = `${folder}${part}`;
  return {
    name: `GET ${folder}…`,
    operation: undefined,
    caller: drawFrom(random, CALLERS),
    method: 'GET',
    target: readyForLine(target),
    headers: [],
    body: undefined,
    isForeign: false,
  };
}

/** Draws a request that pretends to come from the payment provider. */
export function drawWebhookRequest(random: Random): Draft {
  const signature = drawFrom(random, [
    '',
    't=1,v1=x',
    't=1',
    'v1=',
    't=x,v1=y',
    `t=${'9'.repeat(30)},v1=${'0'.repeat(64)}`,
    'x'.repeat(3_000),
  ]);
  const body = drawFrom(random, [
    '{}',
    '',
    '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{}}}',
    'x'.repeat(1_000),
    '\u0000',
    'x'.repeat(270_000),
  ]);
  const headers = random() < 0.8 ? ([['stripe-signature', signature]] as const) : [];
  return {
    name: 'POST /webhooks/stripe',
    operation: undefined,
    caller: 'anonymous',
    method: 'POST',
    target: '/webhooks/stripe',
    headers: [...headers, ['content-type', drawFrom(random, ['application/json', 'text/plain', 'x'])]],
    body: Buffer.from(body),
    isForeign: false,
  };
}

function unlinked(random: Random): Page {
  const address = drawFrom(random, UNLINKED);
  const role = address.startsWith('/operator') ? ('operator' as const) : ('anonymous' as const);
  return { role, address, template: address.split('?')[0] ?? '' };
}

/** Draws a template, with the same probability for each, and returns all pages with that template. */
function pagesOf(random: Random, pages: readonly Page[]): Page[] {
  const { template } = drawFrom(random, pages);
  const keyed = pages.filter((page) => page.template === template);
  return keyed;
}

/** Corrupts the path, a query value or the end of a URL. */
function spoil(random: Random, address: string, isWild: boolean): string {
  const [path = '', query] = address.split('?');
  const parts = path.split('/');
  const pairs = query === undefined ? [] : query.split('&');
  const kind = drawWeighted(random, [
    ['segment', 40],
    ['query', 30],
    ['extra', 20],
    ['shape', 10],
  ] as const);
  if (kind === 'segment' && parts.length > 2)
    parts[2 + drawInt(random, parts.length - 2)] = drawHostileEncoded(random);
  else if (kind === 'query' && pairs.length > 0) {
    const at = drawInt(random, pairs.length);
    pairs[at] = `${pairs[at]?.split('=')[0]}=${drawHostileEncoded(random)}`;
  } else if (kind === 'shape') return readyForLine(shape(random, address));
  else
    pairs.push(
      `${drawFrom(random, [...EXTRA_NAMES, 'page', 'q', 'city', 'status', 'done', 'license', 'license_number', 'event_type', 'receipt', 'sort', 'filter', 'state', 'after', 'form'])}=${drawHostileEncoded(random)}`,
    );
  if (isWild) pairs.push(`${encode(drawHostileText(random))}=${drawHostileEncoded(random)}`);
  return readyForLine(pairs.length > 0 ? `${parts.join('/')}?${pairs.join('&')}` : parts.join('/'));
}

function shape(random: Random, address: string): string {
  return drawFrom(random, [
    `${address}/`,
    `/${address}`,
    `${address}//`,
    address.toUpperCase(),
    `${address};x`,
    `${address}%20`,
    `${address}%00`,
    `${address}?`,
    `${address}?&&==`,
    `/.${address}`,
    `/x/..${address}`,
    `${address}.json`,
    `${address}/..`,
    address.replaceAll('/', '%2f'),
    address.replaceAll('/', '\\'),
  ]);
}

function withKnown(random: Random, target: string, licenses: readonly string[]): string {
  return `${target}${target.includes('?') ? '&' : '?'}license_number=${encode(drawFrom(random, licenses))}`;
}

/**
 * Removes spaces and control characters, which would end the request target. Only the raw part of the run
 * sends those.
 */
export function readyForLine(target: string): string {
  const path = target.startsWith('/') ? target : `/${target}`;
  return path.replace(/[^\x21-\x7e]/g, (each) => encode(each));
}
