import type { Inspection, Scorecard } from '../../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../../lib/stored-json.ts';

/** A violation on record. The inspector's text is included if the regulator's file has it. */
export interface ShownViolation {
  readonly category: number;
  readonly title: string;
  readonly count: number;
  readonly reporting_only: boolean;
  readonly tier?: string | null;
  readonly code?: string | null;
  readonly text?: string | null;
  readonly flags?: readonly string[] | null;
}

export interface ShownInspection extends Omit<Inspection, 'violations'> {
  readonly violations: readonly ShownViolation[];
}

/** The vendor's record as shown on the public page, which is the published scorecard. */
export interface ShownRecord extends Omit<Scorecard, 'inspections'> {
  readonly inspections: readonly ShownInspection[];
}

/** Parses a published record. Does not validate it, because the record was built from typed values. */
export function parseRecord(body: string): ShownRecord {
  return parseStored<ShownRecord>(body);
}

/** An inspection with its callbacks, in the order in which they took place. */
export interface ShownCase {
  readonly caseId: number;
  readonly openedOn: string;
  readonly visits: readonly ShownInspection[];
}

/**
 * Groups a record's visits by case. Visits must be sorted with the newest first. The most recently opened
 * case comes first.
 */
export function casesOf(inspections: readonly ShownInspection[]): ShownCase[] {
  const byCase = Map.groupBy(inspections, ({ case_id: caseId }) => caseId);
  return [...byCase]
    .map(([caseId, visits]) => {
      const inOrder = visits.toReversed().sort((a, b) => a.visit_number - b.visit_number);
      return { caseId, openedOn: inOrder[0]?.date ?? '', visits: inOrder };
    })
    .sort((a, b) => (a.openedOn === b.openedOn ? b.caseId - a.caseId : a.openedOn < b.openedOn ? 1 : -1));
}
