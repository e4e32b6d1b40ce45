import type { Language } from '../../../lib/language/language.ts';
import { FORM_ERRORS } from '../messages.ts';

/**
 * Limits how many applications one applicant can send to one event. The event's total has its own limit
 * elsewhere. An applicant can type any email address and license number, so neither proves identity. These
 * limits prevent one person from filling an inbox, but still allow owners of several trucks to apply.
 */

/** The maximum number of applications with the same email address, in any status. */
const OF_CONTACT_MAX = 10;
/**
 * The maximum number of open applications with the same license digits. Declining one makes room for another.
 */
const OF_LICENSE_MAX = 10;

export interface SameApplicant {
  /** The number of applications to the event with the same email address, including this one. */
  readonly ofContact: number;
  /** The number of open applications to the event with the same license digits, including this one. */
  readonly ofLicense: number;
}

/**
 * Returns errors by field name for an application that exceeds a limit. Returns undefined if it is within the
 * limits.
 */
export function refuseTooMany(
  { ofContact, ofLicense }: SameApplicant,
  language: Language = 'en',
): Record<string, string> | undefined {
  const t = FORM_ERRORS[language];
  if (ofContact > OF_CONTACT_MAX) return { contact_email: t.ofContact({ max: OF_CONTACT_MAX }) };
  if (ofLicense > OF_LICENSE_MAX) return { license_number: t.ofLicense({ max: OF_LICENSE_MAX }) };
  return undefined;
}
