import type { LoadedKey } from './keys.ts';
import type { Verification } from './schemas.ts';

/** Each takes some 4 KB, at most 16. */
const ENTRIES_MAX = 1_000;

type Keys = ReadonlyMap<string, LoadedKey>;

/**
 * What verifying a receipt said that is on file, so that one which is asked about again is neither read nor looked up again. A text
 * has one verification under one set of keys, and nothing ever takes a receipt out of the ledger. What is not on file is never kept:
 * it may be in a moment, and strangers send anything.
 */
export class VerifiedReceipts {
  readonly #kept = new Map<string, Verification>();
  #keys: Keys | undefined;

  find(receipt: string, keys: Keys): Verification | undefined {
    return keys === this.#keys ? this.#kept.get(receipt) : undefined;
  }

  /** Keeps it until the keys change; the one kept first goes when they are too many. */
  keep(receipt: string, keys: Keys, verification: Verification): Verification {
    if (keys !== this.#keys) this.#kept.clear();
    this.#keys = keys;
    const [first] = this.#kept.keys();
    if (first !== undefined && this.#kept.size >= ENTRIES_MAX) this.#kept.delete(first);
    this.#kept.set(receipt, verification);
    return verification;
  }
}
