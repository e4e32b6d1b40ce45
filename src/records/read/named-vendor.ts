import { AppError } from '../../http/errors/errors.ts';
import { inEach, joinWords, type Language } from '../../lib/language/language.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import { isUuid } from '../../lib/text/uuid.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { SnapshotStateTable } from '../../platform/db/schema/schema-snapshot.ts';
import { type DistrictCover, parseCovers } from '../../published-state/covers.ts';
import { completeNumber, parseLicenseNumber } from '../../regulator/licenses/number.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { PublishedFacts } from '../record/decision-facts.ts';
import { NAMED_VENDOR } from './named-vendor-messages.ts';

/**
 * Finds the vendor with a caller's license number (contract 2.2), and creates every response for numbers that
 * do not identify exactly one vendor.
 */

/** Returns the vendors with these digits that the letters before the digits can refer to. */
export function chooseMatches<Match extends { readonly licenseType: string }>(
  number: string,
  matches: readonly Match[],
): Match[] {
  const { licenseType: type, isOther = false } = parseLicenseNumber(number) ?? {};
  return matches.filter((match) => !isOther && (type === undefined || match.licenseType === type));
}

/** Joins license numbers: "ABC123 and DEF123". */
export function joinNumbers(facts: readonly PublishedFacts[]): string {
  return facts
    .map(({ vendor, license_type: type }) => completeNumber(vendor.license.number, type))
    .join(' and ');
}

export function namesNoVendor(): AppError {
  return new AppError('missing_parameter', 'Send "license_number" or "vendor_id" to name the vendor.', {
    parameter: 'license_number',
    forPeople: inEach((language) => NAMED_VENDOR[language].typeNumber),
  });
}

/**
 * Explains why a typed text is not a license number: it has no digits, or its digits cannot belong to one
 * number.
 */
export function isNoNumber(typed: string): AppError {
  return /[0-9]/.test(normalizeText(typed, 'NFKC')) ? hasOtherDigits(typed) : hasNoDigits();
}

function hasOtherDigits(typed: string): AppError {
  return new AppError(
    'invalid_parameter',
    `The parameter "license_number" is "${cutText(typed)}", and its digits do not form one license number. Send only the number, such as ${letters}-${digits} or ${digits}.`,
    {
      parameter: 'license_number',
      forPeople: inEach((language) =>
        NAMED_VENDOR[language].otherDigits({ typed: inQuotes(cutText(typed), language), digits }),
      ),
    },
  );
}

function hasNoDigits(): AppError {
  return new AppError(
    'invalid_parameter',
    `The parameter "license_number" has no digit in it. Accepted: a license number in any spelling, such as ${letters}-${digits} or ${digits}.`,
    {
      parameter: 'license_number',
      forPeople: inEach((language) => NAMED_VENDOR[language].noDigits({ digits })),
    },
  );
}

export function namesTwoVendors(): AppError {
  return new AppError(
    'conflicting_identifiers',
    '"license_number" and "vendor_id" name two different vendors.',
    {
      parameter: 'vendor_id',
      forPeople: inEach((language) => NAMED_VENDOR[language].twoVendors),
    },
  );
}

/**
 * Explains that a number is not on record. `approvedOn` is the day on which the regulator approved a new
 * license with this number that is not in a license file yet.
 */
export function numberNotOnRecord(
  number: string,
  { data_as_of: day, covers }: Pick<SnapshotStateTable, 'data_as_of' | 'covers'>,
  approvedOn?: IsoDate,
): AppError {
  const { digits = '', read = number } = parseLicenseNumber(number) ?? {};
  const isRead = isLicenseFileRead(digits, parseCovers(covers));
  const { url } = REGULATOR.pages.licensing;
  const forPeople = inEach((language) => {
    const t = NAMED_VENDOR[language];
    const quoted = inQuotes(cutText(read), language);
    if (approvedOn !== undefined)
      return t.newLicense({ number: quoted, day: describeDay(approvedOn, language), url });
    if (!isRead) return t.notRead({ number: quoted, url });
    return t.notOnRecord({ number: quoted, day: describeDay(day, language), url });
  });
  return new AppError('vendor_not_found', forPeople.en, { parameter: 'license_number', forPeople });
}

/**
 * Explains that the letters belong to another kind of license. `numbers` are the license numbers with these
 * digits.
 */
export function hasOtherLetters(number: string, numbers: string): AppError {
  const forPeople = inEach((language) =>
    NAMED_VENDOR[language].otherLetters({
      number: inQuotes(cutText(parseLicenseNumber(number)?.read ?? number), language),
      numbers: inWords(numbers, language),
    }),
  );
  return new AppError('vendor_not_found', forPeople.en, { parameter: 'license_number', forPeople });
}

export function isAmbiguous(numbers: string): AppError {
  const forPeople = inEach((language) =>
    NAMED_VENDOR[language].ambiguous({ numbers: inWords(numbers, language) }),
  );
  return new AppError('ambiguous_license', forPeople.en, { parameter: 'license_number', forPeople });
}

export function unknownVendor(id: string, day: IsoDate, parameter: string): AppError {
  const none = `No vendor has the id "${cutText(id)}" in the regulator's files up to ${describeDay(day)}.`;
  const message = isUuid(id)
    ? none
    : `${none} An id is a UUID; GET /api/vendors?q= finds it by license number.`;
  const forPeople = inEach((language) =>
    NAMED_VENDOR[language].unknownId({
      id: inQuotes(cutText(id), language),
      day: describeDay(day, language),
    }),
  );
  return new AppError('vendor_not_found', message, { parameter, forPeople: { ...forPeople, en: none } });
}

/** English texts are part of the API, which has always used straight quotes. */
function inQuotes(typed: string, language: Language): string {
  return language === 'en' ? `"${typed}"` : `“${typed}”`;
}

/** Translates the result of {@link joinNumbers}. */
function inWords(numbers: string, language: Language): string {
  return language === 'en' ? numbers : joinWords(numbers.split(' and '), language);
}

const { letters, digits } = REGULATOR.licenses.example;

/**
 * Returns true if the license file that should contain the number was read. That is the file for the district
 * that issued the license. If the district is unknown, any license file counts.
 */
export function isLicenseFileRead(digits: string, covers: readonly DistrictCover[]): boolean {
  const district = REGULATOR.findCounty(digits.slice(0, 2))?.district;
  return covers.some(
    (cover) => cover.licenses_to !== null && (district === undefined || cover.district === district),
  );
}
