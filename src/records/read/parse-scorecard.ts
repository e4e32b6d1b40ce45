import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';

/** Parses the body of a published scorecard, which publication wrote. */
export function parseScorecard(body: string): Scorecard {
  return parseStored<Scorecard>(body);
}
