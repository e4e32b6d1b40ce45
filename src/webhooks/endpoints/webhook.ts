import type { AttemptOutcome, WebhookState } from './schemas.ts';

/** Interprets responses from webhook endpoints and their stored rows. Pure. */

/**
 * Limits one account's tests and replays, because each sends a request to an address that an outsider chose.
 */
export function sendingLimit(perMinute: number) {
  return { name: 'webhook-sends', perMinute };
}

/**
 * Classifies a response. A redirect is not followed, because its target was neither checked nor chosen by the
 * account.
 */
export function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** Returns true if an endpoint receives a type of event. */
export function wants(types: string | null, type: string): boolean {
  return types === null || types.split(',').includes(type);
}

/** Returns the time until which the previous secret is also used for signing; null if it no longer is. */
export function overlapEnd(
  { earlier_secret_until: until }: { readonly earlier_secret_until: string | null },
  now: Date,
): string | null {
  return until !== null && until > now.toISOString() ? until : null;
}

/** Narrows the type: the database column is text, but only known states are ever written. */
export function asState(text: string): WebhookState {
  return text as WebhookState;
}

/** Narrows the type: the database column is text, but only known outcomes are ever written. */
export function asOutcome(text: string): AttemptOutcome {
  return text as AttemptOutcome;
}
