import { scaleLinear } from 'd3-scale';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { CHARTS } from './messages.ts';
import { type ChartWords, coordinate, renderSvg } from './svg.ts';

export interface Bar {
  readonly label: string;
  /** At least 0. */
  readonly value: number;
  /** The value as text; if undefined, the number is shown. */
  readonly text?: string;
  /** True for a value that is no part of the chart's scale of results. It is gray, after a gap. */
  readonly isQuiet?: boolean;
}

interface BarsWords extends ChartWords {
  /**
   * Headings for the table's two columns. Omit them to leave out the table if another table on the page has
   * the same values.
   */
  readonly columns?: readonly [label: string, value: string];
}

const WIDTH = 400;
const ROW_HEIGHT = 40;
const BAR_HEIGHT = 14;
/** A label of one or two characters, such as a letter, is left of its bar and not above it. */
const SHORT_LABEL_LENGTH_MAX = 2;
const SHORT_ROW_HEIGHT = 26;
const SHORT_LABEL_WIDTH = 24;
const QUIET_GAP = 12;
/** The space reserved for a value next to the longest bar. */
const VALUE_WIDTH = 104;
const LABEL_LENGTH_MAX = 46;

/**
 * Draws labeled horizontal bars in the given order, with a table of the same values. `max` is the value that
 * fills a bar.
 */
export function renderBars(
  rows: readonly Bar[],
  words: BarsWords & { readonly max?: number; readonly language?: Language },
): Html {
  const most = words.max ?? Math.max(0, ...rows.map(({ value }) => value));
  const indent = rows.some(isShort) ? SHORT_LABEL_WIDTH : 0;
  const x = scaleLinear([0, most > 0 ? most : 1], [0, WIDTH - VALUE_WIDTH - indent]).clamp(true);
  let bottom = 0;
  const bars = rows.map((row, index) => {
    const top = bottom + (row.isQuiet && !rows[index - 1]?.isQuiet ? QUIET_GAP : 0);
    const short = isShort(row);
    bottom = top + (short ? SHORT_ROW_HEIGHT : ROW_HEIGHT);
    const left = short ? indent : 0;
    const barTop = short ? top + 6 : top + 21;
    const length = x(row.value);
    return html`<text x="0" y="${short ? barTop + 12 : top + 15}">${shorten(row.label)}</text>
<rect class="${row.isQuiet ? 'chart-bar chart-quiet' : 'chart-bar'}" x="${left}" y="${barTop}" width="${coordinate(length)}" height="${BAR_HEIGHT}"/>
<text class="chart-value" x="${coordinate(left + length + 7)}" y="${barTop + 12}">${textOf(row)}</text>`;
  });
  const size = { width: WIDTH, height: Math.max(ROW_HEIGHT, bottom) };
  return html`<figure class="chart-figure">
${renderSvg(words, size, joinHtml(bars, '\n'))}
</figure>
${words.columns ? renderChartTable(rows, words.title, words.columns, words.language ?? 'en') : ''}`;
}

export function renderChartTable(
  rows: readonly Bar[],
  title: string,
  columns: NonNullable<BarsWords['columns']>,
  language: Language,
): Html {
  const t = CHARTS[language];
  const named = t.asTable({ title });
  const lines = rows.map(
    (row) => html`<tr><th scope="row">${row.label}</th><td class="amount">${textOf(row)}</td></tr>`,
  );
  return html`<details class="behind"><summary>${t.sameAsTable}</summary>
<section class="wide" aria-label="${named}" tabindex="0"><table class="list chart-table"><caption>${named}</caption>
<thead><tr><th scope="col">${columns[0]}</th><th scope="col" class="amount">${columns[1]}</th></tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></section></details>`;
}

function isShort({ label }: Bar): boolean {
  return [...label].length <= SHORT_LABEL_LENGTH_MAX;
}

export function textOf({ value, text }: Bar): string {
  return text ?? value.toLocaleString('en-US');
}

/** Shortens a label, because SVG does not wrap text. The table shows the full label. */
function shorten(label: string): string {
  const characters = [...label];
  return characters.length <= LABEL_LENGTH_MAX
    ? label
    : `${characters.slice(0, LABEL_LENGTH_MAX - 1).join('')}…`;
}
