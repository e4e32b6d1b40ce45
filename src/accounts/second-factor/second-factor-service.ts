import { randomBytes } from 'node:crypto';
import type { Language } from '../../lib/language/language.ts';
import { NONCE_BYTES, seal } from '../../lib/sealed-secret.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { FormOutcome, SecondFactorState, SignedIn } from '../account/account.ts';
import { codeProblem, fieldErrors } from '../account/account-input.ts';
import type { AccountService } from '../account/account-methods.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { type FactorNews, secondFactorMail } from '../account/mail-texts.ts';
import { ACCOUNT_ERRORS } from '../account/messages.ts';
import { findById } from '../account/store.ts';
import { countPasskeys, findWithPasskeys, hasPassed } from '../passkeys/passkeys-store.ts';
import { endExcessSessions, endWaitingSessions } from '../sessions/end-sessions-service.ts';
import { deleteSession, deleteSessions, lockSession } from '../sessions/sessions-store.ts';
import { codeChecks } from '../sign-in/code-check-service.ts';
import { askPassword, findSession, type SignInContext } from '../sign-in/sign-in-service.ts';
import {
  addressOf,
  hashRecoveryCode,
  newRecoveryCode,
  newSecret,
  RECOVERY_CODES,
  readCode,
} from './second-factor-codes.ts';
import {
  confirmFactor,
  countCodes,
  deleteFactor,
  findConfirmed,
  findFactor,
  isCodeDue,
  markPassed,
  replaceCodes,
  writeFactor,
} from './second-factor-store.ts';

/** The time that a session with only the password waits for its code. */
const PENDING_MS = 10 * 60_000;
/** The time that a new secret waits for its first code. */
const SET_UP_MS = 60 * 60_000;

export type SecondFactorMethods = Pick<
  AccountService,
  | 'secondFactorOf'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'endSecondFactor'
  | 'takeSecondFactor'
  | 'isCodeDue'
  | 'passSecondFactor'
>;

interface StrengthContext {
  readonly ledgerDb: LedgerDb;
  /** Returns true if the account is an operator's, for which a password by itself is too weak. */
  readonly mustBeStrong?: (accountId: string) => Promise<boolean>;
}

