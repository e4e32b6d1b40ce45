import { sql } from 'kysely';
import { ERASED } from '../../lib/erase-details.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import type { Person } from '../export/export-store.ts';

/** Removes a person's details from other people's rows without deleting those rows. */

export async function eraseTraces(
  tx: LedgerTx,
  person: Person & { readonly name?: string | undefined },
): Promise<void> {
  const { accountId, email, name } = person;
  await tx.deleteFrom('mails').where('recipient', '=', email).execute();
  await tx.updateTable('mails').set({ reply_to: null }).where('reply_to', '=', email).execute();
  await tx.deleteFrom('follows').where('email', '=', email).execute();
  await tx.deleteFrom('team_invitations').where('email', '=', email).execute();
  if (accountId !== undefined && name !== undefined) await eraseNameInTeams(tx, accountId, name);
  await tx.updateTable('team_log').set({ subject: ERASED }).where('subject', '=', email).execute();
  await tx.updateTable('operator_log').set({ subject: ERASED }).where('subject', '=', email).execute();
  // These verification links would make this address another account's new one. Deleting them removes the
  // address.
  await sql`delete from verifications where replace(value, ${` ${email}`}, '') <> value`.execute(tx);
  if (name !== undefined)
    await tx
      .updateTable('events')
      .set({ organizer_name: '' })
      .where('organizer_email', '=', email)
      .where('organizer_name', '=', name)
      .execute();
  await tx.updateTable('events').set({ organizer_email: '' }).where('organizer_email', '=', email).execute();
}

/**
 * Erases the person's name from shortlists, which store it with each vendor that the person added. Only
 * searches teams that the account is or was in, where the name can only be this person's.
 */
async function eraseNameInTeams(tx: LedgerTx, accountId: string, name: string): Promise<void> {
  await tx
    .updateTable('shortlisted_vendors')
    .set({ added_by: ERASED })
    .where('added_by', '=', name)
    .where('event_id', 'in', ({ selectFrom }) =>
      selectFrom('events')
        .select('events.id')
        .where((event) =>
          event.or([
            event(
              'events.account_id',
              'in',
              selectFrom('team_members').select('team_members.account_id').where('member_id', '=', accountId),
            ),
            event(
              'events.account_id',
              'in',
              selectFrom('team_log').select('team_log.account_id').where('actor_id', '=', accountId),
            ),
          ]),
        ),
    )
    .execute();
}
