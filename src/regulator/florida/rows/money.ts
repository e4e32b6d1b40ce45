const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** Ten million dollars. A longer row of digits is a phone number or another column's value. */
const CENTS_MAX = 1_000_000_000;

/**
 * Returns the cents of an amount in US dollars: "$1,234.00", "1234", "1,234.5". Returns undefined for
 * anything else, including negative and blank amounts: a blank does not mean that nothing was due.
 */
export function parseCents(text: string): number | undefined {
  const [, dollars, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (dollars === undefined) return undefined;
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return amount <= CENTS_MAX ? amount : undefined;
}
