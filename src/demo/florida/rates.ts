/**
 * The frequencies in the demo data. They were counted in the regulator's public extracts.
 *
 * - [I] inspections of District 6, fiscal years 2015-16 to 2017-18, license types 2013 and 2014 (1,889 visits,
 *   1,491 cases, 642 vendors);
 * - [A] the same with all food types (27,495 visits);
 * - [L] licenses of Districts 5 and 6, June 2025 (2,316 mobile, 183 caterers), 6 again in July 2025.
 */
import type { DemoInspectionType } from './demo-vendor.ts';

/** Statewide, July 2025, six districts: 1,245 of 10,071 are caterers; 419 of 8,826 are hot dog carts. */
export const CATERER_SHARE = 0.13;
export const HOT_DOG_SHARE_OF_MOBILE = 0.045;

/**
 * [I] 55 % of vendors first appear with a Food-Licensing Inspection, which means that they opened during the
 * window.
 */
export const NEWCOMER_SHARE = 0.55;
/** [I][L] 17 % of the vendors inspected in a fiscal year are no longer in the license file a year later. */
export const YEARS_UNTIL_DEPARTURE = 5.4;
/** [L] 10 of 2,316 are licensed but have never been inspected. */
export const NEVER_INSPECTED_SHARE = 0.005;
/** [L] 59 of 2,316 mobile licenses are in a different county from the one in their number. */
export const MOVED_COUNTY_SHARE = 0.025;
/** [L] 24 % (District 6) to 39 % (District 5) share an address; the busiest commissary has 82 vendors. */
export const COMMISSARY_SHARE = 0.3;
/** [L] Risk Level 1 or 2 for mobile vendors; a few caterers have "3 - HSP". */
export const RISK_LEVEL_1_SHARE = 0.62;
export const CATERER_HSP_SHARE = 0.04;
/** Estimated: "a few" mobile licenses have no business name and use the licensee's name. */
export const BLANK_NAME_SHARE = 0.002;
/** Between 0.1 and 1 % of names have a trailing space. */
export const TRAILING_BLANK_SHARE = 0.005;
/** [L] 51 of 183 caterers share their digits with a seating license. */
export const CATERER_TWIN_SHARE = 0.27;

/**
 * [I] The License ID changed 41 times among 642 numbers: 30 changes began with a Food-Licensing Inspection,
 * and 37 came with a new name.
 */
export const OWNER_CHANGE_SHARE = 0.064;
export const OWNER_CHANGE_INSPECTED_SHARE = 0.73;
export const OWNER_CHANGE_RENAMED_SHARE = 0.9;
/**
 * Statewide, July 2025: 26 of 8,407 rows have a former owner's status 45/45, about as many as a few weeks of
 * changes.
 */
export const SUPERSEDED_ROW_DAYS = 25;
/** [I] The name changed under 6 of 684 License IDs, judging by inspections before and after the change. */
export const RENAMED_SHARE = 0.026;

/**
 * Statewide, July 2025: 27 of 8,407 mobile licenses have secondary status 18, and half of those are
 * delinquent.
 */
export const TRANSFER_SHARE = 0.0032;
/** 1 of 8,407 licenses. */
export const RELINQUISHED_SHARE = 0.0002;
/**
 * [L] The delinquent share is 30 % at 24 days past the district's expiry date, 23 % at 36 days, and about 6 %
 * long afterward. Another 2.2 % of rows still have the previous year's expiry date.
 */
export const DELINQUENT_BASE = 0.06;
export const DELINQUENT_EXTRA = 0.47;
export const DELINQUENT_DECAY_DAYS = 35;
export const DELINQUENT_OLD_SHARE = 0.022;

/**
 * The number of days between a vendor's routine inspections, and from licensing to the first one. [I] times
 * 1.15, because a three-year window includes all short gaps but not all long ones.
 */
