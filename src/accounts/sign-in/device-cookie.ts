import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The known-browser cookie (OWASP's "device cookie"): signed, and bound to the account and its current
 * password. It does not sign anyone in. It only spares its browser the wait that other people's failed
 * attempts would cause.
 */

/** The cookie's lifetime, which is the longest that browsers allow. */
export const COOKIE_SECONDS = 400 * 86_400;
const ID_BYTES = 16;
const VALUE = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

/** The account that a cookie belongs to. */
interface DeviceOwner {
  readonly accountId: string;
  /** The time when the current password was set. */
  readonly passwordSetAt: string;
}

export interface DeviceCookies {
  /** Returns the device's id if the request has a valid cookie for this account. */
  find(cookieHeader: string | undefined, owner: DeviceOwner, now: Date): string | undefined;
  /** Creates a cookie that marks the browser as known. Keeps the id of a valid existing cookie. */
  make(owner: DeviceOwner, deviceId: string | undefined, now: Date): string;
}

export function createDeviceCookies(options: {
  readonly secret: string;
  readonly isSecure: boolean;
  /** The function with this name in `node:crypto`. */
  readonly randomBytes: (count: number) => Buffer;
}): DeviceCookies {
  const { secret, isSecure, randomBytes } = options;
  // One cookie per account, because two people can share a browser.
  const nameFor = (accountId: string) =>
    `${cookiePrefix(isSecure)}.device-${createHash('sha256').update(accountId).digest('hex').slice(0, 8)}`;
  const sign = ({ accountId, passwordSetAt }: DeviceOwner, id: string, madeAt: string) =>
    createHmac('sha256', secret)
      .update(['device cookie', accountId, passwordSetAt, id, madeAt].join('\n'))
      .digest('base64url');
  return {
    find(cookieHeader, owner, now) {
      const [, id, madeAt, signature] = VALUE.exec(readCookie(cookieHeader, nameFor(owner.accountId))) ?? [];
      if (id === undefined || madeAt === undefined || signature === undefined) return undefined;
      const isFresh = Number(madeAt) > now.getTime() / 1_000 - COOKIE_SECONDS;
      return isFresh && isSame(signature, sign(owner, id, madeAt)) ? id : undefined;
    },
    make(owner, deviceId, now) {
      const id = deviceId ?? randomBytes(ID_BYTES).toString('base64url');
      const madeAt = String(Math.floor(now.getTime() / 1_000));
      const value = `${id}.${madeAt}.${sign(owner, id, madeAt)}`;
      const secure = isSecure ? '; Secure' : '';
      return `${nameFor(owner.accountId)}=${value}; Max-Age=${COOKIE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`;
    },
  };
}

/**
 * Returns the cookie prefix. With `__Host-`, a browser accepts the cookie only from this host, over https,
 * for the whole site.
 */
export function cookiePrefix(isSecure: boolean): string {
  return isSecure ? '__Host-vendor-compliance' : 'vendor-compliance';
}

export function readCookie(header: string | undefined, name: string): string {
  const found = header?.split(';').find((each) => each.trimStart().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) ?? '';
}

export function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
