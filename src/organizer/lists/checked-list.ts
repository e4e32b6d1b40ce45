import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import type { MatchReason } from '../../matching/matchable.ts';
import type { MatchedVendor } from '../../search/find/matched-vendor.ts';
import type { Columns } from './list-columns.ts';
import { type ListLine, type SpoiltLine, shownText, TEXT_SHOWN_MAX } from './list-lines.ts';
import type { TableRow } from './list-table.ts';

/** A list between its steps: what each line means, then what was decided on each. */

/** A list whose lines were matched. Each line is in exactly one of these groups. */
export interface MatchedList {
  readonly sure: readonly SureLine[];
  readonly choices: readonly ChoiceLine[];
  /** Not on record. */
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
   * The number of other vendors, not among the candidates, that match nearly as well as the first. The search
   * is bounded.
   */
  readonly more: number;
  /** The line is a license number without a name. */
  readonly isNumber: boolean;
}

export interface NoneLine {
  readonly line: ListLine;
  readonly isNumber: boolean;
}

/** The choice of none of the candidates of a line. Any other choice is the id of a vendor. */
export const NONE_OF_THESE = 'none';
export type Choices = ReadonlyMap<number, string>;

/** A decision without the documents, which are the same for each vendor of an event type. */
export type ListedDecision = Omit<DecisionResult, 'required_documents'>;

export interface DecidedLine {
  readonly line: ListLine;
  /** Its reasons are in English, as they were signed. */
  readonly decision: ListedDecision;
  /** The same reasons in the language that the list was checked in; absent for English, and in lists of before. */
  readonly told?: { readonly language: Language; readonly reasons: DecisionResult['reasons'] };
}

/** Why nothing was decided on a line that names a vendor. */
export type OpenReason = 'not_on_record' | 'none_of_these' | 'not_chosen';

export interface OpenLine {
  readonly line: ListLine;
  readonly reason: OpenReason;
  /** For a line that is a license number: no record has it, or several do. Absent for any other line. */
  readonly number?: 'unknown' | 'shared';
}

/** A checked list as it is kept: every line of what was sent is in one of the three. */
export interface CheckedList {
  readonly eventType: EventType;
  /** The day of the event that was decided on. */
  readonly eventDate: string;
  readonly checkedAt: string;
  readonly decided: readonly DecidedLine[];
  readonly open: readonly OpenLine[];
  readonly spoilt: readonly SpoiltLine[];
  /** The organizer's own rows and columns; absent in lists of earlier versions. */
  readonly own?: OwnTable;
}

/** A list as its organizer sent it, to be given back with what was found. */
export interface OwnTable extends Pick<Columns, 'roles'> {
  readonly rows: readonly TableRow[];
  /** The line with the titles; null if there is none. */
  readonly titleLine: number | null;
}

/** Returns the candidate to propose: its name or number is exactly the same, nothing contradicts it, and its score is higher than the next. */
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

/** The vendors to decide on, each once, and the lines that stay open. A second line of one vendor is named as such. */
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
 * Returns `shared` if a candidate has the number that the line is, with the same letters; otherwise
 * `unknown`.
 */
export function numberOf({ candidates }: Pick<ChoiceLine, 'candidates'>): 'unknown' | 'shared' {
  const isOwn = ({ reasons }: MatchedVendor) =>
    reasons.includes('same_number') && !reasons.includes('other_letters');
  return candidates.some(isOwn) ? 'shared' : 'unknown';
}

/**
 * Returns the outcome of the line that an unusable one repeats, through any number of repeats; undefined for
 * other unusable lines.
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

/** Two lines may name one vendor in different ways. */
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
