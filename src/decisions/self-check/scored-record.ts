import { type Case, toCases } from '../../judgment/score/cases.ts';
import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { formatCategories } from '../../regulator/source/categories.ts';
import type { LicenseKind } from '../../regulator/source/license-vocabulary.ts';

/** The inspections that a self-check uses: the scored cases and their citations. */
export interface ScoredRecord {
  readonly kind: LicenseKind;
  /** Oldest first. */
  readonly cases: readonly Case[];
  /** By visit id. */
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

/** Returns the cases that a published score was calculated from, oldest first. */
export function scoredCases(inspections: readonly Inspection[]): Case[] {
  const own = inspections.filter(({ owner }) => owner === 'current');
  return toCases(
    own.map((visit) => ({
      visitId: visit.visit_id,
      // A scorecard does not include the regulator's owner ID, so all of one owner's inspections share an ID.
      licenseId: 0,
      caseId: visit.case_id,
      visitNumber: visit.visit_number,
      visitedOn: visit.date,
      inspectionType: visit.type,
      disposition: visit.disposition,
      total: visit.counts.total,
      highPriority: visit.counts.high_priority,
      intermediate: visit.counts.intermediate,
      basic: visit.counts.basic,
      categories: formatCategories(visit.violations.map(({ category, count }) => [category, count])),
    })),
  );
}
