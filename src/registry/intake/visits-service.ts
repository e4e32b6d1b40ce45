import type { RegistryAccess, RegistryDb } from '../../platform/db/database.ts';
import { VENDOR_LICENSE_TYPES } from '../licenses/number.ts';
import { findPublishedVersion } from '../published-state/service.ts';
import { newestOfSlots } from './merge.ts';

/** Visits as the regulator's files list them, column by column. */

/** What the regulator's files say of one visit. */
interface ListedVisit {
  readonly visit_id: number;
  readonly visited_on: string;
  readonly inspection_type: string;
  readonly disposition: string;
  readonly total: number;
  readonly high_priority: number;
  readonly intermediate: number;
  readonly basic: number;
  /** Citations by category, `8:2,35:1`. */
  readonly categories: string;
}

const VISIT = [
  ...(['visit_id', 'visited_on', 'inspection_type', 'disposition', 'total'] as const),
  ...(['high_priority', 'intermediate', 'basic', 'categories'] as const),
] as const;

/** The visits on a license's record, newest first; none before anything is published. */
export async function listVisits(
  registryDb: RegistryDb,
  license: { readonly license_type: string; readonly license_digits: string },
): Promise<ListedVisit[]> {
  return registryDb
    .selectFrom('visits')
    .select(VISIT)
    .where('license_type', '=', license.license_type)
    .where('digits', '=', license.license_digits)
    .where('visited_on', '<=', (state) =>
      state.selectFrom('published_state').select('as_of').where('id', '=', 1),
    )
    .orderBy('visited_on', 'desc')
    .orderBy('visit_number', 'desc')
    .orderBy('visit_id', 'desc')
    .execute();
}

/** What the regulator's files say of visits now. */
interface CurrentRows {
  /** The row of a visit; undefined when there is none, or the newest file of its slot no longer lists it. */
  readonly rowOf: (visitId: number) => ListedVisit | undefined;
}

/** The rows of these licenses as they stand now; undefined before anything is published. Four statements, however many. */
export async function readCurrentRows(
  { db: registryDb, engine }: RegistryAccess,
  licenses: readonly { readonly license_digits: string }[],
): Promise<CurrentRows | undefined> {
  if ((await findPublishedVersion(registryDb)) === undefined) return undefined;
  const digits = [...new Set(licenses.map(({ license_digits }) => license_digits))];
  const visits = await registryDb
    .selectFrom('visits')
    .select([...VISIT, 'file_id'])
    // Names both license types because the index begins with that column.
    .where('license_type', 'in', VENDOR_LICENSE_TYPES)
    .where(engine.isOneOf('visits.digits', digits))
    .orderBy('visit_id')
    .execute();
  const { inUse, newestOfSlot } = await readFileUse(registryDb);
  const replaced = [...new Set(visits.map(({ file_id }) => file_id))].filter((id) => !inUse.has(id));
  // A row that was refused is still listed.
  const refused = await listRefused(
    registryDb,
    replaced.flatMap((id) => newestOfSlot.get(id) ?? []),
  );
  const byId = new Map(visits.map((visit) => [visit.visit_id, visit]));
  return {
    rowOf(visitId) {
      const visit = byId.get(visitId);
      if (!visit) return undefined;
      const { file_id, ...row } = visit;
      const listed = inUse.has(file_id) || refused.some((content) => content.includes(String(visitId)));
      return listed ? row : undefined;
    },
  };
}

/** The files in use, and for each file the one in use in its slot. */
async function readFileUse(registryDb: RegistryDb): Promise<{
  readonly inUse: ReadonlySet<number>;
  readonly newestOfSlot: ReadonlyMap<number, number>;
}> {
  const files = await registryDb
    .selectFrom('import_files')
    .select(['id', 'slot', 'sha256', 'file_date as fileDate', 'published_at as publishedAt'])
    .where('outcome', '=', 'published')
    .orderBy('id')
    .execute();
  const newest = newestOfSlots(files);
  return {
    inUse: new Set([...newest.values()].map(({ id }) => id)),
    newestOfSlot: new Map(files.map(({ id, slot }) => [id, newest.get(slot)?.id ?? id])),
  };
}

async function listRefused(registryDb: RegistryDb, fileIds: readonly number[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await registryDb
    .selectFrom('refused_rows')
    .select('content')
    .where('import_file_id', 'in', fileIds)
    .orderBy('import_file_id')
    .orderBy('line')
    .execute();
  return rows.map(({ content }) => content);
}
