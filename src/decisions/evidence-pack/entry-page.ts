import type { Language } from '../../lib/language/language.ts';
import { qrCodeOf } from '../receipts/qr.ts';
import {
  addElement,
  addQrCode,
  addText,
  type Canvas,
  COLORS,
  type Element,
  ensureSpace,
  PAGE,
  TEXT_WIDTH,
} from './canvas.ts';
import { COVER, SHEET, STATES_NAMED } from './messages.ts';
import type { PackDocument, PackDocumentState } from './pack.ts';
import { addBookmark } from './pack-document.ts';
import { addTable, type Column } from './pack-table.ts';
import type { Sheet } from './sheet.ts';
import { addVerdictBox, sheetVerdictText } from './verdict-box.ts';

/** The side of the QR code in points, including the quiet zone. A module is 0.8 mm. */
const QR_SIDE = 92;
/** The quiet zone extends into the margin so that the code itself aligns with the text. */
const QR_QUIET = 8;

const BOXES: Readonly<Record<PackDocumentState, string>> = {
  to_collect: '☐',
  received: '☐',
  confirmed: '☑',
  waived: '☑',
  rejected: '☐',
};

/** Adds a page for one vendor, or several pages if needed. */
export function addEntryPage(
  canvas: Canvas,
  root: Element,
  sheet: Sheet,
  position: { readonly number: number; readonly of: number },
): void {
  const { doc } = canvas;
  doc.addPage();
  doc.addNamedDestination(destinationOf(position.number - 1), 'XYZ', null, 0, null);
  const { language } = canvas;
  const t = SHEET[language];
  const verdict = sheetVerdictText(sheet.verdict, language);
  canvas.continued = t.continued({ name: sheet.name, license: sheet.license, verdict });
  addBookmark(canvas, `${sheet.name}: ${verdict}`);
  const section = addElement(canvas, root, 'Sect');
  addHead(canvas, section, sheet, t.position(position));
  addVerdictBox(canvas, section, sheet);
  addReasons(canvas, section, sheet);
  if (sheet.notes.length > 0) {
    addHeading(canvas, section, t.notes);
    for (const note of sheet.notes) addText(canvas, section, 'P', note, { size: 9, after: 2 });
  }
  if (sheet.facts.length > 0) {
    addHeading(canvas, section, t.restsOn);
    addTable(canvas, section, factColumns(language), sheet.facts);
  }
  if (sheet.documents.length > 0) {
    addHeading(canvas, section, t.documents);
    const rows = sheet.documents.map((each) => documentRow(each, language));
    addTable(canvas, section, documentColumns(language), rows);
  }
  section.end();
  canvas.continued = undefined;
}

/** Returns the anchor (link target) name for an entry's page. */
export function destinationOf(index: number): string {
  return `vendor-${index + 1}`;
}

function factColumns(language: Language): readonly Column[] {
  const t = SHEET[language];
  return [
    { title: t.fact, share: 0.2, isRowHeader: true, bold: true },
    { title: t.onRecord, share: 0.8 },
  ];
}

function documentColumns(language: Language): readonly Column[] {
  const t = SHEET[language];
  return [
    { title: t.document, share: 0.38, isRowHeader: true },
    { title: t.state, share: 0.2 },
    { title: t.detail, share: 0.42 },
  ];
}

function addHeading(canvas: Canvas, section: Element, text: string): void {
  // Keeps a heading on the same page as the text below it.
  ensureSpace(canvas, 45);
  addText(canvas, section, 'H3', text, { size: 11, bold: true, color: COLORS.accent, after: 2 });
}

function addReasons(canvas: Canvas, section: Element, { reasons, signed }: Sheet): void {
  if (reasons.length === 0) return;
  const t = SHEET[canvas.language];
  addHeading(canvas, section, t.why);
  addList(canvas, section, reasons, canvas.language);
  if (signed.length === 0) return;
  addText(canvas, section, 'P', t.signed, { size: 9, color: COLORS.soft, after: 1 });
  addList(canvas, section, signed, 'en');
}

function addList(canvas: Canvas, section: Element, texts: readonly string[], language: Language): void {
  const list = addElement(canvas, section, 'L');
  for (const text of texts) {
    const item = addElement(canvas, list, 'LI');
    addText(canvas, item, 'LBody', `• ${text}`, { size: 9.5, after: 1, language });
    item.end();
  }
  list.end();
  canvas.doc.y += 3;
}

/** Adds the name and the receipt, with the QR code next to them. */
function addHead(canvas: Canvas, section: Element, { name, under, receipt }: Sheet, kicker: string): void {
  const { doc, language } = canvas;
  const t = SHEET[language];
  const place = receipt ? { width: TEXT_WIDTH - QR_SIDE - 10 } : {};
  const soft = { ...place, color: COLORS.soft };
  addText(canvas, section, 'P', kicker, { ...soft, after: 0 });
  addText(canvas, section, 'H2', name, { ...place, size: 17, bold: true, after: 1 });
  addText(canvas, section, 'P', under, { ...soft, after: 4 });
  if (receipt) {
    const { number, url, text } = receipt;
    addText(canvas, section, 'P', t.receipt({ number }), { ...place, bold: true, after: 0 });
    addText(canvas, section, 'P', url, { ...place, color: COLORS.accent, after: 2 });
    addText(canvas, section, 'P', text, { ...soft, size: 9, after: 8 });
    const alt = t.qrCode({ number, url });
    const corner = { x: PAGE.left + TEXT_WIDTH - QR_SIDE + QR_QUIET, y: PAGE.top - QR_QUIET };
    const { y } = doc;
    addQrCode(canvas, section, qrCodeOf(url), { ...corner, side: QR_SIDE, alt });
    doc.y = Math.max(y, PAGE.top + QR_SIDE - QR_QUIET);
  } else doc.y += 8;
}

/**
 * Returns a document's row: a checkbox that can be seen at a glance or checked by hand, and the state in
 * words.
 */
function documentRow({ name, state, detail }: PackDocument, language: Language): readonly string[] {
  return [`${BOXES[state]} ${name}`, STATES_NAMED[language][state], detail ?? ''];
}

/** Returns, for example, "2 of 9". Confirmed and waived documents count. */
export function documentsText(documents: readonly PackDocument[], language: Language): string {
  if (documents.length === 0) return '–';
  const inOrder = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  return COVER[language].inOrder({ count: inOrder, of: documents.length });
}
