import type { Language } from '../../lib/language/language.ts';
import type { Browser, BrowserHeaders, Cookies, FormOutcome, NoWait, SignedIn } from '../account/account.ts';

/** A passkey as its owner sees it. */
export interface PasskeyEntry {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A request to the browser, in the JSON form of WebAuthn. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/**
 * The result of a sign-in with a passkey. `late` means that the question was not asked in this browser, is
 * more than five minutes old, or was already answered. `refused` covers all other reasons, because details
 * would describe keys to strangers.
 */
export type PasskeySignInOutcome =
  | { readonly kind: 'done'; readonly cookies: Cookies }
  | { readonly kind: 'late'; readonly cookies: Cookies }
  | { readonly kind: 'refused'; readonly cookies: Cookies };

/**
 * Passkeys: keys in a device or password manager that replace the password (docs/decisions/0053-passkeys.md).
 */
export interface PasskeyMethods {
  /**
   * True if browsers can use passkeys at the service's address: a hostname, and https except on localhost.
   */
  readonly passkeysWork: boolean;
  /** Lists passkeys, oldest first. */
  listPasskeys(session: SignedIn): Promise<PasskeyEntry[]>;
  /**
   * Checks the user's password and code before a passkey is added, and lets only this browser create the
   * passkey, within five minutes. `code` is required if the account has a second factor. Errors:
   * `passkey_name`, `passkey_password`, `passkey_code`.
   */
  beginPasskey(
    session: SignedIn,
    typed: { readonly name: string; readonly password: string; readonly code: string },
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies }>>;
  /**
   * Returns the request that {@link beginPasskey} started, or undefined if this browser and session have no
   * request or it expired.
   */
  passkeyToCreate(
    session: SignedIn,
    headers: BrowserHeaders,
  ): Promise<{ readonly name: string; readonly options: PasskeyOptions } | undefined>;
  /**
   * Adds the key that the browser created, as JSON, and notifies the owner by email. The outcome is
   * `dead_link` if the user must start over. Errors: `passkey`.
   */
  addPasskey(
    session: SignedIn,
    headers: BrowserHeaders,
    credential: string,
    language?: Language,
  ): Promise<NoWait<FormOutcome<{ readonly cookies: Cookies }>>>;
  /**
   * Removes a passkey, signs out every other browser and notifies the owner by email. The outcome is
   * `dead_link` if the account does not have this passkey. Errors: `remove_password`.
   */
  removePasskey(
    session: SignedIn,
    typed: { readonly id: string; readonly password: string },
    language?: Language,
  ): Promise<FormOutcome>;
  /**
   * Asks a browser for any of this service's passkeys. The question is the same for everyone, so it does not
   * reveal who has an account.
   */
  beginPasskeySignIn(): Promise<{ readonly options: PasskeyOptions; readonly cookies: Cookies }>;
  /**
   * Signs the user in with the browser's answer, as JSON. The session does not need a code, because the key
   * asked for a PIN, a fingerprint or a face.
   */
  signInWithPasskey(credential: string, browser: Browser): Promise<PasskeySignInOutcome>;
  /** Returns true if this session began with more than a password: a code or a passkey. */
  isStrong(session: SignedIn): Promise<boolean>;
}
