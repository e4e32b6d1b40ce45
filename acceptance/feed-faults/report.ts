import type { Harm } from './harm/judge-harm.ts';
import { type Effects, OUTCOMES, type Outcome } from './oracle.ts';
import type { Result } from './trials.ts';
import type { TrialSettings } from './workers.ts';

/** Combined counts of several results. */
interface Counts {
  readonly mutations: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** The number of wrong results that were noticeable. */
  readonly noticeable: number;
  /** The number of vendors affected by the wrong results. A vendor counts once per result. */
  readonly effects: Effects;
}

interface Summary {
  readonly total: Counts;
  readonly faults: readonly (Counts & { readonly fault: string })[];
}

export function summarize(results: readonly Result[]): Summary {
  const faults = [...Map.groupBy(results, ({ fault }) => fault)].map(([fault, own]) => ({
    fault,
    ...count(own),
  }));
  return { total: count(results), faults };
}

function count(results: readonly Result[]): Counts {
  const outcomes = { 'held back': 0, 'rows refused': 0, right: 0, 'detail lost': 0, wrong: 0 };
  for (const { outcome } of results) outcomes[outcome] += 1;
  const wrong = results.filter(isWrong);
  const sum = (name: keyof Effects) => wrong.reduce((total, { effects }) => total + effects[name], 0);
  return {
    mutations: results.length,
    outcomes,
    noticeable: wrong.filter(({ noticeable }) => noticeable).length,
    effects: {
      newlyClear: sum('newlyClear'),
      noLongerClear: sum('noLongerClear'),
      newlyDecline: sum('newlyDecline'),
      noLongerDecline: sum('noLongerDecline'),
      vanished: sum('vanished'),
    },
  };
}

function isWrong({ outcome }: Result): boolean {
  return outcome === 'wrong';
}

const TITLES = [
  'class',
  'mutations',
  ...OUTCOMES,
  'noticeable',
  'to/from CLEAR',
  'to/from DECLINE',
  'vanished',
];

/**
 * Returns a Markdown table by class, followed by the smallest wrong result of each class and how to reproduce
 * it.
 */
export function describeTable(
  { total, faults }: Summary,
  results: readonly Result[],
  settings: TrialSettings,
): string {
  const rows = [...faults.map((each) => toRow(each.fault, each)), toRow('all', total)];
  const lines = [TITLES, TITLES.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const smallest = faults.flatMap(({ fault }) => {
    const result = smallestWrong(results.filter((each) => each.fault === fault));
    return result ? [describeResult(result, settings)] : [];
  });
  return `${table}\n\n${smallest.join('\n')}\n`;
}

function toRow(name: string, { mutations, outcomes, noticeable, effects }: Counts): string[] {
  return [
    name,
    ...[mutations, ...OUTCOMES.map((outcome) => outcomes[outcome]), noticeable].map(String),
    `${effects.newlyClear}/${effects.noLongerClear}`,
    `${effects.newlyDecline}/${effects.noLongerDecline}`,
    String(effects.vanished),
  ];
}

/** Returns the wrong result with the fewest differences, preferring noticeable results. */
function smallestWrong(results: readonly Result[]): Result | undefined {
  const size = ({ differences }: Result) => differences.reduce((sum, [, each]) => sum + each, 0);
  return results
    .filter(isWrong)
    .sort(
      (a, b) => Number(b.noticeable) - Number(a.noticeable) || size(a) - size(b) || a.mutation - b.mutation,
    )[0];
}

/** Returns one result and the command that reproduces it. */
export function describeResult(result: Result, { seed, asOf, days, set }: TrialSettings): string {
  const { fault, mutation, kind, note, outcome, noticeable, reason, unsaid, example } = result;
  const records = asOf === undefined ? '' : ` --records … --as-of ${asOf}`;
  const more = `${set === 'first' ? '' : ` --set ${set}`}${days === 1 ? '' : ` --days ${days}`}`;
  const isRated = isWrong(result) || result.harms.some(({ harms }) => harms.length > 0);
  const parts = [
    `npm run acceptance -- feed-faults --only ${fault} --seed ${seed} --mutation ${mutation}${more}${records}`,
    `  ${kind}: ${note}`,
    `  ${outcome}${isRated ? (noticeable ? ', noticeable' : ', not noticeable') : ''}${reason && `: ${reason}`}`,
    ...(unsaid === '' ? [] : [`  not said: ${unsaid}`]),
    ...result.differences.slice(0, 3).map(([what, number]) => `  ${number} ${what}`),
    ...(example === '' ? [] : [`  for example ${example}`]),
    ...result.harms.flatMap((harm, day) => describeHarms(harm, days === 1 ? '' : ` after day ${day + 1}`)),
  ];
  return parts.join('\n');
}

function describeHarms({ harms, example }: Harm, when: string): string[] {
  if (harms.length === 0) return [];
  return [`  harm${when}: ${harms.map(([what, vendors]) => `${vendors} ${what}`).join(', ')}; ${example}`];
}
