import { scaleLinear } from 'd3-scale';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { type Bar, renderChartTable, textOf } from './bars.ts';
import { type ChartWords, coordinate, renderSvg } from './svg.ts';

interface Column extends Bar {
  /** The label below the column, if the full one is too long for it. */
  readonly short: string;
}

const WIDTH = 400;
const HEIGHT = 150;
const TOP = 22;
const BOTTOM = 22;
/** The share of a column's space that the column fills. */
const FILLED = 0.7;

/** Draws labeled columns in the given order, such as months, with a table of the same values. */
export function renderColumns(
  columns: readonly Column[],
  words: ChartWords & {
    readonly columns: readonly [label: string, value: string];
    readonly language: Language;
  },
): Html {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const y = scaleLinear([0, most], [0, HEIGHT - TOP - BOTTOM]);
  const space = WIDTH / Math.max(1, columns.length);
  const drawn = columns.map((column, index) => {
    const middle = coordinate(space * (index + 0.5));
    const height = y(column.value);
    const top = HEIGHT - BOTTOM - height;
    return html`<rect class="chart-bar" x="${coordinate(space * (index + (1 - FILLED) / 2))}" y="${coordinate(top)}" width="${coordinate(space * FILLED)}" height="${coordinate(height)}"/>
<text class="chart-value chart-column-label" x="${middle}" y="${coordinate(top - 6)}">${textOf(column)}</text>
<text class="chart-column-label" x="${middle}" y="${HEIGHT - 5}">${column.short}</text>`;
  });
  return html`<figure class="chart-figure">
${renderSvg(words, { width: WIDTH, height: HEIGHT }, joinHtml(drawn, '\n'))}
</figure>
${renderChartTable(columns, words.title, words.columns, words.language)}`;
}
