import type { Checked } from '../../lib/field-errors.ts';

/** Characters as a reader counts them. */
export const NAME_LENGTH_MAX = 60;

/** Parses the name that an account gives a key: one line of 1 to 60 characters. */
export function parseKeyName(text: string): Checked<string> {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') return refuse('Give the key a name, so that you know it again.');
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return refuse('Use letters, digits and signs only in the name.');
  if ([...name].length > NAME_LENGTH_MAX)
    return refuse(`Use at most ${NAME_LENGTH_MAX} characters for the name.`);
  return { ok: true, value: name };
}

function refuse(text: string): Checked<string> {
  return { ok: false, errors: { name: text } };
}
