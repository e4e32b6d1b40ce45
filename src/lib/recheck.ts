/**
 * Tells when a recheck is due: at the first call, then whenever `recheckMs` have passed since the last one; always when that
 * is 0. `now` is a monotonic clock in milliseconds.
 */
export function createRecheck(options: {
  readonly recheckMs: number;
  readonly now: () => number;
}): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = options.now();
    if (now - lookedAt < options.recheckMs) return false;
    lookedAt = now;
    return true;
  };
}
