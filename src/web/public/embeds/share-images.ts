import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { Tone } from '../../kit/decisions/decision-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import type { CardFacts } from './card-facts.ts';

/** Preview images that other sites show next to a link, as SVG. Pure functions. */

export const SHARE_SIZE = { width: 1_200, height: 630 } as const;

const COLORS: Readonly<Record<Tone, string>> = {
  good: '#1d5f38',
  care: '#7a4d00',
  open: '#3f4a86',
  bad: '#94201d',
  none: '#55646d',
};

export function vendorImage({ name, under, tone, stamp, meaning, age, fictional }: CardFacts): Html {
  const color = COLORS[tone];
  return renderImage(
    fictional,
    html`${renderLines(name, { x: 70, y: 190, size: 58, weight: 600, lineMax: 36, linesMax: 2 })}
<text x="70" y="310" font-size="30" fill="#55646d">${cut(under, 70)}</text>
<rect x="70" y="350" width="${60 + stamp.length * 34}" height="100" fill="none" stroke="${color}" stroke-width="6"/>
<text x="100" y="420" font-size="60" font-weight="600" fill="${color}">${stamp}</text>
${renderLines(meaning, { x: 70, y: 500, size: 28, weight: 400, lineMax: 84, linesMax: 2 })}
<text x="70" y="580" font-size="26" fill="#55646d">${age} Not a ${REGULATOR.shortName} grade.</text>`,
  );
}

interface ShownEvent {
  readonly name: string;
  readonly when: string;
  readonly where: string;
  readonly isCancelled: boolean;
}

export function eventImage({ name, when, where, isCancelled }: ShownEvent, fictional: boolean): Html {
  return renderImage(
    fictional,
    html`${renderLines(name, { x: 70, y: 200, size: 64, weight: 600, lineMax: 32, linesMax: 2 })}
<text x="70" y="390" font-size="40">${cut(when, 52)}</text>
<text x="70" y="450" font-size="40">${cut(where, 52)}</text>
<text x="70" y="550" font-size="32" font-weight="600" fill="${isCancelled ? COLORS.bad : '#0b5c6b'}">${isCancelled ? 'Cancelled' : 'Food trucks and caterers: see whether applications are open'}</text>`,
  );
}

export function homeImage(fictional: boolean): Html {
  const lead = `License, inspections and grade of ${REGULATOR.jurisdiction} food trucks, hot dog carts and caterers, from public records`;
  return renderImage(
    fictional,
    html`${renderLines('May this food truck stand in front of your guests?', { x: 70, y: 230, size: 64, weight: 600, lineMax: 30, linesMax: 2 })}
${renderLines(lead, { x: 70, y: 420, size: 36, weight: 400, lineMax: 60, linesMax: 3 })}`,
  );
}

function renderImage(fictional: boolean, content: Html): Html {
  const { width, height } = SHARE_SIZE;
  const banner = fictional
    ? html`<rect width="${width}" height="56" fill="#fff3cd"/><text x="70" y="38" font-size="28" font-weight="600" fill="#4d3b00">Demo data: no such business or event exists.</text>`
    : EMPTY_HTML;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Source Sans 3" fill="#1b2a33">
<rect width="${width}" height="${height}" fill="#fbfaf7"/>
${banner}
<text x="70" y="112" font-size="30" font-weight="600" fill="#0b5c6b">Vendor Compliance</text>
${content}
</svg>`;
}

interface Lines {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly lineMax: number;
  readonly linesMax: number;
}

/** Draws text as separate lines, because SVG does not wrap text. */
function renderLines(text: string, { x, y, size, weight, lineMax, linesMax }: Lines): Html {
  const lines = wrap(text, lineMax, linesMax);
  return joinHtml(
    lines.map(
      (line, index) =>
        html`<text x="${x}" y="${Math.round(y + index * size * 1.15)}" font-size="${size}" font-weight="${weight}">${line}</text>`,
    ),
    '\n',
  );
}

/** Splits words into lines of limited length. Text that does not fit is cut and ends in an ellipsis. */
export function wrap(text: string, lineMax: number, linesMax: number): string[] {
  const lines: string[] = [''];
  for (const word of drawable(text).split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if ([...longer].length <= lineMax || last === '') lines[lines.length - 1] = cut(longer, lineMax);
    else lines.push(cut(word, lineMax));
  }
  if (lines.length <= linesMax) return lines;
  const kept = lines.slice(0, linesMax);
  kept[linesMax - 1] = cut(`${kept[linesMax - 1]} ${'…'.repeat(1)}`, lineMax);
  return kept;
}

function cut(text: string, max: number): string {
  const characters = [...drawable(text)];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

/**
 * Replaces control characters with spaces, and lone surrogates with the replacement character. XML does not
 * allow them, and a single one would break the whole image.
 */
function drawable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ');
}
