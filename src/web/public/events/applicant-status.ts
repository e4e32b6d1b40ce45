import type { ApplicationStatus } from '../../../ledger/applications/schemas.ts';

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
    next: 'The event, or your spot at it, was called off.',
  },
};
