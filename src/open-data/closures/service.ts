import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import { parseCovers } from '../../published-state/covers.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import type { ScorecardMarks } from '../../records/read/scorecard-marks.ts';
import { listScorecards } from '../../records/read/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Closure, closuresOf, compareClosures } from './closures-of.ts';
import { listVendorsWith } from './closures-store.ts';

export type { Closure } from './closures-of.ts';

/** Days that the newest part of the list reaches back, and the whole list. */
export const WEEK_DAYS = 7;
const DAYS_MAX = 91;

export interface Closures {
  /** The newest first. */
  readonly closures: readonly Closure[];
  /** The counties that have an inspection file in use. */
  readonly countiesRead: ReadonlySet<string>;
  /** The newest day that any inspection file reaches. */
  readonly through: IsoDate;
  readonly fictional: boolean;
}

/** Returns a reader of the closures of three months, which caches the closures of the newest publication. */
export function createClosuresReader(
  published: PublishedAccess,
  marks: ScorecardMarks,
): () => Promise<Closures> {
  let cached: { readonly version: number; readonly ids: readonly string[] } | undefined;
  return async () => {
    const state = await getPublishedState(published.db);
    const reach = new Map(
      parseCovers(state.covers).flatMap(({ district, inspections_to: to }) =>
        to === null ? [] : [[district, to] as const],
      ),
    );
    const through = [...reach.values()].sort().at(-1) ?? state.data_as_of;
    const read = REGULATOR.counties.filter(({ district }) => reach.has(district));
    const after = addDays(through, -DAYS_MAX);
    if (cached?.version !== state.version) {
      const ids = await listVendorsWith(published.db, REGULATOR.emergencyOrder, after);
      cached = { version: state.version, ids };
    }
    const closures: Closure[] = [];
    for (const [id, text] of await listScorecards(published, cached.ids)) {
      const { body } = await marks.annotate(id, text, '');
      closures.push(...closuresOf(parseScorecard(body), after));
    }
    return {
      closures: closures.sort(compareClosures),
      countiesRead: new Set(read.map(({ name }) => name)),
      through,
      fictional: state.fictional === 1,
    };
  };
}
