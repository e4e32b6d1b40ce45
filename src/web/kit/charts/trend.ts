import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { inEach, type Language, LOCALES } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { CHARTS } from './messages.ts';
import { type ChartWords, coordinate, renderSvg } from './svg.ts';

/** The violations found at one inspection, by the regulator's three severity levels. */
export interface TrendPoint {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** All three counts are null if they are unknown. Such an inspection has no column. */
  readonly high_priority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
}

type SeverityKey = 'high_priority' | 'intermediate' | 'basic';

/** The most severe comes first because it sits on the baseline, where heights are easiest to compare. */
const KEYS: readonly SeverityKey[] = ['high_priority', 'intermediate', 'basic'];
const SIZE = { width: 400, height: 220 } as const;
const PLOT = { left: 28, right: 396, top: 22, bottom: 176 } as const;
const TICKS = 4;
const LABELS_MAX = 8;
const BAR_WIDTH_MAX = 34;

const MONTHS = inEach(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' }),
);
const DAYS = inEach(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }),
);

/**
 * Draws the violations found at each inspection over time, oldest first. Each inspection is one column, with
 * a legend and a table of the same values.
 */
export function renderTrend(
  points: readonly TrendPoint[],
  words: ChartWords,
  language: Language = 'en',
): Html {
  return html`<figure class="chart-figure">
${renderSvg(words, SIZE, renderColumns(points, language))}
<figcaption>${renderLegend(language)}</figcaption>
</figure>
${renderTrendTable(points, words.title, language)}`;
}

function renderColumns(points: readonly TrendPoint[], language: Language): Html {
  const most = Math.max(1, ...points.map(totalOf));
  const y = scaleLinear([0, most], [PLOT.bottom, PLOT.top]).nice(TICKS);
  const x = scaleBand(
    points.map((_, index) => index),
    [PLOT.left, PLOT.right],
  ).padding(0.35);
  const width = Math.min(x.bandwidth(), BAR_WIDTH_MAX);
  const middle = (index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const parts = stack<TrendPoint, SeverityKey>()
    .keys([...KEYS])
    .value((point, key) => point[key] ?? 0)([...points])
    .flatMap((series) =>
      series.flatMap(([from, to], index) =>
        to > from
          ? html`<rect class="chart-${series.key}" x="${coordinate(middle(index) - width / 2)}" y="${coordinate(y(to))}" width="${coordinate(width)}" height="${coordinate(y(from) - y(to))}"/>`
          : [],
      ),
    );
  const step = Math.ceil(points.length / LABELS_MAX);
  const labels = points.map((point, index) => {
    const at = coordinate(middle(index));
    const { month, year } = monthAndYear(point.date, language);
    const day =
      (points.length - 1 - index) % step === 0
        ? html`<text x="${at}" y="${PLOT.bottom + 18}" text-anchor="middle"><tspan x="${at}">${month}</tspan><tspan x="${at}" dy="15">${year}</tspan></text>`
        : '';
    return html`<text class="chart-value" x="${at}" y="${coordinate(y(totalOf(point)) - 6)}" text-anchor="middle">${isUnknown(point) ? '?' : totalOf(point)}</text>${day}`;
  });
  return html`${renderGrid(y)}\n${joinHtml(parts, '\n')}\n${joinHtml(labels, '\n')}`;
}

/** Draws grid lines only at whole numbers, because there are no half violations. */
function renderGrid(y: { (value: number): number; ticks(count: number): number[] }): Html {
  const lines = y.ticks(TICKS).filter(Number.isInteger);
  return joinHtml(
    lines.map((value) => {
      const at = coordinate(y(value));
      return html`<line class="${value === 0 ? 'chart-base' : 'chart-grid'}" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at}" y2="${at}"/><text x="${PLOT.left - 6}" y="${coordinate(y(value) + 4)}" text-anchor="end">${value}</text>`;
    }),
    '\n',
  );
}

function renderLegend(language: Language): Html {
  const names = severityNames(language);
  const items = KEYS.map(
    (key) =>
      html`<li><svg class="chart-key" viewBox="0 0 14 14" aria-hidden="true"><rect class="chart-${key}" x="1" y="1" width="12" height="12"/></svg> ${names[key]}</li>`,
  );
  return html`<ul class="legend">${joinHtml(items, '\n')}</ul>`;
}

function severityNames(language: Language): Readonly<Record<SeverityKey, string>> {
  const t = CHARTS[language];
  return { high_priority: t.highPriority, intermediate: t.intermediate, basic: t.basic };
}

function renderTrendTable(points: readonly TrendPoint[], title: string, language: Language): Html {
  const t = CHARTS[language];
  const names = severityNames(language);
  const caption = t.asTable({ title });
  const rows = points.map(
    (point) =>
      html`<tr><th scope="row"><time datetime="${point.date}">${shortDay(point.date, language)}</time></th>${KEYS.map((key) => html`<td class="amount">${point[key] ?? t.notOnFile}</td>`)}</tr>`,
  );
  return html`<details class="behind"><summary>${t.sameAsTable}</summary>
<section class="wide" aria-label="${caption}" tabindex="0"><table class="list chart-table"><caption>${caption}</caption>
<thead><tr><th scope="col">${t.date}</th>${KEYS.map((key) => html`<th scope="col" class="amount">${names[key]}</th>`)}</tr></thead>
<tbody>
${joinHtml(rows, '\n')}
</tbody></table></section></details>`;
}

function totalOf(point: TrendPoint): number {
  return KEYS.reduce((sum, key) => sum + (point[key] ?? 0), 0);
}

function isUnknown(point: TrendPoint): boolean {
  return KEYS.some((key) => point[key] === null);
}

/**
 * Formats a date as a month and year, short enough to fit under a column. Other text is returned unchanged.
 */
function monthAndYear(
  day: string,
  language: Language = 'en',
): { readonly month: string; readonly year: string } {
  const date = new Date(day);
  return Number.isNaN(date.getTime())
    ? { month: day, year: '' }
    : { month: MONTHS[language].format(date), year: day.slice(0, 4) };
}

/** Formats a date in a short form that fits in a narrow table. Other text is returned unchanged. */
function shortDay(day: string, language: Language = 'en'): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : DAYS[language].format(date);
}
