import { randomBytes, randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Db } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './account-input.ts';

/** The authentication library, and what it calls by other names than we do. Nothing else imports it. */

const DAY_SECONDS = 86_400;
const SESSION_SECONDS = 14 * DAY_SECONDS;
/** How exact "last used" is: a session in use is written to once in this time. */
const SESSION_TOUCH_SECONDS = 3_600;
/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * DAY_SECONDS;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

export interface LibraryOptions {
  readonly secret: string;
  readonly baseUrl: string;
  readonly log: Logger;
}

export type AuthLibrary = ReturnType<typeof makeAuth>;

/** Makes the library over a database, or over one transaction: what it writes is then part of it. Takes half a millisecond. */
export function makeAuth(db: Db, { secret, baseUrl, log }: LibraryOptions) {
  return betterAuth({
    // On both engines: dates as text and flags as 0/1, which is what our tables hold.
    database: { db, type: 'sqlite' },
    secret,
    baseURL: baseUrl,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => logFailure(log, message, details) },
    advanced: {
      cookiePrefix: 'vendor-compliance',
      useSecureCookies: baseUrl.startsWith('https://'),
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_TOUCH_SECONDS,
      fields: { userId: 'account_id', ipAddress: 'ip_address', userAgent: 'user_agent', ...LIFETIME },
    },
    user: { modelName: 'accounts', fields: { emailVerified: 'email_verified', ...TIMES } },
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
    verification: { modelName: 'verifications', storeIdentifier: 'hashed', fields: LIFETIME },
  });
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
const LIFETIME = { expiresAt: 'expires_at', ...TIMES } as const;

/** The salted scrypt hash of a password. Takes 60 ms: never inside a transaction. */
export function hashNewPassword(password: string): Promise<string> {
  return hashPassword(password);
}

/** Whether a password is the one behind the hash. Takes 60 ms, also when there is no hash. */
export async function matchesPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return verifyPassword({ hash, password });
  await hashPassword(password);
  return false;
}

/** Adds an account with a password. Throws the database's own error when the address is taken. */
export async function createAccount(
  auth: AuthLibrary,
  account: { name: string; email: string; verified: boolean; passwordHash: string },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const { name, email, verified } = account;
  const { id } = await internalAdapter.createUser({ name, email, emailVerified: verified });
  await setPassword(auth, id, account.passwordHash);
  return id;
}

/** Sets the account's password, whether it had one or not. */
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

/** What a link in a mail is good for. */
export type LinkKind = 'confirm-email' | 'reset-password' | 'confirm-new-email';

const HOUR_MS = 3_600_000;
/** As the mails say. */
const LINK_HOURS: Readonly<Record<LinkKind, number>> = {
  'confirm-email': 24,
  'reset-password': 1,
  'confirm-new-email': 24,
};

/** Makes a link's token; only its hash is kept, with `value`, while the link is good. */
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

/** What the link was made for, while it is good; it stays so. */
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

/** The same, once: of many who use a link at the same moment one gets an answer. */
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
 * Cookies as the browser is to keep them. The stored session, which every use prolongs, tells when it ends; the
 * cookie is set once and must outlive it.
 */
export function cookiesOf(headers: Headers): string[] {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.replace(`Max-Age=${SESSION_SECONDS}`, `Max-Age=${COOKIE_SECONDS}`));
}

/** What the library says where it does not succeed; undefined for any other error. */
export function refusalOf(error: unknown): { status: unknown; code: unknown } | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError' || !('status' in error)) return undefined;
  const body = 'body' in error ? error.body : undefined;
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return { status: error.status, code };
}

/** Failures only, and of those nothing that could hold an address: texts of the library's own, and kinds of error. */
function logFailure(log: Logger, message: unknown, details: readonly unknown[]): void {
  const text = typeof message === 'string' && !message.includes('@') ? message.slice(0, 200) : 'failure';
  const errors = [message, ...details].filter((each) => each instanceof Error);
  log.error({ errors: errors.map(({ name }) => name) }, `authentication: ${text}`);
}
