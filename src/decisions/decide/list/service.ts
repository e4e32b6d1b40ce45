import { AppError } from '../../../http/errors/errors.ts';
import type { EventDays } from '../../../judgment/policy/policy.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import { createSlice, mapInSlices } from '../../../platform/yield-event-loop.ts';
import { identifyVendors, type VendorIdentifiers } from '../../../search/find/identify-service.ts';
import type { IssuedReceipt } from '../../receipts/service.ts';
import type { PreparedDecision } from '../decision-response.ts';
import { checkIdentifiers } from '../identifiers.ts';
import type { EventType } from '../schemas.ts';
import type { DecisionContext, MadeDecision } from '../service.ts';

/** A decision with its receipt, or the error that explains why there is none. */
export type ListedOutcome = MadeDecision | AppError;

/**
 * Makes a decision on every vendor in a list, in order. Runs three statements and one commit, regardless of
 * the number of vendors. The errors are the same as for one decision. For an account, each decision gets its
 * own receipt, even for a vendor that is named twice. Other callers get the receipt that was issued today for
 * the same decision.
 */
export async function decideList(
  context: DecisionContext,
  list: readonly VendorIdentifiers[],
  eventType: EventType,
  event: EventDays,
  receiptsFor: 'account' | 'anybody',
): Promise<ListedOutcome[]> {
  const { decided, decidedAt, outcomes } = await prepareList(context, list, eventType, event);
  if (receiptsFor === 'anybody') return outcomes(await context.shared.issue(decided, decidedAt));
  const claims = decided.map((each) => each.claims);
  const issued = await context.receipts.issueAll(claims, decidedAt);
  return outcomes(issued.map((each) => ({ ...each, decidedAt })));
}

type Issued = IssuedReceipt & { readonly decidedAt: Date };

/** A list whose receipts have not been issued yet. */
interface PendingList {
  readonly decidedAt: Date;
  /** The decisions on the vendors that were found. */
  readonly decided: readonly PreparedDecision[];
  /** Takes a receipt for each decision, and returns the outcome for each vendor in the order of the list. */
  readonly outcomes: (issued: readonly Issued[]) => ListedOutcome[];
}

/**
 * Prepares the decisions on a list. {@link decideList} passes the receipts to the `outcomes` function of the
 * result.
 */
export async function prepareList(
  context: DecisionContext,
  list: readonly VendorIdentifiers[],
  eventType: EventType,
  event: EventDays,
): Promise<PendingList> {
  const checked = list.map(checkIdentifiers);
  const askable = checked.flatMap((each) => (each instanceof AppError ? [] : [each]));
  const identified = (await identifyVendors(context.published, askable)).values();
  const decidedAt = context.now();
  const days = { today: jurisdictionDay(decidedAt), event };
  const prepare = (each: (typeof checked)[number]) => {
    const vendor = each instanceof AppError ? each : identified.next().value;
    if (vendor === undefined) throw new Error('fewer vendors than identifiers');
    return vendor instanceof AppError ? vendor : context.prepared.get(vendor, eventType, days);
  };
  const slice = createSlice(() => performance.now());
  const prepared = await mapInSlices(checked, prepare, slice);
  return {
    decidedAt,
    decided: prepared.flatMap((each) => (each instanceof AppError ? [] : each)),
    outcomes: (issued) => {
      const receipts = issued.values();
      return prepared.map((each) => {
        if (each instanceof AppError) return each;
        const receipt = receipts.next().value;
        if (receipt === undefined) throw new Error('fewer receipts than decisions');
        return { prepared: each, ...receipt, baseUrl: context.baseUrl };
      });
    },
  };
}
