import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { inUnit } from './units.ts';

/** Draws the panels of a dashboard file with values of a Prometheus, in the grid of the file. Pure. */

export interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit: string;
      readonly min?: number;
      readonly max?: number;
      readonly thresholds?: {
        readonly steps: readonly { readonly color: string; readonly value: number | null }[];
      };
      readonly mappings?: readonly {
        readonly options: Readonly<Record<string, { readonly text: string }>>;
      }[];
    };
  };
}

/** One line of a panel: its legend, and its points as Unix seconds and values. */
export interface Series {
  readonly legend: string;
  readonly points: readonly (readonly [at: number, value: number])[];
}

const COLORS = [
  ...[
    '#1f78c1',
    '#e0752d',
    '#3f8f3a',
    '#c2453f',
    '#7a5bb5',
    '#0a8f8f',
    '#b7860b',
    '#b0418a',
    '#5b6b7b',
    '#2f4ea1',
  ],
];
const SHADES: Readonly<Record<string, string>> = { green: '#2b7a2b', orange: '#b45f06', red: '#b3261e' };
const [COLUMN, ROW, GAP] = [60, 36, 8];

export function drawDashboard(
  title: string,
  notes: readonly string[],
  panels: readonly { readonly panel: Panel; readonly series: readonly Series[] }[],
): string {
  const height = Math.max(...panels.map(({ panel }) => panel.gridPos.y + panel.gridPos.h)) * ROW;
  const drawn = panels.map(({ panel, series }) => {
    const { x, y, w, h } = panel.gridPos;
    const [width, tall] = [w * COLUMN - GAP, h * ROW - GAP];
    const place = `left:${x * COLUMN}px;top:${y * ROW}px;width:${width}px;height:${tall}px`;
    if (panel.type === 'row') return `<h2 style="${place}">${escapeHtml(panel.title)}</h2>`;
    return `<section style="${place}"><h3>${escapeHtml(panel.title)}</h3>${drawPanel(panel, series, width - 16, tall - 30)}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style>
<header><h1>${escapeHtml(title)}</h1>${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}</header>
<main style="height:${height}px;width:${24 * COLUMN}px">${drawn.join('\n')}</main></html>`;
}

const STYLE = `body{font:13px/1.35 'Public Sans',Arial,sans-serif;margin:16px;background:#f2f4f7;color:#1d2733;width:${24 * COLUMN}px}
h1{font-size:22px;margin:0}header p{margin:2px 0}main{position:relative;margin-top:10px}
h2{position:absolute;margin:0;font-size:15px;line-height:${ROW}px}
section{position:absolute;background:#fff;border:1px solid #d5dbe3;border-radius:3px;box-sizing:border-box;padding:4px 8px;overflow:hidden}
h3{font-size:13px;margin:0 0 2px}svg text{font-size:11px;fill:#44505e}.none{color:#6b7785;text-align:center;margin-top:20px}
.stat{font-size:30px;text-align:center;font-weight:600;margin:14px 0 0}
.legend{font-size:11px;display:flex;flex-wrap:wrap;gap:0 12px;line-height:1.4;overflow:hidden}.legend i{display:inline-block;width:12px;height:3px;margin-right:4px;vertical-align:middle}
.bars{display:grid;grid-template-columns:auto 1fr auto;gap:2px 8px;font-size:11px;align-items:center}.bars b{display:block;height:9px}`;

function drawPanel(panel: Panel, series: readonly Series[], width: number, height: number): string {
  const shown = series.filter(({ points }) => points.length > 0);
  if (shown.length === 0) return '<p class="none">No data in this time</p>';
  switch (panel.type) {
    case 'stat':
      return drawStat(panel, shown);
    case 'bargauge':
      return drawBars(panel, shown);
    case 'timeseries':
      return drawLines(panel, shown, width, height);
    default:
      throw new Error(
        `The dashboard has a panel of the type ${panel.type}, which this program does not know.`,
      );
  }
}

function drawStat(panel: Panel, [series]: readonly Series[]): string {
  const value = series?.points.at(-1)?.[1] ?? Number.NaN;
  return `<p class="stat" style="color:${shadeOf(panel, value)}">${escapeHtml(wordsOf(panel, value))}</p>`;
}

function drawBars(panel: Panel, series: readonly Series[]): string {
  const rows = series.map(({ legend, points }) => ({ legend, value: points.at(-1)?.[1] ?? 0 }));
  const most = Math.max(...rows.map(({ value }) => value), 1e-9);
  return `<div class="bars">${rows
    .map(
      ({ legend, value }) =>
        `<span>${escapeHtml(legend)}</span><b style="width:${Math.max(0.5, (100 * value) / most)}%;background:${shadeOf(panel, value)}"></b><span>${escapeHtml(wordsOf(panel, value))}</span>`,
    )
    .join('')}</div>`;
}

function drawLines(panel: Panel, series: readonly Series[], width: number, height: number): string {
  const rows = Math.min(
    3,
    Math.ceil(series.reduce((sum, { legend }) => sum + legend.length * 6 + 30, 0) / width),
  );
  const [left, bottom, tall] = [62, 18, height - rows * 16 - 4];
  const all = series.flatMap(({ points }) => points);
  const values = all.map(([, value]) => value);
  const { min = Math.min(0, ...values), max } = panel.fieldConfig?.defaults ?? {};
  const highest = max ?? Math.max(...values);
  const top = highest > min ? highest : min + 1;
  const times = all.map(([at]) => at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const x = scaleLinear([from, to], [left, width - 6]);
  const y = scaleLinear([min, top], [tall - bottom, 6]).nice(4);
  const path = line<readonly [number, number]>(
    ([at]) => x(at),
    ([, value]) => y(value),
  );
  const grid = ticksOf(y.domain(), unitOf(panel)).map(
    (tick) =>
      `<line x1="${left}" x2="${width - 6}" y1="${y(tick)}" y2="${y(tick)}" stroke="#e3e8ee"/><text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${escapeHtml(inUnit(tick, unitOf(panel)))}</text>`,
  );
  const hours = x
    .ticks(Math.max(2, Math.floor(width / 160)))
    .map((tick) => `<text x="${x(tick)}" y="${tall - 3}" text-anchor="middle">${timeOf(tick)}</text>`);
  const lines = series.map(
    ({ points }, index) =>
      `<path d="${path([...points]) ?? ''}" fill="none" stroke="${COLORS[index % COLORS.length]}" stroke-width="1.6"/>`,
  );
  const legend = series.map(
    ({ legend: name }, index) =>
      `<span><i style="background:${COLORS[index % COLORS.length]}"></i>${escapeHtml(name)}</span>`,
  );
  return `<svg width="${width}" height="${tall}">${[...grid, ...hours, ...lines].join('')}</svg><div class="legend">${legend.join('')}</div>`;
}

/** Round numbers of the unit that is shown: 64 MiB rather than 61.04. */
function ticksOf([from = 0, to = 1]: number[], unit: string): number[] {
  const steps =
    unit === 'bytes' ? [2 ** 40, 2 ** 30, 2 ** 20, 2 ** 10] : unit === 's' ? [86_400, 3_600, 60] : [];
  const size = steps.find((step) => to >= step) ?? 1;
  const ticks = scaleLinear([from / size, to / size], [0, 1]).ticks(4);
  return ticks.map((tick) => tick * size);
}

function unitOf({ fieldConfig }: Panel): string {
  return fieldConfig?.defaults.unit ?? 'short';
}

function wordsOf(panel: Panel, value: number): string {
  for (const { options } of panel.fieldConfig?.defaults.mappings ?? []) {
    const mapped = options[String(value)];
    if (mapped) return mapped.text;
  }
  return inUnit(value, unitOf(panel));
}

function shadeOf({ fieldConfig }: Panel, value: number): string {
  const steps = fieldConfig?.defaults.thresholds?.steps ?? [];
  const reached = steps.filter((step) => step.value === null || value >= step.value).at(-1);
  return SHADES[reached?.color ?? ''] ?? '#1f78c1';
}

function timeOf(at: number): string {
  return new Date(at * 1000).toISOString().slice(11, 19);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
