import { daysApart, monthsEarlier, plusDays } from './days.ts';
import type { RawFile } from './raw-files.ts';

/**
 * The coverage of one district in the raw files: the last day that its license file covers, and the periods
 * with inspections on file.
 */
export interface RawCover {
  readonly licensesTo: string | undefined;
  readonly spans: readonly { readonly from: string; readonly to: string }[];
}

const DISTRICTS = ['1', '2', '3', '4', '5', '6', '7'];

/**
 * Returns the coverage by district. A file is statewide if no district has at least nine in ten of its rows.
 */
export function readCovers(files: readonly RawFile[]): Map<string, RawCover> {
  const covers = new Map<string, RawCover>();
  for (const file of files) {
    if (file.kind !== 'licenses' && file.kind !== 'inspections') continue;
    const days =
      file.kind === 'licenses'
        ? file.rows.flatMap(({ lastInspectedOn: day }) => day ?? [])
        : file.rows.map(({ day }) => day);
    const to = reachedDay(days);
    for (const district of districtsOf(file.rows)) {
      const { licensesTo, spans } = covers.get(district) ?? { licensesTo: undefined, spans: [] };
      const from = days.reduce((first, day) => (day < first ? day : first), to);
      covers.set(
        district,
        file.kind === 'licenses'
          ? { licensesTo: [licensesTo ?? to, to].sort().at(-1), spans }
          : { licensesTo, spans: [...spans, { from, to }] },
      );
    }
  }
  return covers;
}

function districtsOf(rows: readonly { readonly district: string }[]): readonly string[] {
  const counts = Map.groupBy(rows, ({ district }) => district);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  if (!most) return [];
  return most[1].length * 10 >= rows.length * 9 ? [most[0]] : DISTRICTS;
}

/**
 * Returns the newest day that enough rows reach: one in a thousand of the dated rows (at most 3 rows in a
 * small file).
 */
export function reachedDay(days: readonly string[]): string {
  const needed = Math.max(1, Math.min(3, Math.ceil(days.length / 50)), Math.ceil(days.length / 1000));
  return [...days].sort().at(-needed) ?? '';
}

/**
 * Returns the day up to which a district's records are complete. It is the last day of the older of its two
 * newest files, but never after the as-of date.
 */
export function reachOf({ licensesTo, spans }: RawCover, asOf: string): string {
  const inspectionsTo = closedTo(spans);
  return [licensesTo ?? asOf, inspectionsTo ?? asOf, asOf].sort()[0] ?? asOf;
}

const GAP_DAYS = 31;
const DAYS_BEHIND_GAP = 90;

/**
 * Returns the last day of the inspection files. Files after a gap of more than 31 days count once they cover
 * 90 days, because a closure during the gap would be over by then.
 */
function closedTo(spans: RawCover['spans']): string | undefined {
  let from = '';
  let to = '';
  let counted = undefined as string | undefined;
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const isBehindGap = to !== '' && span.from > plusDays(to, GAP_DAYS);
    if (to === '' || isBehindGap) [from, to] = [span.from, span.to];
    else if (span.to > to) to = span.to;
    if (counted === undefined || counted >= from || daysApart(from, to) >= DAYS_BEHIND_GAP) counted = to;
  }
  return counted;
}

/**
 * Returns true if the files cover the twelve months up to the as-of date, with at most 31 days missing in
 * between and at most 14 at the end.
 */
export function isYearWhole({ spans }: RawCover, asOf: string): boolean {
  let known = monthsEarlier(asOf, 12);
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
    if (from <= plusDays(known, 31) && to > known) known = to;
  return known >= plusDays(asOf, -14);
}
