import { createHash } from 'node:crypto';
import type { DisputeMark } from '../../../judgment/scorecard/schemas.ts';
import { createKnownSet } from '../../../lib/cache/known-set.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { ScorecardMarks } from '../../../records/read/scorecard-marks.ts';
import { listMarkedVendors, listShown, type StoredDispute } from './store.ts';

/** A disputed visit and the mark shown next to it. */
export interface ShownDispute extends DisputeMark {
  readonly visit_id: number;
}

/**
 * Marks disputes on scorecards when they are served. The list of vendors with disputes is fetched at most
 * once per `recheckMs`, so a response may be out of date by that much. With 0, the list is fetched every
 * time. Other vendors' scorecards are sent without being parsed.
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

/** Lists the marks next to a vendor's rows: one per visit, the newest if there are several. */
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

/**
 * Returns a published scorecard with its disputes marked, with its own validator (ETag), so that clients do
 * not keep the unmarked version. Each disputed inspection gets one more field; no number, score or grade
 * changes.
 */
function withDisputes(
  body: string,
  sha256: string,
  disputes: readonly ShownDispute[],
): { readonly body: string; readonly hash: string } {
  if (disputes.length === 0) return { body, hash: sha256 };
  const marks = new Map(disputes.map(({ visit_id, ...mark }) => [visit_id, mark]));
  const scorecard = parseStored<{ inspections: { visit_id: number }[] }>(body);
  const inspections = scorecard.inspections.map((inspection) => {
    const dispute = marks.get(inspection.visit_id);
    return dispute ? { ...inspection, dispute } : inspection;
  });
  const hash = createHash('sha1').update(JSON.stringify(disputes)).digest('base64url');
  return { body: JSON.stringify({ ...scorecard, inspections }), hash: `${sha256}-${hash}` };
}
