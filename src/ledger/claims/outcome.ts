/** What was asked for is not possible now; thrown inside a transaction, so that nothing of it stays. */
export class Refusal extends Error {}

export const CHANGED_MEANWHILE = 'This claim was changed just now. Look at it again, then repeat your step.';
export const OTHER_OWNER =
  'Another account is the verified owner of this license. Its claim must be released first.';
/** One text for another account's claim, a made-up and a malformed id. */
export const NO_SUCH_CLAIM = 'There is no such claim.';

const NOTE_LENGTH_MAX = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A note as it is kept and mailed: plain lines, bounded. */
export function readNote(text: string): string {
  return text
    .slice(0, 4 * NOTE_LENGTH_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim()
    .slice(0, NOTE_LENGTH_MAX);
}
