import type { Language } from '../../lib/language/language.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { addElement, addText, type Canvas, COLORS, type Element } from './canvas.ts';
import { documentsText } from './document-states.ts';
import { destinationOf } from './entry-page.ts';
import { COVER } from './messages.ts';
import type { EvidencePack, SheetVerdict } from './pack.ts';
import { addTable, type Column } from './pack-table.ts';
import { describeMoment, SHEET_VERDICTS, type Sheet } from './sheet.ts';
import { sheetVerdictText, signedVerdictText } from './verdict-box.ts';

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

/** Returns the entries that have their own page. */
export function sheetsWithPage({ pages }: EvidencePack, sheets: readonly Sheet[]): readonly Sheet[] {
  if (pages !== 'findings') return sheets;
  return sheets.filter(({ verdict }) => FINDINGS.has(verdict));
}

/** A short record is not a finding. */
const FINDINGS: ReadonlySet<SheetVerdict> = new Set(['CONDITIONAL', 'REVIEW', 'DECLINE']);

/** Adds the purpose of the pack, the number of vendors for each verdict, and every vendor in one table. */
export function addCover(canvas: Canvas, root: Element, pack: EvidencePack, sheets: readonly Sheet[]): void {
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
 * "3 vendors: 1 Clear to book, 2 Review first. 1 entry without a decision." An entry without a match is not a
 * vendor.
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
