import { verdictGroupText } from '../../decisions/decide/decision-words.ts';
import type { DecisionResult } from '../../decisions/decide/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { Change } from '../paid/change.ts';
import { compareStates, hasOtherRules } from '../paid/compare-states.ts';
import { toVanishedState, type WatchedState } from '../paid/watched-state.ts';

/** The watched facts about a vendor with a spot, and the changes that an organizer must see immediately. Pure. */

/** `unknown` means that no vendor or more than one is on record. It never means clean. */
export type BookedVerdict = DecisionResult['verdict'] | 'unknown';

export interface SeenState {
  readonly verdict: BookedVerdict;
  /** The reasons for the verdict. */
  readonly reasons: readonly string[];
  /** Null until the whole record has been seen. */
  readonly record: WatchedState | null;
  /**
   * True if the record includes the license's holder. States stored before holders were read do not have it.
   */
  readonly holderRead?: boolean;
  /** The license as stated in a filed decision, if nothing else has been seen. */
  readonly filed?: Pick<WatchedState, 'status' | 'expires_on' | 'hold'>;
}

/** Returns a verdict in words. */
export function bookedVerdictText(verdict: BookedVerdict): string {
  return verdict === 'unknown' ? 'not on record' : verdictGroupText(verdict);
}

export const VERDICT_LABEL = 'Verdict for the event';

/**
 * Returns the differences, with the verdict first, or an empty list if there is nothing to report. Changes
 * only in our score and rules are not reported.
 */
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
  // The verdict for the event replaces today's recommendation, grade, and score.
  const facts = compareStates(known, record).filter(({ kind }) => kind !== 'ours' && kind !== 'rules');
  const isByRules = facts.length === 0 && hasOtherRules(known, record);
  return [
    ...verdictOf(isByRules ? 'rules' : 'ours'),
    ...facts.map((each) => (each.kind === 'owner' && each.label === HOLDER ? OTHER_HOLDER : each)),
  ];
}

/**
 * Returns true for a severe change: the verdict becomes DECLINE, or the regulator closes the business. It is
 * also severe if the license is relinquished, is not renewed, is no longer on file, has a new holder, or now
 * expires before the event is over. `lastDay` is the event's last day.
 */
export function isSevere(before: SeenState, after: SeenState, lastDay: string): boolean {
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

/**
 * Returns the last known record. Values that were never seen, or that a filed decision does not include,
 * count as unchanged.
 */
function recordBefore({ record, filed, holderRead }: SeenState, after: SeenState): WatchedState | null {
  if (record === null) return filed && after.record ? { ...after.record, ...filed } : null;
  return holderRead ? record : { ...record, holder: after.record?.holder ?? null };
}

/**
 * Keeps the last holder of a license that is no longer on file, until a file lists a holder again. The
 * license's status already reports that it is gone.
 */
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
  from: 'the holder on file before',
  to: 'a different holder',
};

/**
 * Returns true if one of the changes is a new license holder. A different owner's business has a separate
 * record.
 */
export function hasHolderChange(changes: readonly Change[]): boolean {
  return changes.some(({ label }) => label === HOLDER);
}

/** Returns the state to store. A removed record keeps its last known values, without its license. */
export function toSeen(before: SeenState | null, after: SeenState): SeenState {
  const past = before?.record ?? null;
  if (past === null) return after;
  return { ...after, record: withLastHolder(after.record ?? toVanishedState(past), past) };
}

export function parseSeen(text: string): SeenState {
  return parseStored<SeenState>(text);
}

const LOST: ReadonlySet<string> = new Set(['delinquent', 'relinquished', 'not_on_file']);
