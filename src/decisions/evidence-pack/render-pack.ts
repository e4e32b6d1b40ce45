import {
  addElement,
  addText,
  type Canvas,
  COLORS,
  drawArtifact,
  type Element,
  PAGE,
  TEXT_WIDTH,
  writeText,
} from './canvas.ts';
import { addCover, sheetsWithPage } from './cover.ts';
import { addEntryPage } from './entry-page.ts';
import { COVER } from './messages.ts';
import type { EvidencePack, PrintedTable } from './pack.ts';
import { addBookmark, collectBytes, openDocument, type PackFonts } from './pack-document.ts';
import { addTable } from './pack-table.ts';
import { toSheet } from './sheet.ts';

const LINE_Y = PAGE.bottom + 14;
const NUMBER_WIDTH = 90;

interface RenderOptions {
  readonly fonts: PackFonts;
  /** True by default. Tests read the text of a file that is not compressed. */
  readonly compress?: boolean | undefined;
}

/**
 * Draws an evidence pack as a tagged PDF, the same bytes for the same pack. 500 vendors block the thread for
 * seconds, so the service calls it on a separate thread.
 */
export function drawPack(
  pack: EvidencePack | PrintedTable,
  { fonts, compress = true }: RenderOptions,
): Promise<Uint8Array> {
  const { canvas, root } = openDocument(pack, fonts, compress);
  const bytes = collectBytes(canvas.doc);
  if ('kind' in pack) addPrintedTable(canvas, root, pack);
  else addPack(canvas, root, pack);
  addRunningLines(canvas, pack);
  root.end();
  canvas.doc.end();
  return bytes;
}

function addPack(canvas: Canvas, root: Element, pack: EvidencePack): void {
  const { language } = canvas;
  const sheets = pack.entries.map((entry) => toSheet(entry, language));
  addBookmark(canvas, COVER[language].bookmark);
  addCover(canvas, root, pack, sheets);
  const withPage = new Set(sheetsWithPage(pack, sheets));
  for (const [index, sheet] of sheets.entries())
    if (withPage.has(sheet)) addEntryPage(canvas, root, sheet, { number: index + 1, of: sheets.length });
}

function addPrintedTable(
  canvas: Canvas,
  root: Element,
  { title, lines, columns, entries }: PrintedTable,
): void {
  addBookmark(canvas, title);
  const part = addElement(canvas, root, 'Sect');
  addText(canvas, part, 'H1', title, { size: 20, bold: true, after: 6 });
  for (const line of lines) addText(canvas, part, 'P', line, { after: 1 });
  canvas.doc.y += 8;
  const named = columns.map((column, index) => ({ ...column, isRowHeader: index === 1, bold: index === 1 }));
  addTable(canvas, part, named, entries);
  part.end();
}

/** Adds the foot of every page: the document's name, a note for demo data, and the page number. */
function addRunningLines(canvas: Canvas, pack: Pick<EvidencePack, 'title' | 'fictional'>): void {
  const { doc } = canvas;
  const { start, count } = doc.bufferedPageRange();
  const t = COVER[canvas.language];
  const title = pack.fictional ? t.fictional({ title: pack.title }) : pack.title;
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    // Below the margin, where text would start a new page.
    doc.page.margins.bottom = 0;
    const page = t.page({ page: index + 1, pages: count });
    drawArtifact(canvas, () => drawFoot(canvas, title, page), 'Pagination');
  }
}

function drawFoot(canvas: Canvas, title: string, pageText: string): void {
  const style = { size: 8, color: COLORS.soft };
  const width = TEXT_WIDTH - NUMBER_WIDTH;
  writeText(canvas, title, LINE_Y, { ...style, width });
  const x = PAGE.left + width;
  writeText(canvas, pageText, LINE_Y, { ...style, x, width: NUMBER_WIDTH, align: 'right' });
}
