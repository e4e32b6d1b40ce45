const NOTE_LENGTH_MAX = 1_000;
const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** A note as it is stored and mailed: plain lines, bounded. */
export function readNote(text: string): string {
  return text
    .slice(0, 4 * NOTE_LENGTH_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim()
    .slice(0, NOTE_LENGTH_MAX);
}
