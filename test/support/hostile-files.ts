/**
 * Files designed to exhaust memory or time when they are read. All are generated at run time, because a few
 * lines of code expand to hundreds of megabytes.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** True to store the part instead of compressing it. */
  readonly stored?: boolean;
  /** Written in place of the correct CRC. */
  readonly crc?: number;
}

/** Builds a zip from any parts, even if their names repeat. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content, stored = false, crc } of parts) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = stored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    const title = Buffer.from(name);
    fields.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), fields, title, Buffer.from(packed));
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, title);
    offset += 30 + title.length + packed.length;
  }
  const contents = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(contents.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, contents, end]);
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const SHEET_NAME = 'xl/worksheets/sheet1.xml';
export const ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>';

/** Returns the parts of a workbook with one sheet. `texts` becomes the shared strings part. */
export function workbookParts({
  rows = ROW,
  strings = '<sst/>',
  texts = 'sharedStrings.xml',
}: {
  readonly rows?: string;
  readonly strings?: string;
  readonly texts?: string;
} = {}): ZipPart[] {
  const relations = (lines: readonly string[]) => `<Relationships>${lines.join('')}</Relationships>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATION}/${type}" Target="${target}"/>`;
  return [
    { name: '[Content_Types].xml', content: '<Types></Types>' },
    { name: '_rels/.rels', content: relations([relation(1, 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="x"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        relation(1, 'worksheet', 'worksheets/sheet1.xml'),
        relation(2, 'sharedStrings', texts),
      ]),
    },
    { name: 'xl/sharedStrings.xml', content: strings },
    { name: SHEET_NAME, content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ];
}

/**
 * Returns `count` empty string elements of 17 bytes each. 30 million of them are 510 MB, or 1.2 MB
 * compressed.
 */
export function manyTexts(count: number): string {
  return `<sst>${'<si><t>a</t></si>'.repeat(count)}</sst>`;
}
