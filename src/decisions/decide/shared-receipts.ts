import type { IssuedReceipt, ReceiptService } from '../receipts/service.ts';
import type { PreparedDecision } from './prepare-decision.ts';

/** A receipt that was issued, and when. */
interface Issued extends IssuedReceipt {
  readonly decidedAt: Date;
}

/** Issues receipts for callers without an account. */
export interface SharedReceipts {
  /** One for each decision, in their order. Whoever asks the same again today gets the receipt that exists. */
  issue(prepared: readonly PreparedDecision[], now: Date): Promise<Issued[]>;
}

/**
 * A receipt is kept for good, so anybody could fill the disk with them. A prepared decision is one for a record, kind of event, days
 * of the event and today; its receipt is remembered as long as it is.
 */
export function createSharedReceipts(receipts: Pick<ReceiptService, 'issueAll'>): SharedReceipts {
  const known = new WeakMap<PreparedDecision, Promise<Issued>>();
  return {
    async issue(prepared, decidedAt) {
      const missing = [...new Set(prepared)].filter((each) => !known.has(each));
      if (missing.length > 0) {
        const claims = missing.map((each) => each.claims);
        const issuing = receipts.issueAll(claims, decidedAt);
        for (const [index, each] of missing.entries()) {
          const issued = issuing.then((all) => {
            const receipt = all[index];
            if (receipt === undefined) throw new Error('fewer receipts than decisions');
            return { ...receipt, decidedAt };
          });
          known.set(each, issued);
          issued.catch(() => known.delete(each));
        }
      }
      return Promise.all(prepared.map((each) => known.get(each) ?? Promise.reject(new Error('not issued'))));
    },
  };
}
