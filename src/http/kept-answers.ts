/** Some 5,000 scorecards. */
const BYTES_MAX = 16_000_000;

/** A body as it goes out, and what tells it from others (see `sendCacheable`). */
export interface KeptAnswer {
  readonly body: Buffer;
  readonly hash: string;
}

/**
 * Answers as bytes, so that a record that is asked for again is neither put together nor encoded again. All of them belong to one edition
 * of the data: they are dropped with the first question under another one, and those kept first when they are too many.
 */
export class KeptAnswers<Answer extends KeptAnswer = KeptAnswer> {
  readonly #answers = new Map<string, Answer>();
  readonly #bytesMax: number;
  #edition: string | undefined;
  #bytes = 0;

  constructor({ bytesMax = BYTES_MAX }: { readonly bytesMax?: number } = {}) {
    this.#bytesMax = bytesMax;
  }

  /** `edition` is undefined while nobody knows whether the data is still the same. */
  find(edition: string | undefined, key: string): Answer | undefined {
    return edition !== undefined && edition === this.#edition ? this.#answers.get(key) : undefined;
  }

  /** Keeps an answer made of data of this edition, and returns it. */
  keep(edition: string | undefined, key: string, answer: Answer): Answer {
    if (edition === undefined) return answer;
    if (edition !== this.#edition) this.#drop(edition);
    this.#bytes += answer.body.length - (this.#answers.get(key)?.body.length ?? 0);
    this.#answers.set(key, answer);
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#answers.delete(oldest);
      this.#bytes -= body.length;
    }
    return answer;
  }

  #drop(edition: string): void {
    this.#answers.clear();
    this.#bytes = 0;
    this.#edition = edition;
  }
}
