/**
 * Tells when to look again: at the first call, then once `recheckMs` have passed since it last said so; always when that
 * is 0. `now` is a clock in milliseconds that never goes back.
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
