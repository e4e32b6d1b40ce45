import { countNoun } from '../../lib/text.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { addElement, addText, type Canvas, COLORS, type Element } from './canvas.ts';
import { documentsText } from './document-states.ts';
import { destinationOf } from './entry-page.ts';
import type { EvidencePack } from './pack.ts';
import { describeMoment, SHEET_VERDICTS, type Sheet } from './sheet.ts';
import { addTable, type Column } from './table.ts';
import { verdictText } from './verdict-box.ts';

const COLUMNS: readonly Column[] = [
  { title: 'No.', share: 0.06 },
  { title: 'Vendor', share: 0.27, isRowHeader: true, bold: true, destinationOf },
  { title: 'Verdict', share: 0.16, bold: true },
  { title: 'License', share: 0.13 },
  { title: 'Expires', share: 0.13 },
  { title: 'Receipt number', share: 0.14 },
  { title: 'Documents in order', share: 0.11 },
];

/** What the pack is, how many of which verdict, and every vendor in one table. */
export function addCover(canvas: Canvas, root: Element, pack: EvidencePack, sheets: readonly Sheet[]): void {
  const cover = addElement(canvas, root, 'Sect');
  addText(canvas, cover, 'P', 'Evidence pack', { size: 10, color: COLORS.soft, after: 0 });
  addText(canvas, cover, 'H1', pack.title, { size: 24, bold: true, after: 6 });
  for (const [name, value] of aboutRows(pack)) addText(canvas, cover, 'P', `${name}: ${value}`, { after: 1 });
  canvas.doc.y += 8;
  addText(canvas, cover, 'H2', 'Summary', { size: 14, bold: true });
  addText(canvas, cover, 'P', summaryText(sheets), { after: 10 });
  addText(canvas, cover, 'H2', 'Vendors', { size: 14, bold: true });
  const rows = sheets.map((sheet, index) => [
    String(index + 1),
    sheet.name,
    verdictText(sheet.verdict),
    sheet.license,
    sheet.expires,
    sheet.receipt?.number ?? 'None',
    documentsText(sheet.documents),
  ]);
  addTable(canvas, cover, COLUMNS, rows);
  addText(canvas, cover, 'P', ABOUT, { size: 9, color: COLORS.soft });
  cover.end();
}

const ABOUT = `A document is in order when it was confirmed or waived; ☐ before it means that it is not yet in order. Scan a code or open the address beside it to see a receipt as it was signed, whether it is genuine, and what has changed since. Inside a name or a text, the symbol □ stands for a character that this document’s font lacks. Independent, not a ${REGULATOR.shortName} rating; each inspection is a snapshot of one day.`;

function aboutRows(pack: EvidencePack): readonly (readonly [name: string, value: string])[] {
  const { name, type, dates, place } = pack.event;
  return [
    ...(name === undefined ? [] : [['Event', name] as const]),
    ['Kind of event', type],
    ['When', dates],
    ...(place === undefined ? [] : [['Place', place] as const]),
    ['Made', describeMoment(pack.madeAt)],
    ['Receipts issued by', pack.issuer],
  ];
}

/** "3 vendors: 1 CLEAR, 2 REVIEW." */
function summaryText(sheets: readonly Sheet[]): string {
  const counts = SHEET_VERDICTS.flatMap((verdict) => {
    const count = sheets.filter((sheet) => sheet.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  return sheets.length === 0 ? 'No vendors.' : `${countNoun(sheets.length, 'vendor')}: ${counts.join(', ')}.`;
}
