import type { FieldErrors } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';

/** The account that a request is signed in to. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
}

/** The email address and language of a recipient. */
export interface Recipient {
  readonly to: string;
  readonly language: Language;
}

/** A signed-in browser. */
export interface SessionEntry {
  readonly id: string;
  readonly userAgent: string;
  readonly signedInAt: string;
  /** Rounded to the hour. */
  readonly lastUsedAt: string;
  /** True for the browser that sent this request. */
  readonly current: boolean;
}

/** A path on this site to continue to; any other value is ignored. */
export type Next = string | undefined;

/** The outcome of a form: done, invalid input, an expired link, or too many wrong passwords. */
export type FormOutcome<Value = null> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'dead_link' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The outcome of a form that does not ask for the current password. */
export type NoWait<Any extends { readonly kind: string }> = Exclude<Any, { readonly kind: 'wait' }>;

/** Cookies that the response sets. */
export type Cookies = readonly string[];

/**
 * The outcome of a sign-in. `wrong` covers a wrong address or password and an unconfirmed address, because
 * distinguishing them would reveal accounts. `wait` means too many wrong attempts from this `place` or, from
 * unknown browsers, for this `address`.
 */
export type SignInOutcome =
  /** `codeDue`: the session is not signed in until {@link AccountService.passSecondFactor} accepts a code. */
  | { readonly kind: 'done'; readonly cookies: Cookies; readonly codeDue: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number; readonly because: 'place' | 'address' };

/**
 * The state of an account's second factor: off, set up but not confirmed yet, or required at every sign-in.
 */
export type SecondFactorState =
  | { readonly kind: 'off' }
  /** `secret` is in base32; `address` is the content of the QR code. */
  | { readonly kind: 'pending'; readonly secret: string; readonly address: string }
  | { readonly kind: 'on'; readonly since: string; readonly codesLeft: number };

/** The request headers that accounts use. */
export interface BrowserHeaders {
  readonly cookie?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** The browser that submitted a form. */
export interface Browser {
  readonly headers: BrowserHeaders;
  /** The client's network, as used for rate limits. */
  readonly network: string;
}
