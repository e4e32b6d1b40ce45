import type { GradeStatus, Verdict } from '../../judgment/score/recommendation.ts';
import type { Grade } from '../../judgment/score/score-rules.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import type { LicenseKind } from '../../regulator/source/license-vocabulary.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { CUISINES, type CuisineName } from './cuisine-messages.ts';

/** The filters for a search, in addition to words and city. */

/** A letter, or the reason why there is no letter. */
type GradeShown = Grade | Exclude<GradeStatus, 'graded'>;

export const COUNTY_NAMES: readonly string[] = REGULATOR.counties.map(({ name }) => name).sort();
export const LICENSE_KINDS: readonly LicenseKind[] = ['food_truck', 'hot_dog_cart', 'caterer'];
export const GRADES_SHOWN: readonly GradeShown[] = [
  ...(['A', 'B', 'C', 'D', 'F'] as const),
  ...(['hold', 'withheld', 'insufficient_record'] as const),
];
export const VERDICTS_GIVEN: readonly Verdict[] = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'];

/** The filters for a search. A vendor must match every filter that is set. */
export interface VendorFilters {
  readonly county?: string | undefined;
  readonly kind?: LicenseKind | undefined;
  /**
   * The category that we derive from the name. A vendor with an ambiguous name has no category and does not
   * match any choice.
   */
  readonly cuisine?: CuisineName | undefined;
  readonly grade?: GradeShown | undefined;
  /** The decision as of today, without a particular event. */
  readonly verdict?: Verdict | undefined;
}

export type FilterName = keyof VendorFilters;
export const FILTER_NAMES: readonly FilterName[] = ['county', 'kind', 'cuisine', 'grade', 'verdict'];

export const FILTER_VALUES: Readonly<Record<FilterName, readonly string[]>> = {
  county: COUNTY_NAMES,
  kind: LICENSE_KINDS,
  cuisine: CUISINES,
  grade: GRADES_SHOWN,
  verdict: VERDICTS_GIVEN,
};

/**
 * Returns the matching value as spelled in responses: "orange county" gives "Orange", "st johns" gives "St.
 * Johns". Returns undefined if no value matches.
 */
export function findFilterValue(name: FilterName, typed: string): string | undefined {
  const folded = foldForSearch(typed);
  const asked = name === 'county' ? folded.replace(/ county$/, '') : folded;
  return asked === '' ? undefined : FILTER_VALUES[name].find((value) => foldForSearch(value) === asked);
}

export function shownGrade(grade: Grade | null, status: GradeStatus): GradeShown {
  return grade ?? (status === 'graded' ? 'insufficient_record' : status);
}
