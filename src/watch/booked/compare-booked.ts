import { verdictGroupText } from '../../decisions/decide/decision-words.ts';
import type { DecisionResult } from '../../decisions/decide/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { Change } from '../paid/change.ts';
import { compareStates, hasOtherRules } from '../paid/compare-states.ts';
import { toVanishedState, type WatchedState } from '../paid/watched-state.ts';

/** What is watched of a vendor with a spot, and which changes an organizer must hear of at once. Pure. */

/** Not on record, or not one vendor: unknown, never clean. */
export type BookedVerdict = DecisionResult['verdict'] | 'unknown';

export interface SeenState {
  readonly verdict: BookedVerdict;
  /** The sentences behind it. */
  readonly reasons: readonly string[];
  /** Null while no whole record was seen. */
  readonly record: WatchedState | null;
  /** Whether the record has its license's holder; what was seen before holders were read does not say who it was. */
  readonly holderRead?: boolean;
  /** What a filed decision says of the license, where nothing else was seen. */
  readonly filed?: Pick<WatchedState, 'status' | 'expires_on' | 'hold'>;
}

/** A verdict in words. */
export function bookedVerdictText(verdict: BookedVerdict): string {
  return verdict === 'unknown' ? 'not on record' : verdictGroupText(verdict);
}

export const VERDICT_LABEL = 'Verdict for the event';

/** What differs, the verdict first; empty when there is nothing to tell. Our score and rules alone are nothing to tell. */
export function compareSeen(before: SeenState, after: SeenState): Change[] {
  const verdictOf = (kind: 'ours' | 'rules'): Change[] =>
    before.verdict === after.verdict
      ? []
      : [
          {
            kind,
            label: VERDICT_LABEL,
            from: bookedVerdictText(before.verdict),
            to: bookedVerdictText(after.verdict),
          },
        ];
  const known = recordBefore(before, after);
  if (known === null) return verdictOf('ours');
  const record = withLastHolder(after.record ?? toVanishedState(known), known);
  // The verdict for the event stands in place of the recommendation for today, with its grade and score.
  const facts = compareStates(known, record).filter(({ kind }) => kind !== 'ours' && kind !== 'rules');
  const isByRules = facts.length === 0 && hasOtherRules(known, record);
  return [
    ...verdictOf(isByRules ? 'rules' : 'ours'),
    ...facts.map((each) => (each.kind === 'owner' && each.label === HOLDER ? OTHER_HOLDER : each)),
  ];
}

/**
 * Grave: the verdict becomes DECLINE, the regulator closes the business, or the license is given up, not renewed, no longer on
 * file, has another holder, or expires before the event is over when it did not before. `lastDay` is the event's last day.
 */
export function isGrave(before: SeenState, after: SeenState, lastDay: string): boolean {
  if (after.verdict === 'DECLINE' && before.verdict !== 'DECLINE') return true;
  const past = recordBefore(before, after);
  if (past === null) return false;
  const record = withLastHolder(after.record ?? toVanishedState(past), past);
  if (hasOtherHolder(past, record)) return true;
  const known = new Set(past.hold.map(({ code }) => code));
  if (record.hold.some(({ code }) => !known.has(code))) return true;
  if (record.status !== past.status && LOST.has(record.status)) return true;
  const endsBefore = ({ expires_on }: WatchedState) => expires_on !== null && expires_on < lastDay;
  return endsBefore(record) && !endsBefore(past);
}

/** The record as it was known; what was not seen, or a filed decision does not tell, counts as unchanged. */
function recordBefore({ record, filed, holderRead }: SeenState, after: SeenState): WatchedState | null {
  if (record === null) return filed && after.record ? { ...after.record, ...filed } : null;
  return holderRead ? record : { ...record, holder: after.record?.holder ?? null };
}

/** That a license has dropped off the files is told by its status: it keeps its last holder until a file names one. */
function withLastHolder(record: WatchedState, past: WatchedState): WatchedState {
  return record.holder === null ? { ...record, holder: past.holder } : record;
}

function hasOtherHolder(past: WatchedState, record: WatchedState): boolean {
  return past.holder !== null && compareStates(past, record).some(({ label }) => label === HOLDER);
}

const HOLDER = 'License holder';
const OTHER_HOLDER: Change = {
  kind: 'owner',
  label: HOLDER,
  from: 'the one on file before',
  to: 'another one',
};

/** Whether a change says that somebody else holds the license now. Another owner's business has a record of its own. */
export function tellsOtherHolder(changes: readonly Change[]): boolean {
  return changes.some(({ label }) => label === HOLDER);
}

/** What is kept as seen: a record that vanished stays as it was known, without its license. */
export function toSeen(before: SeenState | null, after: SeenState): SeenState {
  const past = before?.record ?? null;
  if (past === null) return after;
  return { ...after, record: withLastHolder(after.record ?? toVanishedState(past), past) };
}

export function parseSeen(text: string): SeenState {
  return parseStored<SeenState>(text);
}

const LOST: ReadonlySet<string> = new Set(['delinquent', 'relinquished', 'not_on_file']);
