import { planRequests } from './http-requests.ts';

/** A single request; if it has a body, it is a POST. */
export interface Asked {
  readonly path: string;
  readonly body?: string;
}

/** The number of requests of each kind in one round. */
const REQUESTS = 200;
const LISTS = 25;
const VENDORS_OF_A_LIST = 20;
const NAMES = ['tacos', 'bbq', 'catering', 'coffee', 'pelican', 'burgers', 'imaginary', 'flamingo arepas'];
const LETTERS = ['ta', 'bb', 'ar', 'qx', 'de', 'sa', 'li', 'me'];

/** Plans the ten main requests, which are the same in every run over the same records. */
export async function planChecked(port: number): Promise<Readonly<Record<string, readonly Asked[]>>> {
  const planned = await planRequests(port);
  const some = (paths: readonly string[]) => paths.slice(0, REQUESTS).map((path) => ({ path }));
  const searches = (words: readonly string[]) =>
    Array.from({ length: REQUESTS }, (_, index) => ({
      path: `/api/vendors?q=${encodeURIComponent(words[index % words.length] ?? '')}`,
    }));
  const ids = planned.identity.map((path) => path.split('/').at(-1));
  const lists = Array.from({ length: LISTS }, (_, index) => {
    const of = ids.slice(index * VENDORS_OF_A_LIST, (index + 1) * VENDORS_OF_A_LIST);
    const vendors = of.map((vendor_id) => ({ vendor_id }));
    return { path: '/api/v1/decisions', body: JSON.stringify({ vendors }) };
  });
  return {
    identity: some(planned.identity),
    badge: some(planned.badge),
    scorecard: some(planned.scorecard),
    'search by name': searches(NAMES),
    'search by two letters': searches(LETTERS),
    'vendor page': some(planned['vendor page']),
    'home page': Array.from({ length: REQUESTS }, () => ({ path: '/' })),
    decision: some(planned.decision),
    verify: some(planned.verify),
    'list of 20 decisions': lists,
  };
}
