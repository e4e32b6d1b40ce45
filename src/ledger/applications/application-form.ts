import type { Checked } from '../../lib/checked.ts';
import { EXAMPLE_NUMBER, parseLicenseNumber } from '../../registry/licenses/number.ts';
import type { LicenseType } from '../../registry/sources/regulator.ts';
import { EMAIL_LENGTH_MAX, emailProblem, foldEmail } from '../accounts/account-input.ts';
import type { ApplicationForm } from './application.ts';
import { readLine } from './typed-text.ts';

/** The fixed fields of every application (contract 2.4), parsed; `answers.ts` reads custom questions. */
export interface ApplicantDetails {
  /** As typed. */
  readonly license_number: string;
  readonly license_digits: string;
  /** When the letters before the digits reveal it. */
  readonly license_type: LicenseType | undefined;
  readonly business_name: string;
  readonly contact_name: string;
  /** Lower case. */
  readonly contact_email: string;
  readonly contact_phone: string;
}

export const FIELD_LENGTHS = {
  license_number: 40,
  business_name: 120,
  contact_name: 100,
  contact_email: EMAIL_LENGTH_MAX,
  contact_phone: 40,
} as const;
type Field = keyof typeof FIELD_LENGTHS;

const NAMES: Readonly<Record<Field, string>> = {
  license_number: 'your license number',
  business_name: 'the name of your business',
  contact_name: 'your name',
  contact_email: 'your e-mail address',
  contact_phone: 'your phone number',
};
const PHONE_DIGITS = { min: 7, max: 15 };

/** Parses the fixed fields; every invalid field gets its sentence. */
export function readApplicationForm(form: ApplicationForm): Checked<ApplicantDetails> {
  const errors: Partial<Record<Field, string>> = {};
  const read = (field: Field, refusalOf: (line: string) => string | undefined = () => undefined): string => {
    const line = readLine(form[field]);
    const refusal = line === undefined ? CONTROL_CHARACTERS : (lengthRefusal(field, line) ?? refusalOf(line));
    if (refusal !== undefined) errors[field] = refusal;
    return line ?? '';
  };
  const license_number = read('license_number', licenseRefusal);
  const license = parseLicenseNumber(license_number);
  const value: ApplicantDetails = {
    license_number,
    license_digits: license?.digits ?? '',
    license_type: license?.licenseType,
    business_name: read('business_name'),
    contact_name: read('contact_name'),
    contact_email: foldEmail(read('contact_email', (line) => emailProblem(foldEmail(line)))),
    contact_phone: read('contact_phone', phoneRefusal),
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value };
}

export const CONTROL_CHARACTERS = 'This holds a character that cannot be used here. Please type it again.';

function lengthRefusal(field: Field, line: string): string | undefined {
  if (line === '') return `Please give ${NAMES[field]}.`;
  const max = FIELD_LENGTHS[field];
  return line.length > max ? `Please use at most ${max} characters; this has ${line.length}.` : undefined;
}

function licenseRefusal(line: string): string | undefined {
  return parseLicenseNumber(line)
    ? undefined
    : `Please give the number as it stands on your license, such as ${EXAMPLE_NUMBER}. It has digits.`;
}

function phoneRefusal(line: string): string | undefined {
  const digits = line.replace(/[^0-9]/g, '').length;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
    ? undefined
    : `Please give a phone number of ${PHONE_DIGITS.min} to ${PHONE_DIGITS.max} digits.`;
}
