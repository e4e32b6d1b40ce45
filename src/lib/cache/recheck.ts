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

/** Asks at most every `recheckMs` and gives the same answer in between; an answer that failed is asked for again. */
export function keepFor<Answer>(
  recheckMs: number,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  const isDue = createRecheck({ recheckMs, now });
  let kept: Promise<Answer> | undefined;
  return () => {
    const due = isDue();
    if (kept && !due) return kept;
    const asked = ask();
    kept = asked;
    asked.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked;
  };
}
