import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import type { MatchReason } from '../../matching/matchable.ts';
import type { MatchedVendor } from '../../search/find/matched-vendor.ts';
import type { Columns } from './list-columns.ts';
import { type ListLine, type SpoiltLine, shownText, TEXT_SHOWN_MAX } from './list-lines.ts';
import type { TableRow } from './list-table.ts';

/**
 * Defines a list of vendors at two stages: with matching vendors for each line, and with a decision for each
 * line.
 */

/** A list after matching. Each line is in exactly one group. */
export interface MatchedList {
  readonly sure: readonly SureLine[];
  readonly choices: readonly ChoiceLine[];
  /** Lines whose vendor is not on record. */
  readonly none: readonly NoneLine[];
  readonly spoilt: readonly SpoiltLine[];
}

export interface SureLine {
  readonly line: ListLine;
  readonly vendor: MatchedVendor;
}

export interface ChoiceLine {
  readonly line: ListLine;
  readonly candidates: readonly MatchedVendor[];
  /**
   * The number of other vendors that match nearly as well as the first candidate. It may be incomplete,
   * because the search is limited.
   */
  readonly more: number;
  /** True if the line has a license number but no name. */
  readonly isNumber: boolean;
}

export interface NoneLine {
  readonly line: ListLine;
  readonly isNumber: boolean;
}

/** The choice of none of a line's candidates. Any other choice is a vendor id. */
export const NONE_OF_THESE = 'none';
export type Choices = ReadonlyMap<number, string>;

/** A decision without its required documents, which are the same for every vendor at an event type. */
export type ListedDecision = Omit<DecisionResult, 'required_documents'>;

export interface DecidedLine {
  readonly line: ListLine;
  /** The decision as signed, with reasons in English. */
  readonly decision: ListedDecision;
  /**
   * The same reasons in the language in which the list was checked. Absent for English and in lists from
   * earlier versions.
   */
  readonly told?: { readonly language: Language; readonly reasons: DecisionResult['reasons'] };
}

/** The reason that a line with a vendor has no decision. */
export type OpenReason = 'not_on_record' | 'none_of_these' | 'not_chosen';

export interface OpenLine {
  readonly line: ListLine;
  readonly reason: OpenReason;
  /**
   * Set only for a line with a license number but no name. `unknown` means that the number is not on record,
   * and `shared` that several vendors have it.
   */
  readonly number?: 'unknown' | 'shared';
}

/** A checked list as stored. Each submitted line is in exactly one of the three groups. */
export interface CheckedList {
  readonly eventType: EventType;
  /** The last date of the event that the decisions cover. */
  readonly eventDate: string;
  readonly checkedAt: string;
  readonly decided: readonly DecidedLine[];
  readonly open: readonly OpenLine[];
  readonly spoilt: readonly SpoiltLine[];
  /** The organizer's own rows and columns. Absent in lists from earlier versions. */
  readonly own?: OwnTable;
}

/** The list as the organizer sent it, to return it together with the results. */
export interface OwnTable extends Pick<Columns, 'roles'> {
  readonly rows: readonly TableRow[];
  /** The line number of the header row. Null if there is none. */
  readonly titleLine: number | null;
}

/**
 * Returns the best candidate if it can be proposed. Its name or number must match exactly, its match must be
 * likely, and nothing may contradict it.
 */
export function findProposed({ candidates }: Pick<ChoiceLine, 'candidates'>): MatchedVendor | undefined {
  const [best] = candidates;
  const isExact = best?.reasons.some((each) => EXACT.has(each)) === true;
  return isExact && best.confidence === 'likely' && !best.reasons.some((each) => AGAINST.has(each))
    ? best
    : undefined;
}

const EXACT: ReadonlySet<MatchReason> = new Set(['same_name', 'same_number']);
const AGAINST: ReadonlySet<MatchReason> = new Set([
  ...(['other_number', 'other_name', 'other_letters', 'other_city'] as const),
]);

/**
 * Returns the vendors to decide about, without duplicates, and the lines without a decision. A second line
 * for the same vendor is reported as a duplicate.
 */
export function resolveLines(
  { sure, choices, none, spoilt }: MatchedList,
  chosen: Choices,
): {
  readonly sure: readonly SureLine[];
  readonly open: readonly OpenLine[];
  readonly spoilt: readonly SpoiltLine[];
} {
  const open: OpenLine[] = none.map(({ line, isNumber }) => ({
    line,
    reason: 'not_on_record',
    ...(isNumber ? { number: 'unknown' } : {}),
  }));
  const picked: SureLine[] = [...sure];
  for (const each of choices) {
    const { line, candidates } = each;
    const choice = chosen.get(line.line);
    const vendor = candidates.find(({ vendorId }) => vendorId === choice);
    if (vendor) picked.push({ line, vendor });
    else
      open.push({
        line,
        reason: choice === NONE_OF_THESE ? 'none_of_these' : 'not_chosen',
        ...(each.isNumber ? { number: numberOf(each) } : {}),
      });
  }
  const { kept, repeated } = withoutRepeated(picked);
  return {
    sure: kept,
    open: open.toSorted((one, other) => one.line.line - other.line.line),
    spoilt: [...spoilt, ...repeated].toSorted((one, other) => one.line - other.line),
  };
}

/**
 * Returns `shared` if a candidate's number has the same digits as the line and no different letters.
 * Otherwise returns `unknown`.
 */
export function numberOf({ candidates }: Pick<ChoiceLine, 'candidates'>): 'unknown' | 'shared' {
  const isOwn = ({ reasons }: MatchedVendor) =>
    reasons.includes('same_number') && !reasons.includes('other_letters');
  return candidates.some(isOwn) ? 'shared' : 'unknown';
}

/**
 * Returns the earlier line that this line duplicates, with its decision. Follows any number of duplicates.
 * Returns undefined if the line is not a duplicate.
 */
export function outcomeOfRepeated(
  list: CheckedList,
  { problem }: SpoiltLine,
): { readonly line: number; readonly decision: ListedDecision | undefined } | undefined {
  if (problem.code !== 'same_line' && problem.code !== 'same_vendor') return undefined;
  const { line: earlier } = problem;
  const further = list.spoilt.find(({ line }) => line === earlier);
  if (further) return outcomeOfRepeated(list, further);
  const decided = list.decided.find(({ line }) => line.line === earlier);
  return { line: earlier, decision: decided?.decision };
}

/** Removes lines that refer to a vendor from an earlier line, even if they name it differently. */
export function withoutRepeated(lines: readonly SureLine[]): {
  readonly kept: readonly SureLine[];
  readonly repeated: readonly SpoiltLine[];
} {
  const first = new Map<string, number>();
  const kept: SureLine[] = [];
  const repeated: SpoiltLine[] = [];
  for (const each of lines.toSorted((one, other) => one.line.line - other.line.line)) {
    const { vendorId, name } = each.vendor;
    const earlier = first.get(vendorId);
    first.set(vendorId, earlier ?? each.line.line);
    if (earlier === undefined) kept.push(each);
    else
      repeated.push({
        line: each.line.line,
        text: shownText(each.line).slice(0, TEXT_SHOWN_MAX),
        problem: { code: 'same_vendor', line: earlier, name },
      });
  }
  return { kept, repeated };
}
