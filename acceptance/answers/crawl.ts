import { readPage } from '../../test/support/read-page.ts';
import type { Form } from '../fuzz/catalogue.ts';
import type { Pair } from './pair.ts';
import type { Person } from './people.ts';

const EXAMPLES_MAX = 3;
const PAGES_MAX = 250;

/** A form that was found on a page, without the person it was shown to. */
export type FoundForm = Omit<Form, 'role'>;

interface Crawl {
  readonly addresses: readonly string[];
  readonly forms: readonly FoundForm[];
}

/** Follows links from the given URLs, breadth first, up to three pages and three forms of each kind. */
export async function crawl(pair: Pair, { name, apiKey }: Person, seeds: readonly string[]): Promise<Crawl> {
  const waiting = [...seeds];
  const seen = new Set(waiting);
  const counts = new Map<string, number>();
  const isWanted = (key: string) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < EXAMPLES_MAX;
  };
  const addresses: string[] = [];
  const forms: FoundForm[] = [];
  for (const address of waiting) {
    if (addresses.length >= PAGES_MAX) break;
    if (!isWanted(templateOf(address))) continue;
    addresses.push(address);
    const { status, body } = await pair.ask({ caller: name, method: 'GET', address, apiKey });
    if (status !== 200) continue;
    const page = readPage(body, address);
    const targets = page.forms.filter(({ method }) => method === 'get').map(({ action }) => action);
    for (const link of [...page.links, ...targets].filter((each) => !seen.has(each))) {
      seen.add(link);
      waiting.push(link);
    }
    for (const form of page.forms) {
      const template = templateOf(form.action);
      if (form.method === 'post' && isWanted(`POST ${template}`)) forms.push({ ...form, template });
    }
  }
  return { addresses, forms };
}

/** Replaces the ids in a URL with `*`, and drops the values of its query parameters. */
function templateOf(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const parts = path
    .split('/')
    .map((part) => (/^~[a-z]+-\d+-\d+~$|^[\da-f]{8}-[\da-f-]{27}$|^\d+$/.test(part) ? '*' : part));
  const names = query.split('&').map((each) => each.split('=')[0]);
  return query === '' ? parts.join('/') : `${parts.join('/')}?${names.join('&')}`;
}
