import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../../lib/cache/cache-sizes.ts';
import type { Language } from '../../../lib/language/language.ts';
import { variantOf } from './language-switch.ts';

/** The values that determine a page's frame. */
export interface PageNeeds {
  readonly language: Language;
  readonly demo: boolean;
  readonly account: boolean;
  /** The addresses of the scripts on the page. */
  readonly scripts: readonly string[];
}

/** A page with its frame filled in for a signed-out reader, and the values that were filled in. */
interface FilledPage {
  readonly needs: PageNeeds;
  readonly notice: string | undefined;
  readonly fictional: boolean | undefined;
  readonly page: Buffer;
}

/**
 * Caches pages with their frames filled in. A page with the same bytes is filled in once per address, and
 * again only when the values in its frame change. A page is cached from its second request on, and only at an
 * address without a query, because queries can vary endlessly. The least recently used pages are evicted
 * first.
 */
export class FilledPages {
  readonly #pages: LRUCache<Buffer, ReadonlyMap<string, FilledPage>>;
  readonly #seen = new WeakSet<Buffer>();

  constructor({ bytesMax = CACHE_SIZES.filledPages }: { readonly bytesMax?: number } = {}) {
    this.#pages = new LRUCache({ maxSize: bytesMax, sizeCalculation: sizeOf });
  }

  find(source: string | Buffer, request: FastifyRequest): FilledPage | undefined {
    return typeof source === 'string' ? undefined : this.#pages.get(source)?.get(variantOf(request));
  }

  /** Caches a filled page if it is likely to be requested again. Returns the page's bytes. */
  keep(source: Buffer, request: FastifyRequest, filled: FilledPage): Buffer {
    if (this.#seen.has(source) && !request.url.includes('?')) {
      const variants = this.#pages.get(source) ?? [];
      this.#pages.set(source, new Map([...variants, [variantOf(request), filled]]));
    }
    this.#seen.add(source);
    return filled.page;
  }
}

function sizeOf(variants: ReadonlyMap<string, FilledPage>): number {
  return [...variants.values()].reduce((sum, { page }) => sum + page.length, 0);
}
