import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../../lib/cache/cache-sizes.ts';
import type { Language } from '../../../lib/language/language.ts';
import { variantOf } from './language-switch.ts';

/** What a page says of itself that its frame must be filled with. */
export interface PageNeeds {
  readonly language: Language;
  readonly demo: boolean;
  readonly account: boolean;
  /** The addresses of its scripts. */
  readonly scripts: readonly string[];
}

/** A page with its frame filled for nobody in particular, and what it was filled with. */
interface FilledPage {
  readonly needs: PageNeeds;
  readonly notice: string | undefined;
  readonly fictional: boolean | undefined;
  readonly page: Buffer;
}

/**
 * Pages that were sent before: a page that is kept as the same bytes is filled once for each address that it is asked for at, and
 * not again while what it is filled with is the same. Only pages that are asked for a second time are kept, and only at addresses without
 * a query, of which there is no end. When there are too many, those go that were not asked for the longest.
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

  /** Keeps a filled page where that may pay, and returns its bytes. */
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
