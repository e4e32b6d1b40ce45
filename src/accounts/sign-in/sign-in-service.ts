import { randomUUID } from 'node:crypto';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Logger } from '../../platform/log/log.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import type { Browser, Cookies, SignInOutcome } from '../account/account.ts';
import { emailProblem, foldEmail } from '../account/account-input.ts';
import type { AccountService } from '../account/account-methods.ts';
import { DEMO_ORGANIZERS, isUsable } from '../account/demo-organizers.ts';
import { failedSignInsMail, newDeviceMail } from '../account/mail-texts.ts';
import {
  findByEmail,
  findCredential,
  lockAccountIfThere,
  renewHash,
  type StoredAccount,
  type StoredCredential,
} from '../account/store.ts';
import { findFactor, findPassed, isCodeDue, markPassed } from '../second-factor/second-factor-store.ts';
import { endExcessSessions } from '../sessions/end-sessions-service.ts';
import type { SessionCookies } from '../sessions/session-cookie.ts';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessions,
  findStoredSession,
  listSessions,
  type StoredSession,
  startSession,
} from '../sessions/sessions-store.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { PasswordHashes } from './password-service.ts';
import type { PasswordTries, TryOrigin, TryRefusal } from './tries-service.ts';

/** Signing in and out, sessions, and asking a signed-in person for the account's password. */

export interface SignInContext {
  readonly ledgerDb: LedgerDb;
  readonly cookies: SessionCookies;
  readonly hashes: PasswordHashes;
  readonly tries: PasswordTries;
  readonly devices: DeviceCookies;
  readonly secret: string;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly isFictional: () => Promise<boolean | undefined>;
  /**
   * Returns true if changing this account's sign-in methods requires more than a password, as it does for
   * operators.
   */
  readonly mustBeStrong?: (accountId: string) => Promise<boolean>;
}

/**
 * Checks proof of more than a password, in the transaction that starts the session. Returns false if the
 * proof is not valid.
 */
export type Proof = (tx: LedgerTx) => Promise<boolean>;

const USER_AGENT_LENGTH_MAX = 300;
const MADE_JUST_NOW_MS = 3_600_000;

export function signingIn(
  context: SignInContext,
): Pick<
  AccountService,
  | 'signIn'
  | 'findSession'
  | 'signOut'
  | 'listSessions'
  | 'signOutEverywhere'
  | 'endSession'
  | 'countFailedSignIns'
> {
  const { ledgerDb, cookies, log, now, tries, isFictional } = context;
  return {
    signIn: (typed, browser) => signIn(context, typed, browser),
    async findSession({ cookie }) {
      const session = await findSession(context, cookie);
      if (!session || (await isCodeDue(ledgerDb, session))) return undefined;
      return (await isUsable(session.accountId, isFictional)) ? session : undefined;
    },
    async signOut({ cookie }) {
      const session = await findSession(context, cookie);
      if (session) await deleteSession(ledgerDb, session.sessionId);
      return [cookies.clear()];
    },
    async listSessions({ accountId, sessionId }) {
      const rows = await listSessions(ledgerDb, accountId, now());
      // A session waiting for its code is not signed in.
      const passed = await findPassed(ledgerDb, accountId);
      const signedIn = rows.filter(({ id }) => passed?.has(id) ?? true);
      return signedIn.map((row) => ({
        id: row.id,
        userAgent: row.user_agent ?? '',
        signedInAt: row.created_at,
        lastUsedAt: row.updated_at,
        current: row.id === sessionId,
      }));
    },
    async signOutEverywhere({ accountId, sessionId }, which) {
      await deleteSessions(ledgerDb, accountId, which === 'others' ? sessionId : undefined);
      logSecurity(log, 'session_revoked', { account_id: accountId });
    },
    async endSession({ accountId }, sessionId) {
      const ended = await deleteSessionOf(ledgerDb, accountId, sessionId);
      if (ended) logSecurity(log, 'session_revoked', { account_id: accountId });
      return ended;
    },
    countFailedSignIns: ({ email }) => tries.countFailed(email, now()),
  };
}

/**
 * Returns the session for a request's cookie, even if it is waiting for a code. Returns undefined if the
 * cookie is missing or forged, or if its session has ended.
 */
