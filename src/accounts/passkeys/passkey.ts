import type { Language } from '../../lib/language/language.ts';
import type { Browser, BrowserHeaders, Cookies, FormOutcome, NoWait, SignedIn } from '../account/account.ts';

/** A passkey as its owner sees it. */
export interface PasskeyEntry {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What a browser is asked to do, in the JSON form of WebAuthn. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/**
 * Why a passkey signed nobody in. `late`: the question was not asked in this browser, or more than five minutes ago, or was answered
 * before. `refused` covers all else, because telling more would describe keys to strangers.
 */
export type PasskeySignInOutcome =
  | { readonly kind: 'done'; readonly cookies: Cookies }
  | { readonly kind: 'late'; readonly cookies: Cookies }
  | { readonly kind: 'refused'; readonly cookies: Cookies };

/** Passkeys: keys in a device or password manager that sign in without the password. docs/decisions/0053-passkeys.md. */
export interface PasskeyMethods {
  /** Whether browsers can use passkeys at the service's address: a host name, and https except on localhost. */
  readonly passkeysWork: boolean;
  /** The oldest first. */
  listPasskeys(session: SignedIn): Promise<PasskeyEntry[]>;
  /**
   * Checks who adds a passkey and asks this browser, and no other, for one within five minutes. `code` counts where the account has a second
   * factor. Errors: `passkey_name`, `passkey_password`, `passkey_code`.
   */
  beginPasskey(
    session: SignedIn,
    typed: { readonly name: string; readonly password: string; readonly code: string },
    language?: Language,
  ): Promise<FormOutcome<{ readonly cookies: Cookies }>>;
  /** What {@link beginPasskey} asks for; undefined when nothing was begun in this browser and session, or too long ago. */
  passkeyToCreate(
    session: SignedIn,
    headers: BrowserHeaders,
  ): Promise<{ readonly name: string; readonly options: PasskeyOptions } | undefined>;
  /** Adds what the browser made, as JSON. Tells the owner by mail. `dead_link`: begin again. Errors: `passkey`. */
  addPasskey(
    session: SignedIn,
    headers: BrowserHeaders,
    credential: string,
    language?: Language,
  ): Promise<NoWait<FormOutcome<{ readonly cookies: Cookies }>>>;
  /**
   * Removes one, signs out every other browser and tells the owner by mail. `dead_link`: the account has no such passkey. Errors:
   * `remove_password`.
   */
  removePasskey(
    session: SignedIn,
    typed: { readonly id: string; readonly password: string },
    language?: Language,
  ): Promise<FormOutcome>;
  /** Asks a browser for any passkey of this service. The same for everybody, so it tells nobody who has an account. */
  beginPasskeySignIn(): Promise<{ readonly options: PasskeyOptions; readonly cookies: Cookies }>;
  /** Signs in with what the browser answered, as JSON. The session waits for no code: the key asked for a PIN or a finger. */
  signInWithPasskey(credential: string, browser: Browser): Promise<PasskeySignInOutcome>;
  /** Whether this session began with more than a password: a code, or a passkey. */
  isStrong(session: SignedIn): Promise<boolean>;
}
