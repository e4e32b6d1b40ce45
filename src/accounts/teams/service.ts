import { bindFirst } from '../../lib/bind-first.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import type { SignedIn } from '../account/account.ts';
import { findAccount } from '../account/service.ts';
import type { TeamContext } from './context.ts';
import {
  answerInvitation,
  findForReader,
  inviteMember,
  noSuchInvitation,
  note,
  withdrawInvitation,
} from './invitation-service.ts';
import { teamDeletedMail } from './mail-texts.ts';
import { changeRole, leaveTeam, removeMember } from './members-service.ts';
import { findRole, listInvitations, listLog, listMembers, listMemberships } from './store.ts';
import type { EventAction, Membership, TeamOverview, TeamRole } from './team.ts';

export { deleteExpiredInvitations } from './store.ts';
export { noSuchInvitation };

/** One text for a team that belongs to others, is made up, or is gone. */
export const NO_SUCH_TEAM = 'There is no such team.';

/** Teams: everything is about the signed-in account's own team, unless it says otherwise. */
export function createTeamService(context: TeamContext) {
  const { ledgerDb, now } = context;
  return {
    async describe({ accountId }: SignedIn): Promise<TeamOverview> {
      return {
        members: await listMembers(ledgerDb, accountId),
        invitations: await listInvitations(ledgerDb, accountId, now()),
        log: await listLog(ledgerDb, accountId),
        memberships: await listMemberships(ledgerDb, accountId),
      };
    },
    /** Lists the teams whose events the account manages. */
    listManaged: async ({ accountId }: SignedIn): Promise<Membership[]> =>
      (await listMemberships(ledgerDb, accountId)).filter(({ role }) => role === 'manager'),
    ...bindFirst(context, {
      invite: inviteMember,
      withdraw: withdrawInvitation,
      findInvitation: findForReader,
      answer: answerInvitation,
      changeRole,
      remove: removeMember,
      leave: leaveTeam,
    }),
  };
}

export type TeamService = ReturnType<typeof createTeamService>;

/** Returns true if the account may manage the events of another account. */
export async function managesEventsOf(
  ledgerDb: LedgerDb,
  accountId: string,
  ownerId: string,
): Promise<boolean> {
  const role: TeamRole | undefined = await findRole(ledgerDb, accountId, ownerId);
  return role === 'manager';
}

/**
 * Adds a line to the log of the event's account. Call it in the transaction of the action, under that
 * account's lock if the event is locked too.
 */
export async function noteEventWork(
  tx: LedgerTx,
  done: {
    readonly ownerId: string;
    readonly actorId: string;
    readonly action: EventAction;
    readonly subject: string;
    readonly value?: string;
  },
  now: Date,
): Promise<void> {
  const { value = '', ...about } = done;
  await note(tx, { ...about, role: value }, now);
}

/** Notifies the members of a team before its account is deleted. The rows are deleted with the account. */
export async function notifyOfDeletion(
  tx: LedgerTx,
  accountId: string,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<void> {
  const owner = await findAccount(tx, accountId);
  if (!owner) return;
  const members = await listMembers(tx, accountId);
  await queueMails(
    tx,
    members.map(({ email }) => teamDeletedMail({ to: email, owner, baseUrl })),
    now,
  );
}
