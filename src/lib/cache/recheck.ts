/**
 * Returns a function that reports whether a recheck is due: on the first call, and then once `recheckMs` have
 * passed since the last recheck. With 0, a recheck is always due. `now` is a monotonic clock in milliseconds.
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

/**
 * Calls a function at most once per `recheckMs` and returns the cached result until then. A failure is not
 * cached.
 */
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
