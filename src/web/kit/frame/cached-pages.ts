import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../../lib/cache/cache-sizes.ts';
import type { Language } from '../../../lib/language/language.ts';
import { variantOf } from './language-switch.ts';

/** The values that a page's frame depends on. */
export interface PageNeeds {
  readonly language: Language;
  readonly demo: boolean;
  readonly account: boolean;
  /** The addresses of its scripts. */
  readonly scripts: readonly string[];
}

/** A page whose frame is filled without an account, with the values that filled it. */
interface FilledPage {
  readonly needs: PageNeeds;
  readonly notice: string | undefined;
  readonly fictional: boolean | undefined;
  readonly page: Buffer;
}

/**
 * Caches filled pages. A page whose bytes are the same is filled once for each address, and again only when the
 * values in its frame change. Only pages that are requested a second time are cached, and only at addresses without a
 * query, since queries are unlimited. The least recently used pages go first.
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

  /** Stores a filled page if that may save work, and returns its bytes. */
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