export async function findSession(
  { ledgerDb, cookies, now }: SignInContext,
  cookieHeader: string | undefined,
): Promise<StoredSession | undefined> {
  const token = cookies.find(cookieHeader);
  return token === undefined ? undefined : findStoredSession(ledgerDb, token, now());
}

/** Signs a person in. Runs the same statements and hashing for addresses with and without an account. */
async function signIn(
  context: SignInContext,
  typed: { email: string; password: string },
  browser: Browser,
): Promise<SignInOutcome> {
  const { ledgerDb, devices, hashes, now, tries } = context;
  const email = foldEmail(typed.email);
  if (emailProblem(email) !== undefined) {
    await hashes.inTurn('second', (turn) => turn.matches(typed.password, undefined));
    return { kind: 'wrong' };
  }
  const account = await findByEmail(ledgerDb, email);
  const credential = await findCredential(ledgerDb, account?.id ?? randomUUID());
  const owner = { accountId: account?.id ?? '', passwordSetAt: credential?.setAt ?? '' };
  const deviceId = devices.find(browser.headers.cookie, owner, now());
  const origin: TryOrigin =
    deviceId === undefined ? { kind: 'network', network: browser.network } : { kind: 'device', deviceId };
  const early = await tries.refusalOf(email, origin, now());
  const answer = early
    ? { refusal: early }
    : await tryPassword(context, { email, password: typed.password }, { origin, credential });
  if ('refusal' in answer) {
    logTry(context, 'sign_in_throttled', { account, email, browser });
    return { kind: 'wait', ...answer.refusal };
  }
  if (!answer.isRight || !account?.verified || !credential) {
    logTry(context, 'sign_in_failed', { account, email, browser });
    await notifyOwner(context, email, account);
    return { kind: 'wrong' };
  }
  const { renewed: after } = answer;
  if (after !== undefined) await renewHash(ledgerDb, account.id, { before: credential.hash, after });
  const entering = { accountId: account.id, passwordSetAt: credential.setAt };
  const notice = newDeviceNotice(context, account, { deviceId, by: 'password' });
  const cookies = await enter(context, entering, browser, notice);
  // The password was changed, or the account was deleted, while the old password was being checked.
  if (!cookies) return { kind: 'wrong' };
  await tries.signedIn(email, origin, now());
  const codeDue = (await findFactor(ledgerDb, account.id))?.confirmed_at != null;
  return { kind: 'done', cookies, codeDue };
}

/**
 * Returns the email about a sign-in from an unknown browser. Returns undefined in an account's first hour,
 * because its owner has just created it, and for demo accounts, whose passwords are public.
 */
export function newDeviceNotice(
  { now, baseUrl }: SignInContext,
  { id, email, language, created_at: createdAt }: StoredAccount,
  { deviceId, by }: { readonly deviceId: string | undefined; readonly by: 'password' | 'passkey' },
): Mail | undefined {
  const isNew = now().getTime() - Date.parse(createdAt) < MADE_JUST_NOW_MS;
  if (deviceId !== undefined || isNew || DEMO_ORGANIZERS.some((demo) => demo.id === id)) return undefined;
  return newDeviceMail({ to: email, language, baseUrl, at: now().toISOString(), by });
}

/**
 * Counts an attempt and checks the password in one queued step. `renewed` is a new hash if the stored hash is
 * outdated.
 */
function tryPassword(
  { hashes, now, tries }: SignInContext,
  { email, password }: { email: string; password: string },
  { origin, credential }: { origin: TryOrigin; credential: StoredCredential | undefined },
): Promise<{ refusal: TryRefusal } | { isRight: boolean; renewed: string | undefined }> {
  // A known browser does not have to wait for strangers.
  return hashes.inTurn(origin.kind === 'device' ? 'first' : 'second', async (turn) => {
    const refusal = await tries.beginSignIn(email, origin, now());
    if (refusal) return { refusal };
    const isRight = await turn.matches(password, credential?.hash);
    const isRenewed = isRight && credential !== undefined && turn.isOutdated(credential.hash);
    return { isRight, renewed: isRenewed ? await turn.hash(password) : undefined };
  });
}

