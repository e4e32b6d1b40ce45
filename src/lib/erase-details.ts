/** The text that replaces a person's details. */

export const ERASED = '(erased)';

const DOMAIN = '@erased.invalid';

/**
 * Returns an email address for an erased person. No email can be delivered to `.invalid` (RFC 2606). Each
 * person gets a different address, because open applications are distinguished by email address.
 */
export function erasedAddress(id: string): string {
  return `erased-${id}${DOMAIN}`;
}

export function isErasedAddress(address: string): boolean {
  return address.toLowerCase().endsWith(DOMAIN);
}

/** The SQL pattern that matches erased addresses. */
export const ERASED_PATTERN = `%${DOMAIN}`;

/** Removes these details from a text. Details that are too short to recognize reliably remain in it. */
export function withoutDetails(text: string, details: readonly string[]): string {
  return details
    .filter((detail) => detail.length >= SURE_LENGTH && detail !== ERASED)
    .reduce((rest, detail) => rest.replaceAll(detail, ERASED), text);
}

const SURE_LENGTH = 5;
