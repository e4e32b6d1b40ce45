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
 * Accounts. No answer reveals if an address has one: answers are equal, and only the email to that address
 * differs. Emails are queued in the transaction that causes them.
 */
export interface AccountService extends PasskeyMethods {
  /**
   * Errors: `name`, `email`, `password`. Replaces an unconfirmed account of the same address. `next` is
   * stored with the link, so the email contains no text of a stranger. `language` is the language of the page
   * and of the account's emails.
   *
   * Here and below, `language` is also the language of errors; English by default.
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
  /** Confirms the address with the sign-up password, and signs in. Errors: `password`. */
  confirmEmail(
    token: string,
    password: string,
    browser: Browser,
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>;
  /** Replaces the browser's session with a new one and marks the browser as known. */
  signIn(typed: { email: string; password: string }, browser: Browser): Promise<SignInOutcome>;
  /** Returns the account of the session cookie, or undefined for a missing, ended or forged session. */
  findSession(headers: BrowserHeaders): Promise<SignedIn | undefined>;
  /** Ends the session and returns the cookies that remove it from the browser. */
  signOut(headers: BrowserHeaders): Promise<Cookies>;
  /** Lists the most recently used first, at most 50. */
  listSessions(session: SignedIn): Promise<SessionEntry[]>;
  signOutEverywhere(session: SignedIn, which: 'others' | 'all'): Promise<void>;
  /** Ends one session of the account. Returns false if the account has no session with this id. */
  endSession(session: SignedIn, sessionId: string): Promise<boolean>;
  /** Counts failed sign-ins to the account in the last day from unknown browsers. */
  countFailedSignIns(session: SignedIn): Promise<number>;
  /** Errors: `email`. */
  requestReset(email: string, next?: Next, language?: Language): Promise<FormOutcome>;
  /**
   * Also confirms the address, because the link proves the mailbox. Ends every session, and makes this
   * browser a known one, which other people's failures cannot lock out. Errors: `password`.
   */
  resetPassword(
    token: string,
    password: string,
    language?: Language,
  ): Promise<NoWait<FormOutcome<{ readonly cookies: Cookies; readonly next: Next }>>>;
  /** Returns true while a link can be used. */
  isLinkGood(kind: 'confirm-new-email', token: string): Promise<boolean>;
  /** Returns the address of the account that a link is for, or undefined if the link is not valid. */
  findLinkAddress(kind: 'confirm-email' | 'reset-password', token: string): Promise<string | undefined>;
  /** Returns the language of the account's emails. */
  languageOf(session: SignedIn): Promise<Language>;
  setLanguage(session: SignedIn, language: Language): Promise<void>;
  /**
   * Ends all other sessions; only this browser stays known. An account with a second factor also needs a
   * code. Errors: `current_password`, `new_password`, `password_code`.
   */
  changePassword(
    session: SignedIn,
    typed: { current: string; next: string; code?: string },
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies }>>;
  /**
   * Nothing changes until the new address is confirmed. An account with a second factor also needs a code.
   * Errors: `email`, `email_password`, `email_code`.
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
   * Checks the account's password before showing something that a borrowed browser must not get. Errors:
   * `password`.
   */
  confirmPassword(session: SignedIn, password: string, language?: Language): Promise<FormOutcome>;
  secondFactorOf(session: SignedIn): Promise<SecondFactorState>;
  /**
   * Creates a secret, which is shown for an hour. The second factor is not required yet. Errors:
   * `factor_password`.
   */
  beginSecondFactor(session: SignedIn, password: string, language?: Language): Promise<FormOutcome>;
  /**
   * Requires a code from now on and signs out other browsers. Returns the recovery codes, which are shown
   * once. `dead_link`: nothing was begun. Errors: `code`.
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
  /** Errors: `factor_password`, `code`. */
  endSecondFactor(session: SignedIn, typed: PasswordAndCode, language?: Language): Promise<FormOutcome>;
  /**
   * Accepts a code of the signed-in person, each code once. An account without a second factor needs none.
   * Errors: `code`.
   */
  takeSecondFactor(session: SignedIn, code: string, language?: Language): Promise<FormOutcome>;
  /** Returns true if a browser gave the password but still has to give a code. */
  isCodeDue(headers: BrowserHeaders): Promise<boolean>;
  /**
   * Accepts a code, each once, within ten minutes of the password. `dead_link`: sign in again. Errors:
   * `code`.
   */
  passSecondFactor(
    headers: BrowserHeaders,
    code: string,
    language?: Language,
  ): Promise<FormOutcome<{ readonly by: 'code' | 'recovery' }>>;
  /**
   * Creates an account without an email and a link, and returns its id. Throws if the input is invalid or the
   * address is taken.
   */
  createVerifiedAccount(account: { name: string; email: string; password: string }): Promise<string>;
}
