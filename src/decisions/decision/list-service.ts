import { AppError } from '../../http/errors.ts';
import { jurisdictionDay } from '../../lib/dates.ts';
import type { RegistryAccess } from '../../platform/db/database.ts';
import { identifyVendors, type VendorIdentifiers } from '../../registry/vendors/identify-service.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';
import { checkIdentifiers } from './identifiers.ts';
import type { EventType } from './schemas.ts';
import type { DecisionContext, MadeDecision } from './service.ts';

/** A decision with its receipt, or why there is none. */
export type ListedOutcome = MadeDecision | AppError;

/**
 * Decides about every vendor of a list, in its order: three statements and one commit, however many. The errors are those of
 * one decision. For an account, each decision gets a receipt of its own, also of a vendor that is named twice; anybody else gets
 * the receipt of the same decision of today.
 */
export async function decideList(
  context: DecisionContext & { readonly registry: RegistryAccess },
  list: readonly VendorIdentifiers[],
  eventType: EventType,
  event: EventDays,
  receiptsFor: 'account' | 'anybody',
): Promise<ListedOutcome[]> {
  const checked = list.map(checkIdentifiers);
  const askable = checked.flatMap((each) => (each instanceof AppError ? [] : [each]));
  const identified = (await identifyVendors(context.registry, askable)).values();
  const decidedAt = context.now();
  const days = { today: jurisdictionDay(decidedAt), event };
  const prepared = checked.map((each) => {
    const vendor = each instanceof AppError ? each : identified.next().value;
    if (vendor === undefined) throw new Error('fewer vendors than identifiers');
    return vendor instanceof AppError ? vendor : context.prepared.get(vendor, eventType, days);
  });
  const decided = prepared.flatMap((each) => (each instanceof AppError ? [] : each));
  const issued =
    receiptsFor === 'anybody'
      ? await context.shared.issue(decided, decidedAt)
      : (
          await context.receipts.issueAll(
            decided.map(({ claims }) => claims),
            decidedAt,
          )
        ).map((each) => ({
          ...each,
          decidedAt,
        }));
  const receipts = issued.values();
  return prepared.map((each) => {
    if (each instanceof AppError) return each;
    const receipt = receipts.next().value;
    if (receipt === undefined) throw new Error('fewer receipts than decisions');
    return { prepared: each, ...receipt, baseUrl: context.baseUrl };
  });
}