export const ROUTINE_GAP_DAYS = [23, 126, 172, 218, 270, 316, 366, 414, 466, 601, 870];
export const FIRST_ROUTINE_GAP_DAYS = [64, 153, 204, 252, 301, 348, 393, 436, 484, 593, 870];
/** [I] 38 complaint cases against 642 vendors in three years, with more against the worst vendors. */
export const COMPLAINTS_PER_YEAR = 0.024;
/** [I] 2.4 % of visits take place on weekends, which are 28.6 % of all days. */
export const WEEKEND_KEPT_SHARE = 0.08;
/** [I] 35 of 1,889 visits were not recorded on the handheld device; 22 of them show no violation. */
export const NOT_HANDHELD_SHARE = 0.0185;
export const NOT_HANDHELD_BLANK_SHARE = 0.63;
/**
 * [I] 1 % of visits cite a reporting-only category (45–49), which is counted in the category but not in the
 * total.
 */
export const REPORTING_ONLY_SHARE = 0.009;

/**
 * Lasting differences between vendors, as standard deviations of the logarithm: one shared by all tiers, one
 * for each tier, and one for daily variation. Fitted to [I]: high, intermediate and basic counts of
 * consecutive routine inspections correlate at 0.27, 0.34 and 0.48.
 */
export const QUALITY_SIGMA = 0.74;
export const TIER_SIGMA = 0.47;
export const VISIT_SIGMA = 0.43;

/** [I] The mean high, intermediate and basic counts at the first visit. */
export const MEAN_COUNTS: Record<
  'mobile' | 'caterer',
  Record<DemoInspectionType, readonly [number, number, number]>
> = {
  mobile: {
    'Routine - Food': [0.42, 0.73, 1.01],
    'Food-Licensing Inspection': [0.06, 0.47, 0.7],
    'Complaint Full': [1.24, 1.67, 3.0],
  },
  caterer: {
    'Routine - Food': [0.48, 0.86, 1.52],
    'Food-Licensing Inspection': [0.24, 0.34, 0.66],
    'Complaint Full': [0.9, 1.5, 2.5],
  },
};

/**
 * The additional share of first visits without any violation. With it, 33 % of routine and 52 % of licensing
 * visits have none, as in [I].
 */
export const CLEAN_SHARE: Record<DemoInspectionType, number> = {
  'Routine - Food': 0.1,
  'Food-Licensing Inspection': 0.25,
  'Complaint Full': 0.1,
};
/** The influence of lasting quality. It is lower before opening; vendors with complaints are worse anyway. */
export const QUALITY_WEIGHT: Record<DemoInspectionType, number> = {
  'Routine - Food': 1,
  'Food-Licensing Inspection': 0.5,
  'Complaint Full': 0.3,
};

/**
 * [I], with rare outcomes smoothed using [A]. The shares of first visits that end in a warning, an
 * administrative complaint or an emergency order, by severity points (3 × high + intermediate + basic / 2) up
 * to `maxPoints`.
 */
interface OutcomeBand {
  readonly maxPoints: number;
  readonly warning: number;
  readonly complaint: number;
  readonly emergency: number;
}
export const OUTCOME_BANDS: readonly OutcomeBand[] = [
  { maxPoints: 0, warning: 0.003, complaint: 0, emergency: 0 },
  { maxPoints: 1, warning: 0.15, complaint: 0, emergency: 0 },
  { maxPoints: 2, warning: 0.31, complaint: 0.001, emergency: 0 },
  { maxPoints: 3.5, warning: 0.29, complaint: 0.03, emergency: 0.003 },
  { maxPoints: 6, warning: 0.46, complaint: 0.055, emergency: 0.005 },
  { maxPoints: 10, warning: 0.47, complaint: 0.04, emergency: 0.02 },
  { maxPoints: 20, warning: 0.7, complaint: 0.04, emergency: 0.1 },
  { maxPoints: Number.POSITIVE_INFINITY, warning: 0.63, complaint: 0.05, emergency: 0.3 },
];
/** [I] 16 % of caterers' routine visits ended in a warning, compared with 24 % for mobile vendors. */
export const CATERER_OUTCOME_FACTOR = 0.6;
/** [I] 5 of 391 Food-Licensing Inspections ended in a warning, and none in anything worse. */
export const LICENSING_WARNING_SHARE = 0.025;
/** 4 of the 21,279 first visits in a 2026 file. */
export const DETERMINATION_SHARE = 0.0002;
/** [A] 4 of the 47,191 visits in six files. */
export const ASSIGNED_SHARE = 0.0002;
