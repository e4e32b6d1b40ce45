import { AppError } from '../../http/errors/errors.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { SignedIn } from '../account/account.ts';
import { findAccount, lockAccount } from '../account/service.ts';
import type { TeamContext } from './context.ts';
import { note } from './invitation-service.ts';
import { leftMail, removedMail, roleMail } from './mail-texts.ts';
import * as store from './store.ts';
import { readRole, type TeamRole } from './team.ts';

/** Changes to members. Nothing about them is cached, so each change counts from the next request on. */

/** Changes a member's role. Throws `not_found` if the id is not a member of the account's team. */
export async function changeRole(
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
export async function removeMember(context: TeamContext, session: SignedIn, memberId: string): Promise<void> {
  await withMember(context, session, memberId, async (tx, member, instant) => {
    await store.deleteMember(tx, member.id);
    await noteOwn(tx, session, { action: 'removed', subject: member.email, role: '' }, instant);
    const { baseUrl } = context;
    await queueMail(tx, removedMail({ to: member.email, owner: session, baseUrl }), instant);
  });
}

/** Leaves another account's team. Throws `not_found` for a team that the account is not in. */
export async function leaveTeam(
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

type Member = NonNullable<Awaited<ReturnType<typeof store.findMember>>>;

/** Throws the same `not_found` for another team's member, a made-up and a malformed id. */
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
