import type { ApplicantView } from '../../../ledger/applications/application.ts';
import { holdsSpot, isOpen } from '../../../ledger/applications/statuses.ts';
import type { Language } from '../../../lib/language.ts';
import { APPLICANT, RECORDED_OUTCOMES, STATUS_STEPS, STATUS_TITLES } from './applicant-messages.ts';

/** Where this application stands, of an event that may be over or cancelled, and what happens next. */
export function describeStatus(
  { application, event, is_over }: ApplicantView,
  language: Language,
): {
  readonly title: string;
  readonly next: string;
} {
  const t = APPLICANT[language];
  const { status, outcome } = application;
  if (status === 'cancelled' && event.status === 'Cancelled')
    return { title: t.eventCancelled, next: t.calledOff };
  if (!is_over || !isOpen(status))
    return { title: STATUS_TITLES[language][status], next: STATUS_STEPS[language][status] };
  return {
    title: t.eventOver,
    next: holdsSpot(status) ? RECORDED_OUTCOMES[language][outcome ?? 'nothing'] : t.hadNoSpot,
  };
}
