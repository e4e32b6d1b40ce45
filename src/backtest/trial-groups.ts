import {
  byOutcome,
  type Estimate,
  type GroupedBy,
  OUTCOMES,
  type SliceResult,
} from '../judgment/methodology/backtest-report.ts';
import type { Grade, ScoreRules } from '../judgment/score/score-rules.ts';
import { boundedShare, type Figure, rounded } from './bootstrap.ts';
import { aucOf, bandsOf, calibrationError, QUINTILES, rankByYear, topDecileLift } from './figures.ts';
import type { Trial } from './trial.ts';

/** A subset of the evaluated moments, given as indexes into the trial. */
interface Slice {
  readonly name: string;
  readonly members: readonly number[];
}

interface Group extends Slice {
  readonly by: GroupedBy;
  readonly value: string;
}

/** Returns all moments as one slice. */
export function wholeOf({ moments }: Trial): Slice {
  return { name: 'all', members: [...moments.keys()] };
}

/**
 * Groups the moments by year, by district, by license type, by number of earlier cases, and by whether there
 * was a letter.
 */
export function groupsOf({ moments, letters }: Trial): Group[] {
  const keys: readonly (readonly [GroupedBy, readonly string[]])[] = [
    ['fiscal_year', moments.map(({ fiscalYear }) => fiscalYear)],
    ['district', moments.map(({ district }) => String(district))],
    ['license_type', moments.map(({ licenseType }) => licenseType)],
    ['earlier_cases', moments.map(({ known }) => (known.length >= 4 ? '4 or more' : String(known.length)))],
    ['letter', letters.map((letter) => (letter ? 'with' : 'without'))],
  ];
  return keys.flatMap(([by, values]) =>
    [...new Set(values)].sort().map((value) => ({
      name: `${by}=${value}`,
      by,
      value,
      members: [...values.keys()].filter((index) => values[index] === value),
    })),
  );
}

/**
 * Yields every figure of a slice that needs an interval, under the name that {@link describeSlice} looks up.
 */
export function* figuresOf(slice: Slice, trial: Trial, rules: ScoreRules): Generator<[string, Figure]> {
  const { members, name } = slice;
  for (const outcome of OUTCOMES) {
    const found = trial.found[outcome];
    for (const { id, risks } of trial.methods) {
      const rankings = rankByYear(risks[outcome], trial.years, members);
      yield [`${name}:auc:${id}:${outcome}`, (weights) => aucOf(rankings, found, weights)];
      yield [`${name}:lift:${id}:${outcome}`, (weights) => topDecileLift(rankings, found, weights)];
      if (id === 'score')
        for (const index of FIFTHS)
          yield [
            `${name}:quintile:${index}:${outcome}`,
            (weights) => {
              const band = bandsOf(rankings, found, weights, QUINTILES)[index];
              return band ? band.hits / band.weight : Number.NaN;
            },
          ];
    }
    const rateAt = (grade: Grade | undefined): Figure => {
      const graded = members.filter((index) => trial.letters[index] === grade);
      return (weights) => rateAmong(graded, found, weights);
    };
    for (const grade of [...rules.cutOffs.map((cut) => cut.grade), undefined])
      yield [`${name}:grade:${grade}:${outcome}`, rateAt(grade)];
    const worst = rateAt(rules.cutOffs.at(-1)?.grade);
    const best = rateAt(rules.cutOffs.at(0)?.grade);
    yield [`${name}:worst_to_best:${outcome}`, (weights) => worst(weights) / best(weights)];
  }
}

/** Returns a slice's results; `estimateOf` looks up a figure by name. */
export function describeSlice(
  slice: Slice,
  trial: Trial,
  rules: ScoreRules,
  estimateOf: (name: string) => Estimate,
): SliceResult {
  const { name, members } = slice;
  const owners = new Set(members.map((index) => trial.moments[index]?.owner)).size;
  // Samples of so few owners resemble those owners rather than vendors in general. The interval would be too
  // narrow, so it is omitted.
  const estimate = (figure: string): Estimate =>
    owners < OWNERS_LEAST ? { value: estimateOf(figure).value, low: null, high: null } : estimateOf(figure);
  const letters = members.map((index) => trial.letters[index]);
  const lettered = letters.filter((letter) => letter !== undefined).length;
  const gradeResult = (grade: Grade | undefined, of: number) => {
    const moments = letters.filter((letter) => letter === grade).length;
    const rates = byOutcome((outcome) =>
      boundedShare(estimate(`${name}:grade:${grade}:${outcome}`), moments),
    );
    return { moments, share: rounded(moments / of), rates };
  };
  const grades = rules.cutOffs.map(({ grade }) => ({ grade, ...gradeResult(grade, lettered) }));
  return {
    moments: members.length,
    owners,
    rates: byOutcome((outcome) => rounded(rateAmong(members, trial.found[outcome]))),
    methods: trial.methods.map((method) => ({
      id: method.id,
      outcomes: byOutcome((outcome) => ({
        auc: estimate(`${name}:auc:${method.id}:${outcome}`),
        top_decile_lift: estimate(`${name}:lift:${method.id}:${outcome}`),
        calibration_error: method.chances
          ? rounded(
              calibrationError(
                rankByYear(method.risks[outcome], trial.years, members),
                trial.found[outcome],
                method.chances[outcome],
              ),
            )
          : null,
      })),
    })),
    quintiles: FIFTHS.map((index) => ({
      quintile: index + 1,
      rates: byOutcome((outcome) =>
        boundedShare(estimate(`${name}:quintile:${index}:${outcome}`), members.length / FIFTHS.length),
      ),
    })),
    grades,
    below_minimum: gradeResult(undefined, members.length),
    worst_to_best: byOutcome((outcome) => estimate(`${name}:worst_to_best:${outcome}`)),
    monotone: byOutcome((outcome) => neverFalls(grades.flatMap(({ rates }) => rates[outcome].value ?? []))),
    stability: stabilityOf(members, trial, rules),
  };
}

const FIFTHS = [0, 1, 2, 3, 4];
const OWNERS_LEAST = 10;

function neverFalls(rates: readonly number[]): boolean {
  return rates.every((rate, index) => index === 0 || rate >= (rates[index - 1] ?? 0));
}

/** Compares the letters before consecutive inspections when there was one before both. */
function stabilityOf(
  members: readonly number[],
  { moments, letters }: Trial,
  rules: ScoreRules,
): SliceResult['stability'] {
  const order = rules.cutOffs.map(({ grade }) => grade);
  const before = new Map<string, Grade>();
  const steps: number[] = [];
  for (const index of members) {
    const owner = moments[index]?.owner ?? '';
    const letter = letters[index];
    if (!letter) continue;
    const last = before.get(owner);
    if (last) steps.push(Math.abs(order.indexOf(letter) - order.indexOf(last)));
    before.set(owner, letter);
  }
  const share = (fits: (step: number) => boolean) => rounded(steps.filter(fits).length / steps.length);
  return {
    pairs: steps.length,
    same: share((step) => step === 0),
    one_letter: share((step) => step === 1),
    more: share((step) => step > 1),
  };
}

function rateAmong(
  members: readonly number[],
  found: readonly boolean[],
  weights?: ArrayLike<number>,
): number {
  let total = 0;
  let hits = 0;
  for (const index of members) {
    const weight = weights ? (weights[index] ?? 0) : 1;
    total += weight;
    if (found[index]) hits += weight;
  }
  return hits / total;
}
