/** The message for a number whose check character does not match. */
export const MISTYPED_NUMBER =
  'This receipt number has a wrong character: its last character is calculated from the others, and does not fit. Compare it with the paper.';

/** Returns the URL of the page for a receipt's short number. */
export function receiptAddress(baseUrl: string, number: string): string {
  return `${baseUrl}/v/${number}`;
}
