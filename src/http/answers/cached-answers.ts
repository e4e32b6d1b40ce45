import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../lib/cache/cache-sizes.ts';

/** A response body and the validator that identifies it (see `sendCacheable`). */
export interface CachedAnswer {
  readonly body: Buffer;
  readonly hash: string;
}

/**
 * A cache of responses as bytes, so that a repeated request for a record does not build or encode it again.
 * All cached responses belong to one edition of the data; the first request with another edition drops them.
 * When the cache is full, the least recently requested responses are dropped first.
 */
export class CachedAnswers<Answer extends CachedAnswer = CachedAnswer> {
  readonly #answers: LRUCache<string, Answer>;
  #edition: string | undefined;

  constructor({ bytesMax = CACHE_SIZES.answers }: { readonly bytesMax?: number } = {}) {
    this.#answers = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length || 1 });
  }

  /**
   * Returns a response cached for this edition of the data. `edition` is undefined while it is unknown
   * whether the data has changed; nothing is found then.
   */
  find(edition: string | undefined, key: string): Answer | undefined {
    return edition !== undefined && edition === this.#edition ? this.#answers.get(key) : undefined;
  }

  /** Returns a response built from this edition of the data, and caches it unless the edition is unknown. */
  keep(edition: string | undefined, key: string, answer: Answer): Answer {
    if (edition === undefined) return answer;
    if (edition !== this.#edition) this.#answers.clear();
    this.#edition = edition;
    this.#answers.set(key, answer);
    return answer;
  }
}
