import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../http/errors/errors.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import { changeCount } from '../../platform/counters/ledger-counts.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { FormOutcome, NoWait, SignedIn } from '../account/account.ts';
import { cleanName, fieldErrors, passkeyNameProblem } from '../account/account-input.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { type PasskeyNews, passkeyMail } from '../account/mail-texts.ts';
import { ACCOUNT_ERRORS } from '../account/messages.ts';
import { findById } from '../account/store.ts';
import {
  isTooWeak,
  type NoticeContext,
  type SecondFactorMethods,
} from '../second-factor/second-factor-service.ts';
import { markPassed } from '../second-factor/second-factor-store.ts';
import { deleteSessions, lockSession } from '../sessions/sessions-store.ts';
import { askPassword, type SignInContext } from '../sign-in/sign-in-service.ts';
import type { PasskeyMethods } from './passkey.ts';
import {
  type AskedQuestion,
  CHALLENGE_SECONDS,
  createChallengeCookies,
  type PasskeyQuestion,
} from './passkey-challenge.ts';
import { PASSKEYS_MAX, type PasskeyPlace, passkeyPlace, readRegistration } from './passkey-rules.ts';
import {
  countPasskeys,
  deletePasskey,
  findHandle,
  giveHandle,
  hasPassed,
  insertPasskey,
  listCredentialIds,
  listPasskeys,
} from './passkeys-store.ts';
import { creationOptions, requestOptions, verifyCreation } from './simplewebauthn.ts';

const CHALLENGE_BYTES = 32;
const HANDLE_BYTES = 32;
const NO_PASSKEYS = inEach((language) => ACCOUNT_ERRORS[language].noPasskeysHere);

/** The dependencies shared by adding a passkey and signing in with a passkey. */
export interface PasskeyContext extends SignInContext {
  readonly questions: ReturnType<typeof createChallengeCookies>;
  readonly place: PasskeyPlace | undefined;
}

type Methods = Omit<PasskeyMethods, 'signInWithPasskey'>;

export function createPasskeyContext(context: SignInContext): PasskeyContext {
  const { baseUrl, secret } = context;
  const questions = createChallengeCookies({ secret, isSecure: baseUrl.startsWith('https://') });
  return { ...context, questions, place: passkeyPlace(baseUrl) };
}

