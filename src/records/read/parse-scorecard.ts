import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';

/** Parses a published scorecard's body, which the publication wrote. */
export function parseScorecard(body: string): Scorecard {
  return parseStored<Scorecard>(body);
}
