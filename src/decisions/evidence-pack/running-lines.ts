import { type Canvas, COLORS, drawArtifact, PAGE, TEXT_WIDTH, writeText } from './canvas.ts';
import { COVER } from './messages.ts';
import type { EvidencePack } from './pack.ts';

const LINE_Y = PAGE.bottom + 14;
const NUMBER_WIDTH = 90;

/** At the foot of every page: what this is, that demo data are fictional, and which page it is. */
export function addRunningLines(canvas: Canvas, pack: EvidencePack): void {
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
