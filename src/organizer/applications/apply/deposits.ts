import { DEPOSIT_STATUSES, type DepositStatus } from '../schemas.ts';

/**
 * Handles the deposit's status (contract 2.4). The service does not process payments: the organizer sets the
 * status manually.
 */

/** Returns the deposit status of a new application. */
export function depositOnSubmission(event: { readonly deposit_cents: number | null }): DepositStatus {
  return event.deposit_cents !== null && event.deposit_cents > 0 ? 'due' : 'not_required';
}

/** Parses a deposit status from a form. Returns undefined for any other text. */
export function readDepositStatus(text: string): DepositStatus | undefined {
  return DEPOSIT_STATUSES.find((status) => status === text);
}
