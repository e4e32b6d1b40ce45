import { randomUUID } from 'node:crypto';
import type { FieldErrors } from '../../lib/checked.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import {
  cleanName,
  emailProblem,
  fieldErrors,
  foldEmail,
  nameProblem,
  passwordProblem,
} from './account-input.ts';
import {
  type AuthLibrary,
  consumeLink,
  cookiesOf,
  createAccount,
  createLink,
  findLink,
  hashNewPassword,
  type LinkKind,
  makeAuth,
  matchesPassword,
  refusalOf,
  setPassword,
} from './library.ts';
import { linkValue, parseLinkValue } from './link-value.ts';
import {
  accountDeletedMail,
  addressInUseMail,
  alreadyRegisteredMail,
  emailChangeAskedMail,
  emailChangedMail,
  newEmailMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './mails.ts';
import type { AccountService, BrowserHeaders, Next, Outcome } from './service-types.ts';
import {
  deleteAccount,
  deleteLinks,
  deleteSession,
  deleteSessions,
  deleteUnverified,
  findByEmail,
  findById,
  findPasswordHash,
  isTaken,
  listSessions,
  type StoredAccount,
  setVerifiedEmail,
} from './store.ts';

export { findAccountEmail, findAccountId, lockAccount } from './store.ts';
export type { AccountService };

const ATTEMPTS_MAX = 3;
const USER_AGENT_LENGTH_MAX = 300;
const DONE = { kind: 'done', value: null } as const;
const DEAD_LINK = { kind: 'dead_link' } as const;
const WRONG_PASSWORD = 'This is not your password.';

export interface AccountServiceOptions {
  readonly db: Db;
  readonly baseUrl: string;
  /** From `openSessionSecret`. */
  readonly secret: string;
  readonly log: Logger;
  /** For links and mails; sessions go by the machine's own clock. */
  readonly now: () => Date;
  /** Deletes what other features keep of an account, in the transaction that deletes it. */
  readonly beforeDelete?: (tx: Tx, accountId: string) => Promise<void>;
}

/** The library over the database, for what is no transaction of ours; and what one is made of. */
interface Context extends AccountServiceOptions {
  readonly auth: AuthLibrary;
}

export function createAccountService(options: AccountServiceOptions): AccountService {
  const context: Context = { ...options, auth: makeAuth(options.db, options) };
  return {
    ...signUps(context),
    ...sessions(context),
    ...passwords(context),
    ...emailChanges(context),
    ...administration(context),
  };
}

function signUps(
  context: Context,
): Pick<AccountService, 'signUp' | 'resendVerification' | 'confirmEmail' | 'isLinkGood'> {
  const { db, auth, now } = context;
  return {
    async signUp(typed) {
      const account = cleaned(typed);
      const errors = accountErrors(account);
      if (errors) return invalid(errors);
      const passwordHash = await hashNewPassword(typed.password);
      const registered = { ...account, passwordHash, next: typed.next };
      await change(context, (tx, txAuth) => register(context, tx, txAuth, registered));
      return DONE;
    },
    resendVerification: (typed, next) =>
      mailLink(context, 'confirm-email', { to: foldEmail(typed), next }, (owner) => !owner.verified),
    async confirmEmail(token, password, headers) {
      const link = await findLinkOwner(context, 'confirm-email', token);
      if (!link) return DEAD_LINK;
      const { account, next } = link;
      if (!(await matchesPassword(password, await findPasswordHash(db, account.id))))
        return invalid({ password: 'This is not the password that was chosen when signing up.' });
      const confirmed = await change(context, async (tx, txAuth) => {
        if ((await consumeLink(txAuth, 'confirm-email', token)) === undefined) return false;
        await setVerifiedEmail(tx, account.id, account.email, now());
        await deleteLinks(tx, account.id);
        return true;
      });
      if (!confirmed) return DEAD_LINK;
      const cookies = await signIn(context, { email: account.email, password }, headers);
      return { kind: 'done', value: { cookies: cookies ?? [], next } };
    },
    isLinkGood: async (kind, token) => (await findLink(auth, kind, token, now())) !== undefined,
  };
}

async function register(
  { baseUrl, now }: Context,
  tx: Tx,
  txAuth: AuthLibrary,
  account: { name: string; email: string; passwordHash: string; next: Next },
): Promise<void> {
  const to = account.email;
  const present = await findByEmail(tx, to);
  if (present?.verified) return queueMail(tx, alreadyRegisteredMail({ to, baseUrl }), now());
  // Whoever signs up last is who reads the mail now: an unconfirmed account holds no address.
  if (present) await deleteUnverified(tx, present.id);
  const { next, ...created } = account;
  const id = await createAccount(txAuth, { ...created, verified: false });
  const token = await createLink(txAuth, 'confirm-email', linkValue(id, next), now());
  await queueMail(tx, verificationMail({ to, baseUrl, token }), now());
}

function sessions(
  context: Context,
): Pick<AccountService, 'signIn' | 'findSession' | 'signOut' | 'listSessions' | 'signOutEverywhere'> {
  const { db, auth, now } = context;
  const findSession: AccountService['findSession'] = async ({ cookie }) => {
    if (!cookie) return undefined;
    const found = await auth.api.getSession({ headers: new Headers({ cookie }) }).catch(asNoSession);
    if (!found) return undefined;
    const { user, session } = found;
    return { accountId: user.id, name: user.name, email: user.email, sessionId: session.id };
  };
  return {
    findSession,
    async signIn(typed, headers) {
      const email = foldEmail(typed.email);
      if (emailProblem(email) === undefined) return signIn(context, { ...typed, email }, headers);
      await matchesPassword(typed.password, undefined);
      return undefined;
    },
    async signOut(headers) {
      // The library takes its own failure to delete the session for a success.
      const session = await findSession(headers);
      if (session) await deleteSession(db, session.sessionId);
      const { headers: answer } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
      return cookiesOf(answer);
    },
    async listSessions({ accountId, sessionId }) {
      const rows = await listSessions(db, accountId, now());
      return rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent ?? '',
        signedInAt: row.created_at,
        lastUsedAt: row.updated_at,
        current: row.id === sessionId,
      }));
    },
    signOutEverywhere: ({ accountId, sessionId }, which) =>
      deleteSessions(db, accountId, which === 'others' ? sessionId : undefined),
  };
}

