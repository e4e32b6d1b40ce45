import { LIMIT_NAMES } from '../../src/config.ts';

/** Settings that turn off every rate limit. */
export const LIMITS_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  LIMIT_NAMES.map((name) => [`RATE_LIMIT_${name}`, '0']),
);
