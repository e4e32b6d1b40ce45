import type { BacktestSummary } from '../../../judgment/methodology/backtest-summary.ts';
import type { Language } from '../../../lib/language/language.ts';
import { BACKTEST_PAGE, OUTCOMES_NAMED } from './methodology-page-messages.ts';

export const OUTCOMES = ['high_priority', 'follow_up', 'closure'] as const;

export function outcomeNames(language: Language): string[] {
  return OUTCOMES.map((outcome) => OUTCOMES_NAMED[language][outcome]);
}

/** Formats figures from the back-test as a value with its 95% interval in brackets. */

type Interval = BacktestSummary['worst_to_best']['closure'];

/** Keeps an interval on one line. A line may break only before the interval. */
const NBSP = '\u00a0';

export function within({ value, low, high }: Interval, decimals: number, language: Language): string {
  if (value === null || low === null) return '–';
  const print = (each: number) => each.toFixed(decimals).replace('-', '−');
  return `${print(value)} [${print(low)},${NBSP}${high === null ? BACKTEST_PAGE[language].noLimit : print(high)}]`;
}

export function times(interval: Interval, language: Language): string {
  if (interval.value === null) return '–';
  return BACKTEST_PAGE[language].times({ interval: within(interval, 1, language) });
}

export function percent(interval: Interval | undefined): string {
  return percentOf(interval?.value ?? null);
}

export function percentOf(share: number | null): string {
  return share === null ? '–' : `${Math.round(100 * share)}${NBSP}%`;
}

export function percentWithin({ value, low, high }: Interval): string {
  if (value === null || low === null || high === null) return percentOf(value);
  return `${percentOf(value)} [${Math.round(100 * low)},${NBSP}${Math.round(100 * high)}]`;
}