interface Session {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Creates the methods that set up, check and remove a second factor. */
export function secondFactors(context: SignInContext): SecondFactorMethods {
  const { ledgerDb, log, now } = context;
  const invalid = (errors: Readonly<Record<string, string>>) => ({ kind: 'invalid', errors }) as const;

  const { key, secretOf, take, guessed } = codeChecks(context);
  const tell = (tx: LedgerTx, accountId: string, news: FactorNews) =>
    notifyOwner(context, tx, accountId, news);
  const newCodes = async (tx: LedgerTx, accountId: string): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomBytes));
    const hashes = codes.map((code) => hashRecoveryCode(accountId, readCode(code).code));
    await replaceCodes(tx, accountId, hashes);
    return codes;
  };
  /** Checks the signed-in person's password and code, then makes a change in one transaction. */
  const changed = async <Value>(
    session: SignedIn,
    typed: { readonly password: string; readonly code: string },
    language: Language,
    change: (tx: LedgerTx) => Promise<Value>,
  ): Promise<FormOutcome<Value>> => {
    const { accountId, sessionId } = session;
    const t = ACCOUNT_ERRORS[language];
    const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, typed.password);
    if ('seconds' in answer) return { kind: 'wait', ...answer };
    if (!answer.isRight) return invalid({ factor_password: t.wrongPassword });
    return guessed(accountId, () =>
      inTransaction(ledgerDb, async (tx): Promise<FormOutcome<Value>> => {
        if (!(await lockSession(tx, session))) return invalid({ factor_password: t.signedOut });
        if ((await take(tx, accountId, typed.code)) === undefined)
          return invalid({ code: codeProblem(typed.code, language) });
        return { kind: 'done', value: await change(tx) };
      }),
    );
  };

  return {
    async secondFactorOf({ accountId, email }): Promise<SecondFactorState> {
      const factor = await secretOf(ledgerDb, accountId);
      if (factor?.confirmed_at != null)
        return { kind: 'on', since: factor.confirmed_at, codesLeft: await countCodes(ledgerDb, accountId) };
      const isNew = factor && now().getTime() - Date.parse(factor.created_at) < SET_UP_MS;
      if (!isNew || factor.secret === undefined) return { kind: 'off' };
      return { kind: 'pending', secret: factor.secret, address: addressOf(factor.secret, email) };
    },
    async beginSecondFactor(session, password, language = 'en') {
      const { accountId, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      // The passwords of demo accounts are public, so one visitor could lock out all others.
      const isDemo = DEMO_ORGANIZERS.some(({ id }) => id === accountId);
      const refusal = isDemo ? t.demoFactor : (await isTooWeak(context, session)) ? t.strongOnly : undefined;
      const errors = fieldErrors({ factor_password: answer.isRight ? refusal : t.wrongPassword });
      if (errors) return invalid(errors);
      return inTransaction(ledgerDb, async (tx): Promise<FormOutcome> => {
        if (!(await lockSession(tx, session))) return invalid({ factor_password: t.signedOut });
        if ((await findFactor(tx, accountId))?.confirmed_at == null) {
          const sealed = seal(key, accountId, newSecret(), randomBytes(NONCE_BYTES));
          await writeFactor(tx, accountId, sealed, now());
        }
        return { kind: 'done', value: null };
      });
    },
    async confirmSecondFactor(session, typed, language = 'en') {
      const { accountId, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      if (await isTooWeak(context, session)) return invalid({ code: t.strongOnly });
      return guessed(accountId, () =>
        inTransaction(ledgerDb, async (tx): Promise<FormOutcome<{ codes: readonly string[] }>> => {
          if (!(await lockSession(tx, session))) return invalid({ code: t.signedOut });
          const factor = await findFactor(tx, accountId);
          if (!factor || factor.confirmed_at !== null) return { kind: 'dead_link' };
          if ((await take(tx, accountId, typed)) !== 'code')
            return invalid({ code: typed.trim() === '' ? t.noCode : t.wrongFirstCode });
          await confirmFactor(tx, accountId, now());
          await markPassed(tx, sessionId, now());
          // The other sessions have entered only a password.
          await deleteSessions(tx, accountId, sessionId);
          const codes = await newCodes(tx, accountId);
          await tell(tx, accountId, 'on');
          logSecurity(log, 'second_factor_on', { account_id: accountId });
          return { kind: 'done', value: { codes } };
        }),
      );
    },
    renewRecoveryCodes: (session, typed, language = 'en') =>
      changed(session, typed, language, async (tx) => {
        const codes = await newCodes(tx, session.accountId);
        await tell(tx, session.accountId, 'codes');
        return { codes };
      }),
    endSecondFactor: (session, typed, language = 'en') =>
      changed(session, typed, language, async (tx) => {
        // A session waiting for a code has entered only the password, so it must not become valid now.
        await endWaitingSessions(tx, session.accountId);
        await deleteFactor(tx, session.accountId);
        await tell(tx, session.accountId, 'off');
        logSecurity(log, 'second_factor_off', { account_id: session.accountId });
        return null;
      }),
    async takeSecondFactor(session, typed, language = 'en') {
      const { accountId } = session;
      const t = ACCOUNT_ERRORS[language];
      if ((await findFactor(ledgerDb, accountId))?.confirmed_at == null) return { kind: 'done', value: null };
      return guessed(accountId, () =>
        inTransaction(ledgerDb, async (tx): Promise<FormOutcome> => {
          if (!(await lockSession(tx, session))) return invalid({ code: t.signedOut });
          const taken = await take(tx, accountId, typed);
          return taken === undefined
            ? invalid({ code: codeProblem(typed, language) })
            : { kind: 'done', value: null };
        }),
      );
    },
    async isCodeDue({ cookie }) {
      const session = await findSession(context, cookie);
      return session !== undefined && (await isCodeDue(ledgerDb, session));
    },
    async passSecondFactor({ cookie }, typed, language = 'en') {
      const session = await findSession(context, cookie);
      if (!session) return { kind: 'dead_link' };
      const { accountId, sessionId, signedInAt } = session;
      if (!(await isCodeDue(ledgerDb, session))) return { kind: 'done', value: { by: 'code' } };
      if (now().getTime() - signedInAt.getTime() > PENDING_MS) {
        await deleteSession(ledgerDb, sessionId);
        return { kind: 'dead_link' };
      }
      return guessed(accountId, () =>
        inTransaction(ledgerDb, async (tx): Promise<FormOutcome<{ by: 'code' | 'recovery' }>> => {
          if (!(await lockSession(tx, session))) return { kind: 'dead_link' };
          const taken = await take(tx, accountId, typed);
          if (taken === undefined) return invalid({ code: codeProblem(typed, language) });
          await markPassed(tx, sessionId, now());
          await endExcessSessions(tx, accountId);
          if (taken === 'recovery') await tell(tx, accountId, 'recovery');
          return { kind: 'done', value: { by: taken } };
        }),
      );
    },
  };
}

/** Returns the ids of these accounts that have a confirmed second factor. */
export async function findWithSecondFactor(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findConfirmed(ledgerDb, accountIds);
}

/** The context for emails about a second factor. */
export type NoticeContext = Pick<SignInContext, 'ledgerDb' | 'baseUrl' | 'log' | 'now'>;

/** Emails the owner about a change to the second factor, in the same transaction as the change. */
export async function notifyOwner(
  { baseUrl, now }: NoticeContext,
  tx: LedgerTx,
  accountId: string,
  news: FactorNews,
): Promise<void> {
  const owner = await findById(tx, accountId);
  if (!owner) return;
  const { email: to, language } = owner;
  const left = await countCodes(tx, accountId);
  await queueMail(tx, secondFactorMail({ to, language, baseUrl, news, left }), now());
}

/** Returns which of these accounts have a passkey, in one statement. */
export async function findWithPasskey(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findWithPasskeys(ledgerDb, accountIds);
}

/** Returns true if a session was verified with a code or a passkey, which operators' pages require. */
export async function isStrongSession(ledgerDb: LedgerDb, sessionId: string): Promise<boolean> {
  return hasPassed(ledgerDb, sessionId);
}

/**
 * Returns true if a session must not change its account's sign-in methods, because an operator's account has
 * a passkey but the session used only a password. Without this check, a thief with an operator's password
 * could add a key.
 */
export async function isTooWeak(
  { ledgerDb, mustBeStrong }: StrengthContext,
  { accountId, sessionId }: Session,
): Promise<boolean> {
  if (!(await mustBeStrong?.(accountId))) return false;
  return (await countPasskeys(ledgerDb, accountId)) > 0 && !(await hasPassed(ledgerDb, sessionId));
}
