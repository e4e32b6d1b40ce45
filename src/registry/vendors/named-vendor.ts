import { AppError } from '../../http/errors.ts';
import { describeDay, type IsoDate } from '../../lib/dates.ts';
import { completeNumber, parseLicenseNumber } from '../licenses/number.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { PublishedFacts } from './decision-facts.ts';

/** Which vendor a caller names (contract 2.2), and every answer where that is not one. */

/** Of the vendors with these digits, those that the letters before them can mean. */
export function chooseMatches<Match extends { readonly licenseType: string }>(
  number: string,
  matches: readonly Match[],
): Match[] {
  const { licenseType: type, isOther = false } = parseLicenseNumber(number) ?? {};
  return matches.filter((match) => !isOther && (type === undefined || match.licenseType === type));
}

/** "ABC123 and DEF123" */
export function joinNumbers(facts: readonly PublishedFacts[]): string {
  return facts
    .map(({ vendor, license_type: type }) => completeNumber(vendor.license.number, type))
    .join(' and ');
}

export function namesNobody(): AppError {
  return new AppError('missing_parameter', 'Give "license_number" or "vendor_id" to name the vendor.', {
    parameter: 'license_number',
    forPeople: 'Type the vendor’s license number.',
  });
}

export function hasNoDigits(): AppError {
  return new AppError(
    'invalid_parameter',
    `The parameter "license_number" has no digit in it. Accepted: a license number in any spelling, such as ${letters}-${digits} or ${digits}.`,
    {
      parameter: 'license_number',
      forPeople: `This license number has no digits in it. Type its digits, such as ${digits}.`,
    },
  );
}

export function namesTwoVendors(): AppError {
  return new AppError(
    'conflicting_identifiers',
    '"license_number" and "vendor_id" name two different vendors.',
    {
      parameter: 'vendor_id',
      forPeople: 'This address names two different vendors. Search for the one you mean.',
    },
  );
}

/** `day` is the newest of the files in use. */
export function numberNotOnRecord(number: string, day: IsoDate): AppError {
  const message = `No food truck or caterer with the number "${number.slice(0, 40)}" is in the files read here, up to ${describeDay(day)}. That does not mean that it has no license: look it up at ${REGULATOR.pages.licensing.url}`;
  return new AppError('vendor_not_found', message, { parameter: 'license_number' });
}

/** The letters are those of another kind of license; `numbers` are those that have the digits. */
export function hasOtherLetters(number: string, numbers: string): AppError {
  return new AppError(
    'vendor_not_found',
    `No food truck or caterer has the number "${number.slice(0, 40)}". The same digits are those of ${numbers}.`,
    { parameter: 'license_number' },
  );
}

export function isAmbiguous(numbers: string): AppError {
  return new AppError(
    'ambiguous_license',
    `These digits are those of two licenses, ${numbers}. Give the number with its letters.`,
    { parameter: 'license_number' },
  );
}

export function unknownVendor(id: string, day: IsoDate, parameter: string): AppError {
  const message = `No vendor has the id "${id.slice(0, 60)}" in the regulator's files up to ${describeDay(day)}.`;
  return new AppError('vendor_not_found', message, { parameter });
}

const { letters, digits } = REGULATOR.licenses.example;
