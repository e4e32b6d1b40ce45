import { createHash } from 'node:crypto';
import { parseStored } from '../../../lib/stored-json.ts';
import type { DisputeMark } from '../../../registry/vendors/schemas.ts';

/** A disputed visit and what is shown beside it. */
export interface ShownDispute extends DisputeMark {
  readonly visit_id: number;
}

/**
 * A published scorecard with its disputes marked, under its own validator so that clients do not keep the unmarked one. Each
 * disputed inspection gets one more field; no number, score or grade changes.
 */
export function withDisputes(
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
