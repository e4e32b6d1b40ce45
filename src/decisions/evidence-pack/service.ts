import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../http/errors.ts';
import { addCover } from './cover.ts';
import { addBookmark, collectBytes, openDocument, type PackFonts } from './document.ts';
import { addEntryPage } from './entry-page.ts';
import { type EvidencePack, PACK_ENTRIES_MAX } from './pack.ts';
import { addRunningLines } from './running-lines.ts';
import { toSheet } from './sheet.ts';

/**
 * Renders an evidence pack as a tagged PDF, the same bytes for the same pack. Lets other requests in between entries. Throws
 * 400 for more than 500 entries.
 */
export async function renderPack(
  pack: EvidencePack,
  options: { compress?: boolean } = {},
): Promise<Uint8Array> {
  if (pack.entries.length > PACK_ENTRIES_MAX)
    throw new AppError(
      'invalid_parameter',
      `An evidence pack holds at most ${PACK_ENTRIES_MAX} vendors; this one would have ${pack.entries.length}.`,
    );
  const { canvas, root } = openDocument(pack, readFonts(), options.compress ?? true);
  const { doc } = canvas;
  const bytes = collectBytes(doc);
  const sheets = pack.entries.map(toSheet);
  addBookmark(canvas, 'Cover');
  addCover(canvas, root, pack, sheets);
  await nextTurn();
  for (const [index, sheet] of sheets.entries()) {
    addEntryPage(canvas, root, sheet, { number: index + 1, of: sheets.length });
    await nextTurn();
  }
  addRunningLines(canvas, pack);
  root.end();
  doc.end();
  return bytes;
}

let fonts: PackFonts | undefined;

/** Read once, when the first pack is made. */
function readFonts(): PackFonts {
  fonts ??= { regular: readFont('SourceSans3-Regular.ttf'), bold: readFont('SourceSans3-SemiBold.ttf') };
  return fonts;
}

function readFont(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, 'fonts', name));
}
