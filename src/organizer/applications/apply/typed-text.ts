import { oneLine, someLines } from '../../../lib/text/clean-typed-text.ts';
import { MESSAGE_LENGTH_MAX } from '../notices/mail-texts.ts';

/**
 * Text that a stranger typed into an application. Control characters and direction marks are rejected rather
 * than removed, so that the stored text is what the person meant.
 */
const UNTYPABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

/** Reads one trimmed line: empty if nothing is visible, undefined if it is rejected. */
export function readLine(text: string): string | undefined {
  return UNTYPABLE.test(text.trim()) ? undefined : oneLine(text);
}

/** Reads several lines by the same rules; line breaks are preserved. */
export function readLines(text: string): string | undefined {
  return UNTYPABLE.test(text.replace(/[\r\n\t]/g, ' ')) ? undefined : someLines(text).trim();
}

/** Reads a message to applicants, empty for none, or returns what is wrong with it. */
export function readMessage(text: string): { readonly message: string } | { readonly refusal: string } {
  const message = readLines(text);
  if (message === undefined)
    return { refusal: 'The message holds a character that cannot be sent. Please type it again.' };
  if (message.length > MESSAGE_LENGTH_MAX)
    return {
      refusal: `Please use at most ${MESSAGE_LENGTH_MAX.toLocaleString('en-US')} characters for the message.`,
    };
  return { message };
}

/** Reads a note for the team, empty for none, or returns what is wrong with it. */
export function readNote(text: string): { readonly note: string } | { readonly refusal: string } {
  const note = readLines(text);
  if (note === undefined)
    return { refusal: 'The note holds a character that cannot be kept. Please type it again.' };
  if (note.length > NOTE_LENGTH_MAX)
    return {
      refusal: `Please use at most ${NOTE_LENGTH_MAX.toLocaleString('en-US')} characters for the note.`,
    };
  return { note };
}

export const NOTE_LENGTH_MAX = 2_000;
