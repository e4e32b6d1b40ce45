import type { EventStatus } from '../../events/schemas.ts';
import { APPLICANT_REFUSALS } from '../messages.ts';
import type { ApplicationStatus } from '../schemas.ts';

/**
 * The possible changes of an application's status, and who may make them; docs/applications.md has the same
 * table. Declined, withdrawn and cancelled are closed; only a declined one can be reopened.
 */
const BY_ORGANIZER: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  submitted: ['under_review', 'waitlisted', 'approved', 'declined'],
  under_review: ['waitlisted', 'approved', 'declined'],
  waitlisted: ['under_review', 'approved', 'declined'],
  approved: ['confirmed', 'waitlisted', 'declined', 'cancelled'],
  confirmed: ['cancelled'],
  declined: ['under_review'],
  withdrawn: [],
  cancelled: [],
};

const BY_APPLICANT: Readonly<Record<'withdrawn' | 'confirmed', readonly ApplicationStatus[]>> = {
  withdrawn: ['submitted', 'under_review', 'waitlisted', 'approved', 'confirmed'],
  confirmed: ['approved'],
};

/** The response to a change based on an outdated status. */
export const CHANGED_MEANWHILE = APPLICANT_REFUSALS.en.changedMeanwhile;

/** The organizer has not yet said yes, no or "on the waitlist". */
export const UNDECIDED_STATUSES = ['submitted', 'under_review'] as const;

export const CLOSED_STATUSES = ['declined', 'withdrawn', 'cancelled'] as const;

type EventEnd = { readonly status: EventStatus; readonly ends_at: string };

/** Lists the statuses that an organizer may set now; none once the event is over or cancelled. */
export function nextStatuses(
  status: ApplicationStatus,
  event: EventEnd,
  now: Date,
): readonly ApplicationStatus[] {
  return isOn(event, now) ? BY_ORGANIZER[status] : [];
}

/** Returns true while statuses can change: from publication until the event ends. */
export function isOn({ status, ends_at }: EventEnd, now: Date): boolean {
  return status === 'Published' && now.getTime() < Date.parse(ends_at);
}

/** Returns true if the applicant may do this now, which requires that the event is on. */
export function applicantMay(
  to: 'withdrawn' | 'confirmed',
  status: ApplicationStatus,
  event: EventEnd,
  now: Date,
): boolean {
  return isOn(event, now) && BY_APPLICANT[to].includes(status);
}

/** Returns true for an approved or confirmed vendor, which takes one of the event's spots. */
export function holdsSpot(status: ApplicationStatus): boolean {
  return status === 'approved' || status === 'confirmed';
}

/** Returns how a status change affects the event's spots. */
export function spotChange(from: ApplicationStatus, to: ApplicationStatus): 'take' | 'free' | 'none' {
  if (holdsSpot(from) === holdsSpot(to)) return 'none';
  return holdsSpot(to) ? 'take' : 'free';
}

export function isOpen(status: ApplicationStatus): boolean {
  return !isClosed(status);
}

/** Takes text, because the database types a status as text. */
export function waitsForDecision(status: string): boolean {
  return UNDECIDED_STATUSES.some((undecided) => undecided === status);
}

function isClosed(status: ApplicationStatus): boolean {
  return CLOSED_STATUSES.some((closed) => closed === status);
}
