import { scaleLinear } from 'd3-scale';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { CHARTS } from './messages.ts';
import { type ChartWords, coordinate, renderSvg } from './svg.ts';

interface Bar {
  readonly label: string;
  /** At least 0. */
  readonly value: number;
  /** The value as text; if undefined, the number is shown. */
  readonly text?: string;
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
  const x = scaleLinear([0, most > 0 ? most : 1], [0, WIDTH - VALUE_WIDTH]).clamp(true);
  const bars = rows.map((row, index) => {
    const top = index * ROW_HEIGHT;
    const length = x(row.value);
    return html`<text x="0" y="${top + 15}">${shorten(row.label)}</text>
<rect class="chart-bar" x="0" y="${top + 21}" width="${coordinate(length)}" height="${BAR_HEIGHT}"/>
<text class="chart-value" x="${coordinate(length + 7)}" y="${top + 33}">${textOf(row)}</text>`;
  });
  const size = { width: WIDTH, height: Math.max(1, rows.length) * ROW_HEIGHT };
  return html`<figure class="chart-figure">
${renderSvg(words, size, joinHtml(bars, '\n'))}
</figure>
${words.columns ? renderTable(rows, words.title, words.columns, words.language ?? 'en') : ''}`;
}

function renderTable(
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

function textOf({ value, text }: Bar): string {
  return text ?? value.toLocaleString('en-US');
}

/** Shortens a label, because SVG does not wrap text. The table shows the full label. */
function shorten(label: string): string {
  const characters = [...label];
  return characters.length <= LABEL_LENGTH_MAX
    ? label
    : `${characters.slice(0, LABEL_LENGTH_MAX - 1).join('')}…`;
}
