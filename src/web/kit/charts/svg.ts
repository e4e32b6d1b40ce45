import { type Html, html } from '../html.ts';

/** A chart's text alternative, for readers who cannot see the chart. */
export interface ChartWords {
  /** Unique on the page; the ids within the picture are derived from it. */
  readonly id: string;
  readonly title: string;
  /** One sentence that describes the picture. */
  readonly description: string;
}

/** Renders a picture with its name and description. Colors come only from the style sheet. */
export function renderSvg(
  { id, title, description }: ChartWords,
  size: { readonly width: number; readonly height: number },
  content: Html,
): Html {
  return html`<svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${description}</desc>
${content}
</svg>`;
}

/** Rounds a coordinate to one decimal, which is finer than any screen can show. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
