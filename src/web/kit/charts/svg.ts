import { type Html, html } from '../html.ts';

/** What every chart says to a reader who cannot see it. */
export interface ChartWords {
  /** Unique on the page; the ids within the picture are made from it. */
  readonly id: string;
  readonly title: string;
  /** What the picture shows, in a sentence. */
  readonly description: string;
}

/** A picture with its name and description; Colors come from the style sheet alone. */
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

/** One decimal of a unit is finer than any screen. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