/** With a wrong password and with an unknown address it takes one password hash. */
async function signIn(
  { auth }: Context,
  body: { email: string; password: string },
  headers: BrowserHeaders,
): Promise<readonly string[] | undefined> {
  const userAgent = (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  try {
    const answer = await auth.api.signInEmail({
      body,
      headers: new Headers({ 'user-agent': userAgent }),
      returnHeaders: true,
    });
    return cookiesOf(answer.headers);
  } catch (error) {
    const code = refusalOf(error)?.code;
    if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'EMAIL_NOT_VERIFIED') return undefined;
    throw error;
  }
}

function passwords(
  context: Context,
): Pick<AccountService, 'requestReset' | 'resetPassword' | 'changePassword'> {
  const { db, baseUrl, now } = context;
  return {
    requestReset: (typed, next) =>
      mailLink(context, 'reset-password', { to: foldEmail(typed), next }, () => true),
    async resetPassword(token, password) {
      const link = await findLinkOwner(context, 'reset-password', token);
      if (!link) return DEAD_LINK;
      const { account, next } = link;
      const errors = fieldErrors({ password: passwordProblem(password, account.email) });
      if (errors) return invalid(errors);
      const hash = await hashNewPassword(password);
      const reset = await change(context, async (tx, txAuth) => {
        if ((await consumeLink(txAuth, 'reset-password', token)) === undefined) return false;
        await setPassword(txAuth, account.id, hash);
        await setVerifiedEmail(tx, account.id, account.email, now());
        await deleteSessions(tx, account.id);
        await deleteLinks(tx, account.id);
        await queueMail(tx, passwordChangedMail({ to: account.email, baseUrl }), now());
        return true;
      });
      return reset ? { kind: 'done', value: next } : DEAD_LINK;
    },
    async changePassword({ accountId, email, sessionId }, { current, next }) {
      const isKnown = await matchesPassword(current, await findPasswordHash(db, accountId));
      const errors = fieldErrors({
        current_password: isKnown ? undefined : WRONG_PASSWORD,
        new_password: passwordProblem(next, email),
      });
      if (errors) return invalid(errors);
      const hash = await hashNewPassword(next);
      await change(context, async (tx, txAuth) => {
        await setPassword(txAuth, accountId, hash);
        await deleteSessions(tx, accountId, sessionId);
        await deleteLinks(tx, accountId);
        await queueMail(tx, passwordChangedMail({ to: email, baseUrl }), now());
      });
      return DONE;
    },
  };
}

