import { sql } from 'kysely';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { CLOSED_STATUSES } from '../../applications/decide/statuses.ts';

/**
 * Deletes all document rows of applications that were closed before `before`, and adds a history entry for
 * each document. Returns the number of deleted rows.
 */
export async function deleteOfClosed(tx: LedgerTx, before: string, now: Date): Promise<number> {
  await sql`insert into application_document_history
      (application_id, position, at, done_by, account_id, code, action, detail)
    select gone.application_id,
      (select count(*) from application_document_history as past where past.application_id = gone.application_id)
        + row_number() over (partition by gone.application_id order by gone.code),
      ${now.toISOString()}, 'service', null, gone.code, 'deleted', ''
    from (select distinct application_documents.application_id, application_documents.code
      from application_documents inner join applications on applications.id = application_documents.application_id
      where applications.status in (${sql.join(CLOSED_STATUSES)}) and applications.updated_at <= ${before}) as gone`.execute(
    tx,
  );
  const { numDeletedRows } = await tx
    .deleteFrom('application_documents')
    .where('application_id', 'in', (documents) =>
      documents
        .selectFrom('applications')
        .select('id')
        .where('status', 'in', CLOSED_STATUSES)
        .where('updated_at', '<=', before),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Deletes the files for events that ended before `before`, but keeps the decisions about them. Returns the
 * number of deleted files.
 */
export async function deleteContentsOfPastEvents(tx: LedgerTx, before: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('application_documents')
    .set({ file_deleted_at: now.toISOString(), bytes: 0 })
    .where('state', '!=', 'waived')
    .where('file_deleted_at', 'is', null)
    .where('event_id', 'in', (documents) =>
      documents.selectFrom('events').select('id').where('ends_at', '<', before),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await tx
      .deleteFrom('application_document_contents')
      .where('document_id', 'in', (contents) =>
        contents.selectFrom('application_documents').select('id').where('file_deleted_at', 'is not', null),
      )
      .execute();
  return Number(numUpdatedRows);
}
