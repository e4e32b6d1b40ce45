import type { PublishedAccess, PublishedDb } from '../../platform/db/database.ts';
import { findPublishedVersion } from '../../published-state/service.ts';

/** Reads visits with the same columns as the regulator's files. */

interface ListedVisit {
  readonly visit_id: number;
  readonly visited_on: string;
  readonly inspection_type: string;
  readonly disposition: string;
  /** This count and the three below are all null if they are unknown. */
  readonly total: number | null;
  readonly high_priority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  /** Citations by category, such as `8:2,35:1`. */
  readonly categories: string;
}

const VISIT = [
  ...(['visit_id', 'visited_on', 'inspection_type', 'disposition', 'total'] as const),
  ...(['high_priority', 'intermediate', 'basic', 'categories'] as const),
] as const;

/** Lists the visits on a license's record, newest first; empty before anything is published. */
export async function listVisits(
  published: PublishedDb,
  license: { readonly license_type: string; readonly license_digits: string },
): Promise<ListedVisit[]> {
  return published
    .selectFrom('visits')
    .select(VISIT)
    .where('license_type', '=', license.license_type)
    .where('digits', '=', license.license_digits)
    .where('visited_on', '<=', (state) => state.selectFrom('published_state').select('as_of'))
    .orderBy('visited_on', 'desc')
    .orderBy('visit_id', 'desc')
    .execute();
}

interface CurrentRows {
  /**
   * Returns a visit's row; undefined if there is none, or if the newest file for its day no longer lists it.
   */
  readonly rowOf: (visitId: number) => ListedVisit | undefined;
}

/**
 * Returns the current rows for these licenses; undefined before anything is published. Always runs two
 * queries, regardless of the number of licenses.
 */
export async function readCurrentRows(
  { db: published, engine }: PublishedAccess,
  licenses: readonly { readonly license_digits: string }[],
): Promise<CurrentRows | undefined> {
  if ((await findPublishedVersion(published)) === undefined) return undefined;
  const digits = [...new Set(licenses.map(({ license_digits }) => license_digits))];
  const visits = await published
    .selectFrom('visits')
    .select(VISIT)
    .where(engine.isOneOf('digits', digits))
    .orderBy('visit_id')
    .execute();
  const byId = new Map(visits.map((visit) => [visit.visit_id, visit]));
  return { rowOf: (visitId) => byId.get(visitId) };
}
