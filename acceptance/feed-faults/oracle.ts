import { Cards } from './card.ts';
import { type Allowed, compare, type Difference } from './compare.ts';
import { standingOf } from './harm/standing.ts';
import type { FileReport, Trial } from './registry.ts';

/**
 * Judges what became of a damaged file by comparing what is published with what the undamaged files say. It knows what
 * was damaged, and none of the import's rules.
 */
export const OUTCOMES = ['held back', 'rows refused', 'right', 'detail lost', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Judgement {
  readonly outcome: Outcome;
  /** Differences of each kind and field, most frequent first. */
  readonly differences: readonly (readonly [what: string, count: number])[];
  /** One of them: where it is, and its values where they are codes, days or numbers. */
  readonly example: string;
  /** Why an outcome is wrong although no value is: it was not said. */
  readonly unsaid: string;
  readonly effects: Effects;
}

export interface Effects {
  /** Vendors whose verdict is CLEAR or DECLINE now and was not, and the other way round. */
  readonly newlyClear: number;
  readonly noLongerClear: number;
  readonly newlyDecline: number;
  readonly noLongerDecline: number;
  /** Vendors on the newest license file that are no longer shown as such. */
  readonly vanished: number;
}

/** What is right, for all damages of one file. */
export interface Expected {
  readonly allowed: Allowed;
  /** What the import says of today's undamaged file, and of the one before. */
  readonly truthReport: FileReport;
  readonly baseDate: string | null;
}

/** What the oracle knows of the damage. */
interface KnownDamage {
  /** Whether a license, visit, closure or application is among the damaged rows. */
  readonly isTouched: (subject: string) => boolean;
  /** How many rows one refused line may stand for. */
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
 * Whether the import's report tells of what is missing, older or unknown. Rows: as many refused as vendors and visits
 * miss something, and none but damaged ones. Unknown values: a warning or doubt that the undamaged file does not have. No notice
 * excuses a value that is wrong: whoever reads the record does not see the report.
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

/** The file counts as an older one, or as one of another place or year: yesterday's stays in use, and its date says so. */
function leavesYesterday(report: FileReport, { truthReport, baseDate }: Expected): boolean {
  const isOlder = (report.fileDate ?? '') < (baseDate ?? '');
  return report.outcome === 'unchanged' || isOlder || report.slot !== truthReport.slot;
}

/** Whether nothing is wrong, and nothing that yesterday's files say is gone. */
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
