import type { Language } from '../../../lib/language/language.ts';
import { FORM_ERRORS } from '../messages.ts';

/**
 * Limits how many applications one event takes from one applicant; its total is a rule of events. Address and
 * license number are only typed and identify no one. So these limits stop one person from filling an inbox,
 * and still fit owners of several trucks.
 */

/** With the same email address, in any status. */
const OF_CONTACT_MAX = 10;
/** With the same license digits and still open: declining one makes room. */
const OF_LICENSE_MAX = 10;

export interface SameApplicant {
  /** Applications to the event with the same email address, including this one. */
  readonly ofContact: number;
  /** Open applications to the event with the same license digits, this one included. */
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
