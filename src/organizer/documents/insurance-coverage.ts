import type { Checked } from '../../lib/field-errors.ts';
import { readLine } from '../applications/apply/typed-text.ts';

/** Details that the organizer recorded from a certificate of insurance. The last day is stored separately. */
export interface Coverage {
  /** The limit for each occurrence in dollars. Null if not recorded. */
  readonly each_occurrence: number | null;
  /** 1 if the organizer is named as an additional insured, 0 if not, null if not recorded. */
  readonly additional_insured: number | null;
  /** The certificate holder's name. Empty if not recorded. */
  readonly certificate_holder: string;
}

export const NO_COVERAGE: Coverage = {
  each_occurrence: null,
  additional_insured: null,
  certificate_holder: '',
};

export const COVERAGE_FIELDS = ['each_occurrence', 'additional_insured', 'certificate_holder'] as const;
export type CoverageField = (typeof COVERAGE_FIELDS)[number];
export type TypedCoverage = Readonly<Record<CoverageField, string>>;

export const HOLDER_LENGTH_MAX = 120;
const DOLLARS_MAX = 1_000_000_000;

/** Parses the details. All of them are optional, so a certificate can be confirmed without them. */
export function readCoverage(typed: TypedCoverage): Checked<Coverage> {
  const errors: Partial<Record<CoverageField, string>> = {};
  const amount = typed.each_occurrence.trim().replace(/^\$ ?/, '');
  const dollars = /^\d{1,3}(?:,?\d{3})*(?:\.00?)?$/.test(amount)
    ? Number(amount.replaceAll(',', ''))
    : undefined;
  if (amount !== '' && (dollars === undefined || dollars > DOLLARS_MAX))
    errors.each_occurrence =
      'Type the limit in whole dollars, like 1,000,000. Leave it blank if you don’t note it.';
  if (!['', 'yes', 'no'].includes(typed.additional_insured)) errors.additional_insured = 'Choose yes or no.';
  const holder = readLine(typed.certificate_holder);
  if (holder === undefined)
    errors.certificate_holder = 'The name holds a character that cannot be stored. Please type it again.';
  else if (holder.length > HOLDER_LENGTH_MAX)
    errors.certificate_holder = `Please use at most ${HOLDER_LENGTH_MAX} characters for the certificate holder.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      each_occurrence: amount === '' ? null : (dollars ?? null),
      additional_insured: typed.additional_insured === '' ? null : Number(typed.additional_insured === 'yes'),
      certificate_holder: holder ?? '',
    },
  };
}

/** Converts the stored details to form values. */
export function toTypedCoverage(coverage: Coverage): TypedCoverage {
  const { each_occurrence: dollars, additional_insured: insured, certificate_holder } = coverage;
  return {
    each_occurrence: dollars === null ? '' : dollars.toLocaleString('en-US'),
    additional_insured: insured === null ? '' : insured === 1 ? 'yes' : 'no',
    certificate_holder,
  };
}

/** Describes the recorded details in one line. Returns an empty string if there are none. */
export function describeCoverage(coverage: Coverage): string {
  const { each_occurrence: dollars, additional_insured: insured, certificate_holder: holder } = coverage;
  return [
    dollars === null ? '' : `$${dollars.toLocaleString('en-US')} each occurrence`,
    insured === null ? '' : insured === 1 ? 'additional insured' : 'not an additional insured',
    holder === '' ? '' : `holder: ${holder}`,
  ]
    .filter(Boolean)
    .join(', ');
}
