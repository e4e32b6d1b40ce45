import { DEPOSIT_STATUSES, type DepositStatus } from '../schemas.ts';

/** The deposit's status (contract 2.4). No payment passes through this service; the organizer sets the status by hand. */

/** The status of a new application. */
export function depositOnSubmission(event: { readonly deposit_cents: number | null }): DepositStatus {
  return event.deposit_cents !== null && event.deposit_cents > 0 ? 'due' : 'not_required';
}

/** The deposit status that a form names. */
export function readDepositStatus(text: string): DepositStatus | undefined {
  return DEPOSIT_STATUSES.find((status) => status === text);
}
