import type { OpenLedger } from '../../src/platform/db/database.ts';
import { RECORD_FORMAT } from '../../src/records/record/record-format.ts';
import { changeSnapshot } from './change-snapshot.ts';

/** The version of the record format just before the current one. */
export const EARLIER_FORMAT = RECORD_FORMAT - 1;

/**
 * Makes the published records look as if an earlier version of the service had published them in its own
 * format. Resolves once readers see the change.
 */
export async function pretendEarlierFormat({
  db,
  published,
}: Pick<OpenLedger, 'db' | 'published'>): Promise<void> {
  await changeSnapshot({ db, published }, (snapshot) =>
    snapshot.exec(
      `update published_state set record_format = ${EARLIER_FORMAT}, made_by = 'an earlier version'`,
    ),
  );
  await db
    .updateTable('published_state')
    .set({ record_format: EARLIER_FORMAT, made_by: 'an earlier version' })
    .execute();
}
