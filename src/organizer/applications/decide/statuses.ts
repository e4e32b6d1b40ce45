import type { EventStatus } from '../../events/schemas.ts';
import { APPLICANT_REFUSALS } from '../messages.ts';
import type { ApplicationStatus } from '../schemas.ts';

/**
 * Defines how an application's status can change and who may change it. docs/applications.md has the same
 * table. Declined, withdrawn and canceled applications are closed, and only declined ones can be reopened.
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

/** The response to a change that is based on an outdated status. */
export const CHANGED_MEANWHILE = APPLICANT_REFUSALS.en.changedMeanwhile;

/** Statuses that mean the organizer has not approved, declined or waitlisted the application yet. */
export const UNDECIDED_STATUSES = ['submitted', 'under_review'] as const;

export const CLOSED_STATUSES = ['declined', 'withdrawn', 'cancelled'] as const;

type EventEnd = { readonly status: EventStatus; readonly ends_at: string };

/**
 * Lists the statuses that an organizer may set now. There are none if the event is not published or is over.
 */
export function nextStatuses(
  status: ApplicationStatus,
  event: EventEnd,
  now: Date,
): readonly ApplicationStatus[] {
  return isOn(event, now) ? BY_ORGANIZER[status] : [];
}

/** Returns true if statuses can change now. That is possible from publication until the event ends. */
export function isOn({ status, ends_at }: EventEnd, now: Date): boolean {
  return status === 'Published' && now.getTime() < Date.parse(ends_at);
}

/** Returns true if the applicant may make this change now. The event must be published and not over. */
export function applicantMay(
  to: 'withdrawn' | 'confirmed',
  status: ApplicationStatus,
  event: EventEnd,
  now: Date,
): boolean {
  return isOn(event, now) && BY_APPLICANT[to].includes(status);
}

/** Returns true if an application with this status takes one of the event's spots. */
export function holdsSpot(status: ApplicationStatus): boolean {
  return status === 'approved' || status === 'confirmed';
}

/** Returns the effect of a status change on the event's spots. */
export function spotChange(from: ApplicationStatus, to: ApplicationStatus): 'take' | 'free' | 'none' {
  if (holdsSpot(from) === holdsSpot(to)) return 'none';
  return holdsSpot(to) ? 'take' : 'free';
}

export function isOpen(status: ApplicationStatus): boolean {
  return !isClosed(status);
}

/** Returns true if the status is undecided. Takes a string, because the database types statuses as text. */
export function waitsForDecision(status: string): boolean {
  return UNDECIDED_STATUSES.some((undecided) => undecided === status);
}

function isClosed(status: ApplicationStatus): boolean {
  return CLOSED_STATUSES.some((closed) => closed === status);
}
