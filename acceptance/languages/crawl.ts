import { readPage } from '../../test/support/read-page.ts';

/** How many pages of one kind are looked at: those of a vendor differ by its state, others hardly. */
const VENDORS_MAX = 30;
const OTHERS_MAX = 2;
const OF_A_VENDOR = /^\/(?:es\/)?vendor\//;
/** Pages of organizers and operators are English, and `browser-organizer` and `season` look at them. */
const UNVISITED = /^\/(?:es\/)?(?:organizer|operator|api|assets|language|openapi\.json|oembed)(?:[/?]|$)/;

/** The addresses of a crawl, each once, and of each kind no more than it takes to see it. */
export class Addresses {
  readonly #waiting: string[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();

  add(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (this.#seen.has(address) || UNVISITED.test(address)) continue;
      this.#seen.add(address);
      const kind = kindOf(address);
      const count = this.#counts.get(kind) ?? 0;
      if (count >= (OF_A_VENDOR.test(address) ? VENDORS_MAX : OTHERS_MAX)) continue;
      this.#counts.set(kind, count + 1);
      this.#waiting.push(address);
    }
  }

  next(): string | undefined {
    return this.#waiting.shift();
  }
}

/** Where a page leads by links and by forms that only ask. */
export function leadsOf(html: string, address: string): readonly string[] {
  const { links, forms } = readPage(html, address);
  return [...links, ...forms.filter(({ method }) => method === 'get').map(({ action }) => action)];
}

/** An address with `*` for what names one thing, and without the values of its query. */
export function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://this.site');
  const parts = pathname.split('/').map((part) => (NAME_OF_ONE.test(part) ? '*' : part));
  return [parts.join('/'), ...new Set(searchParams.keys())].join(' ');
}

const NAME_OF_ONE = /^[\da-f]{8}-[\da-f-]{27}$|^\d+$|^(?:[\dA-Z]{4}-){3}[\dA-Z]{4}$|^[a-z-]+-county$/;
