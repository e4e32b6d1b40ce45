const DAYS_AHEAD_MAX = 700;
const DAY_MS = 86_400_000;

let asked = 0;

/**
 * Returns a different date each time, cycling through 700 dates, so that a question has not been asked
 * before. Without an API key, the same question gets the same receipt, and nothing is written.
 */
export function nextEventDay(): string {
  asked += 1;
  return new Date(Date.now() + (asked % DAYS_AHEAD_MAX) * DAY_MS).toISOString().slice(0, 10);
}
