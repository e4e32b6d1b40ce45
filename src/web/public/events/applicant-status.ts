import type { ApplicantView } from '../../../ledger/applications/application.ts';
import type { ApplicationOutcome, ApplicationStatus } from '../../../ledger/applications/schemas.ts';
import { holdsSpot, isOpen } from '../../../ledger/applications/statuses.ts';

/** Where an application stands, in words for who sent it, and what happens next. */
export const APPLICANT_STATUS: Readonly<Record<ApplicationStatus, { title: string; next: string }>> = {
  submitted: {
    title: 'Your application has arrived',
    next: 'The organizer has not looked at it yet. You get a mail when that changes.',
  },
  under_review: {
    title: 'The organizer is looking at your application',
    next: 'They may write or call you. You get a mail with their answer.',
  },
  waitlisted: {
    title: 'You are on the waitlist',
    next: 'There is no spot for you yet. If one opens, you get a mail.',
  },
  approved: {
    title: 'You have a spot',
    next: 'Please confirm that you will come, so that the organizer can count on you.',
  },
  confirmed: {
    title: 'You are coming',
    next: 'Your spot is confirmed. If anything changes, tell the organizer as soon as you can.',
  },
  declined: {
    title: 'No spot this time',
    next: 'The organizer decided against this application. There is nothing more to do here.',
  },
  withdrawn: {
    title: 'You have withdrawn',
    next: 'The organizer no longer considers this application.',
  },
  cancelled: {
    title: 'This application is cancelled',
    next: 'The organizer took back your spot.',
  },
};

/** Where this application stands, of an event that may be over or cancelled. */
export function describeStatus({ application, event, is_over }: ApplicantView): {
  readonly title: string;
  readonly next: string;
} {
  const { status, outcome } = application;
  if (status === 'cancelled' && event.status === 'Cancelled')
    return {
      title: 'The event is cancelled',
      next: 'The organizer called it off, and your application with it. Please do not come.',
    };
  if (!is_over || !isOpen(status)) return APPLICANT_STATUS[status];
  const title = 'The event is over';
  if (!holdsSpot(status)) return { title, next: 'You had no spot. There is nothing more to do here.' };
  const recorded =
    outcome === null
      ? 'The organizer has recorded nothing about it.'
      : `The organizer recorded: ${OUTCOMES[outcome]}.`;
  return { title, next: `You had a spot. ${recorded}` };
}

const OUTCOMES: Readonly<Record<ApplicationOutcome, string>> = {
  attended: 'you came',
  late: 'you came late',
  left_early: 'you left early',
  no_show: 'you did not come',
  cancelled_by_vendor: 'you called it off',
  cancelled_by_organizer: 'they called it off',
};
