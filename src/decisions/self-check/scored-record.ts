import type { Case } from '../../judgment/score/cases.ts';
import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { scoredCases } from '../../records/record/scored-cases.ts';
import type { LicenseKind } from '../../regulator/source/license-vocabulary.ts';

/** The inspections that a self-check knows: the scored cases, and their citations. */
export interface ScoredRecord {
  readonly kind: LicenseKind;
  /** Oldest first. */
  readonly cases: readonly Case[];
  /** By visit. */
  readonly violations: ReadonlyMap<number, Inspection['violations']>;
  readonly asOf: IsoDate;
}

export function toScoredRecord(
  inspections: readonly Inspection[],
  { vendor, as_of: asOf }: Pick<PublishedFacts, 'vendor' | 'as_of'>,
): ScoredRecord {
  return {
    kind: vendor.license.type,
    cases: scoredCases(inspections),
    violations: new Map(inspections.map(({ visit_id, violations }) => [visit_id, violations])),
    asOf,
  };
}
