import { randomBytes, randomUUID } from 'node:crypto';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { isCommonPassword } from '../../platform/passwords/common-passwords.ts';
import type { HashCost } from '../../platform/passwords/password-hash.ts';
import { linkValue, parseLinkValue } from '../links/link-value.ts';
import { consumeLink, createLink, deleteLinks, findLink, type LinkKind } from '../links/links-store.ts';
import { furtherFactors } from '../passkeys/passkey-sign-in-service.ts';
import { createSessionCookies } from '../sessions/session-cookie.ts';
import { deleteSessions, lockSession } from '../sessions/sessions-store.ts';
import { codeChecks } from '../sign-in/code-check-service.ts';
import { createDeviceCookies } from '../sign-in/device-cookie.ts';
import { createPasswordHashes } from '../sign-in/password-service.ts';
import {
  askPassword,
  enter,
  markBrowser,
  type SignInContext,
  signingIn,
} from '../sign-in/sign-in-service.ts';
import { createPasswordTries } from '../sign-in/tries-service.ts';
import type { FormOutcome, Next } from './account.ts';
import { type ChangeContext, change, DEAD_LINK, DONE, invalid, ofSession } from './account-change-service.ts';
import {
  cleanName,
  codeProblem,
  emailProblem,
  fieldErrors,
  foldEmail,
  nameProblem,
  passwordProblem,
} from './account-input.ts';
import type { AccountService } from './account-methods.ts';
import { deletions } from './deletion-service.ts';
import { emailChanges } from './email-change-service.ts';
import { passwordChangedMail, resetMail, verificationMail } from './mail-texts.ts';
import { ACCOUNT_ERRORS } from './messages.ts';
import { register } from './registration-service.ts';
import {
  createAccount,
  deleteUnverified,
  findByEmail,
  findById,
  findCredential,
  languageOfAccount,
  lockAccountIfThere,
  type StoredAccount,
  setLanguage,
  setPassword,
  setVerifiedEmail,
} from './store.ts';

export { deleteExpiredLinks } from '../links/links-store.ts';
export { deleteExpiredSessions, lockSession } from '../sessions/sessions-store.ts';
export {
  findAccountEmail,
  findAccountId,
  findByEmail as findAccountByEmail,
  findById as findAccount,
  findRecipient,
  languageOfAccount,
  lockAccount,
  lockAccountIfThere,
  toRecipient,
} from './store.ts';

interface AccountServiceOptions extends Pick<SignInContext, 'mustBeStrong'> {
  readonly ledgerDb: LedgerDb;
  readonly engine: Pick<LedgerEngine, 'lockName'>;
  readonly baseUrl: string;
  /** The secret from `openSessionSecret`. */
  readonly secret: string;
  readonly log: Logger;
  /** The cost of password hashes; reduced only in tests. */
  readonly hashCost: HashCost;
  readonly now: () => Date;
  /**
   * Returns whether the published records are fictional, or undefined before the first publication. Demo
   * organizers stop working when it returns false.
   */
  readonly isFictional: () => Promise<boolean | undefined>;
  /**
   * Deletes the data that other features store about an account, in the transaction that deletes the account.
   */
  readonly beforeDelete?: (tx: LedgerTx, accountId: string) => Promise<void>;
}

interface Context extends AccountServiceOptions, ChangeContext {}

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { ledgerDb, secret, baseUrl, hashCost } = options;
  const isSecure = baseUrl.startsWith('https://');
  const context: Context = {
    ...options,
    cookies: createSessionCookies({ secret, isSecure }),
    hashes: createPasswordHashes(hashCost),
    tries: createPasswordTries(ledgerDb, secret),
    devices: createDeviceCookies({ secret, isSecure, randomBytes }),
  };
  return {
    ...signUps(context),
    ...signingIn(context),
    ...passwords(context),
    ...furtherFactors(context),
    ...emailChanges(context),
    ...administration(context),
    ...deletions(context),
  };
}

