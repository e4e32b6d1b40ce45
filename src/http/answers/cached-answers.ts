import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../../lib/cache/cache-sizes.ts';

/** A body as it goes out, and what tells it from others (see `sendCacheable`). */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly hash: string;
}

/**
 * Answers as bytes, so that a record that is asked for again is neither put together nor encoded again. All of them belong to one edition
 * of the data and are dropped with the first question under another one. When there are too many, those go that were not asked for the longest.
 */
export class KeptAnswers<Answer extends KeptAnswer = KeptAnswer> {
  readonly #answers: LRUCache<string, Answer>;
  #edition: string | undefined;

  constructor({ bytesMax = CACHE_SIZES.answers }: { readonly bytesMax?: number } = {}) {
    this.#answers = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length || 1 });
  }

  /** `edition` is undefined while nobody knows whether the data is still the same. */
  find(edition: string | undefined, key: string): Answer | undefined {
    return edition !== undefined && edition === this.#edition ? this.#answers.get(key) : undefined;
  }

  /** Keeps an answer made of data of this edition, and returns it. */
  keep(edition: string | undefined, key: string, answer: Answer): Answer {
    if (edition === undefined) return answer;
    if (edition !== this.#edition) this.#answers.clear();
    this.#edition = edition;
    this.#answers.set(key, answer);
    return answer;
  }
}
