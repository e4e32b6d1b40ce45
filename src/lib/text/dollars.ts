/** Formats US cents as dollars, in English and in Spanish: $1,234, or $1,234.50 if there are cents. */
export function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