function signUps(
  context: Context,
): Pick<AccountService, 'signUp' | 'resendVerification' | 'confirmEmail' | 'isLinkGood' | 'findLinkAddress'> {
  const { ledgerDb, hashes, now } = context;
  return {
    async signUp(typed) {
      const account = cleaned(typed);
      const { next, language = 'en' } = typed;
      const errors = accountErrors(account, language);
      if (errors) return invalid(errors);
      const passwordHash = await hashes.hash(typed.password);
      const registered = { ...account, passwordHash, next, language };
      await change(context, account.email, (tx) => register(context, tx, registered));
      return DONE;
    },
    resendVerification: (typed, next, language) =>
      mailLink(
        context,
        'confirm-email',
        { to: foldEmail(typed), next, language },
        (owner) => !owner.verified,
      ),
    async confirmEmail(token, password, browser, language = 'en') {
      const link = await findLinkOwner(context, 'confirm-email', token);
      if (!link) return DEAD_LINK;
      const { account, next } = link;
      const asked = { id: `confirm ${account.id}`, accountId: account.id };
      const answer = await askPassword(context, asked, password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      if (!answer.isRight) return invalid({ password: ACCOUNT_ERRORS[language].wrongSignUpPassword });
      const confirmed = await change(context, account.email, async (tx) => {
        // Always lock an account's row before its links, so that two transactions cannot deadlock.
        await lockAccountIfThere(tx, account.id);
        if ((await consumeLink(tx, 'confirm-email', token, now())) === undefined) return false;
        await setVerifiedEmail(tx, account.id, account.email, now());
        await deleteLinks(tx, account.id);
        return true;
      });
      if (!confirmed) return DEAD_LINK;
      const credential = await findCredential(ledgerDb, account.id);
      const owner = { accountId: account.id, passwordSetAt: credential?.setAt ?? '' };
      const cookies = await enter(context, owner, browser);
      return { kind: 'done', value: { cookies: cookies ?? [], next } };
    },
    findLinkAddress: async (kind, token) => (await findLinkOwner(context, kind, token))?.account.email,
    isLinkGood: async (kind, token) => (await findLink(ledgerDb, kind, token, now())) !== undefined,
  };
}

function passwords(
  context: Context,
): Pick<AccountService, 'requestReset' | 'resetPassword' | 'changePassword'> {
  const { ledgerDb, baseUrl, hashes, log, now } = context;
  const { asked } = codeChecks(context);
  return {
    async requestReset(typed, next, language) {
      const about = { to: foldEmail(typed), next, language };
      const outcome = await mailLink(context, 'reset-password', about, () => true);
      if (outcome.kind === 'done') logSecurity(log, 'reset_asked');
      return outcome;
    },
    async resetPassword(token, password, language = 'en') {
      const link = await findLinkOwner(context, 'reset-password', token);
      if (!link) return DEAD_LINK;
      const { account, next } = link;
      const errors = fieldErrors({
        password: passwordProblem(password, account, isCommonPassword, language),
      });
      if (errors) return invalid(errors);
      // Hash this password before strangers' passwords: the owner of a valid link should not have to wait.
      const hash = await hashes.hash(password, 'first');
      const reset = await change(context, account.email, async (tx) => {
        await lockAccountIfThere(tx, account.id);
        if ((await consumeLink(tx, 'reset-password', token, now())) === undefined) return false;
        await setPassword(tx, account.id, hash, now());
        await setVerifiedEmail(tx, account.id, account.email, now());
        await deleteSessions(tx, account.id);
        await deleteLinks(tx, account.id);
        await queueMail(
          tx,
          passwordChangedMail({ to: account.email, baseUrl, language: account.language, by: 'link' }),
          now(),
        );
        return true;
      });
      if (!reset) return DEAD_LINK;
      logSecurity(log, 'reset_done', { account_id: account.id });
      const cookies = await markBrowser(context, account.id, await findCredential(ledgerDb, account.id));
      return { kind: 'done', value: { cookies, next } };
    },
    async changePassword(session, { current, next, code = '' }, language = 'en') {
      const { accountId, name, email, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      const answer = await askPassword(context, ofSession(sessionId, accountId), current);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      const errors = fieldErrors({
        current_password: answer.isRight ? undefined : t.wrongPassword,
        new_password: passwordProblem(next, { name, email }, isCommonPassword, language),
      });
      if (errors) return invalid(errors);
      const hash = await hashes.hash(next, 'first');
      const outcome = await asked(accountId, code, (isRight) =>
        change(context, email, async (tx): Promise<FormOutcome> => {
          if (!(await lockSession(tx, session))) return invalid({ current_password: t.signedOut });
          if (!(await isRight(tx))) return invalid({ password_code: codeProblem(code, language) });
          await setPassword(tx, accountId, hash, now());
          await deleteSessions(tx, accountId, sessionId);
          await deleteLinks(tx, accountId);
          const about = { to: email, baseUrl, language: await languageOfAccount(tx, accountId) };
          await queueMail(tx, passwordChangedMail({ ...about, by: 'session' }), now());
          return DONE;
        }),
      );
      if (outcome.kind !== 'done') return outcome;
      logSecurity(log, 'password_changed', { account_id: accountId });
      const cookies = await markBrowser(context, accountId, await findCredential(ledgerDb, accountId));
      return { kind: 'done', value: { cookies } };
    },
  };
}

function administration(
  context: Context,
): Pick<AccountService, 'languageOf' | 'setLanguage' | 'createVerifiedAccount'> {
  const { ledgerDb, hashes, now } = context;
  return {
    languageOf: ({ accountId }) => languageOfAccount(ledgerDb, accountId),
    setLanguage: ({ accountId }, language) => setLanguage(ledgerDb, accountId, language),
    async createVerifiedAccount(typed) {
      const account = cleaned(typed);
      const errors = accountErrors(account, 'en');
      if (errors) throw new Error(Object.values(errors).join(' '));
      const passwordHash = await hashes.hash(typed.password);
      return change(context, account.email, async (tx) => {
        const present = await findByEmail(tx, account.email);
        if (present?.verified) throw new Error('The address has an account already.');
        if (present) await deleteUnverified(tx, present.id);
        return createAccount(tx, { ...account, passwordHash, verified: true, language: 'en' }, now());
      });
    },
  };
}

/**
 * Emails a link to the account with this address if `isMeant` returns true. Otherwise it stores an unusable
 * link, so that the timing is the same.
 */
async function mailLink(
  context: Context,
  kind: 'confirm-email' | 'reset-password',
  { to, next, language }: { to: string; next: Next; language: Language | undefined },
  isMeant: (account: StoredAccount) => boolean,
): Promise<FormOutcome> {
  const { baseUrl, now } = context;
  const errors = fieldErrors({ email: emailProblem(to, language) });
  if (errors) return invalid(errors);
  const [toMail, mailKind] =
    kind === 'confirm-email' ? ([verificationMail, 'sign-up'] as const) : ([resetMail, 'reset'] as const);
  await change(context, to, async (tx) => {
    if (!(await mayMail(tx, mailKind, to, now()))) return;
    const present = await findByEmail(tx, to);
    const account = present && isMeant(present) ? present : undefined;
    const token = await createLink(tx, kind, linkValue(account?.id ?? randomUUID(), next), now());
    if (account) await queueMail(tx, toMail({ to, baseUrl, language: account.language, token }), now());
  });
  return DONE;
}

async function findLinkOwner(
  { ledgerDb, now }: Context,
  kind: LinkKind,
  token: string,
): Promise<{ account: StoredAccount; next: Next } | undefined> {
  const { accountId, next } = parseLinkValue((await findLink(ledgerDb, kind, token, now())) ?? '');
  const account = await findById(ledgerDb, accountId);
  return account && { account, next };
}

function cleaned({ name, email, password }: { name: string; email: string; password: string }) {
  return { name: cleanName(name), email: foldEmail(email), password };
}

function accountErrors(
  account: { name: string; email: string; password: string },
  language: Language,
): FieldErrors | undefined {
  const { name, email, password } = account;
  return fieldErrors({
    name: nameProblem(name, language),
    email: emailProblem(email, language),
    password: passwordProblem(password, { name, email }, isCommonPassword, language),
  });
}
