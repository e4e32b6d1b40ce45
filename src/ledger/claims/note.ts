const NOTE_LENGTH_MAX = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A note as it is stored and mailed: plain lines, bounded. */
export function readNote(text: string): string {
  return text
    .slice(0, 4 * NOTE_LENGTH_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim()
    .slice(0, NOTE_LENGTH_MAX);
}
