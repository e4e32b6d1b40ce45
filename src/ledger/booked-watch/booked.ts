import type { DecisionResult } from '../../decisions/decision/schemas.ts';
import type { Change } from '../monitoring/changes.ts';
import { compareStates } from '../monitoring/changes.ts';
import { toVanishedState, type WatchedState } from '../monitoring/watched-state.ts';

/** What is watched of a vendor with a spot, and which changes an organizer must hear of at once. Pure. */

/** Not on record, or not one vendor: unknown, never clean. */
export type BookedVerdict = DecisionResult['verdict'] | 'unknown';

export interface SeenState {
  readonly verdict: BookedVerdict;
  /** The sentences behind it. */
  readonly reasons: readonly string[];
  /** Null while no whole record was seen. */
  readonly record: WatchedState | null;
  /** What a filed decision says of the license, where nothing else was seen. */
  readonly filed?: Pick<WatchedState, 'status' | 'expires_on' | 'hold'>;
}

export interface NoticedChange {
  readonly changes: readonly Change[];
  readonly grave: boolean;
}

const VERDICT_LABEL = 'Verdict for the event';

/** What differs, the verdict first; empty when there is nothing to tell. Our score and rules alone are nothing to tell. */
export function compareSeen(before: SeenState, after: SeenState): Change[] {
  const verdict: Change[] =
    before.verdict === after.verdict
      ? []
      : [{ kind: 'ours', label: VERDICT_LABEL, from: words(before.verdict), to: words(after.verdict) }];
  const known = recordBefore(before, after);
  if (known === null) return verdict;
  const record = after.record ?? toVanishedState(known);
  // The verdict for the event stands in place of the recommendation for today, with its grade and score.
  const facts = compareStates(known, record).filter(({ kind }) => kind !== 'ours' && kind !== 'rules');
  return [...verdict, ...facts];
}

/**
 * Grave: the verdict becomes DECLINE, the regulator closes the business, or the license is given up, not renewed, no longer on
 * file, or expires before the event is over when it did not before. `lastDay` is the event's last day.
 */
export function isGrave(before: SeenState, after: SeenState, lastDay: string): boolean {
  if (after.verdict === 'DECLINE' && before.verdict !== 'DECLINE') return true;
  const past = recordBefore(before, after);
  if (past === null) return false;
  const record = after.record ?? toVanishedState(past);
  const known = new Set(past.hold.map(({ code }) => code));
  if (record.hold.some(({ code }) => !known.has(code))) return true;
  if (record.status !== past.status && LOST.has(record.status)) return true;
  const endsBefore = ({ expires_on }: WatchedState) => expires_on !== null && expires_on < lastDay;
  return endsBefore(record) && !endsBefore(past);
}

/** The record as it was known; where a filed decision is all, what it does not tell counts as unchanged. */
function recordBefore({ record, filed }: SeenState, after: SeenState): WatchedState | null {
  return record ?? (filed && after.record ? { ...after.record, ...filed } : null);
}

/** What is kept as seen: a record that vanished stays as it was known, without its license. */
export function toSeen(before: SeenState | null, after: SeenState): SeenState {
  if (after.record !== null || !before || before.record === null) return after;
  return { ...after, record: toVanishedState(before.record) };
}

export function parseSeen(text: string): SeenState {
  return JSON.parse(text) as SeenState;
}

function words(verdict: BookedVerdict): string {
  return verdict === 'unknown' ? 'not on record' : verdict;
}

const LOST: ReadonlySet<string> = new Set(['delinquent', 'relinquished', 'not_on_file']);
