import type { IssuedReceipt, ReceiptService } from '../receipts/service.ts';
import type { PreparedDecision } from './decision-response.ts';

/** An issued receipt and the time it was issued. */
interface Issued extends IssuedReceipt {
  readonly decidedAt: Date;
}

/** Issues receipts for callers without an account. */
export interface SharedReceipts {
  /**
   * Issues a receipt for each decision, in order. If the same decision was requested earlier today, returns
   * its existing receipt.
   */
  issue(prepared: readonly PreparedDecision[], now: Date): Promise<Issued[]>;
}

/**
 * Shares receipts between callers. Receipts are stored permanently, so anyone could otherwise fill the disk
 * with them. A prepared decision is unique to a record, event type, event days and today. Its receipt is
 * cached as long as the decision is.
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
