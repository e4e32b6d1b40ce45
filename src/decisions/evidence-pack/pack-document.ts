import PDFDocument from 'pdfkit';
import { LOCALES } from '../../lib/language/language.ts';
import { type Canvas, type Element, type Glyphs, PAGE, printable } from './canvas.ts';
import type { EvidencePack } from './pack.ts';

export interface PackFonts {
  readonly regular: Buffer;
  readonly bold: Buffer;
}

/** Creates an empty PDF/UA document with a title, language and fonts. Nothing in it depends on the clock. */
export function openDocument(
  pack: Pick<EvidencePack, 'title' | 'issuer' | 'madeAt' | 'language'>,
  fonts: PackFonts,
  compress: boolean,
): { readonly canvas: Canvas; readonly root: Element } {
  const { left, top } = PAGE;
  const doc = new PDFDocument(
    asAccessible({
      size: 'LETTER',
      margins: { left, right: left, top, bottom: PAGE.height - PAGE.bottom },
      pdfVersion: '1.7',
      tagged: true,
      lang: LOCALES[pack.language ?? 'en'],
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      font: '',
      compress,
      info: {
        Title: pack.title,
        Author: pack.issuer,
        Creator: 'Vendor Compliance Read API',
        CreationDate: new Date(pack.madeAt),
        ModDate: new Date(pack.madeAt),
      },
    }),
  );
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  doc.font('regular');
  doc.addPage();
  const root = doc.struct('Document');
  doc.addStructure(root);
  const glyphs = { has: glyphTest(doc), replaced: false };
  return { canvas: { doc, glyphs, language: pack.language ?? 'en', continued: undefined }, root };
}

/** Sets PDF/UA-1, which pdfkit's types do not include yet. */
function asAccessible(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocumentOptions {
  return Object.assign(options, { subset: 'PDF/UA' });
}

/** Resolves with all bytes that the document writes, once the document has ended. */
export function collectBytes(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

/**
 * Returns a function that checks characters against the font object, because pdfkit silently draws an empty
 * box for a missing character.
 */
function glyphTest(doc: PDFKit.PDFDocument): Glyphs['has'] {
  const font: unknown = Reflect.get(Object(Reflect.get(doc, '_font')), 'font');
  const known: unknown = Reflect.get(Object(font), 'characterSet');
  if (!Array.isArray(known)) throw new Error('the font does not say which characters it has');
  const set = new Set<unknown>(known);
  return (codePoint) => set.has(codePoint);
}

/** Adds a bookmark to the current page. */
export function addBookmark({ doc, glyphs }: Canvas, title: string): void {
  doc.outline.addItem(printable(title, glyphs));
}
