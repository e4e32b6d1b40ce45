import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { type ReportedViolation, toReportedVisit } from '../../records/changes/compare-records.ts';
import { type ReportedOrder, toReportedOrder } from '../../records/changes/reported-order.ts';

/**
 * The part of a record that is watched, as stored between runs. Pure. Optional fields were added later.
 * States stored before then do not have them, so they are filled in without a report and compared from then
 * on.
 */
export interface WatchedState {
  readonly name: string;
  readonly aka: string | null;
  /**
   * The license's holder in the license file, which is used only for comparison. Emails never include it.
   * Null if no file lists the license.
   */
  readonly holder: string | null;
  readonly status: Scorecard['license']['status'];
  readonly expires_on: string | null;
  readonly grade: Scorecard['grade'];
  readonly grade_status: Scorecard['grade_status'];
  /** The version of the rules that produced the grade. States stored before this field existed used v1. */
  readonly score_version?: string;
  readonly hold: Scorecard['hold']['reasons'];
  /** Newest first. */
  readonly visits: readonly WatchedVisit[];
  readonly number?: string;
  readonly type?: Scorecard['license']['type'];
  readonly confirmed?: boolean;
  readonly location?: Scorecard['location'];
  readonly service_score?: number | null;
  readonly recommendation?: Scorecard['recommendation']['code'];
  readonly gravest_event?: Scorecard['gravest_event'];
  readonly orders?: readonly ReportedOrder[];
  readonly uncertain?: NonNullable<Scorecard['uncertain_record']>['code'] | null;
  /** The version of the recommendation rules. `record_format` is the version of our file reader. */
  readonly policy_version?: string;
  readonly record_format?: number;
  readonly state_format?: number;
}

export interface WatchedVisit {
  readonly id: number;
  readonly date: string;
  readonly type: string;
  readonly disposition: string;
  /** Null, like `total`, if unknown. */
  readonly high_priority: number | null;
  readonly total: number | null;
  /** True if the visit does not count for the current owner. */
  readonly prior_owner: boolean;
  readonly case_id?: number;
  readonly visit_number?: number;
  readonly intermediate?: number | null;
  readonly basic?: number | null;
  readonly owner?: Scorecard['inspections'][number]['owner'];
  /** The violations in a fixed order. */
  readonly violations?: readonly ReportedViolation[];
}

/** Increase this when states get new fields, so that older stored states are replaced. */
const STATE_FORMAT = 3;

export function toWatchedState(
  scorecard: Scorecard,
  holder: string | null,
  ours: { readonly policyVersion: string; readonly recordFormat: number },
): WatchedState {
  const { name, aka, license, grade, grade_status, score_version, hold, inspections } = scorecard;
  const { city, county, zip, district } = scorecard.location;
  const { gravest_event: gravest } = scorecard;
  return {
    name,
    aka,
    holder,
    status: license.status,
    expires_on: license.expires_on,
    number: license.number,
    type: license.type,
    confirmed: license.confirmed,
    location: { city, county, zip, district },
    grade,
    grade_status,
    score_version,
    service_score: scorecard.service_score,
    recommendation: scorecard.recommendation.code,
    hold: hold.reasons.map(({ code, text, since }) => ({ code, text, since })),
    gravest_event: gravest && { text: gravest.text, date: gravest.date },
    uncertain: scorecard.uncertain_record?.code ?? null,
    orders: scorecard.final_orders.map(toReportedOrder),
    visits: inspections.map(toWatchedVisit),
    policy_version: ours.policyVersion,
    record_format: ours.recordFormat,
    state_format: STATE_FORMAT,
  };
}

function toWatchedVisit(visit: Scorecard['inspections'][number]): WatchedVisit {
  return { ...toReportedVisit(visit), prior_owner: visit.owner !== 'current' };
}

/**
 * Returns true if a stored state has an earlier format (of the state or of our records) and should be
 * replaced.
 */
export function isOutdated(stored: WatchedState, now: WatchedState): boolean {
  return stored.state_format !== now.state_format || stored.record_format !== now.record_format;
}

/**
 * Returns the state of a license that no longer appears in any file or inspection: the last known state
 * without its license.
 */
export function toVanishedState(before: WatchedState): WatchedState {
  return {
    ...before,
    holder: null,
    status: 'not_on_file',
    expires_on: null,
    grade: null,
    grade_status: 'withheld',
  };
}

/** Parses the output of {@link toWatchedState}. */
export function parseWatchedState(text: string): WatchedState {
  return parseStored<WatchedState>(text);
}
