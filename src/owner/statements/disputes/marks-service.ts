import { createKnownSet } from '../../../lib/cache/known-set.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { ScorecardMarks } from '../../../registry/vendors/scorecard-marks.ts';
import { listMarkedVendors, listShown, type StoredDispute } from './store.ts';
import { type ShownDispute, withDisputes } from './with-disputes.ts';

/**
 * Marks disputes on scorecards as they are served. The list of vendors with disputes is read at most every `recheckMs`, so an
 * answer may lag by that much; 0 reads it every time. Other vendors' text is sent unparsed.
 */
export function createScorecardMarks(
  ledgerDb: LedgerDb,
  options: { readonly recheckMs: number; readonly now: () => number },
): ScorecardMarks {
  const marked = createKnownSet(() => listMarkedVendors(ledgerDb), options);
  return {
    isUnmarked: (id) => marked.has(id) === false,
    async annotate(id, body, sha256) {
      if (!(await marked.get()).has(id)) return { body, hash: sha256, isMarked: false };
      const disputes = await listShownDisputes(ledgerDb, id);
      return { ...withDisputes(body, sha256, disputes), isMarked: true };
    },
  };
}

/** The marks beside a vendor's rows, one per visit: the newest of several. */
export async function listShownDisputes(ledgerDb: LedgerDb, vendorId: string): Promise<ShownDispute[]> {
  const disputes = await listShown(ledgerDb, vendorId);
  return [...new Map(disputes.map((dispute) => [dispute.visit_id, toShown(dispute)])).values()];
}

function toShown({ visit_id, state, created_at, due_on, category, note }: StoredDispute): ShownDispute {
  return {
    visit_id,
    state: state === 'upheld' ? 'upheld' : 'pending_review',
    since: jurisdictionDay(new Date(created_at)),
    due_on,
    category,
    note: note === '' ? null : note,
  };
}
