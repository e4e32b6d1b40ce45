import {
  byOutcome,
  type Estimate,
  NO_ESTIMATE,
  OUTCOMES,
  type VerdictResult,
  type VerdictResults,
} from '../judgment/methodology/backtest-report.ts';
import type { Verdict } from '../judgment/score/recommendation.ts';
import { bootstrap, boundedShare, type Figure } from './bootstrap.ts';
import type { PastVerdict } from './verdicts.ts';

const VERDICTS: readonly Verdict[] = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'];

/** A subset of the decisions, given by index. */
type Members = readonly number[];

interface Sampling {
  readonly samples: number;
  readonly seed: number;
}

/** Describes the outcomes after each verdict and each reason. The bootstrap intervals are over owners. */
export function describeVerdicts(decisions: readonly PastVerdict[], sampling: Sampling): VerdictResults {
  const codes = [...new Set(decisions.flatMap(({ reasons }) => reasons))].sort();
  const where = (fits: (decision: PastVerdict) => boolean): Members =>
    [...decisions.keys()].filter((index) => decisions[index] && fits(decisions[index]));
  const parts = new Map<string, Members>([
    ...VERDICTS.map((verdict) => [verdict, where((each) => each.verdict === verdict)] as const),
    ...codes.map((code) => [code, where(({ reasons }) => reasons.includes(code))] as const),
  ]);
  const estimates = bootstrap(
    figuresOf(parts, decisions),
    decisions.map(({ owner }) => owner),
    sampling,
  );
  const resultOf = (name: string) => describePart(parts.get(name) ?? [], name, decisions, estimates);
  return {
    by_verdict: VERDICTS.map((verdict) => ({ verdict, ...resultOf(verdict) })),
    by_reason: codes.map((reason) => ({ reason, ...resultOf(reason) })),
  };
}

function figuresOf(
  parts: ReadonlyMap<string, Members>,
  decisions: readonly PastVerdict[],
): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const [name, members] of parts) {
    figures.set(
      `${name}:visited`,
      shareOf(members, (index) => decisions[index]?.visited ?? false),
    );
    for (const outcome of OUTCOMES)
      figures.set(
        `${name}:${outcome}`,
        shareOf(members, (index) => decisions[index]?.found[outcome] ?? false),
      );
  }
  return figures;
}

function describePart(
  members: Members,
  name: string,
  decisions: readonly PastVerdict[],
  estimates: ReadonlyMap<string, Estimate>,
): VerdictResult {
  const owners = new Set(members.map((index) => decisions[index]?.owner)).size;
  // Clopper and Pearson assume independent trials. Owners are independent, but decisions about the same owner
  // are not.
  const share = (figure: string) => boundedShare(estimates.get(`${name}:${figure}`) ?? NO_ESTIMATE, owners);
  return {
    decisions: members.length,
    owners,
    visited: share('visited'),
    rates: byOutcome(share),
  };
}

function shareOf(members: Members, holds: (index: number) => boolean): Figure {
  const yes = members.filter(holds);
  return (weights) => sumOf(yes, weights) / sumOf(members, weights);
}

function sumOf(members: Members, weights: ArrayLike<number>): number {
  return members.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
}
