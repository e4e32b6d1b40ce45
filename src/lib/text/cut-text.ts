/** The maximum number of characters from a caller's text that a response or page repeats. */
const SHOWN_MAX = 80;

/** Truncates text that is repeated to its sender. Text of more than 80 characters ends with "…". */
export function cutText(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN_MAX + 2)];
  return characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join('')}…` : text;
}
