/** The message for a number whose check character does not match. */
export const MISTYPED_NUMBER =
  'One character in this receipt number is wrong: the last one is calculated from the others, and it doesn’t match. Compare it with the paper.';

/** Returns the URL of the page for a receipt's short number. */
export function receiptAddress(baseUrl: string, number: string): string {
  return `${baseUrl}/v/${number}`;
}
