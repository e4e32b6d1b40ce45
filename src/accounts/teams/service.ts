import { AppError } from '../../http/errors/errors.ts';
import { bindContext } from '../../lib/bind-context.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail, queueMails } from '../../platform/mail/outbox.ts';
import type { SignedIn } from '../account/account.ts';
import { findAccount, lockAccount } from '../account/service.ts';
import type { TeamContext } from './context.ts';
import {
  answerInvitation,
  findForReader,
  inviteMember,
  noSuchInvitation,
  note,
  withdrawInvitation,
} from './invitation-service.ts';
import { leftMail, removedMail, roleMail, teamDeletedMail } from './mail-texts.ts';
import * as store from './store.ts';
import { type EventAction, type Membership, readRole, type TeamOverview, type TeamRole } from './team.ts';

export { deleteExpiredInvitations } from './store.ts';
export { noSuchInvitation };

/** The same text for a team that belongs to others, never existed or was deleted. */
export const NO_SUCH_TEAM = 'There is no such team.';

type Member = NonNullable<Awaited<ReturnType<typeof store.findMember>>>;

/**
 * Creates the operations on teams. Unless stated otherwise, they concern the signed-in account's own team.
 */
export function createTeamService(context: TeamContext) {
  const { ledgerDb, now } = context;
  return {
    async describe({ accountId }: SignedIn): Promise<TeamOverview> {
      return {
        members: await store.listMembers(ledgerDb, accountId),
        invitations: await store.listInvitations(ledgerDb, accountId, now()),
        log: await store.listLog(ledgerDb, accountId),
        memberships: await store.listMemberships(ledgerDb, accountId),
      };
    },
    /** Lists the teams whose events the account manages. */
    listManaged: async ({ accountId }: SignedIn): Promise<Membership[]> =>
      (await store.listMemberships(ledgerDb, accountId)).filter(({ role }) => role === 'manager'),
    ...bindContext(context, {
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
  const role: TeamRole | undefined = await store.findRole(ledgerDb, accountId, ownerId);
  return role === 'manager';
}

/**
 * Adds an entry to the log of the event's account. Call it in the same transaction as the action, under that
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

/** Notifies a team's members before its account is deleted. The team's rows are deleted with the account. */
export async function notifyOfDeletion(
  tx: LedgerTx,
  accountId: string,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<void> {
  const owner = await findAccount(tx, accountId);
  if (!owner) return;
  const members = await store.listMembers(tx, accountId);
  await queueMails(
    tx,
    members.map(({ email }) => teamDeletedMail({ to: email, owner, baseUrl })),
    now,
  );
}

/**
 * Changes a member's role, which takes effect with the next request. Throws `not_found` if no member of the
 * account's team has this id.
 */
async function changeRole(
  context: TeamContext,
  session: SignedIn,
  memberId: string,
  typed: string,
): Promise<void> {
  const role = readRole(typed);
  if (role === undefined) throw new AppError('invalid_parameter', 'Choose manager or viewer.');
  await withMember(context, session, memberId, async (tx, member, instant) => {
    if (!(await store.updateRole(tx, session.accountId, member.id, role))) return;
    await noteOwn(tx, session, { action: 'changed_role', subject: member.email, role }, instant);
    const { baseUrl } = context;
    await queueMail(tx, roleMail({ to: member.email, owner: session, role, baseUrl }), instant);
  });
}

/** Removes a member; throws like {@link changeRole}. */
async function removeMember(context: TeamContext, session: SignedIn, memberId: string): Promise<void> {
  await withMember(context, session, memberId, async (tx, member, instant) => {
    await store.deleteMember(tx, member.id);
    await noteOwn(tx, session, { action: 'removed', subject: member.email, role: '' }, instant);
    const { baseUrl } = context;
    await queueMail(tx, removedMail({ to: member.email, owner: session, baseUrl }), instant);
  });
}

/** Leaves another account's team. Throws `not_found` for a team that the account is not in. */
async function leaveTeam(
  { ledgerDb, baseUrl, now }: TeamContext,
  { accountId, name, email }: SignedIn,
  membershipId: string,
): Promise<void> {
  const id = asUuid(membershipId);
  await inTransaction(ledgerDb, async (tx) => {
    const own = (await store.listMemberships(tx, accountId)).find((each) => each.id === id);
    if (!own || !(await store.deleteMember(tx, own.id)))
      throw new AppError('not_found', 'There is no such team.');
    const instant = now();
    const about = { ownerId: own.owner_id, actorId: accountId, action: 'left', subject: email } as const;
    await note(tx, { ...about, role: '' }, instant);
    const owner = await findAccount(tx, own.owner_id);
    if (owner) await queueMail(tx, leftMail({ to: owner.email, member: { name, email }, baseUrl }), instant);
  });
}

/**
 * Runs a change to a member of the account's team. Throws the same `not_found` for every other id.
 */
async function withMember(
  { ledgerDb, now }: TeamContext,
  { accountId }: SignedIn,
  memberId: string,
  work: (tx: LedgerTx, member: Member, now: Date) => Promise<void>,
): Promise<void> {
  const id = asUuid(memberId);
  await inTransaction(ledgerDb, async (tx) => {
    await lockAccount(tx, accountId);
    const member = id === undefined ? undefined : await store.findMember(tx, accountId, id);
    if (!member) throw new AppError('not_found', 'There is no such member of your team.');
    await work(tx, member, now());
  });
}

async function noteOwn(
  tx: LedgerTx,
  { accountId }: SignedIn,
  about: {
    readonly action: 'changed_role' | 'removed';
    readonly subject: string;
    readonly role: TeamRole | '';
  },
  now: Date,
): Promise<void> {
  await note(tx, { ownerId: accountId, actorId: accountId, ...about }, now);
}
