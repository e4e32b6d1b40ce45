import type { InboxRow } from '../../ledger/applications/application.ts';
import type {
  ApplicationOutcome,
  ApplicationStatus,
  DepositStatus,
} from '../../ledger/applications/schemas.ts';

/** What the codes of an application are called on pages. */

export const STATUS_NAMES: Readonly<Record<ApplicationStatus, string>> = {
  submitted: 'New',
  under_review: 'Under review',
  waitlisted: 'Waitlisted',
  approved: 'Approved',
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
};

/** What an organizer does by setting a status. */
export const STATUS_ACTIONS: Readonly<Record<ApplicationStatus, { label: string; hint: string }>> = {
  submitted: { label: 'Back to new', hint: 'As if nobody had looked at it yet' },
  under_review: { label: 'Look into it', hint: 'The applicant learns that you are reading it' },
  waitlisted: { label: 'Put on the waitlist', hint: 'Not a yes yet; a spot may open' },
  approved: { label: 'Approve', hint: 'The applicant is asked to confirm' },
  confirmed: { label: 'Confirm the spot', hint: 'You know that they are coming' },
  declined: { label: 'Decline', hint: 'No spot at this event' },
  withdrawn: { label: 'Mark as withdrawn', hint: 'The applicant told you that they will not come' },
  cancelled: { label: 'Cancel the spot', hint: 'Takes back what was agreed' },
};

export const DEPOSIT_NAMES: Readonly<Record<DepositStatus, string>> = {
  not_required: 'None asked for',
  due: 'Due',
  paid: 'Paid',
  failed: 'Payment failed',
  refund_pending: 'Refund on its way',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  forfeited: 'Kept by the organizer',
  waived: 'Waived',
};

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

/** What stands where no vendor, or more than one, is on record: never blank, never clean. */
export const NOT_ON_RECORD = 'Not on record: unknown';
