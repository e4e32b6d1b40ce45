import { isErasedAddress } from '../../lib/erase-details.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';
import { PASSKEY_NAME_LENGTH_MAX } from '../passkeys/passkey-rules.ts';
import { findWeakness, type IsCommon } from '../sign-in/password-weakness.ts';
import { ACCOUNT_ERRORS, WEAKNESSES } from './messages.ts';

/** The rules for names, addresses and passwords. A password needs length and must not be easy to guess. */

export const NAME_LENGTH_MAX = 100;
/** The limit in RFC 5321 §4.5.3.1.3, without the two angle brackets. */
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
const PASSWORD_LENGTH_MAX = 200;

/**
 * Matches a valid email address as the HTML standard defines it (4.10.5.1.5) and browsers check it, but only
 * in ASCII and with a dot in the domain. A match cannot be interpreted as a second recipient, a display name
 * or a header.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;
/**
 * Matches control characters, line breaks, and invisible characters, such as marks that change the direction
 * of text.
 */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns an address in the form used for storing and searching. */
export function foldEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Returns a name in the form used for storing. */
export function cleanName(typed: string): string {
  return typed.trim().replace(/ {2,}/g, ' ');
}

/** Returns the problem with a folded address, or undefined if it is fine. */
export function emailProblem(email: string, language: Language = 'en'): string | undefined {
  const t = ACCOUNT_ERRORS[language];
  if (email === '') return t.noEmail;
  if (email.length > EMAIL_LENGTH_MAX) return t.longEmail({ max: EMAIL_LENGTH_MAX, count: email.length });
  // The placeholder for an erased address looks valid, but no one can use it.
  return EMAIL.test(email) && !isErasedAddress(email) ? undefined : t.badEmail;
}

/** Returns the problem with a cleaned name, or undefined if it is fine. */
export function nameProblem(name: string, language: Language = 'en'): string | undefined {
  const t = ACCOUNT_ERRORS[language];
  if (name === '') return t.noName;
  if (name.length > NAME_LENGTH_MAX) return t.longName({ max: NAME_LENGTH_MAX, count: name.length });
  return CONTROL.test(name) ? t.badName : undefined;
}

/** Returns the problem with the cleaned name of a passkey, or undefined if it is fine. */
export function passkeyNameProblem(name: string, language: Language): string | undefined {
  const t = ACCOUNT_ERRORS[language];
  if (name === '') return t.noPasskeyName;
  if (name.length > PASSKEY_NAME_LENGTH_MAX)
    return t.longName({ max: PASSKEY_NAME_LENGTH_MAX, count: name.length });
  return CONTROL.test(name) ? t.badName : undefined;
}

/** Returns the problem with a new password for this account, or undefined if it is fine. */
export function passwordProblem(
  password: string,
  account: { readonly name: string; readonly email: string },
  isCommon: IsCommon,
  language: Language = 'en',
): string | undefined {
  const t = ACCOUNT_ERRORS[language];
  if (password.length < PASSWORD_LENGTH_MIN) return t.shortPassword({ min: PASSWORD_LENGTH_MIN });
  if (password.length > PASSWORD_LENGTH_MAX) return t.longPassword({ max: PASSWORD_LENGTH_MAX });
  if (password.toLowerCase() === account.email) return t.passwordIsEmail;
  const weakness = findWeakness(password, account, isCommon);
  return weakness && t.weakPassword({ why: WEAKNESSES[language][weakness] });
}

/** Returns the error message for a code that was not accepted, because it is missing or wrong. */
export function codeProblem(typed: string | undefined, language: Language): string {
  const t = ACCOUNT_ERRORS[language];
  return (typed ?? '').trim() === '' ? t.noCode : t.wrongCode;
}

/** Returns the fields that have a problem, or undefined if all are fine. */
export function fieldErrors(problems: Readonly<Record<string, string | undefined>>): FieldErrors | undefined {
  const errors: Record<string, string> = {};
  for (const [name, problem] of Object.entries(problems)) if (problem !== undefined) errors[name] = problem;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
