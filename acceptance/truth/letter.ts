import { daysApart, monthsEarlier } from './days.ts';
import type { Case } from './truth.ts';

/**
 * Calculates the score from first principles (docs/scoring.md, sections 1 to 3). Returns null if the record
 * is shorter than the minimum.
 */
export function scoreOf(cases: readonly Case[], asOf: string): number | null {
  const known = cases.filter(isKnown);
  const running = known.filter(
    ({ first }) => !['', 'Food-Licensing Inspection'].includes(first.inspectionType),
  );
  const isRecent = known.some(({ first }) => first.day >= monthsEarlier(asOf, 24));
  if (known.length < 2 || running.length < 1 || !isRecent) return null;
  return scoreIfEnough(cases) ?? null;
}

/** Returns the score that these cases would have if they counted, or undefined for fewer than two cases. */
export function scoreIfEnough(cases: readonly Case[]): number | undefined {
  const newest = cases.at(-1);
  if (!newest || cases.length < 2) return undefined;
  const weighed = cases.map((single) => {
    const weight = 0.5 ** (daysApart(single.first.day, newest.first.day) / 365);
    return { weight, points: weight * pointsOf(single) };
  });
  const mean = total(weighed.map(({ points }) => points)) / total(weighed.map(({ weight }) => weight));
  const shrunk = (cases.length * mean + 2 * 2.5) / (cases.length + 2);
  return Math.max(0, Math.round((100 - 8 * shrunk) * 10) / 10);
}

export function letterOf(score: number): string {
  if (score >= 85) return 'A';
  if (score >= 76) return 'B';
  if (score >= 64) return 'C';
  return score >= 48 ? 'D' : 'F';
}

export function pointsOf(single: Case): number {
  const { counts, categories } = single.first;
  const cited = total([...categories.values()]);
  const worst = cited === 0 ? 20 : 3 * cited;
  const found = counts ? 3 * counts.high + counts.intermediate + counts.basic / 2 : worst;
  const points = Math.min(20, found + Math.max(single.worst.points, provenPoints(single)));
  return isKnown(single) ? points : Math.max(2.5, points);
}

/** If a case's first visit is not on file, returns the points that its callbacks prove. */
function provenPoints({ first, visits }: Case): number {
  if (first.visitNumber === 1) return 0;
  if (visits.some(({ isEmergency, isUnlicensed }) => isEmergency || isUnlicensed)) return 8;
  return visits.some(({ isComplaint }) => isComplaint) ? 4 : 1;
}

function isKnown({ lastVisit, first }: Case): boolean {
  return first.visitNumber === 1 && lastVisit.result !== 'unknown' && first.counts !== undefined;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
