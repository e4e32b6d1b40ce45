import type { Language } from '../../../lib/language/language.ts';
import { renderSvg } from '../../kit/charts/svg.ts';
import { type Html, html } from '../../kit/html.ts';
import { PROOF } from './proof-messages.ts';

const SIZE = { width: 400, height: 270 } as const;
const BOX = { width: 176, height: 46 } as const;
const LEFT = 8;
const RIGHT = 216;

/** Draws how files, records, receipts, the log and witnesses are connected. */
export function renderProofPicture(language: Language): Html {
  const t = PROOF[language];
  const words = { id: 'proof', title: t.pictureTitle, description: t.pictureText };
  const middle = (x: number) => x + BOX.width / 2;
  const log = (LEFT + RIGHT) / 2;
  return html`<figure class="chart-figure">
${renderSvg(
  words,
  SIZE,
  html`${arrow([middle(LEFT), 50], [middle(LEFT), 76])}
${arrow([middle(LEFT), 126], [middle(log) - 30, 152])}
${arrow([middle(RIGHT), 126], [middle(log) + 30, 152])}
${arrow([middle(log), 222], [middle(log), 202])}
${box(LEFT, 4, t.boxFiles)}
${box(LEFT, 80, t.boxRecords)}
${box(RIGHT, 80, t.boxReceipt)}
${box(log, 156, t.boxLog)}
${box(log, 222, t.boxWitnesses)}`,
)}
</figure>`;
}

function box(x: number, y: number, text: string): Html {
  return html`<rect class="chart-box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text class="chart-value" x="${x + BOX.width / 2}" y="${y + BOX.height / 2 + 5}" text-anchor="middle">${text}</text>`;
}

type Point = readonly [x: number, y: number];

function arrow([x1, y1]: Point, [x2, y2]: Point): Html {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const dx = ((x2 - x1) / length) * 8;
  const dy = ((y2 - y1) / length) * 8;
  const corner = (side: number) => `${x2 - dx - side * dy * 0.6},${y2 - dy + side * dx * 0.6}`;
  return html`<path class="chart-base" fill="none" d="M${x1},${y1}L${x2},${y2}M${corner(1)}L${x2},${y2}L${corner(-1)}"/>`;
}
