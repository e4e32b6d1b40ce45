/**
 * Finds cells that cannot be a name: numbers from another column, or an address that must not be displayed.
 */

/** The digits of a phone number and the characters between them. */
const PHONE = /^[\d\s().+-]{7,}$/;
const PHONE_WORDS = /\b(?:phone|ph|tel|cell|fax|ext|x)\b[.:]?/gi;
/** A ZIP code, or a spreadsheet's date number. Shorter numbers can be names of restaurants. */
const FIVE_DIGITS = /^\d{5}(?:\.0+)?$/;
const LICENSE_NUMBER = /^[A-Z]{3}[ -]?\d{7}$/i;
const DAY = /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}(?:[ T][\d:.]+(?: ?[AP]M)?)?$/i;
const STREET_KINDS =
  'ST|AVE?|BLVD|RD|DR|LN|HWY|CT|PKWY|TERR?|CIR|PL|TRL|PLZ|SQ|WAY|STREET|AVENUE|BOULEVARD|ROAD|DRIVE|LANE|HIGHWAY|COURT|PARKWAY|TERRACE|CIRCLE|PLACE|TRAIL';
const DIRECTION = '(?:N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST)';
const UNIT = '(?:(?:#|STE|SUITE|UNIT|APT|LOT|BLDG|RM)\\.?[ -]?#?[\\w-]+)';
const NUMBERED_ROAD = '(?:(?:US|STATE|COUNTY) )?(?:HWY|HIGHWAY|ROAD|RD|SR|CR|US)[ -]?\\d{1,4}[A-Z]?';
/** A house number, words and a kind of street, or a numbered road. A direction, a unit or nothing follows. */
const STREET = new RegExp(
  `^(\\d+)[A-Z]?(?:-\\d+)? (${DIRECTION}\\.? )?(?:(?:[\\w.'-]+ ){1,4}(?:${STREET_KINDS})\\.?|${NUMBERED_ROAD})( ${DIRECTION}\\.?)?( ?,? ${UNIT})?$`,
  'i',
);
const POST_BOX = /^P\.? ?O\.? BOX \d+$/i;
/**
 * "11 Maple St" is a restaurant: a short number with only a street counts as a name, unless it is the row's
 * own address.
 */
const HOUSE_DIGITS_MIN = 3;

/** The reason why a text cannot be a name. */
type NameFlaw = 'malformed' | 'is_address';

/** Returns the flaw in a text, given the other streets in its row; undefined for a name. */
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