/**
 * Starts a session in place of the browser's previous session, for any account, and marks the browser
 * as known. Returns undefined if the password has changed since the check, the account was deleted or the
 * proof is not valid. The notice and the session are stored together or not at all. A session with a proof
 * does not require a code.
 */
export async function enter(
  context: SignInContext,
  owner: { readonly accountId: string; readonly passwordSetAt: string },
  { headers }: Browser,
  notice?: Mail,
  proof?: Proof,
): Promise<Cookies | undefined> {
  const { ledgerDb, cookies, devices, log, now, tries } = context;
  const { accountId, passwordSetAt } = owner;
  const brought = await findSession(context, headers.cookie);
  const userAgent = (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  // Take the account's lock. A password change takes the same lock and ends every session that exists by
  // then.
  const token = await inTransaction(ledgerDb, async (tx) => {
    if (!(await lockAccountIfThere(tx, accountId))) return undefined;
    if ((await findCredential(tx, accountId))?.setAt !== passwordSetAt) return undefined;
    if (proof && !(await proof(tx))) return undefined;
    if (notice && (await tries.takeDeviceNotice(tx, accountId, now()))) await queueMail(tx, notice, now());
    const started = await startSession(tx, accountId, userAgent, now());
    await endExcessSessions(tx, accountId);
    if (proof) await markPassed(tx, started.sessionId, now());
    return started.token;
  });
  if (token === undefined) return undefined;
  if (brought) await deleteSession(ledgerDb, brought.sessionId);
  const deviceId = devices.find(headers.cookie, owner, now());
  if (deviceId === undefined) logSecurity(log, 'sign_in_new_device', { account_id: accountId });
  return [cookies.make(token), devices.make(owner, deviceId, now())];
}

/** Returns the cookie for a known browser, bound to the account's current password. */
export async function markBrowser(
  { devices, now }: SignInContext,
  accountId: string,
  credential: StoredCredential | undefined,
): Promise<Cookies> {
  return credential ? [devices.make({ accountId, passwordSetAt: credential.setAt }, undefined, now())] : [];
}

/**
 * Checks the password of an account identified by a session or a link. Wrong passwords lengthen the wait only
 * for that session or link. `seconds` is the wait before the next attempt.
 */
export async function askPassword(
  { ledgerDb, hashes, log, now, tries }: SignInContext,
  subject: { readonly id: string; readonly accountId: string },
  password: string,
): Promise<{ readonly isRight: boolean } | { readonly seconds: number }> {
  const about = { account_id: subject.accountId };
  const credential = await findCredential(ledgerDb, subject.accountId);
  const answer = await hashes.inTurn('first', async (turn) => {
    const seconds = await tries.beginQuestion(subject.id, now());
    return seconds === undefined ? { isRight: await turn.matches(password, credential?.hash) } : { seconds };
  });
  if ('seconds' in answer) logSecurity(log, 'password_question_throttled', about);
  else if (answer.isRight) await tries.answered(subject.id);
  else logSecurity(log, 'password_question_failed', about);
  return answer;
}

/**
 * Emails the owner of a confirmed account about failed sign-ins, at most once a day. The number of failures is
 * fetched even for an address without an account.
 */
async function notifyOwner(
  { ledgerDb, tries, log, now, baseUrl }: SignInContext,
  email: string,
  account: StoredAccount | undefined,
): Promise<void> {
  if (!(await tries.isNoticeDue(email, now()))) return;
  const told = await ledgerDb.transaction().execute(async (tx) => {
    const failures = await tries.takeNotice(tx, email, now());
    if (failures === undefined || !account?.verified) return false;
    await queueMail(
      tx,
      failedSignInsMail({ to: email, baseUrl, failures, language: account.language }),
      now(),
    );
    return true;
  });
  if (told) logSecurity(log, 'owner_told', { account_id: account?.id });
}

function logTry(
  { log, tries }: SignInContext,
  name: 'sign_in_failed' | 'sign_in_throttled',
  about: { account: StoredAccount | undefined; email: string; browser: Browser },
): void {
  logSecurity(log, name, {
    account_id: about.account?.id,
    target: tries.markOf('target', about.email),
    network: tries.markOf('network', about.browser.network),
  });
}