function emailChanges(context: Context): Pick<AccountService, 'requestEmailChange' | 'confirmEmailChange'> {
  const { db, auth, baseUrl, now } = context;
  return {
    async requestEmailChange({ accountId, email }, typed) {
      const to = foldEmail(typed.email);
      const isKnown = await matchesPassword(typed.password, await findPasswordHash(db, accountId));
      const errors = fieldErrors({
        email: to === email ? 'This is your address already.' : emailProblem(to),
        email_password: isKnown ? undefined : WRONG_PASSWORD,
      });
      if (errors) return invalid(errors);
      await change(context, async (tx, txAuth) => {
        const token = await createLink(txAuth, 'confirm-new-email', `${accountId} ${to}`, now());
        const isInUse = (await findByEmail(tx, to))?.verified;
        const mail = isInUse ? addressInUseMail(to) : newEmailMail({ to, baseUrl, token });
        await queueMail(tx, mail, now());
        await queueMail(tx, emailChangeAskedMail({ to: email, newEmail: to }), now());
      });
      return DONE;
    },
    async confirmEmailChange(token, { accountId, email }) {
      const [owner, newEmail] = (await findLink(auth, 'confirm-new-email', token, now()))?.split(' ') ?? [];
      if (newEmail === undefined || owner !== accountId) return DEAD_LINK;
      const changed = await change(context, async (tx, txAuth) => {
        if ((await consumeLink(txAuth, 'confirm-new-email', token)) === undefined) return false;
        const present = await findByEmail(tx, newEmail);
        if (present?.verified) return false;
        if (present) await deleteUnverified(tx, present.id);
        await setVerifiedEmail(tx, accountId, newEmail, now());
        await deleteLinks(tx, accountId);
        await queueMail(tx, emailChangedMail({ to: email, newEmail }), now());
        return true;
      });
      return changed ? DONE : DEAD_LINK;
    },
  };
}

function administration(context: Context): Pick<AccountService, 'deleteAccount' | 'createVerifiedAccount'> {
  const { db, now, beforeDelete } = context;
  return {
    async deleteAccount({ accountId, email }, password) {
      if (!(await matchesPassword(password, await findPasswordHash(db, accountId))))
        return invalid({ delete_password: WRONG_PASSWORD });
      await change(context, async (tx) => {
        await beforeDelete?.(tx, accountId);
        await deleteAccount(tx, accountId);
        await queueMail(tx, accountDeletedMail(email), now());
      });
      return DONE;
    },
    async createVerifiedAccount(typed) {
      const account = cleaned(typed);
      const errors = accountErrors(account);
      if (errors) throw new Error(Object.values(errors).join(' '));
      const passwordHash = await hashNewPassword(typed.password);
      return change(context, async (tx, txAuth) => {
        const present = await findByEmail(tx, account.email);
        if (present?.verified) throw new Error('The address has an account already.');
        if (present) await deleteUnverified(tx, present.id);
        return createAccount(txAuth, { ...account, passwordHash, verified: true });
      });
    },
  };
}

/** One transaction with a library of its own; again when somebody took the address at the same moment. */
async function change<Value>(
  context: Context,
  work: (tx: Tx, txAuth: AuthLibrary) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await context.db.transaction().execute((tx) => work(tx, makeAuth(tx, context)));
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isTaken(error)) throw error;
    }
}

/** Mails a link to the address's account, if it is one that `isMeant`; otherwise writes one row as well, so that it takes as long. */
async function mailLink(
  context: Context,
  kind: 'confirm-email' | 'reset-password',
  { to, next }: { to: string; next: Next },
  isMeant: (account: StoredAccount) => boolean,
): Promise<Outcome> {
  const { baseUrl, now } = context;
  const errors = fieldErrors({ email: emailProblem(to) });
  if (errors) return invalid(errors);
  const toMail = kind === 'confirm-email' ? verificationMail : resetMail;
  await change(context, async (tx, txAuth) => {
    const present = await findByEmail(tx, to);
    const account = present && isMeant(present) ? present : undefined;
    const token = await createLink(txAuth, kind, linkValue(account?.id ?? randomUUID(), next), now());
    if (account) await queueMail(tx, toMail({ to, baseUrl, token }), now());
  });
  return DONE;
}

async function findLinkOwner(
  { db, auth, now }: Context,
  kind: LinkKind,
  token: string,
): Promise<{ account: StoredAccount; next: Next } | undefined> {
  const { accountId, next } = parseLinkValue((await findLink(auth, kind, token, now())) ?? '');
  const account = await findById(db, accountId);
  return account && { account, next };
}

function cleaned({ name, email, password }: { name: string; email: string; password: string }) {
  return { name: cleanName(name), email: foldEmail(email), password };
}

function accountErrors(account: { name: string; email: string; password: string }): FieldErrors | undefined {
  const { name, email, password } = account;
  return fieldErrors({
    name: nameProblem(name),
    email: emailProblem(email),
    password: passwordProblem(password, email),
  });
}

function invalid(errors: FieldErrors): Outcome<never> {
  return { kind: 'invalid', errors };
}

/** A session that was ended while it was being prolonged. */
function asNoSession(error: unknown): undefined {
  if (refusalOf(error)?.status !== 'UNAUTHORIZED') throw error;
}
