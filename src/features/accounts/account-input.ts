import type { FieldErrors } from '../../lib/checked.ts';

/** What may be typed as a name, an address and a password. Length alone makes a password good; the worst are refused. */

export const NAME_LENGTH_MAX = 100;
/** RFC 5321 §4.5.3.1.3 leaves this much between the angle brackets. */
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 200;

/** Plain addresses only: no blanks, quotes, brackets or commas that a mail header could take for something else. */
const EMAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The worst ones that are long enough. */
const WORST = new Set([
  ...['0123456789', '1234567890', '12345678910', '123456789a', '1234512345', '9876543210', '0987654321'],
  ...['password12', 'password123', 'password1234', 'passw0rd123', 'passwordpassword', 'mypassword'],
  ...[
    'qwertyuiop',
    'qwerty1234',
    'qwerty12345',
    'qwerty123456',
    'qwertyuiop123',
    'asdfghjkl123',
    '1qaz2wsx3edc',
  ],
  ...['1q2w3e4r5t', '1q2w3e4r5t6y', 'q1w2e3r4t5', 'abcdefghij', 'abcd123456', 'abc1234567', 'abcdefgh123'],
  ...['iloveyou12', 'iloveyou123', 'letmein123', 'letmein1234', 'welcome123', 'welcome1234', 'sunshine123'],
  ...[
    'princess123',
    'football123',
    'baseball123',
    'superman123',
    'changeme123',
    'administrator',
    'admin12345',
  ],
  ...['foodtruck1', 'foodtruck123', 'foodtrucks', 'vendor1234', 'florida123', 'compliance'],
]);

/** An address as it is stored and looked for. */
export function foldEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** A name as it is stored. */
export function cleanName(typed: string): string {
  return typed.trim().replace(/ {2,}/g, ' ');
}

/** What is wrong with a folded address; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Type your e-mail address.';
  if (email.length > EMAIL_LENGTH_MAX)
    return `An e-mail address has at most ${EMAIL_LENGTH_MAX} characters; this one has ${email.length}.`;
  return EMAIL.test(email)
    ? undefined
    : 'This is not an e-mail address we can write to, like name@example.com.';
}

/** What is wrong with a cleaned name; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'Type your name, or your organization’s.';
  if (name.length > NAME_LENGTH_MAX)
    return `A name has at most ${NAME_LENGTH_MAX} characters; this one has ${name.length}.`;
  return CONTROL.test(name) ? 'A name is one line of plain text.' : undefined;
}

/** What is wrong with a new password for the account with this address; undefined when nothing is. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < PASSWORD_LENGTH_MIN)
    return `Use at least ${PASSWORD_LENGTH_MIN} characters. Several words in a row do well.`;
  if (password.length > PASSWORD_LENGTH_MAX) return `Use at most ${PASSWORD_LENGTH_MAX} characters.`;
  const folded = password.toLowerCase();
  if (folded === email) return 'Use something else than your e-mail address.';
  const isWorst = WORST.has(folded) || new Set(folded).size === 1;
  return isWorst ? 'This is one of the first passwords that anybody would try. Use another one.' : undefined;
}

/** The fields that have a problem; undefined when none has. */
export function fieldErrors(problems: Readonly<Record<string, string | undefined>>): FieldErrors | undefined {
  const errors: Record<string, string> = {};
  for (const [name, problem] of Object.entries(problems)) if (problem !== undefined) errors[name] = problem;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
