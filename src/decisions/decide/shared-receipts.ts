import type { IssuedReceipt, ReceiptService } from '../receipts/service.ts';
import type { PreparedDecision } from './prepare-decision.ts';

/** An issued receipt and its time. */
interface Issued extends IssuedReceipt {
  readonly decidedAt: Date;
}

/** Issues receipts for callers without an account. */
export interface SharedReceipts {
  /**
   * Issues one for each decision, in their order. A caller with the same question today gets the existing
   * receipt.
   */
  issue(prepared: readonly PreparedDecision[], now: Date): Promise<Issued[]>;
}

/**
 * A receipt is kept forever, so anyone could fill the disk with them. A prepared decision is unique for a
 * record, kind of event, days of the event and today. Its receipt is cached as long as it is.
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
