import type { LedgerAccess, LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  ChangePublicationsTable,
  RecordChangesTable,
} from '../../platform/db/schema/ledger-tables/publication-tables.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';

/** Returns the highest number of a change; 0 before the first one. */
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
 * Returns the first and the last row: nothing is kept before the first, and there is nothing yet after the
 * last.
 */
export async function findEnds(ledgerDb: LedgerDb): Promise<{
  readonly base: ChangePublicationsTable;
  /** The oldest publication whose changes are kept. */
  readonly first: ChangePublicationsTable | undefined;
  readonly last: ChangePublicationsTable;
}> {
  const all = ledgerDb.selectFrom('change_publications').selectAll();
  const [base, first] = await all.orderBy('last_number').limit(2).execute();
  const last = await all.orderBy('last_number', 'desc').limit(1).executeTakeFirstOrThrow();
  return { base: base ?? last, first, last };
}

/** Returns the publication that a number belongs to; undefined if no change has it yet. */
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
  Pick<ChangePublicationsTable, 'mark' | 'as_of' | 'data_as_of' | 'published_at'>;

/** Lists changes after a number, in order, only of these licenses if any are given. One statement. */
export async function listChanges(
  { db: ledgerDb, engine }: LedgerAccess,
  wanted: { readonly after: number; readonly licenseKeys: readonly string[]; readonly limit: number },
): Promise<ListedChange[]> {
  const { after, licenseKeys, limit } = wanted;
  return ledgerDb
    .selectFrom('record_changes')
    .innerJoin('change_publications', 'change_publications.version', 'record_changes.version')
    .select(['number', 'record_changes.version', 'vendor_id', 'license_key', 'license_number', 'name'])
    .select(['changes', 'mark', 'as_of', 'data_as_of', 'published_at'])
    .where('number', '>', after)
    .$if(licenseKeys.length > 0, (query) => query.where(engine.isOneOf('license_key', licenseKeys)))
    .orderBy('number')
    .limit(limit)
    .execute();
}

/**
 * Finds the newest publication before an instant, with every publication before it, that is not already the
 * base. The clock may have been wrong for a while. A publication dated in the future counts as made together
 * with its neighbors; for the others, the first one to keep decides.
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

/** Makes a publication the base. Returns how many changes were deleted. */
export async function deleteUpTo(tx: LedgerTx, base: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('record_changes')
    .where('number', '<=', base)
    .executeTakeFirst();
  await tx.deleteFrom('change_publications').where('last_number', '<', base).execute();
  return Number(numDeletedRows);
}
