import { scaleLinear } from 'd3-scale';
import { type Html, html, joinHtml } from '../html.ts';
import { type ChartWords, coordinate, renderSvg } from './svg.ts';

/** A band of the scale: its name and its lowest value. */
interface ScaleBand {
  readonly name: string;
  readonly least: number;
}

const SIZE = { width: 400, height: 74 } as const;
const BAR = { left: 2, right: 398, top: 26, bottom: 46 } as const;

/** Draws a value from 0 to 100 on a scale divided into bands, best first. Pure function. */
export function renderScale(value: number, bands: readonly ScaleBand[], words: ChartWords): Html {
  const x = scaleLinear([0, 100], [BAR.left, BAR.right]).clamp(true);
  const parts = bands.map(({ name, least }, index) => {
    const end = bands[index - 1]?.least ?? 100;
    const inside = value >= least && (value < end || index === 0);
    const middle = coordinate((x(least) + x(end)) / 2);
    return html`<rect class="${inside ? 'chart-here' : 'chart-band'}" x="${coordinate(x(least))}" y="${BAR.top}" width="${coordinate(x(end) - x(least))}" height="${BAR.bottom - BAR.top}"/><text class="${inside ? 'chart-here-text' : 'chart-text'}" x="${middle}" y="${BAR.bottom - 5}" text-anchor="middle">${name}</text>
${least > 0 ? html`<text x="${coordinate(x(least))}" y="${BAR.bottom + 16}" text-anchor="middle">${least}</text>` : ''}`;
  });
  const at = x(value);
  const anchor = value > 90 ? 'end' : value < 10 ? 'start' : 'middle';
  const marker = html`<path class="chart-marker" d="M${coordinate(at)} ${BAR.top - 1}l-6 -8h12z"/><text class="chart-value" x="${coordinate(anchor === 'middle' ? at : at + (anchor === 'end' ? 6 : -6))}" y="12" text-anchor="${anchor}">${value.toFixed(1)}</text>
<text x="${BAR.left}" y="${BAR.bottom + 16}">0</text><text x="${BAR.right}" y="${BAR.bottom + 16}" text-anchor="end">100</text>`;
  return renderSvg(words, SIZE, joinHtml([...parts, marker], '\n'));
}
