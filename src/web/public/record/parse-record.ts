import type { Inspection, Scorecard } from '../../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../../lib/stored-json.ts';

/** A violation in a record. The inspector's text is present if the regulator's file has it. */
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

/** The vendor's record as the public page shows it: the published scorecard. */
export interface ShownRecord extends Omit<Scorecard, 'inspections'> {
  readonly inspections: readonly ShownInspection[];
}

/** Parses a published record without validation, since it was built from typed values. */
export function parseRecord(body: string): ShownRecord {
  return parseStored<ShownRecord>(body);
}

/** An inspection with its callbacks, in the order of the visits. */
export interface ShownCase {
  readonly caseId: number;
  readonly openedOn: string;
  readonly visits: readonly ShownInspection[];
}

/** Groups a record's visits, which are newest first, by case. The most recently opened case comes first. */
export function casesOf(inspections: readonly ShownInspection[]): ShownCase[] {
  const byCase = Map.groupBy(inspections, ({ case_id: caseId }) => caseId);
  return [...byCase]
    .map(([caseId, visits]) => {
      const inOrder = visits.toReversed().sort((a, b) => a.visit_number - b.visit_number);
      return { caseId, openedOn: inOrder[0]?.date ?? '', visits: inOrder };
    })
    .sort((a, b) => (a.openedOn === b.openedOn ? b.caseId - a.caseId : a.openedOn < b.openedOn ? 1 : -1));
}
