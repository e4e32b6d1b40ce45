/** The JSON Schema pattern of a UUID in either case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const UUID = new RegExp(UUID_PATTERN);

/** Returns true for a UUID in its stored form, which is lowercase. */
export function isUuid(text: string): boolean {
  return asUuid(text) === text;
}

/** Returns a UUID in its stored form, or undefined for any other text. */
export function asUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}
