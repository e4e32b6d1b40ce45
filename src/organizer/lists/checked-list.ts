import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import type { MatchReason } from '../../matching/matchable.ts';
import type { MatchedVendor } from '../../search/find/matched-vendor.ts';
import type { Columns } from './list-columns.ts';
import { type ListLine, type SpoiltLine, shownText, TEXT_SHOWN_MAX } from './list-lines.ts';
import type { TableRow } from './list-table.ts';

/** A list between its steps: first what each line matches, then the decision on each line. */

/** A list after matching. Each line is in exactly one of these groups. */
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
   * The number of vendors outside the candidates that match nearly as well as the first. The search is
   * limited.
   */
  readonly more: number;
  /** The line is a license number without a name. */
  readonly isNumber: boolean;
}

export interface NoneLine {
  readonly line: ListLine;
  readonly isNumber: boolean;
}

/** The choice of none of a line's candidates. Any other choice is a vendor's id. */
export const NONE_OF_THESE = 'none';
export type Choices = ReadonlyMap<number, string>;

/** A decision without the documents, which are the same for every vendor at an event type. */
export type ListedDecision = Omit<DecisionResult, 'required_documents'>;

export interface DecidedLine {
  readonly line: ListLine;
  /** Its reasons are in English, as signed. */
  readonly decision: ListedDecision;
  /** The same reasons in the language used to check the list; absent for English and in older lists. */
  readonly told?: { readonly language: Language; readonly reasons: DecisionResult['reasons'] };
}

/** The reason that there is no decision on a line that names a vendor. */
export type OpenReason = 'not_on_record' | 'none_of_these' | 'not_chosen';

export interface OpenLine {
  readonly line: ListLine;
  readonly reason: OpenReason;
  /** For a line that is a license number: no record has it, or several do. Absent for other lines. */
  readonly number?: 'unknown' | 'shared';
}

/** A checked list as stored: every line that was sent is in one of the three groups. */
export interface CheckedList {
  readonly eventType: EventType;
  /** The event date that the decisions are for. */
  readonly eventDate: string;
  readonly checkedAt: string;
  readonly decided: readonly DecidedLine[];
  readonly open: readonly OpenLine[];
  readonly spoilt: readonly SpoiltLine[];
  /** The organizer's own rows and columns; absent in lists from earlier versions. */
  readonly own?: OwnTable;
}

/** A list as the organizer sent it, to be returned with the results. */
export interface OwnTable extends Pick<Columns, 'roles'> {
  readonly rows: readonly TableRow[];
  /** The header row's line; null if there is none. */
  readonly titleLine: number | null;
}

/**
 * Returns the candidate to propose: its name or number matches exactly, nothing contradicts it, and its score
 * is higher than the next one's.
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
 * Returns the vendors to decide on, without duplicates, and the lines that stay open. A second line for the
 * same vendor is reported as a duplicate.
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
 * Returns `shared` if a candidate has the same number as the line, with the same letters; otherwise
 * `unknown`.
 */
export function numberOf({ candidates }: Pick<ChoiceLine, 'candidates'>): 'unknown' | 'shared' {
  const isOwn = ({ reasons }: MatchedVendor) =>
    reasons.includes('same_number') && !reasons.includes('other_letters');
  return candidates.some(isOwn) ? 'shared' : 'unknown';
}

/**
 * Returns the outcome of the line that an unusable one duplicates, through any number of duplicates;
 * undefined for other unusable lines.
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

/** Removes duplicates, because two lines may name one vendor in different ways. */
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
