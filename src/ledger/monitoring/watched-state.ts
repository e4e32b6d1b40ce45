import type { Scorecard } from '../../registry/vendors/schemas.ts';

/** The watched part of a record, as it is stored between runs. Pure. */
export interface WatchedState {
  readonly name: string;
  readonly aka: string | null;
  /** The license's holder as the license file names it; null when no file lists it. */
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
}

export function toWatchedState(scorecard: Scorecard, holder: string | null): WatchedState {
  const { name, aka, license, grade, grade_status, score_version, hold, inspections } = scorecard;
  return {
    name,
    aka,
    holder,
    status: license.status,
    expires_on: license.expires_on,
    grade,
    grade_status,
    score_version,
    hold: hold.reasons.map(({ code, text, since }) => ({ code, text, since })),
    visits: inspections.map((visit) => ({
      id: visit.visit_id,
      date: visit.date,
      type: visit.type,
      disposition: visit.disposition,
      high_priority: visit.counts.high_priority,
      total: visit.counts.total,
      prior_owner: visit.owner !== 'current',
    })),
  };
}

/**
 * The state of a license that is in no file and no inspection anymore, so it has no record: the last known state without its
 * license.
 */
export function toVanishedState(before: WatchedState): WatchedState {
  return {
    ...before,
    ...{ holder: null, status: 'not_on_file', expires_on: null, grade: null, grade_status: 'withheld' },
  };
}

/** Parses the output of {@link toWatchedState}. */
export function parseWatchedState(text: string): WatchedState {
  return JSON.parse(text) as WatchedState;
}
