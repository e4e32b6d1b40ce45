import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { Language } from '../../lib/language.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { SignedIn } from './account.ts';
import { COOKIE_SECONDS, cookiePrefix } from './device-cookie.ts';

/** The authentication library and the mapping to its names. Nothing else imports it. */

const DAY_SECONDS = 86_400;
const SESSION_SECONDS = 14 * DAY_SECONDS;
/** Precision of "last used": a session in use is written at most once in this time. */
const SESSION_TOUCH_SECONDS = 3_600;
/** A session ends this long after the sign-in, however often it is used. */
export const SESSION_DAYS_MAX = 90;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

interface LibraryOptions {
  readonly secret: string;
  readonly baseUrl: string;
  readonly log: Logger;
}

/** The context key through which {@link startSession} passes the account to the library; requests cannot set it. */
const ACCOUNT_HEADER = 'session-of-account';

/** Starts a session after the password was checked. It has no path, so no router can reach it. */
const SESSION_START = {
  id: 'session-start',
  endpoints: {
    startSession: createAuthEndpoint({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { internalAdapter } = ctx.context;
      const user = await internalAdapter.findUserById(ctx.headers.get(ACCOUNT_HEADER) ?? '');
      if (!user) return ctx.json(null);
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(ctx, { session, user });
      return ctx.json({ sessionId: session.id });
    }),
  },
} as const;

export type AuthLibrary = ReturnType<typeof makeAuth>;

/** Creates the library over a database, or over one transaction that its writes then belong to. Takes half a millisecond. */
export function makeAuth(ledgerDb: LedgerDb, { secret, baseUrl, log }: LibraryOptions) {
  const isSecure = baseUrl.startsWith('https://');
  return betterAuth({
    // Our tables hold dates as text and flags as 0/1 on both engines.
    database: { db: ledgerDb, type: 'sqlite' },
    secret,
    baseURL: baseUrl,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => logFailure(log, message, details) },
    advanced: {
      cookiePrefix: cookiePrefix(isSecure),
      // The library would add the weaker `__Secure-` prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    // Our code hashes, checks and counts passwords.
    emailAndPassword: { enabled: false },
    plugins: [SESSION_START],
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_TOUCH_SECONDS,
      fields: { userId: 'account_id', ipAddress: 'ip_address', userAgent: 'user_agent', ...LIFETIME },
    },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', ...TIMES },
      additionalFields: { language: { type: 'string', input: false } },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'account_id',
        accountId: 'provider_account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...TIMES,
      },
    },
    verification: { modelName: 'verifications', storeIdentifier: { hash: hashToken }, fields: LIFETIME },
  });
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
const LIFETIME = { expiresAt: 'expires_at', ...TIMES } as const;

/**
 * Hashes like the library, but at once: the library queues behind password hashes, and a transaction would hold its
 * connection and locks meanwhile.
 */
async function hashToken(token: string): Promise<string> {
  return createHash('sha256').update(token).digest('base64url');
}

/** Starts a session and returns it with its cookies; undefined when the account is gone. The caller has verified the identity. */
export async function startSession(
  auth: AuthLibrary,
  accountId: string,
  userAgent: string,
): Promise<{ readonly sessionId: string; readonly cookies: string[] } | undefined> {
  const answer = await withCause(() =>
    auth.api.startSession({
      headers: new Headers({ 'user-agent': userAgent, [ACCOUNT_HEADER]: accountId }),
      returnHeaders: true,
    }),
  );
  const { response, headers } = answer;
  return response === null ? undefined : { ...response, cookies: cookiesOf(headers) };
}

/** The stored session of a request's cookie; undefined for a missing, ended or forged one. */
export async function findStoredSession(
  auth: AuthLibrary,
  cookie: string,
): Promise<(SignedIn & { readonly signedInAt: Date }) | undefined> {
  const found = await withCause(() => auth.api.getSession({ headers: new Headers({ cookie }) })).catch(
    asNoSession,
  );
  if (!found) return undefined;
  const { user, session } = found;
  const account = { accountId: user.id, name: user.name, email: user.email };
  return { ...account, sessionId: session.id, signedInAt: session.createdAt };
}

