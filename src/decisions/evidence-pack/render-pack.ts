import type { Language } from '../../lib/language/language.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
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
import { addEntryPage, destinationOf, documentsText } from './entry-page.ts';
import { COVER } from './messages.ts';
import type { EvidencePack, PrintedTable, SheetVerdict } from './pack.ts';
import { addBookmark, collectBytes, openDocument, type PackFonts } from './pack-document.ts';
import { addTable, type Column } from './pack-table.ts';
import { describeMoment, SHEET_VERDICTS, type Sheet, toSheet } from './sheet.ts';
import { sheetVerdictText, signedVerdictText } from './verdict-box.ts';

const LINE_Y = PAGE.bottom + 14;
const NUMBER_WIDTH = 90;

interface RenderOptions {
  readonly fonts: PackFonts;
  /** If true, the file is compressed. True by default; tests turn compression off to read the file's text. */
  readonly compress?: boolean | undefined;
}

/** The verdicts that count as findings. A short record is not a finding. */
const FINDINGS: ReadonlySet<SheetVerdict> = new Set(['CONDITIONAL', 'REVIEW', 'DECLINE']);

/**
 * Draws an evidence pack as a tagged PDF. The same pack always gives the same bytes. Drawing 500 vendors
 * blocks the thread for seconds, so the service does it on a separate thread.
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

/** Adds the footer to every page: the document's name, a note for demo data, and the page number. */
function addRunningLines(canvas: Canvas, pack: Pick<EvidencePack, 'title' | 'fictional'>): void {
  const { doc } = canvas;
  const { start, count } = doc.bufferedPageRange();
  const t = COVER[canvas.language];
  const title = pack.fictional ? t.fictional({ title: pack.title }) : pack.title;
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    // The footer is below the margin, where text would otherwise start a new page.
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

function columnsOf(pack: EvidencePack, sheets: readonly Sheet[], language: Language): readonly Column[] {
  const t = COVER[language];
  const withPage = new Set(sheetsWithPage(pack, sheets));
  const linkTo = (row: number) => {
    const sheet = sheets[row];
    return sheet && withPage.has(sheet) ? destinationOf(row) : undefined;
  };
  const columns = [
    { title: t.number, share: 0.06 },
    { title: t.vendor, share: 0.27, isRowHeader: true, bold: true, destinationOf: linkTo },
    { title: t.verdict, share: 0.16, bold: true },
    { title: t.license, share: 0.13 },
    { title: t.expires, share: 0.13 },
    { title: t.receipt, share: 0.14 },
  ];
  if (pack.hasDocumentStates !== false) return [...columns, { title: t.documents, share: 0.11 }];
  return columns.map((each) => (each.isRowHeader === true ? { ...each, share: each.share + 0.11 } : each));
}

/** Returns the entries that get their own page. */
function sheetsWithPage({ pages }: EvidencePack, sheets: readonly Sheet[]): readonly Sheet[] {
  if (pages !== 'findings') return sheets;
  return sheets.filter(({ verdict }) => FINDINGS.has(verdict));
}

/** Adds the purpose of the pack, the number of vendors for each verdict, and every vendor in one table. */
function addCover(canvas: Canvas, root: Element, pack: EvidencePack, sheets: readonly Sheet[]): void {
  const { language } = canvas;
  const t = COVER[language];
  const cover = addElement(canvas, root, 'Sect');
  addText(canvas, cover, 'P', t.kicker, { size: 10, color: COLORS.soft, after: 0 });
  addText(canvas, cover, 'H1', pack.title, { size: 24, bold: true, after: 6 });
  for (const line of aboutLines(pack, language)) addText(canvas, cover, 'P', line, { after: 1 });
  canvas.doc.y += 8;
  addText(canvas, cover, 'H2', t.summary, { size: 14, bold: true });
  addText(canvas, cover, 'P', summaryText(sheets, language), { after: 10 });
  addText(canvas, cover, 'H2', t.vendors, { size: 14, bold: true });
  const rows = sheets.map((sheet, index) => [
    String(index + 1),
    sheet.name,
    `${signedVerdictText(sheet.verdict, language)}${sheet.today === undefined ? '' : ` (${sheet.today})`}`,
    sheet.license,
    sheet.expires,
    sheet.receipt?.number ?? t.noReceipt,
    ...(pack.hasDocumentStates === false ? [] : [documentsText(sheet.documents, language)]),
  ]);
  addTable(canvas, cover, columnsOf(pack, sheets, language), rows);
  if (pack.pages === 'findings') {
    const withPage = sheetsWithPage(pack, sheets).length;
    addText(canvas, cover, 'P', t.pagesOf({ count: withPage }), { after: 4 });
  }
  const about = [
    ...(pack.hasDocumentStates === false ? [] : [t.aboutDocuments]),
    t.about({ regulator: REGULATOR.shortName }),
  ].join(' ');
  addText(canvas, cover, 'P', about, { size: 9, color: COLORS.soft });
  cover.end();
}

function aboutLines(pack: EvidencePack, language: Language): readonly string[] {
  const { name, type, dates, place } = pack.event;
  const t = COVER[language];
  return [
    ...(name === undefined ? [] : [t.event({ text: name })]),
    t.kind({ text: type }),
    t.when({ text: dates }),
    ...(place === undefined ? [] : [t.place({ text: place })]),
    t.made({ text: describeMoment(pack.madeAt, language) }),
    t.issuer({ text: pack.issuer }),
  ];
}

/**
 * Returns, for example, "3 vendors: 1 Clear to book, 2 Review first. 1 entry without a decision." An entry
 * without a match does not count as a vendor.
 */
function summaryText(sheets: readonly Sheet[], language: Language): string {
  const t = COVER[language];
  const without = sheets.filter(({ verdict }) => verdict === 'NOT DECIDED').length;
  const decided = sheets.length - without;
  const counts = SHEET_VERDICTS.flatMap((verdict) => {
    if (verdict === 'NOT DECIDED') return [];
    const count = sheets.filter((sheet) => sheet.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${sheetVerdictText(verdict, language)}`];
  });
  return [
    ...(decided > 0 ? [t.counts({ count: decided, verdicts: counts.join(', ') })] : []),
    ...(without > 0 ? [t.without({ count: without })] : []),
    ...(sheets.length === 0 ? [t.noVendors] : []),
  ].join(' ');
}
