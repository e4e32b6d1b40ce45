/** An address that an account is told at, as the account sees it: without its secret. */

/** `off`: by its account. `failing`: every attempt failed for five days. `gone`: it answered 410. */
export const WEBHOOK_STATES = ['on', 'off', 'failing', 'gone'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const ATTEMPT_OUTCOMES = [
  ...(['delivered', 'refused', 'redirected', 'gone', 'timeout', 'connection', 'tls'] as const),
  ...(['no_address', 'refused_address', 'unreadable_secret'] as const),
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly state: WebhookState;
  readonly created_at: string;
  /** When the first of the attempts failed that failed in a row; null after a success. */
  readonly failing_since: string | null;
  /** Until when the secret before the last rotation signs too; null when it does not. */
  readonly earlier_secret_until: string | null;
}

/** One that was just made, or got another secret, which can be read only this once. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

export interface WebhookAttempt {
  readonly made_at: string;
  readonly outcome: AttemptOutcome;
  /** Null when there was no answer. */
  readonly status: number | null;
}

/** A message to an endpoint, with what became of it. */
export interface WebhookDelivery {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly state: 'delivered' | 'waiting' | 'given_up';
  /** Null unless it waits. */
  readonly next_attempt_at: string | null;
  /** In their order. */
  readonly attempts: readonly WebhookAttempt[];
}

/** How an answer counts. A redirect is not followed: its target was never judged, nor chosen by the account. */
export function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
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
