import { parseStored } from '../../../lib/stored-json.ts';
import type { Scorecard } from '../../../registry/vendors/schemas.ts';

/** The last visits on a vendor's record, as a line of the inbox shows them. */

export type LastInspection = Pick<
  Scorecard['inspections'][number],
  'date' | 'disposition' | 'result' | 'owner'
>;

const SHOWN_MAX = 2;

/** The newest visits of each vendor, from their published scorecards; JSON text by vendor id. */
export function lastInspections(
  scorecards: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly LastInspection[]> {
  return new Map(
    [...scorecards].map(([id, text]) => {
      const { inspections } = parseStored<Pick<Scorecard, 'inspections'>>(text);
      return [
        id,
        inspections
          .slice(0, SHOWN_MAX)
          .map(({ date, disposition, result, owner }) => ({ date, disposition, result, owner })),
      ];
    }),
  );
}
