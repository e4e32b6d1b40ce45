/**
 * Reads a receipt as people paste it: in a link to the verify page, in quotes, or out of an email that wrapped, quoted or encoded
 * it. It drops only what email programs add; every other character stays, and makes the receipt malformed.
 */
export function receiptIn(pasted: string): string {
  const text = pasted
    // Ends of lines in quoted-printable, and marks of quoted lines.
    .replace(/=[ \t]*(?=[\r\n]|$)/g, '')
    .replace(/^[ \t>|]+/gm, '')
    // Blanks, line breaks, and characters that are not seen, such as a zero-width space.
    .replace(/[\s\p{Cf}]+/gu, '');
  const linked = /[?&]receipt=([\w-]*)/.exec(text)?.[1];
  return linked ?? text.replace(/^["'“”‘’«<`(]+|(?<!["'“”‘’»>`),.;])["'“”‘’»>`),.;]+$/g, '');
}