/** The cookies that remove a session from the browser. */
export async function clearSessionCookies(auth: AuthLibrary): Promise<string[]> {
  const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
  return cookiesOf(headers);
}

/** Adds an account with a password. Throws the database's own error when the address is taken. */
export async function createAccount(
  auth: AuthLibrary,
  account: { name: string; email: string; verified: boolean; passwordHash: string; language: Language },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const { name, email, verified, language } = account;
  const { id } = await internalAdapter.createUser({ name, email, emailVerified: verified, language });
  await setPassword(auth, id, account.passwordHash);
  return id;
}

/** Sets the account's password, whether or not it had one. */
export async function setPassword(auth: AuthLibrary, accountId: string, hash: string): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const credentials = await internalAdapter.findAccounts(accountId);
  if (credentials.length > 0) return internalAdapter.updatePassword(accountId, hash);
  await internalAdapter.linkAccount({
    userId: accountId,
    accountId,
    providerId: 'credential',
    password: hash,
  });
}

/** The purpose of a link in a mail. */
export type LinkKind = 'confirm-email' | 'reset-password' | 'confirm-new-email';

const HOUR_MS = 3_600_000;
/** The lifetimes that the mails state. */
const LINK_HOURS: Readonly<Record<LinkKind, number>> = {
  'confirm-email': 24,
  'reset-password': 1,
  'confirm-new-email': 24,
};

/** Creates a link's token and stores only its hash, with `value`, until the link expires. */
export async function createLink(
  auth: AuthLibrary,
  kind: LinkKind,
  value: string,
  now: Date,
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_HOURS[kind] * HOUR_MS);
  await internalAdapter.createVerificationValue({ identifier: `${kind}:${token}`, value, expiresAt });
  return token;
}

/** The link's value while it is valid; the link stays valid. */
export async function findLink(
  auth: AuthLibrary,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(`${kind}:${token}`);
  return found && found.expiresAt > now ? found.value : undefined;
}

/** The link's value, once: only one of concurrent users gets it. */
export async function consumeLink(
  auth: AuthLibrary,
  kind: LinkKind,
  token: string,
): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { internalAdapter } = await auth.$context;
  return (await internalAdapter.consumeVerificationValue(`${kind}:${token}`))?.value;
}

/**
 * Cookies for the browser. The stored session decides when it ends and is prolonged by use; the cookie is set once and must
 * outlive it.
 */
function cookiesOf(headers: Headers): string[] {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.replace(`Max-Age=${SESSION_SECONDS}`, `Max-Age=${COOKIE_SECONDS}`));
}

/** A session that ended while it was being prolonged. */
function asNoSession(error: unknown): undefined {
  if (statusOf(error) !== 'UNAUTHORIZED') throw error;
}

/** The library's own error code; undefined for any other error. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'APIError' && 'status' in error ? error.status : undefined;
}

/** The errors inside the library during one call of {@link withCause}. */
const failures = new AsyncLocalStorage<{ first?: unknown }>();

/**
 * Calls the library and throws the original error. On a database error the library only logs it and throws its own, which
 * does not distinguish an outage from a bug.
 */
async function withCause<Value>(ask: () => Promise<Value>): Promise<Value> {
  const seen: { first?: unknown } = {};
  try {
    return await failures.run(seen, ask);
  } catch (error) {
    throw statusOf(error) === 'INTERNAL_SERVER_ERROR' && seen.first !== undefined ? seen.first : error;
  }
}

/** Keeps failures only, and of those nothing that could hold an address: the library's own texts and error types. */
function logFailure(log: Logger, message: unknown, details: readonly unknown[]): void {
  const text = typeof message === 'string' && !message.includes('@') ? message.slice(0, 200) : 'failure';
  const errors = [message, ...details].filter((each) => each instanceof Error);
  const asked = failures.getStore();
  if (asked && errors.length > 0) {
    // The caller gets it thrown, and logs it.
    asked.first ??= errors[0];
    return;
  }
  log.error({ errors: errors.map(({ name }) => name) }, `authentication: ${text}`);
}
