import type { AttemptOutcome, WebhookState } from './schemas.ts';

/** Interprets answers and stored rows of webhook endpoints. Pure. */

/**
 * The limit on tests and replays of one account, because each sends a request to an address that someone
 * outside chose.
 */
export function sendingLimit(perMinute: number) {
  return { name: 'webhook-sends', perMinute };
}

/**
 * Classifies an answer. A redirect is not followed: its target was neither checked nor chosen by the account.
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

/** Returns until when the secret before the last rotation also signs; null if it no longer does. */
export function overlapEnd(
  { earlier_secret_until: until }: { readonly earlier_secret_until: string | null },
  now: Date,
): string | null {
  return until !== null && until > now.toISOString() ? until : null;
}

/** The database types it as text; only listed values are ever written. */
export function asState(text: string): WebhookState {
  return text as WebhookState;
}

/** Only listed values are ever written here, too. */
export function asOutcome(text: string): AttemptOutcome {
  return text as AttemptOutcome;
}
