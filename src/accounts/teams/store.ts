import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import {
  LOG_MAX,
  type Membership,
  type OpenInvitation,
  type TeamAction,
  type TeamLogEntry,
  type TeamMember,
  type TeamRole,
} from './team.ts';

/** Queries for teams. Only this feature writes roles and actions. */

const LOG_SHOWN = 100;

export async function listMembers(ledgerDb: LedgerDb, ownerId: string): Promise<TeamMember[]> {
  const rows = await selectMembers(ledgerDb, ownerId)
    .orderBy('accounts.name')
    .orderBy('team_members.id')
    .execute();
  return rows.map(({ member_id: _, role, ...row }) => ({ ...row, role: asRole(role) }));
}

/** Finds a member of the account's own team. */
export async function findMember(
  ledgerDb: LedgerDb,
  ownerId: string,
  id: string,
): Promise<(TeamMember & { readonly member_id: string }) | undefined> {
  const row = await selectMembers(ledgerDb, ownerId).where('team_members.id', '=', id).executeTakeFirst();
  return row && { ...row, role: asRole(row.role) };
}

function selectMembers(ledgerDb: LedgerDb, ownerId: string) {
  return ledgerDb
    .selectFrom('team_members')
    .innerJoin('accounts', 'accounts.id', 'team_members.member_id')
    .select(['team_members.id', 'team_members.role', 'team_members.joined_at', 'team_members.member_id'])
    .select(['accounts.name', 'accounts.email'])
    .where('team_members.account_id', '=', ownerId);
}

export async function listMemberships(ledgerDb: LedgerDb, memberId: string): Promise<Membership[]> {
  const rows = await ledgerDb
    .selectFrom('team_members')
    .innerJoin('accounts', 'accounts.id', 'team_members.account_id')
    .select(['team_members.id', 'team_members.role', 'accounts.id as owner_id'])
    .select(['accounts.name as owner_name', 'accounts.email as owner_email'])
    .where('team_members.member_id', '=', memberId)
    .orderBy('accounts.name')
    .orderBy('team_members.id')
    .execute();
  return rows.map((row) => ({ ...row, role: asRole(row.role) }));
}

/** Returns the account's role for another account's events, or undefined if it is not in that team. */
export async function findRole(
  ledgerDb: LedgerDb,
  memberId: string,
  ownerId: string,
): Promise<TeamRole | undefined> {
  const row = await ledgerDb
    .selectFrom('team_members')
    .select('role')
    .where('account_id', '=', ownerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && asRole(row.role);
}

export async function countMembers(tx: LedgerTx, ownerId: string): Promise<number> {
  return countRows(tx.selectFrom('team_members').where('account_id', '=', ownerId));
}

export async function countMemberships(tx: LedgerTx, memberId: string): Promise<number> {
  return countRows(tx.selectFrom('team_members').where('member_id', '=', memberId));
}

/** Adds a member, or changes the role of an existing member. */
export async function putMember(
  tx: LedgerTx,
  row: { id: string; account_id: string; member_id: string; role: TeamRole; joined_at: string },
): Promise<void> {
  await tx
    .insertInto('team_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'member_id']).doUpdateSet({ role: row.role }))
    .execute();
}

/** Returns false if the member does not exist or already has the role. */
export async function updateRole(
  tx: LedgerTx,
  ownerId: string,
  id: string,
  role: TeamRole,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('team_members')
    .set({ role })
    .where('account_id', '=', ownerId)
    .where('id', '=', id)
    .where('role', '!=', role)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteMember(tx: LedgerTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('team_members').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function listInvitations(
  ledgerDb: LedgerDb,
  ownerId: string,
  now: Date,
): Promise<OpenInvitation[]> {
  const rows = await ledgerDb
    .selectFrom('team_invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('account_id', '=', ownerId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('email')
    .execute();
  return rows.map((row) => ({ ...row, role: asRole(row.role) }));
}

export async function countInvitations(tx: LedgerTx, ownerId: string): Promise<number> {
  return countRows(tx.selectFrom('team_invitations').where('account_id', '=', ownerId));
}

/** Deletes the account's expired invitations, and its earlier invitation to this address. */
export async function clearInvitations(
  tx: LedgerTx,
  ownerId: string,
  email: string,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('team_invitations')
    .where('account_id', '=', ownerId)
    .where((row) => row.or([row('expires_at', '<=', now.toISOString()), row('email', '=', email)]))
    .execute();
}

interface StoredInvitation extends OpenInvitation {
  readonly account_id: string;
  readonly token_sha256: string;
}

export async function insertInvitation(tx: LedgerTx, row: StoredInvitation): Promise<void> {
  await tx.insertInto('team_invitations').values(row).execute();
}

/** Finds an open invitation by the hash of its token. */
export async function findInvitation(
  ledgerDb: LedgerDb,
  tokenSha256: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  const row = await ledgerDb
    .selectFrom('team_invitations')
    .select(['id', 'account_id', 'email', 'role', 'token_sha256', 'created_at', 'expires_at'])
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { ...row, role: asRole(row.role) };
}

/**
 * Uses up an invitation. Returns its address, or undefined if it was already answered or withdrawn. Only one
 * of several concurrent callers gets the address.
 */
export async function takeInvitation(tx: LedgerTx, ownerId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('team_invitations')
    .where('account_id', '=', ownerId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Deletes every team's invitations that expired before `before`. */
export async function deleteExpiredInvitations(ledgerDb: LedgerDb, before: Date): Promise<void> {
  await ledgerDb.deleteFrom('team_invitations').where('expires_at', '<', before.toISOString()).execute();
}

/** Adds a log entry and deletes the entries beyond the limit. */
export async function addLog(
  tx: LedgerTx,
  row: {
    id: string;
    account_id: string;
    at: string;
    actor_id: string;
    action: TeamAction;
    subject: string;
    role: string;
  },
): Promise<void> {
  await tx.insertInto('team_log').values(row).execute();
  await tx
    .deleteFrom('team_log')
    .where('account_id', '=', row.account_id)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('team_log as kept')
        .select('kept.id')
        .where('kept.account_id', '=', row.account_id)
        .orderBy('kept.at', 'desc')
        .orderBy('kept.id', 'desc')
        .limit(LOG_MAX),
    )
    .execute();
}

/** Lists the team's log, newest first; at most {@link LOG_SHOWN} entries. */
export async function listLog(ledgerDb: LedgerDb, ownerId: string): Promise<TeamLogEntry[]> {
  const rows = await ledgerDb
    .selectFrom('team_log')
    .leftJoin('accounts', 'accounts.id', 'team_log.actor_id')
    .select(['team_log.at', 'team_log.action', 'team_log.subject', 'team_log.role'])
    .select('accounts.name as actor_name')
    .where('team_log.account_id', '=', ownerId)
    .orderBy('team_log.at', 'desc')
    .orderBy('team_log.id', 'desc')
    .limit(LOG_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, action: row.action as TeamAction }));
}

function asRole(text: string): TeamRole {
  return text as TeamRole;
}
