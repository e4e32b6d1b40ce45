import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import { compareText } from '../../lib/text/text.ts';

/**
 * The part of an inspection whose changes are reported by the feed of changes and by the watches on a
 * license.
 */
type ReportedVisit = Pick<
  Inspection,
  'case_id' | 'visit_number' | 'date' | 'type' | 'disposition' | 'owner'
> &
  Inspection['counts'] & {
    readonly id: number;
    /** The citations, in a fixed order. */
    readonly violations: readonly ReportedViolation[];
  };

export type ReportedViolation = Omit<Inspection['violations'][number], 'title'>;

export function toReportedVisit(visit: Inspection): ReportedVisit {
  const { total, high_priority, intermediate, basic } = visit.counts;
  const { case_id, visit_number, date, type, disposition, owner } = visit;
  return {
    id: visit.visit_id,
    case_id,
    visit_number,
    date,
    type,
    disposition,
    high_priority,
    total,
    intermediate,
    basic,
    owner,
    violations: visit.violations
      .map(({ title: _, ...each }) => each)
      .sort((a, b) => a.category - b.category || compareText(a.code ?? '', b.code ?? '')),
  };
}
