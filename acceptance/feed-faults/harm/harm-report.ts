import { describeResult } from '../report.ts';
import type { Result } from '../trials.ts';
import type { TrialSettings } from '../workers.ts';
import type { Harm } from './judge-harm.ts';

/** Damaged files counted by effect. A harmful file may also make other vendors look worse or unknown. */
interface HarmCounts {
  readonly mutations: number;
  readonly noticeable: number;
  readonly notNoticeable: number;
  /** Harmful files that are as plausible as the undamaged file. */
  readonly plausible: number;
  readonly worse: number;
  readonly lost: number;
  readonly shifted: number;
  /** Files that were published with a doubt. */
  readonly doubted: number;
}

interface HarmSummary {
  /** The counts for each day. Harm on later days is reported but does not fail the run. */
  readonly days: readonly {
    readonly total: HarmCounts;
    readonly faults: readonly (HarmCounts & { readonly fault: string })[];
    /** The kinds of harm and the number of files with each, most frequent first. */
    readonly kinds: readonly (readonly [what: string, files: number])[];
  }[];
}

export function summarizeHarm(results: readonly Result[], days: number): HarmSummary {
  return {
    days: Array.from({ length: days }, (_, day) => ({
      total: count(results, day),
      faults: [...Map.groupBy(results, ({ fault }) => fault)].map(([fault, own]) => ({
        fault,
        ...count(own, day),
      })),
      kinds: countKinds(results, day),
    })),
  };
}

function count(results: readonly Result[], day: number): HarmCounts {
  const files = (has: (harm: Harm, result: Result) => boolean) =>
    results.filter((result) => {
      const harm = result.harms[day];
      return harm && has(harm, result);
    }).length;
  return {
    mutations: results.length,
    noticeable: files(({ harms }, { noticeable }) => harms.length > 0 && noticeable),
    notNoticeable: files(
      ({ harms }, { noticeable, isPlausible }) => harms.length > 0 && !noticeable && !isPlausible,
    ),
    plausible: files(({ harms }, { isPlausible }) => harms.length > 0 && isPlausible),
    worse: files(({ worse }) => worse > 0),
    lost: files(({ lost }) => lost > 0),
    shifted: files(({ shifted }) => shifted > 0),
    doubted: results.filter(({ doubts }) => doubts > 0).length,
  };
}

function countKinds(results: readonly Result[], day: number): (readonly [string, number])[] {
  const kinds = results.flatMap(({ harms }) => harms[day]?.harms ?? []).map(([what]) => what);
  return [...Map.groupBy(kinds, (what) => what)]
    .map(([what, each]) => [what, each.length] as const)
    .sort((a, b) => b[1] - a[1]);
}

const TITLES = ['class', 'mutations', 'harmful, noticeable', 'harmful, not noticeable'];
const OTHER_TITLES = ['harmful, as plausible as the truth', 'worse', 'lost', 'shifted', 'doubted'];

/**
 * Returns a Markdown table by class for each day, then the smallest harmful file of each class on the first
 * day.
 */
export function describeHarm(
  { days }: HarmSummary,
  results: readonly Result[],
  settings: TrialSettings,
): string {
  const tables = days.map(({ total, faults, kinds }, day) => {
    const rows = [...faults.map((each) => toRow(each.fault, each)), toRow('all', total)];
    const titles = [...TITLES, ...OTHER_TITLES];
    const lines = [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
    const heading = days.length > 1 ? `After day ${day + 1}\n\n` : '';
    const found = kinds.map(([what, files]) => `  ${files} ${what}`).join('\n');
    return `${heading}${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\nHarmful files by kind of harm:\n${found || '  none'}\n`;
  });
  const first = results.filter(({ harms }) => isHarmful(harms[0]));
  const later = results.filter(({ harms }) => !isHarmful(harms[0]) && harms.some(isHarmful));
  return [
    ...tables,
    describeSmallest(
      'Harmful and noticeable',
      first.filter(({ noticeable }) => noticeable),
      settings,
    ),
    describeSmallest(
      'Harmful and not noticeable',
      first.filter(({ noticeable, isPlausible }) => !noticeable && !isPlausible),
      settings,
    ),
    describeSmallest(
      'Harmful and as plausible as the truth',
      first.filter(({ isPlausible }) => isPlausible),
      settings,
    ),
    ...(days.length > 1 ? [describeSmallest('Harmful only after a later day', later, settings)] : []),
  ].join('\n');
}

function toRow(name: string, counts: HarmCounts): string[] {
  const { mutations, noticeable, notNoticeable, plausible, worse, lost, shifted, doubted } = counts;
  return [
    name,
    ...[mutations, noticeable, notNoticeable, plausible, worse, lost, shifted, doubted].map(String),
  ];
}

function describeSmallest(heading: string, harmful: readonly Result[], settings: TrialSettings): string {
  const smallest = [...Map.groupBy(harmful, ({ fault }) => fault).values()].flatMap((own) => {
    const [first] = own.toSorted((a, b) => sizeOf(a) - sizeOf(b) || a.mutation - b.mutation);
    return first ? [describeResult(first, settings)] : [];
  });
  return smallest.length === 0
    ? `${heading}: none\n`
    : `${heading}, the smallest of each class:\n\n${smallest.join('\n')}\n`;
}

export function isHarmful(harm: Harm | undefined): boolean {
  return (harm?.harms.length ?? 0) > 0;
}

/** Counts the harmed vendors. A vendor counts once per kind of harm and day. */
function sizeOf({ harms }: Result): number {
  return harms.flatMap((day) => day.harms).reduce((sum, [, vendors]) => sum + vendors, 0);
}
