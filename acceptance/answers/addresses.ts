import type { Pair } from './pair.ts';
import type { Person } from './people.ts';

/** A route as a service registered it. */
export interface Route {
  readonly methods: readonly string[];
  readonly url: string;
}

const MADE_UP = '00000000-0000-4000-8000-00000000ffff';
const MALFORMED = 'no-id';
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
/** Callers that try every method. The other callers only send GET requests. */
const ALL_METHODS = ['anonymous', 'operator'];
const EXAMPLES_MAX = 2;

/** Requests every path in the router as one person, with existing, invented and malformed ids. */
export async function askRoutes(
  pair: Pair,
  { name: caller, apiKey }: Person,
  { routes, known }: { readonly routes: readonly string[]; readonly known: readonly string[] },
): Promise<void> {
  for (const route of routes)
    for (const [at, address] of addressesOf(route, known).entries()) {
      const { status } = await pair.ask({ caller, method: 'GET', address, apiKey });
      if (status === 200 && caller === 'anonymous')
        await pair.ask({ caller, method: 'GET', address, apiKey, isConditional: true });
      if (at > 0 || !ALL_METHODS.includes(caller)) continue;
      for (const method of OTHER_METHODS) await pair.ask({ caller, method, address, apiKey });
    }
}

/**
 * Posts to every path that accepts POST: without a body, with an unreadable body, and with unknown fields.
 */
export async function postToRoutes(
  pair: Pair,
  { name: caller, apiKey }: Person,
  { routes }: { readonly routes: readonly string[] },
): Promise<void> {
  for (const route of routes)
    for (const id of [MADE_UP, MALFORMED]) {
      const ask = { caller, method: 'POST', address: route.replace(/:\w+/g, id), apiKey };
      await pair.ask({ ...ask, form: { x: 'x' } });
      await pair.ask({ ...ask, body: '{"x":', headers: { 'content-type': 'application/json' } });
      await pair.ask({ ...ask, body: '{}', headers: { 'content-type': 'application/json' } });
      await pair.ask({ ...ask, body: 'x', headers: { 'content-type': 'text/x' } });
    }
}

/** Returns the known paths that match a route or, if there are none, paths that begin like a known one. */
function addressesOf(route: string, known: readonly string[]): string[] {
  if (!route.includes(':')) return [route];
  const parts = route.split('/');
  const examples = new Set<string>();
  for (const address of known) {
    const own = (address.split('?')[0] ?? '').split('/');
    const filled = parts.map((part, at) => (part.includes(':') ? own[at] : part));
    const lastParameter = parts.findLastIndex((part) => part.includes(':'));
    const fits = parts.every((part, at) => at > lastParameter || part.includes(':') || part === own[at]);
    if (fits && filled.every((part) => part !== undefined && part !== '')) examples.add(filled.join('/'));
  }
  const fill = (value: string) => route.replace(/:\w+/g, value);
  return [...[...examples].slice(0, EXAMPLES_MAX), fill(MADE_UP), fill(MALFORMED)];
}

/** Lists URLs with a query, and URLs that do not match any route or link. */
export function listQueries(
  licenses: readonly string[],
  vendorIds: readonly string[],
  receipt: string,
): string[] {
  const types = ['food-truck-night', 'festival', 'city-event', 'wedding', ''];
  const of = (path: string, queries: readonly string[]) => queries.map((query) => `${path}?${query}`);
  return [
    ...licenses.flatMap((license, at) => [
      ...of('/api/v1/decision', [`license_number=${license}&event_type=${types[at % 3]}`]),
      ...of('/check', [`license_number=${license}&event_type=${types[at % 3]}`]),
      ...of('/api/v1/improve', [`license_number=${license}`]),
      ...of('/api/v1/vendors', [`license_number=${license}`]),
      ...of('/api/vendors', [`q=${license}`]),
      ...of('/license-lookup', [`number=${license}`]),
    ]),
    ...vendorIds.flatMap((id) => [
      `/api/vendors/${id}`,
      `/api/vendors/${id}/scorecard`,
      `/api/badge/${id}`,
      `/vendor/${id}`,
      `/improve/${id}`,
      ...of('/api/v1/decision', [`vendor_id=${id}&event_type=festival`]),
    ]),
    ...types.flatMap((type) => of('/api/v1/decision', [`license_number=${licenses[0]}&event_type=${type}`])),
    ...of('/api/v1/decision', [
      '',
      'license_number=x&event_type=festival',
      `vendor_id=${MADE_UP}&event_type=festival`,
    ]),
    ...of('/api/v1/decision/verify', ['', 'receipt=x', `receipt=${receipt}`, `receipt=${receipt}x`]),
    ...of('/verify', ['', 'receipt=x', `receipt=${receipt}`]),
    ...of('/api/vendors', [
      'q=tacos',
      'q=taco&limit=3&offset=2',
      'limit=0',
      'limit=101',
      'offset=-1',
      'q=%00',
      'x=1',
    ]),
    ...of('/api/vendors', [
      'city=Gainesville',
      'city=Ocala&limit=100',
      'q=',
      'q=%ff',
      `q=${'x'.repeat(300)}`,
    ]),
    ...of('/search', [
      'q=tacos',
      'q=taco&city=Gainesville',
      'q=a&page=2',
      'q=&page=x',
      'q=%00',
      'page=999999',
    ]),
    ...of('/api/v1/improve', ['', 'license_number=x', `vendor_id=${vendorIds[0]}`, `vendor_id=${MADE_UP}`]),
    ...of('/api/v1/public/events', ['city=Gainesville', 'city=x', 'limit=1', 'limit=x', 'offset=1']),
    ...of('/api/v1/events', ['status=Published', 'status=Draft', 'status=x', 'limit=1&offset=1']),
    ...of('/api/v1/applications', [
      `event_id=${MADE_UP}`,
      'event_id=x',
      'limit=1',
      'limit=x',
      'status=approved',
    ]),
    ...of('/api/v1/vendors', ['', 'license_number=x', 'license_number=MFD0000000']),
    ...of('/events', ['city=Gainesville', 'city=x', 'page=2', 'page=x']),
    ...of('/claim', ['', 'license=x', ...licenses.slice(0, 3).map((license) => `license=${license}`)]),
    ...of('/check', ['', 'license_number=x', 'event_type=festival']),
    ...of('/sign-in', ['next=/organizer', 'next=https://else.example/']),
    ...of('/operator/claims', ['state=verified', 'state=pending', 'state=x']),
    '/checklists/festival',
    '/checklists/food-truck-night',
    '/checklists/city-event',
    '/checklists/x',

    '/sitemaps/vendors-1.xml',
    '/sitemaps/vendors-2.xml',
    '/sitemaps/vendors-0.xml',
    '/sitemaps/vendors-x.xml',

    '/favicon.ico',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/decision',
    '/nowhere',
    '/.well-known/',
    '/search/',
    '//',

    '/organizer/',
    '/operator/nowhere',
    '/settings/nowhere',
    '/api/nowhere',
    '/assets/nowhere.css',
    '/docs/json',
    '/%zz',
  ];
}
