import type { LedgerAccess, LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  ChangePublicationsTable,
  RecordChangesTable,
} from '../../platform/db/schema/ledger-tables/publication-tables.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';

/** Returns the highest change number; 0 before the first change. */
export async function findLastNumber(ledgerDb: LedgerDb): Promise<number> {
  const { last } = await ledgerDb
    .selectFrom('change_publications')
    .select(({ fn }) => fn.max('last_number').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertChanges(tx: LedgerTx, rows: readonly RecordChangesTable[]): Promise<void> {
  await upsertManyRows(tx, 'record_changes', ['number'], rows);
}

export async function insertPublication(tx: LedgerTx, row: ChangePublicationsTable): Promise<void> {
  await tx.insertInto('change_publications').values(row).execute();
}

/**
 * Returns the first and the last row of the publications. Changes up to the number in the first row have been
 * deleted, and there are no changes yet after the number in the last row.
 */
export async function findEnds(ledgerDb: LedgerDb): Promise<{
  readonly base: ChangePublicationsTable;
  /** The oldest publication whose changes are stored. */
  readonly first: ChangePublicationsTable | undefined;
  readonly last: ChangePublicationsTable;
}> {
  const all = ledgerDb.selectFrom('change_publications').selectAll();
  const [base, first] = await all.orderBy('last_number').limit(2).execute();
  const last = await all.orderBy('last_number', 'desc').limit(1).executeTakeFirstOrThrow();
  return { base: base ?? last, first, last };
}

/** Returns the publication that a number belongs to; undefined if no change has that number yet. */
export async function findPublicationOf(
  ledgerDb: LedgerDb,
  number: number,
): Promise<ChangePublicationsTable | undefined> {
  return ledgerDb
    .selectFrom('change_publications')
    .selectAll()
    .where('last_number', '>=', number)
    .orderBy('last_number')
    .limit(1)
    .executeTakeFirst();
}

/** A change with its publication. */
export type ListedChange = RecordChangesTable &
  Pick<ChangePublicationsTable, 'mark' | 'as_of' | 'data_as_of' | 'published_at' | 'other_program'>;

/** Lists the changes after a number, in order, optionally for certain licenses only. Runs one query. */
export async function listChanges(
  { db: ledgerDb, engine }: LedgerAccess,
  wanted: { readonly after: number; readonly licenseKeys: readonly string[]; readonly limit: number },
): Promise<ListedChange[]> {
  const { after, licenseKeys, limit } = wanted;
  return ledgerDb
    .selectFrom('record_changes')
    .innerJoin('change_publications', 'change_publications.version', 'record_changes.version')
    .select(['number', 'record_changes.version', 'vendor_id', 'license_key', 'license_number', 'name'])
    .select(['changes', 'mark', 'as_of', 'data_as_of', 'published_at', 'other_program'])
    .where('number', '>', after)
    .$if(licenseKeys.length > 0, (query) => query.where(engine.isOneOf('license_key', licenseKeys)))
    .orderBy('number')
    .limit(limit)
    .execute();
}

/**
 * Returns the newest publication that comes before the first publication to keep, which is the first one
 * since the given time. A publication dated in the future, because the clock was wrong for a while, is
 * grouped with its neighbors.
 */
export async function findNewestBefore(
  ledgerDb: LedgerDb,
  before: string,
  now: string,
): Promise<ChangePublicationsTable | undefined> {
  const kept = await ledgerDb
    .selectFrom('change_publications')
    .select(({ fn }) => fn.min('last_number').as('number'))
    .where('published_at', '>=', before)
    .where('published_at', '<=', now)
    .executeTakeFirst();
  return ledgerDb
    .selectFrom('change_publications')
    .selectAll()
    .where('published_at', '<=', now)
    .$if(typeof kept?.number === 'number', (query) => query.where('last_number', '<', kept?.number ?? 0))
    .orderBy('last_number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deletes the changes up to a publication's number and makes that publication the base. Returns the number of
 * deleted changes.
 */
export async function deleteUpTo(tx: LedgerTx, base: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('record_changes')
    .where('number', '<=', base)
    .executeTakeFirst();
  await tx.deleteFrom('change_publications').where('last_number', '<', base).execute();
  return Number(numDeletedRows);
}
