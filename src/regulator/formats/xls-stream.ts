/**
 * Reads the compound file that contains a legacy .xls workbook. It is a small file system made of sectors. No
 * chain is followed for longer than the number of sectors in the file, so circular chains end. Source:
 * [MS-CFB], Compound File Binary File Format.
 */

export class XlsDamaged extends Error {}

const HEADER_BYTES = 512;
const DIFAT_AT = 76;
const DIFAT_IN_HEADER = 109;
const ENTRY_BYTES = 128;
const SMALL_BYTES = 64;
/** The highest number of a real sector. Higher numbers end a chain or mark a sector without data. */
const LAST_SECTOR = 0xfffffff9;
const STREAM = 2;
const ROOT = 5;
/** The possible sector sizes as powers of two: 512 bytes and 4 KB. */
const SECTOR_SHIFTS = [9, 12];

/** A stream in a compound file. */
interface Entry {
  readonly name: string;
  readonly type: number;
  readonly first: number;
  readonly size: number;
}

/** The streams in a compound file, by name. */
interface XlsStreams {
  readonly names: readonly string[];
  /** Returns the contents of a stream. Throws an {@link XlsDamaged} if part of it is missing. */
  read(name: string): Buffer | undefined;
}

/** Opens a compound file. Throws an {@link XlsDamaged} if its tables cannot be read. */
export function openStreams(bytes: Uint8Array): XlsStreams {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < HEADER_BYTES) throw new XlsDamaged('it is cut off');
  const sectors = new Sectors(view);
  const directory = sectors.readChain(view.readUInt32LE(48));
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES)
    entries.push(readEntry(directory, at));
  const root = entries.find(({ type }) => type === ROOT);
  if (!root) throw new XlsDamaged('it has no table of contents');
  const streams = entries.filter(({ type }) => type === STREAM);
  return {
    names: streams.map(({ name }) => name),
    read(name) {
      const entry = streams.find((each) => each.name === name);
      if (!entry) return undefined;
      const isSmall = entry.size < view.readUInt32LE(56);
      return isSmall ? readSmall(sectors, root, entry) : sectors.readChain(entry.first, entry.size);
    },
  };
}

function readEntry(directory: Buffer, at: number): Entry {
  const nameBytes = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64)));
  return {
    name: directory.toString('utf16le', at, at + nameBytes - 2),
    type: directory.readUInt8(at + 66),
    first: directory.readUInt32LE(at + 116),
    size: directory.readUInt32LE(at + 120),
  };
}

class Sectors {
  readonly #view: Buffer;
  readonly #size: number;
  readonly #count: number;
  readonly #tables: readonly number[];

  constructor(view: Buffer) {
    const shift = view.readUInt16LE(30);
    if (!SECTOR_SHIFTS.includes(shift)) throw new XlsDamaged('its sectors have no usual size');
    this.#view = view;
    this.#size = 2 ** shift;
    this.#count = Math.ceil(view.length / this.#size) - 1;
    this.#tables = this.#listTables();
  }

  /** Reads a chain of sectors to its end, and returns all of it or only its first `size` bytes. */
  readChain(first: number, size?: number): Buffer {
    const parts: Buffer[] = [];
    for (let sector = first; sector <= LAST_SECTOR; sector = this.#next(sector)) {
      if (parts.length > this.#count) throw new XlsDamaged('its sectors go around in a circle');
      parts.push(this.#read(sector));
    }
    const all = Buffer.concat(parts);
    if (size === undefined) return all;
    if (size > all.length) throw new XlsDamaged('a part of it is missing');
    return all.subarray(0, size);
  }

  /** Returns the first sector of the allocation table for small sectors. */
  firstSmallTable(): number {
    return this.#view.readUInt32LE(60);
  }

  #read(sector: number): Buffer {
    const start = (sector + 1) * this.#size;
    // Some programs omit the unused end of the last sector.
    if (sector >= this.#count) throw new XlsDamaged('it is cut off');
    const part = this.#view.subarray(start, start + this.#size);
    return part.length === this.#size ? part : Buffer.concat([part], this.#size);
  }

  #next(sector: number): number {
    const perTable = this.#size / 4;
    const table = this.#tables[Math.floor(sector / perTable)];
    if (table === undefined) throw new XlsDamaged('a part of it is missing');
    return this.#read(table).readUInt32LE((sector % perTable) * 4);
  }

  /**
   * Returns the numbers of the sectors that contain the allocation table. The first 109 are listed in the
   * header, and any others in a separate chain.
   */
  #listTables(): number[] {
    const tables: number[] = [];
    for (let at = 0; at < DIFAT_IN_HEADER; at++) tables.push(this.#view.readUInt32LE(DIFAT_AT + at * 4));
    let list = this.#view.readUInt32LE(68);
    for (let lists = 0; list <= LAST_SECTOR; lists++) {
      if (lists > this.#count) throw new XlsDamaged('its sectors go around in a circle');
      const part = this.#read(list);
      for (let at = 0; at + 8 <= part.length; at += 4) tables.push(part.readUInt32LE(at));
      list = part.readUInt32LE(part.length - 4);
    }
    return tables.filter((sector) => sector <= LAST_SECTOR).slice(0, this.#view.readUInt32LE(44));
  }
}

/** Reads a stream of a few bytes. Such streams share the sectors of a single larger stream. */
function readSmall(sectors: Sectors, root: Entry, { first, size }: Entry): Buffer {
  const shared = sectors.readChain(root.first, root.size);
  const table = sectors.readChain(sectors.firstSmallTable());
  const parts: Buffer[] = [];
  for (let small = first, read = 0; read < size; read += SMALL_BYTES) {
    const part = shared.subarray(small * SMALL_BYTES, (small + 1) * SMALL_BYTES);
    if (part.length === 0) throw new XlsDamaged('a part of it is missing');
    parts.push(part);
    small = small * 4 + 4 <= table.length ? table.readUInt32LE(small * 4) : LAST_SECTOR;
  }
  return Buffer.concat(parts).subarray(0, size);
}
