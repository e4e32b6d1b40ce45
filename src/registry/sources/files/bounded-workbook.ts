import { crc32, createInflateRaw } from 'node:zlib';
import { type SheetProblem, type SheetScan, scanSheet } from './sheet-scan.ts';
import { readEntries, writeZip, ZipDamaged, type ZipEntry } from './zip-entries.ts';

/**
 * Measures a workbook before it is read. The library that reads it makes a tree of every part but the sheet, all at
 * once and without bounds: 1 MB of packed texts unpack to half a gigabyte, and end the process.
 */

/** A fiscal year of a whole state is about 500 MB of cells. */
const SHEETS_BYTES_MAX = 1024 * 1024 * 1024;
/** The other parts: texts, formats, names of sheets. */
const PARTS_BYTES_MAX = 64 * 1024 * 1024;
/** "<" and "=" in them: each becomes about 200 bytes of memory. Room for 400,000 different texts. */
const PARTS_MARKS_MAX = 2_000_000;
const CHUNK_BYTES = 64 * 1024;
const [LESS, EQUALS] = [0x3c, 0x3d];
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const PART = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels)$/;
const RELATIONS = /\.rels$/;
const RELATION = /<(?:\w+:)?Relationship(?:\s+\w+=(?:"[^"<>&]*"|'[^'<>&]*'))+\s*\/?>/g;
const RELATION_TYPE = /\sType=["']([^"']*)["']/g;

/** The workbook with the parts that reading needs and no others; or why it may not be read. */
type BoundedWorkbook =
  | {
      readonly bytes: Uint8Array;
      /** Of each sheet, in no order: rows with a value in them. */
      readonly sheetRows: readonly number[];
      readonly problem?: undefined;
    }
  | { readonly bytes?: undefined; readonly problem: SheetProblem };

/** How much a workbook may unpack to. */
export interface WorkbookBounds {
  /** Of all sheets. */
  readonly sheetsBytes: number;
  /** Of all other parts. */
  readonly partsBytes: number;
  /** "<" and "=" in those parts. */
  readonly partsMarks: number;
}

const REGULATOR_BOUNDS: WorkbookBounds = {
  sheetsBytes: SHEETS_BYTES_MAX,
  partsBytes: PARTS_BYTES_MAX,
  partsMarks: PARTS_MARKS_MAX,
};

export async function boundWorkbook(
  bytes: Uint8Array,
  bounds: WorkbookBounds = REGULATOR_BOUNDS,
): Promise<BoundedWorkbook> {
  try {
    const entries = readEntries(bytes, (name) => SHEET.test(name) || PART.test(name));
    const room: Room = { parts: bounds.partsBytes, marks: bounds.partsMarks, sheets: bounds.sheetsBytes };
    const measured: { entry: ZipEntry; size: number }[] = [];
    const sheetRows: number[] = [];
    for (const entry of entries) {
      const scan = SHEET.test(entry.name) ? scanSheet() : undefined;
      const result = scan ? await measureSheet(entry, room, scan) : await measurePart(entry, room);
      if (typeof result !== 'number') return { problem: result };
      measured.push({ entry, size: result });
      if (scan) sheetRows.push(scan.filledRows());
    }
    return { bytes: writeZip(measured), sheetRows };
  } catch (error) {
    if (error instanceof ZipDamaged) return { problem: damaged(error.message) };
    throw error;
  }
}

/** What may still be unpacked, of all parts together. */
interface Room {
  parts: number;
  marks: number;
  sheets: number;
}

async function measureSheet(entry: ZipEntry, room: Room, scan: SheetScan): Promise<number | SheetProblem> {
  let size = 0;
  for await (const chunk of unpack(entry)) {
    size += chunk.length;
    room.sheets -= chunk.length;
    if (room.sheets < 0) return TOO_LARGE;
    const problem = scan.read(chunk);
    if (problem) return problem;
  }
  return size;
}

async function measurePart(entry: ZipEntry, room: Room): Promise<number | SheetProblem> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpack(entry)) {
    size += chunk.length;
    room.parts -= chunk.length;
    for (const byte of chunk) if (byte === LESS || byte === EQUALS) room.marks -= 1;
    if (room.parts < 0 || room.marks < 0) return TOO_LARGE;
    if (RELATIONS.test(entry.name)) kept.push(chunk);
  }
  const readsSheetAsPart = RELATIONS.test(entry.name) && !leadsRight(Buffer.concat(kept).toString());
  return readsSheetAsPart ? damaged('a sheet is taken for something else') : size;
}

/** Sheets may be far larger than other parts, so nothing but a sheet may be read from where sheets are. */
function leadsRight(relations: string): boolean {
  if (relations.includes('&#')) return false;
  const mentions = (text: string) => text.split('worksheets').length - 1;
  const good = (relations.match(RELATION) ?? []).filter((relation) => {
    const types = [...relation.matchAll(RELATION_TYPE)];
    return types.length === 1 && types[0]?.[1]?.endsWith('/worksheet');
  });
  return mentions(relations) === mentions(good.join('\n'));
}

/** Throws a {@link ZipDamaged} when the packing is damaged. Ends the unpacking when the caller has seen enough. */
async function* unpack({ packed, isDeflated, crc }: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of isDeflated ? inflate(packed) : slices(packed)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw new ZipDamaged('a part is damaged', { cause: error });
  }
  if (sum !== crc) throw new ZipDamaged('a part is damaged');
}

async function* inflate(packed: Uint8Array): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  stream.end(packed);
  for await (const chunk of stream) yield Buffer.from(chunk);
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
}

function damaged(why: string): SheetProblem {
  return { code: 'damaged_workbook', text: `the workbook cannot be read: ${why}` };
}

const TOO_LARGE: SheetProblem = {
  code: 'too_large',
  text: 'the workbook unpacks to more than the largest one allowed',
};
