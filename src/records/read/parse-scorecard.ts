import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';

/** A published scorecard's body, which publication wrote, as a value. */
export function parseScorecard(body: string): Scorecard {
  return parseStored<Scorecard>(body);
}
