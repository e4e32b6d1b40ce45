/**
 * Legacy .xls workbooks (BIFF8 in a compound file) for tests, built byte by byte so that each part can be
 * damaged.
 */

export type XlsCell =
  | string
  | number
  | boolean
  | Date
  | { readonly error: number }
  | { readonly shown: string | number }
  | null;

/** Ways in which a workbook can differ from an ordinary one. */
interface XlsOptions {
  readonly sheets?: readonly { readonly name: string; readonly rows: readonly (readonly XlsCell[])[] }[];
  /**
   * Marks the workbook as password-protected. Only the record that says so is added; nothing is encrypted.
   */
  readonly password?: boolean;
  /** The BIFF version. 0x0500 means Excel 95. */
  readonly version?: number;
  /** Stores text in the cells themselves, as older programs did. */
  readonly inlineTexts?: boolean;
  /** Writes adjacent numeric cells as a single record, as Excel does, instead of one record per cell. */
  readonly grouped?: boolean;
  readonly dates1904?: boolean;
  /** Modifies the record stream before it is written to the file. */
  readonly damage?: (stream: Buffer) => Buffer;
}

const DATE_FORMAT = 14;
const MINUTES_FORMAT = 22;

/** Returns a workbook with one sheet that contains these rows. */
export function xlsOf(rows: readonly (readonly XlsCell[])[], options: XlsOptions = {}): Buffer {
  const stream = workbookStream({ sheets: [{ name: 'Sheet1', rows }], ...options });
  return compoundFile([{ name: 'Workbook', content: options.damage?.(stream) ?? stream }]);
}

function workbookStream({ sheets = [], ...options }: XlsOptions): Buffer {
  const { password = false, version = 0x0600, inlineTexts = false, dates1904 = false } = options;
  const texts = new Map<string, number>();
  const bodies = sheets.map(({ rows }) =>
    Buffer.concat([bof(version, 0x10), ...rows.flatMap((row, at) => rowRecords(row, at)), record(0x0a, [])]),
  );
  function rowRecords(row: readonly XlsCell[], at: number): Buffer[] {
    const records: Buffer[] = [];
    for (let column = 0; column < row.length; column++) {
      const cell = row[column] ?? null;
      let end = column;
      while (options.grouped && isSmallInteger(row[end])) end += 1;
      if (end > column + 1) {
        const numbers = row.slice(column, end).flatMap((value) => [...u16(0), ...u32(Number(value) * 4 + 2)]);
        records.push(record(0xbd, [...u16(at), ...u16(column), ...numbers, ...u16(end - 1)]));
        column = end - 1;
      } else records.push(...cellRecords(cell, at, column));
    }
    return records;
  }
  function cellRecords(cell: XlsCell, row: number, column: number): Buffer[] {
    const place = (format: number) => [...u16(row), ...u16(column), ...u16(format)];
    if (cell === null) return [];
    if (typeof cell === 'number') return [record(0x203, [...place(0), ...f64(cell)])];
    if (typeof cell === 'boolean') return [record(0x205, [...place(0), cell ? 1 : 0, 0])];
    if (cell instanceof Date) {
      const days = cell.getTime() / 86_400_000 + 25_569 - (dates1904 ? 1_462 : 0);
      return [record(0x203, [...place(Number.isInteger(days) ? 1 : 2), ...f64(days)])];
    }
    if (typeof cell === 'object' && 'error' in cell) return [record(0x205, [...place(0), cell.error, 1])];
    if (typeof cell === 'object') {
      const value = typeof cell.shown === 'number' ? f64(cell.shown) : [0, 0, 0, 0, 0, 0, 0xff, 0xff];
      const formula = record(0x06, [...place(0), ...value, ...u16(0), ...u32(0), ...u16(0)]);
      return typeof cell.shown === 'number' ? [formula] : [formula, record(0x207, longText(cell.shown))];
    }
    if (inlineTexts) return [record(0x204, [...place(0), ...longText(cell)])];
    const index = texts.get(cell) ?? texts.size;
    texts.set(cell, index);
    return [record(0xfd, [...place(0), ...u32(index)])];
  }
  const globals = [
    bof(version, 0x05),
    ...(password ? [record(0x2f, [...u16(1), ...u16(1), ...u16(1), ...Array<number>(48).fill(7)])] : []),
    record(0x22, u16(dates1904 ? 1 : 0)),
    ...[0, DATE_FORMAT, MINUTES_FORMAT].map((format) =>
      record(0xe0, [...u16(0), ...u16(format), ...Array<number>(16).fill(0)]),
    ),
  ];
  const shared = textRecords([...texts.keys()]);
  const listed = (positions: readonly number[]) =>
    sheets.map(({ name }, at) =>
      record(0x85, [...u32(positions[at] ?? 0), 0, 0, name.length, 0, ...Buffer.from(name, 'latin1')]),
    );
  const head = [...globals, ...listed([]), ...shared, record(0x0a, [])];
  let position = Buffer.concat(head).length;
  const positions = bodies.map((body) => {
    position += body.length;
    return position - body.length;
  });
  return Buffer.concat([...globals, ...listed(positions), ...shared, record(0x0a, []), ...bodies]);
}

