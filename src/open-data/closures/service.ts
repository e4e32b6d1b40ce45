import { LRUCache } from 'lru-cache';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import { parseCovers } from '../../published-state/covers.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import type { ScorecardMarks } from '../../records/read/scorecard-marks.ts';
import { listNamed, listScorecards } from '../../records/read/service.ts';
import { parsePublishedFacts } from '../../records/record/decision-facts.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Closure, closuresOf, compareClosures } from './closures-of.ts';
import { listClosedAfter } from './closures-store.ts';

export type { Closure } from './closures-of.ts';

/** The number of days in the newest part of the list. `DAYS_MAX` is the number in the whole list. */
export const WEEK_DAYS = 7;
const DAYS_MAX = 91;

export interface Closures {
  /** Newest first. */
  readonly closures: readonly Closure[];
  /** The counties that have an inspection file in use. */
  readonly countiesRead: ReadonlySet<string>;
  /** The latest day that any inspection file covers. */
  readonly through: IsoDate;
  readonly fictional: boolean;
}

/**
 * Creates a reader for the closures of the past three months. The records are read once per publication.
 * Disputes can change at any time, so they are looked up for each request.
 */
export function createClosuresReader(
  published: PublishedAccess,
  marks: ScorecardMarks,
): () => Promise<Closures> {
  const read = new LRUCache<number, Promise<Closures>>({ max: 1 });
  return async () => {
    const { version } = await getPublishedState(published.db);
    let reading = read.get(version);
    if (!reading) {
      reading = readClosures(published);
      read.set(version, reading);
      // A read that failed must not be cached for later requests.
      reading.catch(() => read.delete(version));
    }
    const found = await reading;
    return { ...found, closures: await markDisputed(found.closures, published, marks) };
  };
}

async function readClosures(published: PublishedAccess): Promise<Closures> {
  const state = await getPublishedState(published.db);
  const reach = new Map(
    parseCovers(state.covers).flatMap(({ district, inspections_to: to }) =>
      to === null ? [] : [[district, to] as const],
    ),
  );
  const through = [...reach.values()].sort().at(-1) ?? state.data_as_of;
  const counties = REGULATOR.counties.filter(({ district }) => reach.has(district));
  const after = addDays(through, -DAYS_MAX);
  const ids = await listClosedAfter(published.db, after);
  const records = ids.length === 0 ? [] : await listNamed(published, { ids, digits: [] });
  return {
    closures: records
      .flatMap(({ facts }) => closuresOf(parsePublishedFacts(facts), after))
      .sort(compareClosures),
    countiesRead: new Set(counties.map(({ name }) => name)),
    through,
    fictional: state.fictional === 1,
  };
}

/**
 * Marks closures for which the owner disputes a visit on the same day. Reads the records only of vendors with
 * statements.
 */
async function markDisputed(
  closures: readonly Closure[],
  published: PublishedAccess,
  marks: ScorecardMarks,
): Promise<readonly Closure[]> {
  const ids = [...new Set(closures.map(({ vendorId }) => vendorId))].filter((id) => !marks.isUnmarked(id));
  if (ids.length === 0) return closures;
  const disputed = new Set<string>();
  for (const [id, text] of await listScorecards(published, ids)) {
    const { body, isMarked } = await marks.annotate(id, text, '');
    if (!isMarked) continue;
    for (const { date, dispute } of parseScorecard(body).inspections)
      if (dispute !== undefined) disputed.add(`${id} ${date}`);
  }
  return closures.map((each) => ({ ...each, isDisputed: disputed.has(`${each.vendorId} ${each.closedOn}`) }));
}
