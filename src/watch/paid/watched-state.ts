import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { type ReportedOrder, toReportedOrder } from '../../records/changes/reported-order.ts';
import { type ReportedViolation, toReportedVisit } from '../../records/changes/reported-visit.ts';

/**
 * The watched part of a record, as it is stored between runs. Pure. Optional fields were added later: a state stored before
 * has none, so they are taken over without a report and compared from then on.
 */
export interface WatchedState {
  readonly name: string;
  readonly aka: string | null;
  /** The license's holder as the license file names it, to be compared; mails never name it. Null when no file lists it. */
  readonly holder: string | null;
  readonly status: Scorecard['license']['status'];
  readonly expires_on: string | null;
  readonly grade: Scorecard['grade'];
  readonly grade_status: Scorecard['grade_status'];
  /** The rules version of the grade; states stored before this field existed are v1. */
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
  /** Of the rules behind the recommendation, and of our reading of the files. */
  readonly policy_version?: string;
  readonly record_format?: number;
  readonly state_format?: number;
}

export interface WatchedVisit {
  readonly id: number;
  readonly date: string;
  readonly type: string;
  readonly disposition: string;
  /** Both null when they are unknown. */
  readonly high_priority: number | null;
  readonly total: number | null;
  /** Whether it does not count for the present owner. */
  readonly prior_owner: boolean;
  readonly case_id?: number;
  readonly visit_number?: number;
  readonly intermediate?: number | null;
  readonly basic?: number | null;
  readonly owner?: Scorecard['inspections'][number]['owner'];
  /** What was cited, in a fixed order. */
  readonly violations?: readonly ReportedViolation[];
}

/** Grows with the fields of a state, so that a stored one is taken anew. */
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

/** Whether a stored state is of an earlier format, of the state or of our records, and should be taken anew. */
export function isOutdated(stored: WatchedState, now: WatchedState): boolean {
  return stored.state_format !== now.state_format || stored.record_format !== now.record_format;
}

/**
 * The state of a license that is in no file and no inspection anymore, so it has no record: the last known state without its
 * license.
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