/** Creates all passkey methods except the sign-in itself. */
export function passkeys(context: PasskeyContext, { takeSecondFactor }: SecondFactorMethods): Methods {
  const { ledgerDb, questions, log, now } = context;
  const ask = (question: PasskeyQuestion) => {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    return { challenge, cookies: [questions.make({ ...question, challenge }, now())] };
  };
  const asked = (cookie: string | undefined, { sessionId }: SignedIn) => {
    const question = questions.find(cookie, now());
    return question?.kind === 'add' && question.sessionId === sessionId ? question : undefined;
  };

  return {
    passkeysWork: context.place !== undefined,
    listPasskeys: ({ accountId }) => listPasskeys(ledgerDb, accountId),
    isStrong: ({ sessionId }) => hasPassed(ledgerDb, sessionId),
    async beginPasskey(session, typed, language = 'en') {
      requirePlace(context);
      const { accountId, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      const name = cleanName(typed.name);
      const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, typed.password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      const isFull = (await countPasskeys(ledgerDb, accountId)) >= PASSKEYS_MAX;
      const errors = fieldErrors({
        passkey_name: isFull ? t.tooManyPasskeys({ max: PASSKEYS_MAX }) : passkeyNameProblem(name, language),
        passkey_password: answer.isRight ? await refusal(context, session, language) : t.wrongPassword,
      });
      if (errors) return { kind: 'invalid', errors };
      const code = await takeSecondFactor(session, typed.code, language);
      if (code.kind === 'invalid')
        return { kind: 'invalid', errors: { passkey_code: code.errors.code ?? t.wrongCode } };
      if (code.kind !== 'done') return code;
      const handle = randomBytes(HANDLE_BYTES).toString('base64url');
      const isThere = await inTransaction(ledgerDb, async (tx) => {
        if (!(await lockSession(tx, session))) return false;
        await giveHandle(tx, accountId, handle);
        return true;
      });
      if (!isThere) return { kind: 'invalid', errors: { passkey_password: t.signedOut } };
      return { kind: 'done', value: { cookies: ask({ kind: 'add', sessionId, name }).cookies } };
    },
    async passkeyToCreate(session, { cookie }) {
      const { accountId, email, name: accountName } = session;
      const question = asked(cookie, session);
      const handle = await findHandle(ledgerDb, accountId);
      if (!question || handle === undefined) return undefined;
      const { name, challenge } = question;
      const present = await listCredentialIds(ledgerDb, accountId);
      const about = { challenge, handle, email, accountName, present };
      return { name, options: creationOptions(requirePlace(context), about) };
    },
    async addPasskey(session, { cookie }, credential, language = 'en') {
      const { accountId } = session;
      const t = ACCOUNT_ERRORS[language];
      const question = asked(cookie, session);
      if (!question) return { kind: 'dead_link' };
      const response = readRegistration(credential);
      const key = response && (await verifyCreation(requirePlace(context), question.challenge, response));
      if (!key) {
        logSecurity(log, 'passkey_failed', { account_id: accountId });
        return { kind: 'invalid', errors: { passkey: t.badPasskey } };
      }
      const added = { ...key, id: randomUUID(), accountId, name: question.name };
      const mustBe = (await context.mustBeStrong?.(accountId)) ?? false;
      return inTransaction(ledgerDb, async (tx): Promise<NoWait<FormOutcome<{ cookies: string[] }>>> => {
        if (!(await lockSession(tx, session))) return { kind: 'invalid', errors: { passkey: t.signedOut } };
        if (!(await takeChallenge(tx, question, now()))) return { kind: 'dead_link' };
        // Another browser may have added the first passkey since this session started with only a password.
        if (await isTooWeak({ ledgerDb: tx, mustBeStrong: async () => mustBe }, session))
          return { kind: 'invalid', errors: { passkey: t.strongOnly } };
        if ((await countPasskeys(tx, accountId)) >= PASSKEYS_MAX)
          return { kind: 'invalid', errors: { passkey: t.tooManyPasskeys({ max: PASSKEYS_MAX }) } };
        if (!(await insertPasskey(tx, added, now())))
          return { kind: 'invalid', errors: { passkey: t.knownPasskey } };
        // As with an authenticator's first code, this browser has proved more than a password.
        await markPassed(tx, session.sessionId, now());
        await emailPasskeyNews(context, tx, accountId, 'added');
        logSecurity(log, 'passkey_added', { account_id: accountId });
        return { kind: 'done', value: { cookies: [questions.clear()] } };
      });
    },
    async removePasskey(session, { id, password }, language = 'en') {
      const { accountId, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      const errors = fieldErrors({
        remove_password: answer.isRight ? await refusal(context, session, language) : t.wrongPassword,
      });
      if (errors) return { kind: 'invalid', errors };
      return inTransaction(ledgerDb, async (tx): Promise<FormOutcome> => {
        if (!(await lockSession(tx, session)))
          return { kind: 'invalid', errors: { remove_password: t.signedOut } };
        if (!(await deletePasskey(tx, accountId, id))) return { kind: 'dead_link' };
        // Sign out anyone who stole the device that holds the passkey.
        await deleteSessions(tx, accountId, sessionId);
        await emailPasskeyNews(context, tx, accountId, 'removed');
        logSecurity(log, 'passkey_removed', { account_id: accountId });
        return { kind: 'done', value: null };
      });
    },
    async beginPasskeySignIn() {
      const place = requirePlace(context);
      const { challenge, cookies } = ask({ kind: 'sign-in' });
      return { options: requestOptions(place, challenge), cookies };
    },
  };
}

/**
 * Returns the reason why a session with the right password cannot change passkeys, or undefined if it can.
 */
async function refusal(
  context: PasskeyContext,
  session: SignedIn,
  language: Language,
): Promise<string | undefined> {
  const t = ACCOUNT_ERRORS[language];
  // Demo passwords are public, so a visitor could add a passkey and keep using it after the demo ends.
  if (DEMO_ORGANIZERS.some(({ id }) => id === session.accountId)) return t.demoPasskey;
  return (await isTooWeak(context, session)) ? t.strongOnly : undefined;
}

export function requirePlace({ place }: PasskeyContext): PasskeyPlace {
  if (place) return place;
  throw new AppError('not_found', NO_PASSKEYS.en, { forPeople: NO_PASSKEYS });
}

/** Uses up a challenge, so that only one of several concurrent answers is accepted. */
export function takeChallenge(tx: LedgerTx, { challenge }: AskedQuestion, now: Date): Promise<boolean> {
  const key = `passkey challenge:${createHash('sha256').update(challenge).digest('base64url')}`;
  const forgetAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1_000);
  return changeCount<boolean>(tx, key, ([taken]) =>
    taken === undefined ? { result: true, after: [1], forgetAt } : { result: false },
  );
}

/** Emails the owner about a change, in the same transaction as the change. */
export async function emailPasskeyNews(
  { baseUrl, now }: NoticeContext,
  tx: LedgerTx,
  accountId: string,
  news: PasskeyNews,
): Promise<void> {
  const owner = await findById(tx, accountId);
  if (owner)
    await queueMail(tx, passkeyMail({ to: owner.email, language: owner.language, baseUrl, news }), now());
}
