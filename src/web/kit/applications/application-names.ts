import type { InboxRow } from '../../../organizer/applications/application.ts';
import type { ApplicationOutcome, ApplicationStatus } from '../../../organizer/applications/schemas.ts';
import { DEPOSITS_NAMED, STATUSES_NAMED } from './application-messages.ts';

/** Names for an application's codes on pages. */

/** English names, for pages that exist only in English. */
export const { en: STATUS_NAMES } = STATUSES_NAMED;

/** The button and hint for each status that an organizer can set. */
export const STATUS_ACTIONS: Readonly<Record<ApplicationStatus, { label: string; hint: string }>> = {
  submitted: { label: 'Back to new', hint: 'As if no one had looked at it yet' },
  under_review: { label: 'Look into it', hint: 'The applicant learns that you are reading it' },
  waitlisted: { label: 'Put on the waitlist', hint: 'Not a yes yet; a spot may open' },
  approved: { label: 'Approve', hint: 'The applicant is asked to confirm' },
  confirmed: { label: 'Confirm the spot', hint: 'You know that they are coming' },
  declined: { label: 'Turn down', hint: 'No spot at this event' },
  withdrawn: { label: 'Mark as withdrawn', hint: 'The applicant told you that they will not come' },
  cancelled: { label: 'Cancel the spot', hint: 'Ends the agreement' },
};

/** English names, for pages that exist only in English. */
export const { en: DEPOSIT_NAMES } = DEPOSITS_NAMED;

export const OUTCOME_NAMES: Readonly<Record<ApplicationOutcome, string>> = {
  attended: 'Came',
  late: 'Came late',
  left_early: 'Left early',
  no_show: 'Did not come',
  cancelled_by_vendor: 'Called off by the vendor',
  cancelled_by_organizer: 'Called off by you',
};

export const TIER_NAMES: Readonly<Record<NonNullable<InboxRow['risk_tier']>, string>> = {
  low: 'low risk',
  moderate: 'moderate risk',
  elevated: 'elevated risk',
  high: 'high risk',
  unknown: 'risk unknown',
};

/** Shown instead of a blank when no single vendor on record matches, so that the row does not look clean. */
export const NOT_ON_RECORD = 'Not on record: unknown';
