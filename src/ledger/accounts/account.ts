import type { FieldErrors } from '../../lib/checked.ts';

/** Who is signed in with a request. */
export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
}

/** A browser that is signed in. */
export interface SessionEntry {
  readonly id: string;
  readonly userAgent: string;
  readonly signedInAt: string;
  /** To the hour. */
  readonly lastUsedAt: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** A path on this site to go on to; what is none is dropped. */
export type Next = string | undefined;

/** What became of a form: done; something typed is wrong; its link is not good any more; or too many wrong passwords. */
export type FormOutcome<Value = null> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'dead_link' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** An outcome of a form that asks for no present password. */
export type NoWait<Any extends { readonly kind: string }> = Exclude<Any, { readonly kind: 'wait' }>;

/** Cookies that the answer sets. */
export type Cookies = readonly string[];

/**
 * What became of a sign-in. `wrong`: the address or the password is wrong, or the address is not confirmed; told apart, a
 * sign-up and a sign-in with it would tell whether the address had an account before. `wait`: there were too many wrong
 * tries, from this `place` (network or browser), or for this `address` from browsers that never signed in to it.
 */
export type SignInOutcome =
  | { readonly kind: 'done'; readonly cookies: Cookies }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number; readonly because: 'place' | 'address' };

/** The headers of a request that matter here. */
interface BrowserHeaders {
  readonly cookie?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** Who sends a form. */
export interface Browser {
  readonly headers: BrowserHeaders;
  /** The client's network, as limits count it. */
  readonly network: string;
}

/**
 * Accounts. No answer tells whether an address has one: it is the same, and what differs is in a mail to that
 * address. Mails are queued in the transaction that causes them.
 */
export interface AccountService {
  /**
   * Errors: `name`, `email`, `password`. An unconfirmed account of the same address is replaced. `next` is kept with
   * the link, not in it: the mail goes to whatever address a stranger typed, and holds no text of a stranger's.
   */
  signUp(typed: { name: string; email: string; password: string; next?: Next }): Promise<FormOutcome>;
  /** Sends the link of sign-up again, where there is an unconfirmed account. Errors: `email`. */
  resendVerification(email: string, next?: Next): Promise<FormOutcome>;
  /** Confirms the address for who knows the password of sign-up, and signs in. Errors: `password`. */
  confirmEmail(
    token: string,
    password: string,
    browser: Browser,
  ): Promise<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>;
  /** A new session in place of the one that the browser brings, and the mark of a browser that is known. */
  signIn(typed: { email: string; password: string }, browser: Browser): Promise<SignInOutcome>;
  /** The account that the cookie names; undefined for none, an ended or a forged one. */
  findSession(headers: BrowserHeaders): Promise<SignedIn | undefined>;
  /** Ends the session; gives the cookies that remove it from the browser. */
  signOut(headers: BrowserHeaders): Promise<Cookies>;
  /** The one used last first, at most 50. */
  listSessions(session: SignedIn): Promise<SessionEntry[]>;
  signOutEverywhere(session: SignedIn, which: 'others' | 'all'): Promise<void>;
  /** Ends one session of the account. False where the account has none with this id. */
  endSession(session: SignedIn, sessionId: string): Promise<boolean>;
  /** Failed sign-ins to the account in the last day, from browsers that never signed in to it. */
  countFailedSignIns(session: SignedIn): Promise<number>;
  /** Errors: `email`. */
  requestReset(email: string, next?: Next): Promise<FormOutcome>;
  /**
   * Also confirms the address, since the link proves the mailbox, ends every session, and makes the browser a known one:
   * signing in from it works whatever others have tried. Errors: `password`.
   */
  resetPassword(
    token: string,
    password: string,
  ): Promise<NoWait<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>>;
  /** Whether a link can still be used. */
  isLinkGood(kind: 'confirm-email' | 'reset-password' | 'confirm-new-email', token: string): Promise<boolean>;
  /** Ends all other sessions; of browsers, this one alone stays known. Errors: `current_password`, `new_password`. */
  changePassword(
    session: SignedIn,
    typed: { current: string; next: string },
  ): Promise<FormOutcome<{ readonly cookies: Cookies }>>;
  /** Nothing changes until the new address is confirmed. Errors: `email`, `email_password`. */
  requestEmailChange(session: SignedIn, typed: { email: string; password: string }): Promise<FormOutcome>;
  confirmEmailChange(token: string, session: SignedIn): Promise<FormOutcome>;
  /** Deletes the account and all that is its own, in one transaction. Errors: `delete_password`. */
  deleteAccount(session: SignedIn, password: string): Promise<FormOutcome>;
  /** Without mail and link; gives its id. Throws when something is wrong with it or the address is taken. */
  createVerifiedAccount(account: { name: string; email: string; password: string }): Promise<string>;
}
