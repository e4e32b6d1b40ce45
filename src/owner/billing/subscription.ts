import type { LicenseRef } from '../claims/claim.ts';

/**
 * Determines how a subscription changes when the provider reports its state. That state is always fetched,
 * never taken from an event's snapshot, so the order of events does not matter.
 */

/** `cancel_requested`: ended for us, but not yet at the provider. */
export type SubscriptionState = 'active' | 'past_due' | 'cancel_requested' | 'cancelled';

export interface Subscription extends LicenseRef {
  /** The provider's id. */
  readonly id: string;
  readonly account_id: string;
  readonly provider: 'stripe' | 'test';
  readonly customer_id: string;
  readonly state: SubscriptionState;
  readonly period_ends_at: string | null;
  /** The end of the grace period while a payment is overdue. */
  readonly grace_ends_at: string | null;
  readonly cancel_at_period_end: boolean;
  readonly revision: number;
  readonly created_at: string;
}

/** A subscription's current state at the provider. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** `unpaid_start`: the first payment is still missing, so nothing is delivered. */
  readonly status: 'active' | 'past_due' | 'unpaid_start' | 'ended';
  readonly periodEndsAt: string | null;
  readonly cancelAtPeriodEnd: boolean;
  /**
   * The account and license that this service stored at the provider; undefined for a subscription that is
   * not ours.
   */
  readonly owner: (LicenseRef & { readonly account_id: string }) | undefined;
}

/** The email that the account gets. */
export type Notice = 'started' | 'payment_failed' | 'payment_recovered' | 'ended';

/** The columns that the provider's state determines. */
export type SubscriptionStanding = Pick<
  Subscription,
  'state' | 'period_ends_at' | 'grace_ends_at' | 'cancel_at_period_end'
>;

export const PAYMENT_GRACE_DAYS = 14;
const GRACE_MS = PAYMENT_GRACE_DAYS * 86_400_000;

/** The states in which an account's watch is active, at most until the end of the grace period. */
export const LIVE_STATES = ['active', 'past_due'] as const satisfies readonly SubscriptionState[];

/** Returns the new state of the subscription, or undefined if there is nothing to store. */
export function standingAfter(
  before: Pick<Subscription, 'state' | 'grace_ends_at'> | undefined,
  current: ProviderSubscription,
  now: Date,
): SubscriptionStanding | undefined {
  const state = stateAfter(before?.state, current.status);
  if (state === undefined) return undefined;
  const graceStart = before?.state === 'past_due' ? before.grace_ends_at : null;
  return {
    state,
    period_ends_at: current.periodEndsAt,
    grace_ends_at:
      state === 'past_due' ? (graceStart ?? new Date(now.getTime() + GRACE_MS).toISOString()) : null,
    cancel_at_period_end: current.cancelAtPeriodEnd && state !== 'cancelled',
  };
}

export function isSameStanding(a: SubscriptionStanding | undefined, b: SubscriptionStanding): boolean {
  return (
    a?.state === b.state &&
    a.period_ends_at === b.period_ends_at &&
    a.grace_ends_at === b.grace_ends_at &&
    a.cancel_at_period_end === b.cancel_at_period_end
  );
}

/** Returns the email that announces a change of state, or undefined if there is none. */
export function noticeOf(
  before: SubscriptionState | undefined,
  after: SubscriptionState,
): Notice | undefined {
  if (before === after) return undefined;
  const hadWatch = before === 'active' || before === 'past_due';
  switch (after) {
    case 'active':
      return before === 'past_due' ? 'payment_recovered' : 'started';
    case 'past_due':
      return 'payment_failed';
    case 'cancelled':
      return hadWatch ? 'ended' : undefined;
    case 'cancel_requested':
      return undefined;
  }
}

function stateAfter(
  before: SubscriptionState | undefined,
  status: ProviderSubscription['status'],
): SubscriptionState | undefined {
  // An end is final: the provider never revives a subscription, and we never revive one we ended.
  if (before === 'cancelled' || status === 'ended') return before === undefined ? undefined : 'cancelled';
  if (before === 'cancel_requested') return 'cancel_requested';
  return status === 'unpaid_start' ? before : status;
}
