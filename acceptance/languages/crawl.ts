import { readPage } from '../../test/support/read-page.ts';

/**
 * The number of pages to check per kind. Vendor pages differ by the state of the vendor, while pages of other
 * kinds hardly differ.
 */
const VENDORS_MAX = 30;
const OTHERS_MAX = 2;
const OF_A_VENDOR = /^\/(?:es\/)?vendor\//;
/**
 * Pages that are not visited. Organizer and operator pages are only in English, and `browser-organizer` and
 * `season` check them.
 */
const UNVISITED = /^\/(?:es\/)?(?:organizer|operator|api|assets|language|openapi\.json|oembed)(?:[/?]|$)/;

/** The URLs to visit in a crawl. Each URL is visited once, and only as many of each kind as needed. */
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

/** Returns the URLs of a page's links and GET forms. */
export function leadsOf(html: string, address: string): readonly string[] {
  const { links, forms } = readPage(html, address);
  return [...links, ...forms.filter(({ method }) => method === 'get').map(({ action }) => action)];
}

/** Replaces the ids in a URL with `*`, and drops the values of its query parameters. */
export function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://this.site');
  const parts = pathname.split('/').map((part) => (NAME_OF_ONE.test(part) ? '*' : part));
  return [parts.join('/'), ...new Set(searchParams.keys())].join(' ');
}

const NAME_OF_ONE = /^[\da-f]{8}-[\da-f-]{27}$|^\d+$|^(?:[\dA-Z]{4}-){3}[\dA-Z]{4}$|^[a-z-]+-county$/;
