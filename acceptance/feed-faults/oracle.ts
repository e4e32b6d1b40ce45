import { Cards } from './card.ts';
import { type Allowed, compare, type Difference } from './compare.ts';
import { standingOf } from './harm/standing.ts';
import type { FileReport, Trial } from './registry.ts';

/**
 * Judges the effect of a damaged file by comparing the published data with the undamaged files. It knows the
 * damage, but not the import's rules.
 */
export const OUTCOMES = ['held back', 'rows refused', 'right', 'detail lost', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Judgement {
  readonly outcome: Outcome;
  /** Differences by kind and field, most frequent first. */
  readonly differences: readonly (readonly [what: string, count: number])[];
  /** One of the differences: its subject, and its values if they are codes, dates or numbers. */
  readonly example: string;
  /** The reason that an outcome is wrong although every value is right: a notice is missing. */
  readonly unsaid: string;
  readonly effects: Effects;
}

export interface Effects {
  /**
   * The number of vendors whose verdict became CLEAR or DECLINE, and the number whose verdict no longer is.
   */
  readonly newlyClear: number;
  readonly noLongerClear: number;
  readonly newlyDecline: number;
  readonly noLongerDecline: number;
  /** The number of vendors in the newest license file that are no longer shown as being in it. */
  readonly vanished: number;
}

/** The right results for any damage to one file. */
export interface Expected {
  readonly allowed: Allowed;
  /** The import's reports on today's undamaged file and on the previous one. */
  readonly truthReport: FileReport;
  readonly baseDate: string | null;
}

/** The facts about the damage that the oracle knows. */
interface KnownDamage {
  /** Returns true if a license, visit, closure or application is in the damaged rows. */
  readonly isTouched: (subject: string) => boolean;
  /** The number of rows that one rejected line may represent. */
  readonly rowsPerRefused: number;
}

export function judge(
  { state, report }: Trial,
  { allowed, truthReport, baseDate }: Expected,
  damage: KnownDamage,
): Judgement {
  const published = new Cards(state);
  const [truth, base] = allowed;
  const decide = (outcome: Outcome, differences: readonly Difference[], unsaid = ''): Judgement => {
    const example = describe(differences.find(({ kind }) => kind === 'wrong') ?? differences[0]);
    const effects = effectsOf(published, truth);
    return { outcome, differences: countKinds(differences), example, unsaid, effects };
  };
  if (report.outcome === 'held_back') {
    const differences = compare(published, [base, base]);
    return decide(differences.length === 0 ? 'held back' : 'wrong', differences);
  }
  const differences = compare(published, allowed);
  if (differences.length === 0) return decide('right', []);
  if (differences.some(({ kind }) => kind === 'wrong')) return decide('wrong', differences);
  const isWaiting = report.doubts > truthReport.doubts;
  if (
    (isWaiting || leavesYesterday(report, { allowed, truthReport, baseDate })) &&
    keepsYesterday(published, allowed)
  )
    return decide('right', []);
  const unsaid = unsaidOf(differences, report, truthReport, damage);
  if (unsaid !== '') return decide('wrong', differences, unsaid);
  const isLost = differences.some(({ kind }) => kind === 'lost');
  return decide(isLost ? 'detail lost' : 'rows refused', differences);
}

/**
 * Finds notices that are missing from the import's report. If anything is missing or older, the report must
 * list at least as many rejected rows, and everything affected must be in the damaged rows. If values are
 * unknown, the report must have a warning or doubt that the undamaged file does not cause. A notice never
 * excuses a wrong value, because a reader of the record does not see the report.
 */
function unsaidOf(
  differences: readonly Difference[],
  report: FileReport,
  truthReport: FileReport,
  { isTouched, rowsPerRefused }: KnownDamage,
): string {
  const refused = report.refused - truthReport.refused;
  const gone = new Set(
    differences.filter(({ kind }) => kind === 'missing' || kind === 'older').map(({ subject }) => subject),
  );
  if (gone.size > refused * rowsPerRefused) return `${gone.size} missing or older, ${refused} rows refused`;
  if (![...gone].every(isTouched)) return 'rows that were not damaged are missing or older';
  const isWarned =
    report.doubts > truthReport.doubts ||
    Object.entries(report.warnings).some(([code, count]) => count > (truthReport.warnings[code] ?? 0));
  const lost = differences.filter(({ kind }) => kind === 'lost').length;
  return lost > 0 && !isWarned ? `${lost} unknown, and no warning` : '';
}

/**
 * Returns true if the import took the file for an older one, or for a file from another district or year.
 * Yesterday's file then stays in use, with its own date.
 */
function leavesYesterday(report: FileReport, { truthReport, baseDate }: Expected): boolean {
  const isOlder = (report.fileDate ?? '') < (baseDate ?? '');
  return report.outcome === 'unchanged' || isOlder || report.slot !== truthReport.slot;
}

/** Returns true if nothing is wrong, and everything in yesterday's files is still there. */
function keepsYesterday(published: Cards, [truth, base, ...others]: Allowed): boolean {
  return compare(published, [base, truth, ...others]).every(({ kind }) => kind === 'older');
}

function describe(difference: Difference | undefined): string {
  if (!difference) return '';
  const { kind, what, subject, values } = difference;
  return `${subject} ${kind}: ${what}${values === undefined ? '' : ` ${values}`}`;
}

function countKinds(differences: readonly Difference[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { kind, what } of differences) {
    const key = `${kind}: ${what}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function effectsOf(published: Cards, truth: Cards): Effects {
  const effects = { newlyClear: 0, noLongerClear: 0, newlyDecline: 0, noLongerDecline: 0, vanished: 0 };
  for (const [vendor, text] of truth.state.vendors) {
    const now = published.state.vendors.get(vendor);
    if (now?.facts === text.facts) continue;
    const was = standingOf(text);
    const is = now && standingOf(now);
    if (is?.verdict !== was.verdict) {
      if (is?.verdict === 'CLEAR') effects.newlyClear += 1;
      if (was.verdict === 'CLEAR') effects.noLongerClear += 1;
      if (is?.verdict === 'DECLINE') effects.newlyDecline += 1;
      if (was.verdict === 'DECLINE') effects.noLongerDecline += 1;
    }
    if (was.isOnFile && !is?.isOnFile) effects.vanished += 1;
  }
  return effects;
}
