import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import { readLines } from '../apply/typed-text.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { holdsSpot } from './statuses.ts';

/** Determines if an organizer must give a reason for a spot that the verdict advises against. */

/**
 * `unknown` means that no single vendor is on record. The organizer has to check the vendor, as for a REVIEW.
 */
export type VerdictOrUnknown = DecisionResult['verdict'] | 'unknown';

/**
 * The verdict and policy version that a spot was given against, and the reason. The applicant never sees
 * this.
 */
export interface AgainstVerdict {
  readonly verdict: VerdictOrUnknown;
  readonly policy_version: string;
  readonly reason: string;
}

export const REASON_LENGTH_MAX = 500;
const REASON_BAD = 'The reason holds a character that cannot be kept. Please type it again.';
const REASON_LONG = `Please use at most ${REASON_LENGTH_MAX} characters for the reason.`;

/** Returns true if a reason is required to give this status to a vendor with this verdict. */
export function asksReason(to: ApplicationStatus, verdict: VerdictOrUnknown): boolean {
  return holdsSpot(to) && (verdict === 'unknown' || verdict === 'REVIEW' || verdict === 'DECLINE');
}

/** Returns the sentence to show if a required reason is missing. */
export function reasonAsked(verdict: VerdictOrUnknown): string {
  const why =
    verdict === 'unknown'
      ? 'No single vendor is on record under this license number'
      : `The verdict is “${verdictGroupText(verdict)}”`;
  return `${why}. Say why you’re approving this vendor anyway.`;
}

/** Returns true if a refusal is about the reason, so that the form shows it at the reason field. */
export function isAboutReason(refusal: string): boolean {
  return (
    refusal === REASON_BAD ||
    refusal === REASON_LONG ||
    (['unknown', 'REVIEW', 'DECLINE'] as const).some((verdict) => refusal === reasonAsked(verdict))
  );
}

/** Parses the reason, which may be empty. Returns an error sentence if it is not acceptable. */
export function readReason(text: string): { readonly reason: string } | { readonly refusal: string } {
  const reason = readLines(text);
  if (reason === undefined) return { refusal: REASON_BAD };
  return reason.length > REASON_LENGTH_MAX ? { refusal: REASON_LONG } : { reason };
}

/**
 * Returns the verdict that the organizer decided against. Returns undefined if no reason is required or none
 * was given.
 */
export function againstVerdict(
  to: ApplicationStatus,
  verdict: VerdictOrUnknown,
  given: { readonly reason: string; readonly policyVersion: string },
): AgainstVerdict | undefined {
  if (!asksReason(to, verdict) || given.reason === '') return undefined;
  return { verdict, policy_version: given.policyVersion, reason: given.reason };
}
