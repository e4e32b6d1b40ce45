import { createHmac } from 'node:crypto';
import { COOKIE_SECONDS, cookiePrefix, isSame, readCookie } from '../sign-in/device-cookie.ts';

/**
 * A session's cookie: its token with a signature. A forged cookie is rejected without a database query, and a
 * new session secret signs everyone out. Every version has used this format, so people stay signed in after
 * an upgrade.
 */
export interface SessionCookies {
  /** Returns the request's token, or undefined if there is no cookie signed with this secret. */
  find(cookieHeader: string | undefined): string | undefined;
  /**
   * Creates the cookie. The database decides when a session ends, and each use extends the session, so the
   * cookie is set once and outlives the session.
   */
  make(token: string): string;
  /** Removes the session from the browser. */
  clear(): string;
}

/**
 * Creates a service's session cookies. If the service uses https, a browser sends them only to this host and
 * only over https.
 */
export function createSessionCookies(options: {
  readonly secret: string;
  readonly isSecure: boolean;
}): SessionCookies {
  const { secret, isSecure } = options;
  const name = `${cookiePrefix(isSecure)}.session_token`;
  const attributes = `Path=/; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Lax`;
  const sign = (token: string) =>
    `${token}.${encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64'))}`;
  return {
    find(cookieHeader) {
      const value = readCookie(cookieHeader, name);
      const token = value.slice(0, value.indexOf('.'));
      return isSame(value, sign(token)) ? token : undefined;
    },
    make: (token) => `${name}=${sign(token)}; Max-Age=${COOKIE_SECONDS}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
