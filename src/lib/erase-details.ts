/** What stands where a person's details stood. Pure. */

export const ERASED = '(erased)';

const DOMAIN = '@erased.invalid';

/** No mail can be sent to `.invalid` (RFC 2606). Each has another one, since an open application is told apart by its address. */
export function erasedAddress(id: string): string {
  return `erased-${id}${DOMAIN}`;
}

export function isErasedAddress(address: string): boolean {
  return address.toLowerCase().endsWith(DOMAIN);
}

/** For a condition in SQL: addresses that are erased are like this. */
export const ERASED_PATTERN = `%${DOMAIN}`;

/** A text without these; what is too short to be sure of stays. */
export function withoutDetails(text: string, details: readonly string[]): string {
  return details
    .filter((detail) => detail.length >= SURE_LENGTH && detail !== ERASED)
    .reduce((rest, detail) => rest.replaceAll(detail, ERASED), text);
}

const SURE_LENGTH = 5;
