import type { Case } from '../../judgment/score/cases.ts';
import type { Citation } from '../../judgment/score/costs.ts';
import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import type { Factor } from './schemas.ts';
import type { ScoredRecord } from './scored-record.ts';

type Violation = Inspection['violations'][number];

interface CitedCategory {
  readonly category: number;
  /** The cases in which the first visit cited this category, oldest first. */
  readonly cited: readonly { readonly single: Case; readonly citations: readonly Citation[] }[];
  /** The inspectors' comments, newest first. */
  readonly quotes: Factor['quotes'];
}

/** Returns every category cited on a first visit in the scored record, by number. */
export function citedCategories(record: ScoredRecord): CitedCategory[] {
  const all = record.cases.flatMap((single) =>
    firstViolations(record, single).map((violation) => ({ single, violation })),
  );
  const byCategory = [...Map.groupBy(all, ({ violation }) => violation.category)];
  return byCategory
    .sort(([a], [b]) => a - b)
    .map(([category, entries]) => ({
      category,
      cited: [...Map.groupBy(entries, ({ single }) => single)].map(([single, own]) => ({
        single,
        citations: own.map(({ violation }) => toCitation(violation)),
      })),
      quotes: entries
        .toReversed()
        .flatMap(({ single, violation: { text } }) => (text ? { text, on: single.openedOn } : [])),
    }));
}

/** Returns the violations at a case's first visit for which the regulator's text is on file. */
export function citedItems(
  record: ScoredRecord,
  single: Case,
): { readonly text: string; readonly tier: Violation['tier'] }[] {
  return firstViolations(record, single).flatMap(({ text, tier }) => (text ? { text, tier } : []));
}

function firstViolations({ violations }: ScoredRecord, { visits }: Case): readonly Violation[] {
  return violations.get(visits[0]?.visitId ?? -1) ?? [];
}

function toCitation({ count, tier }: Violation): Citation {
  return { count, severity: tier === undefined ? undefined : SEVERITIES[tier] };
}

const SEVERITIES = {
  high_priority: 'highPriority',
  intermediate: 'intermediate',
  basic: 'basic',
  unknown: undefined,
} as const;
