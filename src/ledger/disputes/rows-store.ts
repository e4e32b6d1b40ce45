import type { RegistryAccess, RegistryDb } from '../../platform/db/database.ts';
import { compareAge } from '../../registry/intake/merge.ts';
import type { LicenseRef } from '../claims/claim.ts';
import type { OwnVisit } from './dispute.ts';

/** The regulator's rows that disputes are about, read from the registry. */

const ROW = [
  ...(['visit_id', 'visited_on', 'inspection_type', 'disposition', 'total'] as const),
  ...(['high_priority', 'intermediate', 'basic', 'categories'] as const),
] as const;

/** The visits on a license's record, newest first; none before anything is published. */
export async function listVisits(registry: RegistryDb, license: LicenseRef): Promise<OwnVisit[]> {
  return registry
    .selectFrom('visits')
    .select(ROW)
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
export interface CurrentRows {
  /** The row of a visit; undefined when there is none, or the newest file for its place and year lists it no more. */
  readonly rowOf: (visitId: number) => OwnVisit | undefined;
}

/** The rows of these licenses as they stand now; undefined before anything is published. Four statements, however many. */
export async function readCurrentRows(
  { db: registryDb, engine }: RegistryAccess,
  licenses: readonly LicenseRef[],
): Promise<CurrentRows | undefined> {
  const state = await registryDb
    .selectFrom('published_state')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirst();
  if (!state) return undefined;
  const digits = [...new Set(licenses.map(({ license_digits }) => license_digits))];
  const visits = await registryDb
    .selectFrom('visits')
    .select([...ROW, 'file_id'])
    // Both kinds of license that there are: the index begins with them.
    .where('license_type', 'in', ['2013', '2014'])
    .where(engine.isOneOf('visits.digits', digits))
    .orderBy('visit_id')
    .execute();
  const { inUse, newestOfSlot } = await readFileUse(registryDb);
  const replaced = [...new Set(visits.map(({ file_id }) => file_id))].filter((id) => !inUse.has(id));
  // A row that could not be read is no row that is gone.
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
  const newest = new Map<string, (typeof files)[number]>();
  for (const file of files) {
    const other = newest.get(file.slot);
    if (!other || compareAge(file, other) > 0) newest.set(file.slot, file);
  }
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
