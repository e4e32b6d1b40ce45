import type { Language } from '../../lib/language/language.ts';
import type { PasskeyMethods } from '../passkeys/passkey.ts';
import type {
  Browser,
  BrowserHeaders,
  Cookies,
  FormOutcome,
  Next,
  NoWait,
  SecondFactorState,
  SessionEntry,
  SignedIn,
  SignInOutcome,
} from './account.ts';

/** The password and a code, either from the authenticator or a recovery code. */
interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/**
 * The account service. No response reveals whether an address has an account: only the email to that address
 * differs. Emails are queued in the transaction that causes them.
 */
export interface AccountService extends PasskeyMethods {
  /**
   * Replaces an unconfirmed account with the same address. `next` is stored with the link, so the email
   * contains no text that a stranger chose. `language` is the language of the page and of the account's
   * emails. Errors: `name`, `email`, `password`.
   *
   * Here and below, `language` is also the language of error messages, English by default.
   */
  signUp(typed: {
    name: string;
    email: string;
    password: string;
    next?: Next;
    language?: Language;
  }): Promise<FormOutcome>;
  /** Sends the sign-up link again to an unconfirmed account. Errors: `email`. */
  resendVerification(email: string, next?: Next, language?: Language): Promise<FormOutcome>;
  /** Confirms the address with the sign-up password, and signs the user in. Errors: `password`. */
  confirmEmail(
    token: string,
    password: string,
    browser: Browser,
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>;
  /** Replaces the browser's session with a new one and marks the browser as known. */
  signIn(typed: { email: string; password: string }, browser: Browser): Promise<SignInOutcome>;
  /** Returns the account for the session cookie, or undefined if the session is missing, ended or forged. */
  findSession(headers: BrowserHeaders): Promise<SignedIn | undefined>;
  /** Ends the session and returns the cookies that remove it from the browser. */
  signOut(headers: BrowserHeaders): Promise<Cookies>;
  /** Lists at most 50 sessions, most recently used first. */
  listSessions(session: SignedIn): Promise<SessionEntry[]>;
  signOutEverywhere(session: SignedIn, which: 'others' | 'all'): Promise<void>;
  /**
   * Ends one of the account's sessions. Returns false if the account does not have a session with this id.
   */
  endSession(session: SignedIn, sessionId: string): Promise<boolean>;
  /** Counts failed sign-ins to the account from unknown browsers in the last 24 hours. */
  countFailedSignIns(session: SignedIn): Promise<number>;
  /** Emails a link to reset the password. Errors: `email`. */
  requestReset(email: string, next?: Next, language?: Language): Promise<FormOutcome>;
  /**
   * Sets a password, and confirms the address, because the link proves access to the mailbox. Ends every
   * session, and marks this browser as known, so that other people's failures cannot lock it out. Errors:
   * `password`.
   */
  resetPassword(
    token: string,
    password: string,
    language?: Language,
  ): Promise<NoWait<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>>;
  /** Returns true if a link is still valid. */
  isLinkGood(kind: 'confirm-new-email', token: string): Promise<boolean>;
  /** Returns the email address of a link's account, or undefined if the link is not valid. */
  findLinkAddress(kind: 'confirm-email' | 'reset-password', token: string): Promise<string | undefined>;
  /** Returns the language of the account's emails. */
  languageOf(session: SignedIn): Promise<Language>;
  setLanguage(session: SignedIn, language: Language): Promise<void>;
  /**
   * Changes the password, ends all other sessions, and forgets all other known browsers. An account with a
   * second factor also needs a code. Errors: `current_password`, `new_password`, `password_code`.
   */
  changePassword(
    session: SignedIn,
    typed: { current: string; next: string; code?: string },
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies }>>;
  /**
   * Requests an email address change, which takes effect when the new address is confirmed. An account with a
   * second factor also needs a code. Errors: `email`, `email_password`, `email_code`.
   */
  requestEmailChange(
    session: SignedIn,
    typed: { email: string; password: string; code?: string },
    language?: Language,
  ): Promise<FormOutcome>;
  confirmEmailChange(token: string, session: SignedIn): Promise<FormOutcome>;
  /**
   * Deletes the account and everything it owns in one transaction. An account with a second factor also needs
   * a code. Errors: `delete_password`, `delete_code`.
   */
  deleteAccount(
    session: SignedIn,
    typed: { password: string; code?: string },
    language?: Language,
  ): Promise<FormOutcome>;
  /**
   * Checks the account's password before showing something that a person who only borrowed the browser must
   * not see. Errors: `password`.
   */
  confirmPassword(session: SignedIn, password: string, language?: Language): Promise<FormOutcome>;
  secondFactorOf(session: SignedIn): Promise<SecondFactorState>;
  /**
   * Creates a secret, which the user can view for an hour. The second factor is not required until it is
   * confirmed. Errors: `factor_password`.
   */
  beginSecondFactor(session: SignedIn, password: string, language?: Language): Promise<FormOutcome>;
  /**
   * Requires a code at every sign-in from now on and signs out other browsers. Returns the recovery codes,
   * which are shown only once. The outcome is `dead_link` if no setup is in progress. Errors: `code`.
   */
  confirmSecondFactor(
    session: SignedIn,
    code: string,
    language?: Language,
  ): Promise<FormOutcome<{ readonly codes: readonly string[] }>>;
  /** Replaces all recovery codes. Errors: `factor_password`, `code`. */
  renewRecoveryCodes(
    session: SignedIn,
    typed: PasswordAndCode,
    language?: Language,
  ): Promise<FormOutcome<{ readonly codes: readonly string[] }>>;
  /** Turns off the second factor. Errors: `factor_password`, `code`. */
  endSecondFactor(session: SignedIn, typed: PasswordAndCode, language?: Language): Promise<FormOutcome>;
  /**
   * Accepts a code from the signed-in user. Each code works only once. Accounts without a second factor do
   * not need a code. Errors: `code`.
   */
  takeSecondFactor(session: SignedIn, code: string, language?: Language): Promise<FormOutcome>;
  /** Returns true if this browser's user has entered the password but has yet to enter a code. */
  isCodeDue(headers: BrowserHeaders): Promise<boolean>;
  /**
   * Accepts a code within ten minutes of the password. Each code works only once. The outcome is `dead_link`
   * if the user must sign in again. Errors: `code`.
   */
  passSecondFactor(
    headers: BrowserHeaders,
    code: string,
    language?: Language,
  ): Promise<FormOutcome<{ readonly by: 'code' | 'recovery' }>>;
  /**
   * Creates an account without an email or link, and returns its id. Throws if the input is invalid or the
   * address is taken.
   */
  createVerifiedAccount(account: { name: string; email: string; password: string }): Promise<string>;
}
