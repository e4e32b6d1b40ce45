import type { Language } from '../../lib/language/language.ts';
import { verdictText } from '../decide/decision-words.ts';
import {
  addElement,
  type Canvas,
  drawArtifact,
  type Element,
  ensureSpace,
  measureText,
  PAGE,
  TEXT_WIDTH,
  writeText,
} from './canvas.ts';
import { UNDECIDED } from './messages.ts';
import type { SheetVerdict } from './pack.ts';
import type { Sheet } from './sheet.ts';

/** The site's colors. The word and the symbol carry the same meaning as the color. */
const LOOKS: Readonly<Record<SheetVerdict, { sign: string; ink: string; wash: string }>> = {
  CLEAR: { sign: '✓', ink: '#1d5f38', wash: '#edf5ee' },
  CONDITIONAL: { sign: '!', ink: '#3f4a86', wash: '#eff0f8' },
  REVIEW: { sign: '?', ink: '#3f4a86', wash: '#eff0f8' },
  SHORT_RECORD: { sign: '–', ink: '#55646d', wash: '#f1eee6' },
  DECLINE: { sign: '×', ink: '#94201d', wash: '#fbeeec' },
  'NOT DECIDED': { sign: '–', ink: '#55646d', wash: '#f1eee6' },
};

/** Returns, for example, "✓ Clear to book". */
export function signedVerdictText(verdict: SheetVerdict, language: Language): string {
  return `${LOOKS[verdict].sign} ${sheetVerdictText(verdict, language)}`;
}

/** Returns, for example, "Clear to book". */
export function sheetVerdictText(verdict: SheetVerdict, language: Language): string {
  return verdict === 'NOT DECIDED' ? UNDECIDED[language][verdict] : verdictText(verdict, language);
}

const PADDING = 5;

/** Adds the verdict in large type, followed by its meaning. */
export function addVerdictBox(canvas: Canvas, parent: Element, sheet: Sheet): void {
  const { doc } = canvas;
  const { ink, wash } = LOOKS[sheet.verdict];
  const place = { x: PAGE.left + PADDING, width: TEXT_WIDTH - 2 * PADDING };
  const stamp = { ...place, size: 14, bold: true, color: ink };
  const blocks = [
    { text: signedVerdictText(sheet.verdict, canvas.language), style: stamp },
    ...(sheet.warning === undefined ? [] : [{ text: sheet.warning, style: { ...place, bold: true } }]),
    { text: sheet.meaning, style: place },
  ];
  const heights = blocks.map(({ text, style }) => measureText(canvas, text, style));
  const height = heights.reduce((sum, each) => sum + each + 2, 2 * PADDING - 2);
  ensureSpace(canvas, height);
  const top = doc.y;
  drawArtifact(canvas, () => {
    doc.rect(PAGE.left, top, TEXT_WIDTH, height).fill(wash);
    doc.rect(PAGE.left, top, 3, height).fill(ink);
  });
  const box = addElement(canvas, parent, 'Div');
  let y = top + PADDING;
  blocks.forEach(({ text, style }, index) => {
    const at = y;
    box.add(doc.struct('P', {}, [() => writeText(canvas, text, at, style)]));
    y += (heights[index] ?? 0) + 2;
  });
  box.end();
  doc.y = top + height + 6;
}
