import type { FieldErrors } from '../../lib/checked.ts';
import { findWeakness, type IsCommon, type Weakness } from './password-weakness.ts';

/** The accepted names, addresses and passwords. A password needs length and must not be easy to guess. */

export const NAME_LENGTH_MAX = 100;
/** RFC 5321 §4.5.3.1.3 leaves this length between the angle brackets. */
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
const PASSWORD_LENGTH_MAX = 200;

/** Plain addresses only: no blanks, quotes, brackets or commas that a mail header could misread. */
const EMAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** An address in the form that is stored and searched. */
export function foldEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** A name in the form that is stored. */
export function cleanName(typed: string): string {
  return typed.trim().replace(/ {2,}/g, ' ');
}

/** What is wrong with a folded address; undefined when it is fine. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Type your e-mail address.';
  if (email.length > EMAIL_LENGTH_MAX)
    return `An e-mail address has at most ${EMAIL_LENGTH_MAX} characters; this one has ${email.length}.`;
  return EMAIL.test(email)
    ? undefined
    : 'This is not an e-mail address we can write to, like name@example.com.';
}

/** What is wrong with a cleaned name; undefined when it is fine. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'Type your name, or your organization’s.';
  if (name.length > NAME_LENGTH_MAX)
    return `A name has at most ${NAME_LENGTH_MAX} characters; this one has ${name.length}.`;
  return CONTROL.test(name) ? 'A name is one line of plain text.' : undefined;
}

/** What is wrong with a new password for this account; undefined when it is fine. */
export function passwordProblem(
  password: string,
  account: { readonly name: string; readonly email: string },
  isCommon: IsCommon,
): string | undefined {
  if (password.length < PASSWORD_LENGTH_MIN)
    return `Use at least ${PASSWORD_LENGTH_MIN} characters. Several words in a row do well.`;
  if (password.length > PASSWORD_LENGTH_MAX) return `Use at most ${PASSWORD_LENGTH_MAX} characters.`;
  if (password.toLowerCase() === account.email) return 'Use something else than your e-mail address.';
  const weakness = findWeakness(password, account, isCommon);
  return weakness && `${WEAKNESSES[weakness]} ${BETTER}`;
}

const WEAKNESSES: Readonly<Record<Weakness, string>> = {
  common: 'This is easy to guess: it is a common password, perhaps with digits or signs added.',
  own: 'This is easy to guess: it is little more than your name, your address or words of this site.',
  pattern: 'This is easy to guess: it repeats itself, or follows the keyboard or the alphabet.',
};
const BETTER = 'Use three or four words that have nothing to do with each other.';

/** The fields that have a problem; undefined when all are fine. */
export function fieldErrors(problems: Readonly<Record<string, string | undefined>>): FieldErrors | undefined {
  const errors: Record<string, string> = {};
  for (const [name, problem] of Object.entries(problems)) if (problem !== undefined) errors[name] = problem;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
