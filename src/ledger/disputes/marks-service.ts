import { jurisdictionDay } from '../../lib/dates.ts';
import { createRecheck } from '../../lib/recheck.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { listMarkedVendors, listShown, type StoredDispute } from './store.ts';
import { type ShownDispute, withDisputes } from './with-disputes.ts';

/** Puts a vendor's disputes to its published scorecard. */
export type AnnotateScorecard = (
  id: string,
  body: string,
  sha256: string,
) => Promise<{ readonly body: string; readonly hash: string }>;

/**
 * Marks disputes on scorecards as they are served. Who has any is asked at most every `recheckMs`, for so long after a
 * dispute was opened or closed an answer may be the one before it; 0 asks every time. Every other vendor's text goes
 * out unread.
 */
export function createScorecardMarks(
  ledgerDb: LedgerDb,
  options: { readonly recheckMs: number; readonly now: () => number },
): AnnotateScorecard {
  let marked: Promise<ReadonlySet<string>> | undefined;
  const isDue = createRecheck(options);

  const recheck = (): Promise<ReadonlySet<string>> => {
    const asked = listMarkedVendors(ledgerDb).then((ids) => new Set(ids));
    // A failure is the answer to who asked, and not to who asks later.
    asked.catch(() => {
      if (marked === asked) marked = undefined;
    });
    return asked;
  };

  return async (id, body, sha256) => {
    if (isDue() || !marked) marked = recheck();
    if (!(await marked).has(id)) return { body, hash: sha256 };
    return withDisputes(body, sha256, await listShownDisputes(ledgerDb, id));
  };
}

/** What is marked beside a vendor's rows, one for each visit: of several the newest. */
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
