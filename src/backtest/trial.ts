import { type BacktestOutcome, byOutcome } from '../judgment/methodology/backtest-report.ts';
import { type Score, scoreCases } from '../judgment/score/score.ts';
import type { Grade, ScoreRules } from '../judgment/score/score-rules.ts';
import { addDays } from '../lib/time/dates.ts';
import { fitEverything } from './fit-everything.ts';
import { fitLogistic } from './logistic.ts';
import { baselines, type Method, ourMethod } from './methods.ts';
import type { Moment } from './moments.ts';

export const FITTED_ID = 'fitted';

/**
 * One method on the evaluated moments: the risks that order them, and for each outcome the predicted
 * probabilities.
 */
interface MethodTrial {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly risks: Readonly<Record<BacktestOutcome, readonly number[]>>;
  /** Absent if there is no earlier year to train on. */
  readonly chances: Readonly<Record<BacktestOutcome, readonly number[]>> | undefined;
}

/** The evaluated moments, their outcomes, and each method's prediction of the day before. */
export interface Trial {
  readonly moments: readonly Moment[];
  /** The fiscal year of each. */
  readonly years: readonly string[];
  readonly found: Readonly<Record<BacktestOutcome, readonly boolean[]>>;
  readonly letters: readonly (Grade | undefined)[];
  readonly methods: readonly MethodTrial[];
}

/**
 * Returns the years that are reported: all except the first, which has no earlier year to train on. A file
 * runs over its year by some days of July, and so few moments do not count as a year.
 */
export function evaluatedYears(moments: readonly Moment[]): string[] {
  const counts = new Map<string, number>();
  for (const { fiscalYear } of moments) counts.set(fiscalYear, (counts.get(fiscalYear) ?? 0) + 1);
  const all = [...counts.keys()].sort();
  const full = all.filter((year) => (counts.get(year) ?? 0) >= YEAR_MOMENTS_LEAST);
  const years = full.length > 0 ? full : all;
  return years.length > 1 ? years.slice(1) : years;
}

const YEAR_MOMENTS_LEAST = 20;

/**
 * Runs each method on the day before each evaluated moment. A fitted method learns only from earlier years.
 */
export function runTrial(
  all: readonly Moment[],
  rules: ScoreRules,
  onYear: (done: number, years: number) => void,
): Trial {
  const years = evaluatedYears(all);
  const methods = [ourMethod(rules), ...baselines(rules)];
  const parts = years.map((year, index) => {
    const part = trialOfYear(all, year, methods);
    onYear(index + 1, years.length);
    return part;
  });
  const moments = parts.flatMap((part) => part.moments);
  return {
    moments,
    years: moments.map(({ fiscalYear }) => fiscalYear),
    found: byOutcome((outcome) => moments.map(({ found }) => found[outcome])),
    letters: moments.map((moment) => letterBefore(moment, rules)),
    methods: (parts[0]?.methods ?? []).map((method, index) =>
      joined(
        method,
        parts.flatMap((part) => part.methods[index] ?? []),
      ),
    ),
  };
}

/** Returns the letter on the day before; `undefined` for a record below the minimum. */
export function letterBefore(moment: Moment, rules: ScoreRules): Grade | undefined {
  const score = scoreBefore(moment, rules);
  return score.scored ? score.grade : undefined;
}

/** Returns the score on the day before. */
export function scoreBefore({ known, visitedOn }: Moment, rules: ScoreRules): Score {
  return scoreCases(known, addDays(visitedOn, -1), rules);
}

function trialOfYear(all: readonly Moment[], year: string, methods: readonly Method[]) {
  const training = all.filter(({ fiscalYear }) => fiscalYear < year);
  const moments = all.filter(({ fiscalYear }) => fiscalYear === year);
  const trials = methods.map((method) => trialOf(method, training, moments));
  return { moments, methods: training.length > 0 ? [...trials, fittedTrial(training, moments)] : trials };
}

/** Returns a method's own order, with probabilities from a curve fitted to it on the years before. */
function trialOf(method: Method, training: readonly Moment[], moments: readonly Moment[]): MethodTrial {
  const { id, name, about } = method;
  const risks = moments.map(method.risk);
  const learned = training.map((moment) => [method.risk(moment)]);
  const chances = byOutcome((outcome) => {
    const curve = fitLogistic(
      learned,
      training.map(({ found }) => found[outcome]),
      CURVE_PENALTY,
    );
    return risks.map((risk) => curve.chance([risk]));
  });
  return {
    id,
    name,
    about,
    risks: byOutcome(() => risks),
    chances: training.length > 0 ? chances : undefined,
  };
}

/** Keeps a curve finite if no earlier closure is on file. */
const CURVE_PENALTY = 1;

function fittedTrial(training: readonly Moment[], moments: readonly Moment[]): MethodTrial {
  const chances = byOutcome((outcome) => moments.map(fitEverything(training, outcome)));
  return {
    id: FITTED_ID,
    name: 'Fitted model (ceiling)',
    about:
      'Ridge logistic regression on everything in the record: counts, measures, 58 categories, kinds and days of ' +
      'inspections, license type. Fitted on the years before; nobody could check it with a pencil.',
    risks: chances,
    chances,
  };
}

function joined(method: MethodTrial, parts: readonly MethodTrial[]): MethodTrial {
  return {
    ...method,
    risks: byOutcome((outcome) => parts.flatMap(({ risks }) => risks[outcome])),
    chances:
      method.chances && byOutcome((outcome) => parts.flatMap(({ chances }) => chances?.[outcome] ?? [])),
  };
}
