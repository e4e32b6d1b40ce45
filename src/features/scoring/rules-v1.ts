/**
 * Score rules v1, whole: every number that decides a score stands here and in docs/scoring.md. A change of
 * any of them is a new version beside this one. Contract §2.5–2.9; inputs are inspections alone.
 */
export const SCORE_VERSION = 'v1';

/** Points for each citation found at the first visit of a case. */
export const POINTS_PER_CITATION = { highPriority: 3, intermediate: 1, basic: 0.5 } as const;

/** Points for the gravest measure of a case, by the gravity of its disposition (0 met … 6 closed). */
export const POINTS_PER_GRAVITY: readonly number[] = [0, 0, 1, 1, 4, 4, 8];

/** No single case weighs more than this: one disastrous day does not decide everything. */
export const CASE_POINTS_MAX = 20;

/** A case counts half as much for each year that it is older than the newest case. */
export const HALF_LIFE_DAYS = 365;

/** Mean points of a case of Florida food trucks and caterers, and how many such cases are added to every record. */
export const MEAN_POINTS = 2.5;
export const MEAN_CASES = 2;

/** Score points taken off for each point of the weighted mean; 100 is the best. */
export const SCORE_PER_POINT = 8;

/** Lowest score of each letter, best first; below the last it is F. */
export const CUT_OFFS = [
  { grade: 'A', least: 86 },
  { grade: 'B', least: 76 },
  { grade: 'C', least: 64 },
  { grade: 'D', least: 48 },
  { grade: 'F', least: 0 },
] as const;

/** Below this record there is no letter. */
export const MINIMUM_RECORD = {
  /** Cases with a known outcome under the current owner. */
  cases: 2,
  /** Of these, inspections of the running business: a pre-opening inspection shows an empty kitchen. */
  operatingCases: 1,
  /** The newest of them not older than this. */
  monthsSinceNewest: 24,
} as const;

/** The inspection type that is made before a business opens or a new owner takes over. */
export const PRE_OPENING_TYPE = 'Food-Licensing Inspection';
