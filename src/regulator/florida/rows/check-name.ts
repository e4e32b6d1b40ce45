/**
 * Detects cells that cannot be a name because they contain a number from another column or an address that
 * must not be displayed.
 */

/** Matches a phone number: digits and the characters between them. */
const PHONE = /^[\d\s().+-]{7,}$/;
const PHONE_WORDS = /\b(?:phone|ph|tel|cell|fax|ext|x)\b[.:]?/gi;
/**
 * Matches a ZIP code, or a date that a spreadsheet stored as a number. Shorter numbers can be restaurant
 * names.
 */
const FIVE_DIGITS = /^\d{5}(?:\.0+)?$/;
const LICENSE_NUMBER = /^[A-Z]{3}[ -]?\d{7}$/i;
const DAY = /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}(?:[ T][\d:.]+(?: ?[AP]M)?)?$/i;
const STREET_KINDS =
  'ST|AVE?|BLVD|RD|DR|LN|HWY|CT|PKWY|TERR?|CIR|PL|TRL|PLZ|SQ|WAY|STREET|AVENUE|BOULEVARD|ROAD|DRIVE|LANE|HIGHWAY|COURT|PARKWAY|TERRACE|CIRCLE|PLACE|TRAIL';
const DIRECTION = '(?:N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST)';
const UNIT = '(?:(?:#|STE|SUITE|UNIT|APT|LOT|BLDG|RM)\\.?[ -]?#?[\\w-]+)';
const NUMBERED_ROAD = '(?:(?:US|STATE|COUNTY) )?(?:HWY|HIGHWAY|ROAD|RD|SR|CR|US)[ -]?\\d{1,4}[A-Z]?';
/**
 * Matches a house number followed by words and a kind of street, or by a numbered road. A direction or a unit
 * may follow.
 */
const STREET = new RegExp(
  `^(\\d+)[A-Z]?(?:-\\d+)? (${DIRECTION}\\.? )?(?:(?:[\\w.'-]+ ){1,4}(?:${STREET_KINDS})\\.?|${NUMBERED_ROAD})( ${DIRECTION}\\.?)?( ?,? ${UNIT})?$`,
  'i',
);
const POST_BOX = /^P\.? ?O\.? BOX \d+$/i;
/**
 * The minimum number of digits in the house number of an address that has only a street. With fewer digits it
 * counts as a name, because "11 Maple St" is a restaurant, unless it is the row's own address.
 */
const HOUSE_DIGITS_MIN = 3;

/** The reason a text cannot be a name. */
type NameFlaw = 'malformed' | 'is_address';

/**
 * Returns the reason the text cannot be a name, or undefined if it can. `streets` are the street addresses in
 * the same row.
 */
export function findNameFlaw(
  text: string,
  streets: readonly (string | undefined)[] = [],
): NameFlaw | undefined {
  if (isNumber(text)) return 'malformed';
  return isAddress(text, streets) ? 'is_address' : undefined;
}

function isNumber(text: string): boolean {
  if (!/\d{2}/.test(text)) return false;
  const bare = text.replace(PHONE_WORDS, '').trim();
  return PHONE.test(bare) || FIVE_DIGITS.test(text) || LICENSE_NUMBER.test(text) || DAY.test(text);
}

function isAddress(text: string, streets: readonly (string | undefined)[]): boolean {
  if (POST_BOX.test(text)) return true;
  const [, number = '', before, after, unit] = STREET.exec(text) ?? [];
  if (number === '') return false;
  const isOwn = streets.some((street) => foldStreet(street ?? '') === foldStreet(text));
  return (
    isOwn || number.length >= HOUSE_DIGITS_MIN || [before, after, unit].some((part) => part !== undefined)
  );
}

function foldStreet(street: string): string {
  return street
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, ' ')
    .trim();
}
