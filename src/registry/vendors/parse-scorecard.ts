import { parseStored } from '../../lib/stored-json.ts';
import type { Scorecard } from './schemas.ts';

/** A published scorecard's body, which publication wrote, as a value. */
export function parseScorecard(body: string): Scorecard {
  return parseStored<Scorecard>(body);
}
