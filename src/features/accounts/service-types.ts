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

/** What became of a form: done; something typed is wrong; or its link is not good any more. */
export type Outcome<Value = null> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'dead_link' };

/** The headers of a request that matter here. */
export interface BrowserHeaders {
  readonly cookie?: string | undefined;
  readonly 'user-agent'?: string | undefined;
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
  signUp(typed: { name: string; email: string; password: string; next?: Next }): Promise<Outcome>;
  /** Sends the link of sign-up again, where there is an unconfirmed account. Errors: `email`. */
  resendVerification(email: string, next?: Next): Promise<Outcome>;
  /** Confirms the address for who knows the password of sign-up, and signs in. Errors: `password`. */
  confirmEmail(
    token: string,
    password: string,
    headers: BrowserHeaders,
  ): Promise<Outcome<{ readonly cookies: readonly string[]; readonly next: Next }>>;
  /**
   * The cookies of a new session. Undefined when the address or the password is wrong, or the address is not
   * confirmed: told apart, a sign-up and a sign-in with it would tell whether the address had an account before.
   */
  signIn(
    typed: { email: string; password: string },
    headers: BrowserHeaders,
  ): Promise<readonly string[] | undefined>;
  /** The account that the cookie names; undefined for none, an ended or a forged one. */
  findSession(headers: BrowserHeaders): Promise<SignedIn | undefined>;
  /** Ends the session; gives the cookies that remove it from the browser. */
  signOut(headers: BrowserHeaders): Promise<readonly string[]>;
  /** The one used last first, at most 50. */
  listSessions(session: SignedIn): Promise<SessionEntry[]>;
  signOutEverywhere(session: SignedIn, which: 'others' | 'all'): Promise<void>;
  /** Errors: `email`. */
  requestReset(email: string, next?: Next): Promise<Outcome>;
  /** Also confirms the address, since the link proves the mailbox, and ends every session. Errors: `password`. */
  resetPassword(token: string, password: string): Promise<Outcome<Next>>;
  /** Whether a link can still be used. */
  isLinkGood(kind: 'confirm-email' | 'reset-password' | 'confirm-new-email', token: string): Promise<boolean>;
  /** Ends all other sessions. Errors: `current_password`, `new_password`. */
  changePassword(session: SignedIn, typed: { current: string; next: string }): Promise<Outcome>;
  /** Nothing changes until the new address is confirmed. Errors: `email`, `email_password`. */
  requestEmailChange(session: SignedIn, typed: { email: string; password: string }): Promise<Outcome>;
  confirmEmailChange(token: string, session: SignedIn): Promise<Outcome>;
  /** Deletes the account and all that is its own, in one transaction. Errors: `delete_password`. */
  deleteAccount(session: SignedIn, password: string): Promise<Outcome>;
  /** Without mail and link; gives its id. Throws when something is wrong with it or the address is taken. */
  createVerifiedAccount(account: { name: string; email: string; password: string }): Promise<string>;
}
