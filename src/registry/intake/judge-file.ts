import type { ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { type FileProblem, findProblems, type PreviousFile } from './bounds.ts';
import { isFictional } from './fictional.ts';
import { compareAge, type FileAge } from './file-age.ts';
import { slotOf } from './merge.ts';

/** What becomes of each file of a run, and why. Pure. */
export interface FileOutcome {
  /** Its number in the list of imports; null where the run stored nothing of it. */
  readonly id: number | null;
  readonly name: string;
  readonly sha256: string;
  readonly kind: string;
  readonly slot: string;
  /**
   * "set_aside": read, and older than the file in use; what no newer file speaks of is taken from it. "withdrawn": an
   * operator withdrew these very bytes, so they are not taken in.
   */
  readonly outcome: 'published' | 'set_aside' | 'unchanged' | 'held_back' | 'withdrawn';
  readonly reason: string | null;
  /** Who took it in although it breaks a bound, or was withdrawn, and why. */
  readonly accepted: Acceptance | null;
  /** Whether an operator may take it in although it is held back or withdrawn. */
  readonly canBeAccepted: boolean;
  readonly fileDate: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly rowsOther: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
}

/** An operator's decision about a file. */
export interface OperatorReason {
  readonly by: string;
  readonly because: string;
}

export interface Acceptance extends OperatorReason {
  readonly at: string;
  /** The bounds that it breaks; null where it breaks none and was withdrawn. */
  readonly released: string | null;
}

export interface JudgedAgainst {
  /** Files that count. */
  readonly published: readonly (FileAge & PreviousFile & { readonly id: number; readonly slot: string })[];
  readonly withdrawn: readonly (OperatorReason & { readonly sha256: string; readonly at: string })[];
  readonly real: boolean;
  readonly fictional: boolean;
  /** What its rows show to be wrong with the file. */
  readonly damage: readonly FileProblem[];
  /** An operator's word for every file of the run. */
  readonly acceptance: (OperatorReason & { readonly at: string }) | undefined;
}

export function judgeFile(file: ParsedFile, age: FileAge, against: JudgedAgainst): FileOutcome {
  const { published, acceptance } = against;
  const outcome = (
    kind: FileOutcome['outcome'],
    others: Partial<Pick<FileOutcome, 'id' | 'reason' | 'accepted' | 'canBeAccepted'>>,
  ) => ({ ...describe(file), outcome: kind, ...others });
  const known = published.find(({ sha256 }) => sha256 === file.sha256);
  if (known) return outcome('unchanged', { id: known.id, reason: tellOtherName(age, known) });
  const withdrawn = against.withdrawn.findLast(({ sha256 }) => sha256 === file.sha256);
  if (withdrawn && !acceptance) {
    const reason = `withdrawn on ${withdrawn.at.slice(0, 10)} because ${withdrawn.because}`;
    return outcome('withdrawn', { reason, canBeAccepted: true });
  }
  const predecessor = predecessorOf(file, age, published);
  const problems = [...findProblems(file, predecessor), ...against.damage, ...findMixing(file, against)];
  const final = problems.find(({ releasable }) => !releasable);
  const broken = acceptance ? final : problems[0];
  if (broken) {
    const reason = `${textOf(broken)}. ${acceptanceText(final, broken, predecessor)}`;
    return outcome('held_back', { reason, canBeAccepted: final === undefined });
  }
  const released = problems.length === 0 ? null : problems.map(textOf).join('; ');
  const isAccepted = acceptance !== undefined && (released !== null || withdrawn !== undefined);
  return outcome('published', { accepted: isAccepted ? { ...acceptance, released } : null });
}

/** The same content may have come under another name, in this run or before. */
function tellOtherName(
  { name }: FileAge,
  known: { readonly id: number; readonly name: string },
): string | null {
  if (name === known.name) return null;
  return `the same content as ${known.name} (file ${known.id}), which was read first; it counts once`;
}

const TEXTS_BEFORE_VISITS = 'real observations wait for real inspections, here are fictional ones';
const NO_ROW_OF_OURS =
  'no row is of a food truck or caterer, so nothing tells a real file from the fictional ones that are here';

/** Fictional records never stand beside real ones. */
function findMixing(file: ParsedFile, { real, fictional }: JudgedAgainst): FileProblem[] {
  const problem = (code: string, text: string) => [{ code, text, releasable: false }];
  if (real && isFictional(file)) return problem('fictional', 'demo records are never mixed with real ones');
  if (fictional && !isFictional(file)) {
    const isOfTexts = file.records?.kind === 'observations';
    return problem('no_records', isOfTexts ? TEXTS_BEFORE_VISITS : NO_ROW_OF_OURS);
  }
  return [];
}

/** Whether a file that is held back can be accepted, and what keeps it from that. */
function acceptanceText(
  final: FileProblem | undefined,
  broken: FileProblem,
  predecessor: { readonly name: string } | undefined,
): string {
  if (!final) {
    const accept = 'If it is right all the same, an operator can accept it (import --accept).';
    if (!predecessor) return accept;
    return `${accept} If ${predecessor.name}, the file before it, is the wrong one, withdraw that first (import --withdraw).`;
  }
  return final === broken ? 'It can’t be accepted.' : `It can’t be accepted, because of ${textOf(final)}.`;
}

function textOf({ code, text }: FileProblem): string {
  return `${code}: ${text}`;
}

/** The newest file of the slot that is older than this one. */
export function predecessorOf<File extends FileAge & { readonly slot: string }>(
  file: ParsedFile,
  age: FileAge,
  published: readonly File[],
): File | undefined {
  const slot = slotOf(file);
  return published
    .filter((other) => other.slot === slot && compareAge(other, age) < 0)
    .sort(compareAge)
    .at(-1);
}

/** How many rows the newest file of the fiscal year before has, where this is the first of its own. */
export function rowsOfLastYear(
  file: ParsedFile,
  published: readonly (FileAge & PreviousFile & { readonly slot: string })[],
): number | undefined {
  const { fiscalYear } = file;
  const slot = slotOf(file);
  if (fiscalYear === null || published.some((other) => other.slot === slot)) return undefined;
  const lastYear = slotOf({
    ...file,
    fiscalYear: REGULATOR.fiscalYearOf(`${Number(fiscalYear.slice(0, 4))}-01-01`),
  });
  return published
    .filter((other) => other.slot === lastYear)
    .sort(compareAge)
    .at(-1)?.rowsRead;
}

function describe(file: ParsedFile) {
  const { name, sha256, fileDate, rowsRead, rowsKept, rowsOther, refusals, warnings } = file;
  const kind = file.records?.kind ?? 'unknown';
  return {
    ...{ id: null, reason: null, accepted: null, canBeAccepted: false },
    ...{ name, sha256, kind, slot: slotOf(file) },
    ...{ fileDate, rowsRead, rowsKept, rowsOther, refusals, warnings },
  };
}

/**
 * The files that were older than another of their slot when they were read, of all that count. They are told apart from
 * those that were in use.
 */
export function filesSetAside(
  files: readonly (FileAge & { readonly id: number; readonly slot: string; readonly runId: number })[],
): ReadonlySet<number> {
  const earliestRun = new Map<string, number>();
  const aside = new Set<number>();
  for (const { id, slot, runId } of [...files].sort(compareAge).reverse()) {
    const newer = earliestRun.get(slot);
    if (newer !== undefined && newer <= runId) aside.add(id);
    earliestRun.set(slot, Math.min(newer ?? runId, runId));
  }
  return aside;
}
