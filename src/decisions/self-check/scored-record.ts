import type { IsoDate } from '../../lib/time/dates.ts';
import type { Case } from '../../registry/scoring/cases.ts';
import type { LicenseKind } from '../../registry/sources/license-vocabulary.ts';
import type { PublishedFacts } from '../../registry/vendors/decision-facts.ts';
import type { Inspection } from '../../registry/vendors/schemas.ts';
import { scoredCases } from '../../registry/vendors/scored-cases.ts';

/** What a self-check knows of the inspections: those that the score was made from, and what was cited at them. */
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
