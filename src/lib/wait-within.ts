/**
 * Resolves to true once the promise settles, or to false after the timeout, while the promise continues.
 * Never rejects, because the caller still has the promise.
 */
export async function finishesWithin(promise: Promise<unknown>, timeMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeMs);
  });
  const ended = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
