import { type Publication, publish } from '../../registry/publication/service.ts';
import { decideOn } from './prepare.ts';

/** Publishes, and counts how that moves the verdicts of vendors. The registry publishes and knows no verdicts. */
export function publishAndCompare(
  database: Parameters<typeof publish>[0],
  request: Parameters<typeof publish>[1],
): Promise<Publication> {
  return publish(database, { ...request, verdictOf: (facts) => decideOn(facts).verdict });
}
