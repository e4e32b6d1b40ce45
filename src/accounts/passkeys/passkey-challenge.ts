import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { cookiePrefix, isSame, readCookie } from '../sign-in/device-cookie.ts';

/**
 * The challenge that a browser was asked to sign is stored in a signed cookie of its own, so no other browser
 * can answer it. Creating a challenge writes nothing to the database, so strangers can request any number.
 * The caller that accepts an answer marks the challenge as used.
 */

export const CHALLENGE_SECONDS = 300;

/** A request to sign in, or to add a key in this session under this name. */
export type PasskeyQuestion =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'add'; readonly sessionId: string; readonly name: string };

/** A question with its challenge: 32 random bytes in base64url. */
export type AskedQuestion = PasskeyQuestion & { readonly challenge: string };

interface ChallengeCookies {
  /**
   * Returns the question that this browser was asked, or undefined if the cookie is missing, expired or
   * forged.
   */
  find(cookieHeader: string | undefined, now: Date): AskedQuestion | undefined;
  make(asked: AskedQuestion, now: Date): string;
  /** Removes the cookie from the browser. */
  clear(): string;
}

const VALUE = /^([\w-]{1,1500})\.([\w-]{43})$/;
const STORED = Compile(
  Type.Object({
    challenge: Type.String(),
    until: Type.Integer(),
    sessionId: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
  }),
);

export function createChallengeCookies(options: {
  readonly secret: string;
  readonly isSecure: boolean;
}): ChallengeCookies {
  const { secret, isSecure } = options;
  const name = `${cookiePrefix(isSecure)}.passkey`;
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`passkey challenge\n${text}`).digest('base64url');
  // SameSite=Strict, because no request from another site needs this cookie.
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Strict`;
  return {
    find(cookieHeader, now) {
      const [, text, signature] = VALUE.exec(readCookie(cookieHeader, name)) ?? [];
      if (text === undefined || signature === undefined || !isSame(signature, sign(text))) return undefined;
      const stored: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
      if (!STORED.Check(stored) || stored.until <= now.getTime()) return undefined;
      const { challenge, sessionId, name: named } = stored;
      return sessionId === undefined || named === undefined
        ? { kind: 'sign-in', challenge }
        : { kind: 'add', sessionId, name: named, challenge };
    },
    make(asked, now) {
      const until = now.getTime() + CHALLENGE_SECONDS * 1_000;
      const { kind: _, ...stored } = { ...asked, until };
      const text = Buffer.from(JSON.stringify(stored)).toString('base64url');
      return write(`${text}.${sign(text)}`, CHALLENGE_SECONDS);
    },
    clear: () => write('', 0),
  };
}
