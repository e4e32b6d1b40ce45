import type { Language } from '../../../lib/language/language.ts';
import { FORM_ERRORS } from '../messages.ts';

/**
 * Limits how many applications one event takes from one applicant; the event's total is limited elsewhere.
 * Email address and license number are typed by hand and do not prove identity. These limits keep one person
 * from filling an inbox, while allowing for owners of several trucks.
 */

/** The most applications with the same email address, in any status. */
const OF_CONTACT_MAX = 10;
/** The most open applications with the same license digits; declining one makes room. */
const OF_LICENSE_MAX = 10;

export interface SameApplicant {
  /** Applications to the event with the same email address, including this one. */
  readonly ofContact: number;
  /** Open applications to the event with the same license digits, including this one. */
  readonly ofLicense: number;
}

/** Returns the errors of an application that was just counted, by field; undefined if there are none. */
export function refuseTooMany(
  { ofContact, ofLicense }: SameApplicant,
  language: Language = 'en',
): Record<string, string> | undefined {
  const t = FORM_ERRORS[language];
  if (ofContact > OF_CONTACT_MAX) return { contact_email: t.ofContact({ max: OF_CONTACT_MAX }) };
  if (ofLicense > OF_LICENSE_MAX) return { license_number: t.ofLicense({ max: OF_LICENSE_MAX }) };
  return undefined;
}
