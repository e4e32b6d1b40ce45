import type { ParsedFile } from '../sources/parsed-file.ts';
import { findProblems, type PreviousFile } from './bounds.ts';
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
  readonly accepted: OperatorReason | null;
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

export interface JudgedAgainst {
  /** Files that count. */
  readonly published: readonly (FileAge & PreviousFile & { readonly id: number; readonly slot: string })[];
  readonly withdrawn: readonly (OperatorReason & { readonly sha256: string; readonly at: string })[];
  readonly real: boolean;
  readonly fictional: boolean;
  /** An operator's word for every file of the run. */
  readonly acceptance: OperatorReason | undefined;
}

export function judgeFile(file: ParsedFile, age: FileAge, against: JudgedAgainst): FileOutcome {
  const slot = slotOf(file);
  const { published, acceptance } = against;
  const outcome = (
    kind: FileOutcome['outcome'],
    reason: string | null,
    accepted: OperatorReason | null = null,
  ) => ({ ...describe(file, slot), outcome: kind, reason, accepted });
  const known = published.find(({ sha256 }) => sha256 === file.sha256);
  if (known) return { ...outcome('unchanged', null), id: known.id };
  const withdrawn = against.withdrawn.findLast(({ sha256 }) => sha256 === file.sha256);
  if (withdrawn && !acceptance)
    return outcome('withdrawn', `withdrawn on ${withdrawn.at.slice(0, 10)} because ${withdrawn.because}`);
  const older = published
    .filter((other) => other.slot === slot && compareAge(other, age) < 0)
    .sort(compareAge);
  const problems = findProblems(file, older.at(-1));
  const [broken] = problems;
  const final = acceptance ? problems.find(({ releasable }) => !releasable) : broken;
  if (final) return outcome('held_back', `${final.code}: ${final.text}`);
  if (against.real && isFictional(file))
    return outcome('held_back', 'fictional: demo records are never mixed with real ones');
  if (against.fictional && !isFictional(file))
    return outcome(
      'held_back',
      'no_records: real observations wait for real inspections, here are fictional ones',
    );
  const released = problems.map(({ code, text }) => `${code}: ${text}`).join('; ');
  const accepted = (broken || withdrawn) && acceptance ? acceptance : null;
  return outcome('published', released === '' ? null : released, accepted);
}

function describe(file: ParsedFile, slot: string) {
  const { name, sha256, fileDate, rowsRead, rowsKept, rowsOther, refusals, warnings } = file;
  const kind = file.records?.kind ?? 'unknown';
  return {
    id: null,
    ...{ name, sha256, kind, slot, fileDate, rowsRead, rowsKept, rowsOther, refusals, warnings },
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
