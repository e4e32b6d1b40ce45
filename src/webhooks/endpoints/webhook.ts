import type { AttemptOutcome, WebhookState } from './schemas.ts';

/** What follows from an answer and from a stored row of an address that an account is told at. Pure. */

/** Tests and replays of one account: each is a request of ours to an address that somebody else chose. */
export function sendingLimit(perMinute: number) {
  return { name: 'webhook-sends', perMinute };
}

/** How an answer counts. A redirect is not followed: its target was never judged, nor chosen by the account. */
export function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** Whether an endpoint is told of a type of event. */
export function wants(types: string | null, type: string): boolean {
  return types === null || types.split(',').includes(type);
}

/** Until when the secret before the last rotation signs too; null when it does not any more. */
export function overlapEnd(
  { earlier_secret_until: until }: { readonly earlier_secret_until: string | null },
  now: Date,
): string | null {
  return until !== null && until > now.toISOString() ? until : null;
}

/** The database types it as text; only listed ones are ever written. */
export function asState(text: string): WebhookState {
  return text as WebhookState;
}

/** As above. */
export function asOutcome(text: string): AttemptOutcome {
  return text as AttemptOutcome;
}
