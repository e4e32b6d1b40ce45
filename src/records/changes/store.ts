import type { LedgerAccess, LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  ChangePublicationsTable,
  RecordChangesTable,
} from '../../platform/db/schema/ledger-tables/publication-tables.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';

/** The highest number of a change; 0 before the first one. */
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

/** The first and the last row: before the one nothing is kept, behind the other there is nothing yet. */
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

/** The publication that a number is of; undefined when no change has it yet. */
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

/** Changes behind a number, in order; of these licenses alone, where any are named. One statement. */
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
 * The newest publication before an instant, all before it included, that is not the base already. The clock may have been wrong for a
 * while: a publication that is dated in the future was made when those around it were, and of the others the first one to be kept decides.
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

/** Makes a publication the base; tells how many changes went. */
export async function deleteUpTo(tx: LedgerTx, base: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('record_changes')
    .where('number', '<=', base)
    .executeTakeFirst();
  await tx.deleteFrom('change_publications').where('last_number', '<', base).execute();
  return Number(numDeletedRows);
}
