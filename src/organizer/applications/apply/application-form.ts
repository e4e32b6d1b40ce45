import { EMAIL_LENGTH_MAX, emailProblem, foldEmail } from '../../../accounts/account/account-input.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { EXAMPLE_NUMBER, parseLicenseNumber } from '../../../regulator/licenses/number.ts';
import { asOtherLicense, type OtherLicenseCode } from '../../../regulator/source/other-license.ts';
import type { LicenseType } from '../../../regulator/source/regulator.ts';
import type { ApplicationForm } from '../application.ts';
import { asFoodKind, FOOD_LENGTH_MAX, type FoodKind } from '../inbox/food.ts';
import { FORM_ERRORS, MISSING_FIELDS } from '../messages.ts';
import { readLine } from './typed-text.ts';

/** The parsed fixed fields of every application (contract 2.4). `answers.ts` parses custom questions. */
export interface ApplicantDetails {
  /** The number as the applicant typed it. */
  readonly license_number: string;
  readonly license_digits: string;
  /** Set if the letters before the digits identify the type. */
  readonly license_type: LicenseType | undefined;
  readonly business_name: string;
  readonly contact_name: string;
  /** Always lower case. */
  readonly contact_email: string;
  readonly contact_phone: string;
  /** Empty if the form does not have this field. */
  readonly food_kind: FoodKind | '';
  readonly food: string;
  /** Empty for a mobile vendor's or caterer's license. */
  readonly license_kind: OtherLicenseCode | '';
}

export const FIELD_LENGTHS = {
  license_number: 40,
  business_name: 120,
  contact_name: 100,
  contact_email: EMAIL_LENGTH_MAX,
  contact_phone: 40,
} as const;
type Field = keyof typeof FIELD_LENGTHS;

const PHONE_DIGITS = { min: 7, max: 15 };

/** Parses the fixed fields. Returns an error for each invalid field. */
export function readApplicationForm(
  form: ApplicationForm,
  language: Language = 'en',
): Checked<ApplicantDetails> {
  const t = FORM_ERRORS[language];
  const errors: Partial<Record<Field | 'food_kind' | 'food', string>> = {};
  const read = (field: Field, refusalOf: (line: string) => string | undefined = () => undefined): string => {
    const line = readLine(form[field]);
    const refusal =
      line === undefined ? t.control : (lengthRefusal(field, line, language) ?? refusalOf(line));
    if (refusal !== undefined) errors[field] = refusal;
    return line ?? '';
  };
  const license_kind = asOtherLicense(form.license_kind ?? '') ?? '';
  const isOther = license_kind !== '';
  // A home kitchen has no license, and other types of license can have numbers in any format.
  const license_number = isOther
    ? readOtherNumber(form, language, errors)
    : read('license_number', (line) =>
        parseLicenseNumber(line) ? undefined : t.license({ example: EXAMPLE_NUMBER }),
      );
  const license = isOther ? undefined : parseLicenseNumber(license_number);
  const value: ApplicantDetails = {
    license_number,
    license_digits: license?.digits ?? '',
    license_type: license?.licenseType,
    business_name: read('business_name'),
    contact_name: read('contact_name'),
    contact_email: foldEmail(
      read('contact_email', (line) => (emailProblem(foldEmail(line)) === undefined ? undefined : t.email)),
    ),
    contact_phone: read('contact_phone', (line) => (isPhone(line) ? undefined : t.phone(PHONE_DIGITS))),
    food_kind: asFoodKind(form.food_kind ?? '') ?? '',
    food: readLine(form.food ?? '') ?? '',
    license_kind,
  };
  if (form.food_kind !== undefined && value.food_kind === '') errors.food_kind = t.foodKind;
  if (value.food.length > FOOD_LENGTH_MAX)
    errors.food = t.tooLong({ max: FOOD_LENGTH_MAX, found: value.food.length });
  if (readLine(form.food ?? '') === undefined) errors.food = t.control;
  if (value.food_kind === 'other' && value.food === '') errors.food ??= t.food;
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value };
}

function readOtherNumber(
  form: ApplicationForm,
  language: Language,
  errors: Partial<Record<Field, string>>,
): string {
  const t = FORM_ERRORS[language];
  const line = readLine(form.license_number);
  const max = FIELD_LENGTHS.license_number;
  if (line === undefined) errors.license_number = t.control;
  else if (line.length > max) errors.license_number = t.tooLong({ max, found: line.length });
  return line ?? '';
}

function lengthRefusal(field: Field, line: string, language: Language): string | undefined {
  if (line === '') return MISSING_FIELDS[language][field];
  const max = FIELD_LENGTHS[field];
  return line.length > max ? FORM_ERRORS[language].tooLong({ max, found: line.length }) : undefined;
}

function isPhone(line: string): boolean {
  const digits = line.replace(/[^0-9]/g, '').length;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
