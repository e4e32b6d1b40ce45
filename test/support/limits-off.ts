import { LIMIT_NAMES } from '../../src/config.ts';

/** The settings that switch every rate limit off. */
export const LIMITS_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  LIMIT_NAMES.map((name) => [`RATE_LIMIT_${name}`, '0']),
);
