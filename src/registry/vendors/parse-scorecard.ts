import type { Scorecard } from './schemas.ts';

/** A published scorecard's body, which publication wrote, as a value. */
export function parseScorecard(body: string): Scorecard {
  return JSON.parse(body) as Scorecard;
}