/** Returns the shared string table as records of at most 8 KB, split only between strings. */
function textRecords(texts: readonly string[]): Buffer[] {
  const parts: number[][] = [[...u32(texts.length), ...u32(texts.length)]];
  for (const text of texts) {
    const bytes = longText(text);
    const last = parts.at(-1) ?? [];
    if (last.length + bytes.length > 8_000) parts.push(bytes);
    else for (const byte of bytes) last.push(byte);
  }
  return parts.map((part, at) => record(at === 0 ? 0xfc : 0x3c, part));
}

function isSmallInteger(cell: XlsCell | undefined): boolean {
  return typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell < 2 ** 29;
}

function bof(version: number, kind: number): Buffer {
  return record(0x809, [...u16(version), ...u16(kind), ...Array<number>(12).fill(0)]);
}

function longText(text: string): number[] {
  return [...u16(text.length), 1, ...Buffer.from(text, 'utf16le')];
}

function record(id: number, data: readonly number[]): Buffer {
  return Buffer.from([...u16(id), ...u16(data.length), ...data]);
}

function u16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

function f64(value: number): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return [...bytes];
}

const FREE = 0xffffffff;
const END = 0xfffffffe;
const TABLE = 0xfffffffd;
const SMALL_BYTES = 64;
const SMALL_BELOW = 4_096;

/** Builds a compound file with these streams. Sectors have 512 bytes, or 4 KB if the streams are large. */
export function compoundFile(
  streams: readonly { readonly name: string; readonly content: Buffer }[],
): Buffer {
  const isLarge = streams.some(({ content }) => content.length > 4_000_000);
  const size = isLarge ? 4_096 : 512;
  const chains: number[] = [];
  const parts: Buffer[] = [];
  const put = (content: Buffer): number => {
    const first = chains.length;
    const count = Math.max(1, Math.ceil(content.length / size));
    for (let at = 0; at < count; at++) chains.push(at === count - 1 ? END : first + at + 1);
    parts.push(Buffer.concat([content], count * size));
    return first;
  };
  const isSmall = ({ content }: { readonly content: Buffer }) => content.length < SMALL_BELOW;
  const smallChains: number[] = [];
  const smallParts: Buffer[] = [];
  const entries = streams.map((stream) => {
    const { name, content } = stream;
    if (!isSmall(stream)) return { name, type: 2, first: put(content), size: content.length };
    const first = smallChains.length;
    const count = Math.ceil(content.length / SMALL_BYTES);
    for (let at = 0; at < count; at++) smallChains.push(at === count - 1 ? END : first + at + 1);
    smallParts.push(Buffer.concat([content], count * SMALL_BYTES));
    return { name, type: 2, first, size: content.length };
  });
  const small = Buffer.concat(smallParts);
  const root = {
    name: 'Root Entry',
    type: 5,
    first: small.length > 0 ? put(small) : END,
    size: small.length,
  };
  const smallTable =
    small.length > 0
      ? put(Buffer.concat([u32s(smallChains)], Math.ceil((smallChains.length * 4) / size) * size))
      : END;
  const listed = [root, ...entries];
  const directory = put(Buffer.concat(listed.map((entry, at) => directoryEntry(entry, at, listed.length))));
  const perTable = size / 4;
  let tables = 1;
  while (tables * perTable < chains.length + tables) tables += 1;
  const firstTable = chains.length;
  for (let at = 0; at < tables; at++) chains.push(TABLE);
  const table = Buffer.concat([u32s(chains)], tables * size).fill(0xff, chains.length * 4);
  const header = Buffer.alloc(size);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(isLarge ? 4 : 3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(isLarge ? 12 : 9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(SMALL_BELOW, 56);
  header.writeUInt32LE(smallTable, 60);
  header.writeUInt32LE(smallTable === END ? 0 : Math.ceil((smallChains.length * 4) / size), 64);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at++) header.writeUInt32LE(at < tables ? firstTable + at : FREE, 76 + at * 4);
  return Buffer.concat([header, ...parts, table]);
}

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly first: number;
  readonly size: number;
}

/** Builds a directory entry. The root entry points to the first stream, and each stream to the next. */
function directoryEntry({ name, type, first, size }: DirectoryEntry, at: number, count: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(type, 66);
  const next = at + 1 < count ? at + 1 : FREE;
  entry.writeUInt8(1, 67);
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(at === 0 ? FREE : next, 72);
  entry.writeUInt32LE(at === 0 ? next : FREE, 76);
  entry.writeUInt32LE(first, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

function u32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}
