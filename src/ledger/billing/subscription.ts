import type { LicenseRef } from '../claims/claim.ts';

/**
 * What becomes of a subscription here when the provider says how it stands there. Pure. A provider's word is always
 * its present state, never an event's snapshot; so the order in which events arrive does not matter.
 */

/** `cancel_requested`: ended for us, and still to be ended at the provider. */
export type SubscriptionState = 'active' | 'past_due' | 'cancel_requested' | 'cancelled';

export interface Subscription extends LicenseRef {
  /** The provider's id. */
  readonly id: string;
  readonly account_id: string;
  readonly provider: 'stripe' | 'test';
  readonly customer_id: string;
  readonly state: SubscriptionState;
  readonly period_ends_at: string | null;
  /** While a payment is missing: until when the watch goes on all the same. */
  readonly grace_ends_at: string | null;
  readonly cancel_at_period_end: boolean;
  readonly revision: number;
  readonly created_at: string;
}

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** `unpaid_start`: its first payment has not come yet, so there is nothing to deliver. */
  readonly status: 'active' | 'past_due' | 'unpaid_start' | 'ended';
  readonly periodEndsAt: string | null;
  readonly cancelAtPeriodEnd: boolean;
  /** Who it is for, as this service wrote it there; undefined for a subscription that is none of ours. */
  readonly owner: (LicenseRef & { readonly account_id: string }) | undefined;
}

/** What the subscription's account is told by mail. */
export type Notice = 'started' | 'payment_failed' | 'payment_recovered' | 'ended';

/** The columns that a provider's word decides about. */
export type SubscriptionStanding = Pick<
  Subscription,
  'state' | 'period_ends_at' | 'grace_ends_at' | 'cancel_at_period_end'
>;

export const GRACE_DAYS = 14;
const GRACE_MS = GRACE_DAYS * 86_400_000;

/** The states in which an account has the watch, at the latest until its grace is over. */
export const LIVE_STATES = ['active', 'past_due'] as const satisfies readonly SubscriptionState[];

/** How it stands after the provider's word; undefined while there is nothing to remember. */
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

/** What a change of state is told with; undefined for nothing. */
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
  // An end is final: the provider never revives a subscription, and what we want ended is not wanted back.
  if (before === 'cancelled' || status === 'ended') return before === undefined ? undefined : 'cancelled';
  if (before === 'cancel_requested') return 'cancel_requested';
  return status === 'unpaid_start' ? before : status;
}
