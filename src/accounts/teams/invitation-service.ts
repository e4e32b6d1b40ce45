import { randomUUID } from 'node:crypto';
import { AppError } from '../../http/errors/errors.ts';
import type { Checked } from '../../lib/field-errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import type { SignedIn } from '../account/account.ts';
import { emailProblem, foldEmail } from '../account/account-input.ts';
import { findAccount, findAccountByEmail, lockAccountIfThere, lockSession } from '../account/service.ts';
import type { TeamContext } from './context.ts';
import { invitationMail, joinedMail } from './mail-texts.ts';
import { INVITATION } from './messages.ts';
import * as store from './store.ts';
import {
  INVITATION_DAYS,
  INVITATIONS_MAX,
  type InvitationView,
  MEMBERS_MAX,
  readRole,
  TEAMS_MAX,
} from './team.ts';

const NONE = inEach((language) => INVITATION[language].none);
const TOO_MANY_MAILS = 'Too many invitations were sent lately. Wait an hour, then try again.';
const TOO_MANY_OF_NEW =
  'A new account can send 3 invitations in an hour and 5 in a day. Wait until then, or write to these people yourself.';
const DAY_MS = 86_400_000;
/** The number of days for which an account counts as new. */
const NEW_DAYS = 7;
/** 24 random bytes, base64url. */
const TOKEN = /^[\w-]{32}$/;

/** Emails an invitation, which replaces any open invitation to the same address. Errors: `email`, `role`. */
export async function inviteMember(
  { ledgerDb, baseUrl, now, randomToken }: TeamContext,
  session: SignedIn,
  typed: { readonly email: string; readonly role: string },
): Promise<Checked<undefined>> {
  const email = foldEmail(typed.email);
  const role = readRole(typed.role);
  const problem = email === session.email ? 'This is your own address.' : emailProblem(email);
  if (problem !== undefined || role === undefined)
    return {
      ok: false,
      errors: {
        ...(problem === undefined ? {} : { email: problem }),
        ...(role === undefined ? { role: 'Choose what this person may do.' } : {}),
      },
    };
  const { accountId } = session;
  const refusal = await refusalOf(ledgerDb, async (tx) => {
    const instant = now();
    if (!(await lockSession(tx, session))) throw new Refusal(INVITATION.en.signedOut);
    const members = await store.listMembers(tx, accountId);
    if (members.some((each) => each.email === email))
      throw new Refusal('This person is in your team already. Change their role above.');
    if (members.length >= MEMBERS_MAX) throw new Refusal(`A team has at most ${MEMBERS_MAX} members.`);
    await store.clearInvitations(tx, accountId, email, instant);
    if ((await store.countInvitations(tx, accountId)) >= INVITATIONS_MAX)
      throw new Refusal(
        `At most ${INVITATIONS_MAX} invitations can be open. Withdraw one that you no longer need.`,
      );
    // Both limits apply even if the address has no account, so that neither reveals accounts.
    const kind = (await isNew(tx, accountId, instant)) ? 'inviting-new' : 'inviting';
    if (!(await mayMail(tx, kind, accountId, instant)))
      throw new Refusal(kind === 'inviting' ? TOO_MANY_MAILS : TOO_MANY_OF_NEW);
    if (!(await mayMail(tx, 'invitation', email, instant))) throw new Refusal(TOO_MANY_MAILS);
    const token = randomToken();
    await store.insertInvitation(tx, {
      id: randomUUID(),
      account_id: accountId,
      email,
      role,
      token_sha256: hashToken(token),
      created_at: instant.toISOString(),
      expires_at: new Date(instant.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
    });
    await note(
      tx,
      { ownerId: accountId, actorId: accountId, action: 'invited', subject: email, role },
      instant,
    );
    const language = (await findAccountByEmail(tx, email))?.language ?? 'en';
    const about = { to: email, owner: session, baseUrl, role, token, language };
    await queueMail(tx, invitationMail(about), instant);
  });
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { email: refusal } };
}

async function isNew(tx: LedgerTx, accountId: string, now: Date): Promise<boolean> {
  const account = await findAccount(tx, accountId);
  return account === undefined || now.getTime() - Date.parse(account.created_at) < NEW_DAYS * DAY_MS;
}

