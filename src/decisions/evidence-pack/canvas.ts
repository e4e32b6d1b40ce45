import { type Language, LOCALES } from '../../lib/language/language.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import type { QrCode } from '../receipts/qr.ts';
import { SHEET } from './messages.ts';

/** Draws tagged blocks from top to bottom on US Letter pages. Lengths are in points. */
export const PAGE = { width: 612, height: 792, left: 54, top: 40, bottom: 752 } as const;
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.left;

/** The site's light-mode colors. */
export const COLORS = {
  ink: '#1b2a33',
  soft: '#55646d',
  line: '#d9d5cb',
  accent: '#0b5c6b',
  head: '#f1eee6',
} as const;

export type Element = PDFKit.PDFStructureElement;

export interface Canvas {
  readonly doc: PDFKit.PDFDocument;
  readonly glyphs: Glyphs;
  /** The language of the text, unless an element has its own language. */
  readonly language: Language;
  /** The text at the top of each page that a block continues on. */
  continued: string | undefined;
}

interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** The symbol that replaces each character that the font lacks. The cover explains it. */
const REPLACEMENT = '□';

/** Checks which characters the font can draw, and records whether any was missing. */
export interface Glyphs {
  readonly has: (codePoint: number) => boolean;
  /** True once a character has been replaced. */
  replaced: boolean;
}

/** Matches joiners and variation selectors, which have no shape of their own. */
const WITHOUT_SHAPE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Adds a structure element that will get children. */
export function addElement(canvas: Canvas, parent: Element, type: string): Element {
  const element = canvas.doc.struct(type);
  parent.add(element);
  return element;
}

/** Adds a block of text as its own element, on a new page if it does not fit on the current page. */
export function addText(
  canvas: Canvas,
  parent: Element,
  type: string,
  text: string,
  style: TextStyle & { readonly after?: number; readonly language?: Language } = {},
): void {
  ensureSpace(canvas, measureText(canvas, text, style));
  const { language = canvas.language } = style;
  const options = language === canvas.language ? {} : { lang: LOCALES[language] };
  parent.add(canvas.doc.struct(type, options, [() => writeText(canvas, text, canvas.doc.y, style)]));
  canvas.doc.y += style.after ?? 4;
}

/** Writes text at the vertical position `y`. The next block starts below the text. */
export function writeText(canvas: Canvas, text: string, y: number, style: TextStyle): void {
  const { x = PAGE.left, width = TEXT_WIDTH, color = COLORS.ink, align = 'left' } = style;
  useFont(canvas, style);
  canvas.doc.fillColor(color).text(printable(text, canvas.glyphs), x, y, { width, align });
}

export function measureText(canvas: Canvas, text: string, style: TextStyle): number {
  useFont(canvas, style);
  return canvas.doc.heightOfString(printable(text, canvas.glyphs), { width: style.width ?? TEXT_WIDTH });
}

/**
 * Starts a new page unless there is enough space left on the current page. A block taller than a page flows
 * onto the next page automatically.
 */
export function ensureSpace(canvas: Canvas, height: number): boolean {
  const { doc, continued } = canvas;
  if (doc.y + Math.min(height, PAGE.bottom - PAGE.top) <= PAGE.bottom) return false;
  doc.addPage();
  if (continued !== undefined) {
    drawArtifact(canvas, () => writeText(canvas, continued, doc.y, { bold: true }), 'Pagination');
    doc.y += 6;
  }
  return true;
}

/** Adds text that links to a place in the document. Screen readers get it as a link. */
export function addLink(
  canvas: Canvas,
  parent: Element,
  text: string,
  { destination, y, ...style }: TextStyle & { readonly destination: string; readonly y: number },
): void {
  const { doc } = canvas;
  const { x = PAGE.left, width = TEXT_WIDTH } = style;
  const height = measureText(canvas, text, style);
  const link = doc.struct('Link');
  parent.add(link);
  link.add(doc.struct('Span', {}, [() => writeText(canvas, text, y, { ...style, color: COLORS.accent })]));
  // The types do not include `structParent` yet. They also expect a plain string for text that the library
  // would then write as a name.
  const options = Object.assign(
    {},
    { structParent: link },
    { Contents: pdfText(SHEET[canvas.language].pageOf({ name: printable(text, canvas.glyphs) })) },
  );
  doc.goTo(x, y, width, height, destination, options);
  link.end();
}

/** Draws lines, shading and page headers, which are visible but are not content. */
export function drawArtifact(
  { doc }: Canvas,
  draw: () => void,
  type: 'Layout' | 'Pagination' = 'Layout',
): void {
  doc.save();
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
  doc.restore();
}

/** Adds a QR code as a figure whose alternative text is its content. */
export function addQrCode(
  canvas: Canvas,
  parent: Element,
  code: QrCode,
  place: { readonly x: number; readonly y: number; readonly side: number; readonly alt: string },
): void {
  const { doc } = canvas;
  const { x, y, side, alt } = place;
  const draw = () => {
    doc.save();
    doc.translate(x, y).scale(side / code.size);
    doc.path(code.path).fill('#000000');
    doc.restore();
  };
  // The types do not include `bbox` yet.
  const options = { alt, bbox: [x, y, x + side, y + side] };
  parent.add(doc.struct('Figure', options, [draw]));
}

/** Wraps a string, because pdfkit writes a String object as text and a plain string as a name. */
function pdfText(text: string): string {
  return Object(text);
}

function useFont({ doc }: Canvas, { bold = false, size = 10 }: TextStyle): void {
  doc.font(bold ? 'bold' : 'regular').fontSize(size);
}

/**
 * Returns the text with a visible replacement for each character that the font lacks. Blanks and control
 * characters become a space.
 */
export function printable(text: string, glyphs: Glyphs): string {
  const known = normalizeText(text, 'NFC')
    .replace(WITHOUT_SHAPE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ');
  let printed = '';
  for (const character of known) {
    const isKnown = glyphs.has(character.codePointAt(0) ?? 0);
    if (!isKnown) glyphs.replaced = true;
    printed += isKnown ? character : REPLACEMENT;
  }
  return printed;
}
