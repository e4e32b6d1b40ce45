import type { OrderOfIssue } from '../parsed-file.ts';

/**
 * What a license extract in the order of issue shows of rows that it lacks at its beginning, in its middle, or all over.
 * docs/importing.md, "What the rows tell", has what real files show of each, whole and in part.
 */

/** The first rows of the register stand county by county; behind them, counties are mingled. */
const FIRST_ROWS = 200;
/** A county's numbers of one series (its third digit) are told from each other only where there are so many. */
const NUMBERS_OF_SERIES_MIN = 40;
/** Of these newest numbers of a series nearly all are still in force, so that most stand beside their neighbor. */
const NEWEST_NUMBERS = 30;
/** Numbers far above the rest are slips, and would hide how far a series goes. */
const TOP_QUANTILE = 0.97;
/** The file is cut into so many equal parts, and each is told by the newest tenth of its numbers. */
const PARTS = 20;
const NEWEST_OF_PART = 0.1;
/** Behind that, the last numbers of a series differ by too few to compare. */
const LEFT_SHARE_MIN = 0.02;
const LEFT_SHARE_LEAST = 0.002;

/** `numbers` are the seven digits of every row, of any license type, in the order of the file. */
export function measureOrder(numbers: readonly number[]): OrderOfIssue {
  const series = new Map<number, number[]>();
  for (const number of numbers) {
    const own = series.get(seriesOf(number));
    if (own) own.push(number);
    else series.set(seriesOf(number), [number]);
  }
  const large = new Map(
    [...series].flatMap(([key, own]) =>
      own.length >= NUMBERS_OF_SERIES_MIN ? [[key, own.toSorted((a, b) => a - b)]] : [],
    ),
  );
  return {
    neighborsAtTop: shareOfNeighbors([...large.values()]),
    steepestStep: steepestStep(numbers, large),
  };
}

/** The county and the third digit, which stands for a kind of business. */
function seriesOf(number: number): number {
  return Math.floor(number / 10_000);
}

/** Of the first rows, the share that is of another county than the row above. */
export function shareMingledAtStart(rows: readonly number[]): number {
  const numbers = rows.slice(0, FIRST_ROWS);
  const countyOf = (number: number | undefined) => Math.floor((number ?? 0) / 100_000);
  const changes = numbers.filter((number, index) => countyOf(number) !== countyOf(numbers[index - 1]));
  return numbers.length < 2 ? 0 : (changes.length - 1) / (numbers.length - 1);
}

/** Of the newest numbers of each series, how many follow the one below them without a gap. */
function shareOfNeighbors(series: readonly (readonly number[])[]): number {
  let [pairs, neighbors] = [0, 0];
  for (const sorted of series) {
    const newest = [...new Set(sorted)].slice(-NEWEST_NUMBERS);
    for (const [index, number] of newest.slice(1).entries()) {
      pairs += 1;
      if (number - (newest[index] ?? 0) === 1) neighbors += 1;
    }
  }
  return pairs === 0 ? 1 : neighbors / pairs;
}

/** How many times less of its series is left ahead of one part of the file than of the part before it, at most. */
function steepestStep(numbers: readonly number[], series: ReadonlyMap<number, readonly number[]>): number {
  const left = numbers.flatMap((number) => {
    const sorted = series.get(seriesOf(number));
    if (!sorted) return [];
    const first = seriesOf(number) * 10_000;
    const top = (sorted[Math.floor(TOP_QUANTILE * (sorted.length - 1))] ?? first) - first;
    return top <= 0 ? [] : Math.max(0, top - (number - first)) / top;
  });
  if (left.length < PARTS * 10) return 1;
  const newest = Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part, part + 1].map((each) => Math.floor((each * left.length) / PARTS));
    const sorted = left.slice(from, to).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * NEWEST_OF_PART)] ?? 0;
  });
  const steps = newest.slice(1).map((after, index) => {
    const before = newest[index] ?? 0;
    return before < LEFT_SHARE_MIN ? 1 : before / Math.max(after, LEFT_SHARE_LEAST);
  });
  return Math.max(1, ...steps);
}