/** Withdraws an invitation. Throws `not_found` if it is no longer open. */
export async function withdrawInvitation(
  { ledgerDb, now }: TeamContext,
  { accountId }: SignedIn,
  invitationId: string,
): Promise<void> {
  const id = asUuid(invitationId);
  await inTransaction(ledgerDb, async (tx) => {
    const email = id === undefined ? undefined : await store.takeInvitation(tx, accountId, id);
    if (email === undefined) throw new AppError('not_found', 'There is no such invitation.');
    const about = { ownerId: accountId, actorId: accountId, action: 'withdrew', subject: email } as const;
    await note(tx, { ...about, role: '' }, now());
  });
}

/**
 * Finds an open invitation that was emailed to the signed-in account. Returns undefined if the token is used,
 * withdrawn, expired or unknown, or was emailed to another address. The account's address is already
 * confirmed, because signing in requires that.
 */
export async function findForReader(
  { ledgerDb, now }: TeamContext,
  { accountId, email }: SignedIn,
  token: string,
): Promise<InvitationView | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const invitation = await store.findInvitation(ledgerDb, hashToken(token), now());
  if (!invitation || invitation.email !== email || invitation.account_id === accountId) return undefined;
  const owner = await findAccount(ledgerDb, invitation.account_id);
  const { role, expires_at } = invitation;
  return owner && { owner_name: owner.name, owner_email: owner.email, role, expires_at };
}

/**
 * Accepts or declines an invitation. Returns an explanation if that is not possible now. Throws `not_found`
 * if {@link findForReader} would return undefined.
 */
export async function answerInvitation(
  { ledgerDb, baseUrl, now }: TeamContext,
  session: SignedIn,
  token: string,
  accepted: boolean,
  language: Language = 'en',
): Promise<string | undefined> {
  const { accountId } = session;
  const t = INVITATION[language];
  const seen = TOKEN.test(token) ? await store.findInvitation(ledgerDb, hashToken(token), now()) : undefined;
  if (!seen) throw noSuchInvitation();
  const { account_id: ownerId } = seen;
  return refusalOf(ledgerDb, async (tx) => {
    const instant = now();
    // Lock both accounts in a fixed order, so that two people who accept each other's invitation do not
    // deadlock.
    for (const id of [ownerId, accountId].sort())
      if (!(await lockAccountIfThere(tx, id))) throw noSuchInvitation();
    if (!(await lockSession(tx, session))) throw new Refusal(t.signedOut);
    const invitation = await store.findInvitation(tx, hashToken(token), instant);
    const reader = await findAccount(tx, accountId);
    const owner = await findAccount(tx, ownerId);
    if (
      !invitation ||
      !owner ||
      !reader?.verified ||
      reader.email !== invitation.email ||
      ownerId === accountId
    )
      throw noSuchInvitation();
    const { role } = invitation;
    if (accepted && (await store.countMembers(tx, ownerId)) >= MEMBERS_MAX)
      throw new Refusal(t.teamFull({ count: MEMBERS_MAX }));
    if (accepted && (await store.countMemberships(tx, accountId)) >= TEAMS_MAX)
      throw new Refusal(t.tooManyTeams({ count: TEAMS_MAX }));
    await store.takeInvitation(tx, ownerId, invitation.id);
    const action = accepted ? 'joined' : 'refused';
    await note(tx, { ownerId, actorId: accountId, action, subject: reader.email, role }, instant);
    if (!accepted) return;
    const member = { id: randomUUID(), account_id: ownerId, member_id: accountId, role };
    await store.putMember(tx, { ...member, joined_at: instant.toISOString() });
    await queueMail(tx, joinedMail({ to: owner.email, member: reader, role, baseUrl }), instant);
  });
}

/** Writes an action to the team's log. */
export async function note(
  tx: LedgerTx,
  about: {
    readonly ownerId: string;
    readonly actorId: string;
    readonly action: Parameters<typeof store.addLog>[1]['action'];
    readonly subject: string;
    readonly role: string;
  },
  now: Date,
): Promise<void> {
  const { ownerId, actorId, action, subject, role } = about;
  await store.addLog(tx, {
    id: randomUUID(),
    account_id: ownerId,
    at: now.toISOString(),
    actor_id: actorId,
    action,
    subject,
    role,
  });
}

/** Returns the same error for every invitation that is not open to this person. */
export function noSuchInvitation(): AppError {
  return new AppError('not_found', NONE.en, { forPeople: NONE });
}
