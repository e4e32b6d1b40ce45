import type { FastifyRequest } from 'fastify';
import type { Language } from '../../lib/language.ts';
import { variantOf } from './language-switch.ts';

/** Some 2,800 pages of vendors. */
const BYTES_MAX = 48_000_000;

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
 * a query, of which there is no end. Those filled first are dropped when they are too many.
 */
export class FilledPages {
  readonly #pages = new Map<Buffer, Map<string, FilledPage>>();
  readonly #seen = new WeakSet<Buffer>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor({ bytesMax = BYTES_MAX }: { readonly bytesMax?: number } = {}) {
    this.#bytesMax = bytesMax;
  }

  find(source: string | Buffer, request: FastifyRequest): FilledPage | undefined {
    return typeof source === 'string' ? undefined : this.#pages.get(source)?.get(variantOf(request));
  }

  /** Keeps a filled page where that may pay, and returns its bytes. */
  keep(source: Buffer, request: FastifyRequest, filled: FilledPage): Buffer {
    if (this.#seen.has(source) && !request.url.includes('?')) this.#keep(source, request, filled);
    this.#seen.add(source);
    return filled.page;
  }

  #keep(source: Buffer, request: FastifyRequest, filled: FilledPage): void {
    const variants = this.#pages.get(source) ?? new Map<string, FilledPage>();
    const variant = variantOf(request);
    this.#bytes += filled.page.length - (variants.get(variant)?.page.length ?? 0);
    variants.set(variant, filled);
    this.#pages.set(source, variants);
    for (const [oldest, filledOf] of this.#pages) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#pages.delete(oldest);
      for (const { page } of filledOf.values()) this.#bytes -= page.length;
    }
  }
}
