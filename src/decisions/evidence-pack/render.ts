import { addCover } from './cover.ts';
import { addBookmark, collectBytes, openDocument, type PackFonts } from './document.ts';
import { addEntryPage } from './entry-page.ts';
import { COVER } from './messages.ts';
import type { EvidencePack } from './pack.ts';
import { addRunningLines } from './running-lines.ts';
import { toSheet } from './sheet.ts';

export interface RenderOptions {
  readonly fonts: PackFonts;
  /** True unless told; tests read the text of a file that is not compressed. */
  readonly compress?: boolean | undefined;
}

/**
 * Draws an evidence pack as a tagged PDF, the same bytes for the same pack. 500 vendors take seconds, in which the thread does
 * nothing else, so the service calls it on a thread of its own.
 */
export function drawPack(pack: EvidencePack, { fonts, compress = true }: RenderOptions): Promise<Uint8Array> {
  const { canvas, root } = openDocument(pack, fonts, compress);
  const bytes = collectBytes(canvas.doc);
  const { language } = canvas;
  const sheets = pack.entries.map((entry) => toSheet(entry, language));
  addBookmark(canvas, COVER[language].bookmark);
  addCover(canvas, root, pack, sheets);
  for (const [index, sheet] of sheets.entries())
    addEntryPage(canvas, root, sheet, { number: index + 1, of: sheets.length });
  addRunningLines(canvas, pack);
  root.end();
  canvas.doc.end();
  return bytes;
}
