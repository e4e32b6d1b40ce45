import { DEPOSIT_STATUSES, type DepositStatus } from '../schemas.ts';

/**
 * The deposit's status (contract 2.4). The service does not handle payments; the organizer sets the status
 * manually.
 */

/** The status of a new application. */
export function depositOnSubmission(event: { readonly deposit_cents: number | null }): DepositStatus {
  return event.deposit_cents !== null && event.deposit_cents > 0 ? 'due' : 'not_required';
}

/** Parses the deposit status submitted with a form. */
export function readDepositStatus(text: string): DepositStatus | undefined {
  return DEPOSIT_STATUSES.find((status) => status === text);
}
