/**
 * How many applications one event takes from one applicant; its total is a rule of events. Address and license number are
 * only typed and identify nobody, so these bounds stop one person from filling an inbox and still fit owners of several
 * trucks.
 */

/** With the same e-mail address, in any status. */
const OF_CONTACT_MAX = 10;
/** With the same license digits and still open: declining one makes room. */
const OF_LICENSE_MAX = 10;

export interface SameApplicant {
  /** Applications to the event with the same e-mail address, this one included. */
  readonly ofContact: number;
  /** Open applications to the event with the same license digits, this one included. */
  readonly ofLicense: number;
}

/** What is wrong with an application that was just counted, by field; undefined when nothing is. */
export function refuseTooMany({ ofContact, ofLicense }: SameApplicant): Record<string, string> | undefined {
  if (ofContact > OF_CONTACT_MAX)
    return {
      contact_email: `${OF_CONTACT_MAX} applications to this event came with this e-mail address already, which is the most there can be. Use another address.`,
    };
  if (ofLicense > OF_LICENSE_MAX)
    return {
      license_number: `${OF_LICENSE_MAX} open applications to this event name this license number already, which is the most there can be. Check the number. If it is yours, ask the organizer to decline those that you did not send, then apply again.`,
    };
  return undefined;
}
