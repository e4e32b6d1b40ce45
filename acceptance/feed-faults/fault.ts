import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import type { Kind } from './columns.ts';
import type { Table } from './table.ts';

/** A good file and the files around it. */
export interface Target {
  readonly kind: Kind;
  readonly name: string;
  /** The undamaged file that should be read today. */
  readonly today: Table;
  /** The file that was read the day before. It has fewer rows, some of which are older. */
  readonly yesterday: Table;
  /** The file from a week before. */
  readonly older: Table;
  /** The same kind of file from another district. */
  readonly otherDistrict: Table | undefined;
  /** The same kind of file from the previous fiscal year. */
  readonly otherYear: Table | undefined;
  /** The indexes of rows about food trucks, hot dog carts and caterers. */
  readonly ours: readonly number[];
  /** Good files of other kinds. */
  readonly otherKinds: readonly Table[];
}

/** A damaged file. */
export interface Damaged {
  readonly file: Table | string | Uint8Array;
  /** The rows in today's file that were damaged, lost or moved. */
  readonly touched: ReadonlySet<number> | 'all';
  /** A description of the damage that helps to reproduce it, without any values from the rows. */
  readonly note: string;
  /** True if the file is a workbook of any kind. */
  readonly asWorkbook?: true;
  /** Set if the damaged file is really a good file of this other kind. Its contents are then correct. */
  readonly goodOf?: Kind;
  /** The maximum number of rows that one line of the file can represent; 1 by default. */
  readonly rowsPerLine?: number;
}

/** The extent of the damage to a file. */
interface Size {
  /** The number of damaged rows about food trucks, hot dog carts and caterers. */
  readonly ours: number;
  /** The number of all rows about food trucks, hot dog carts and caterers. */
  readonly oursOf: number;
  readonly kind: Kind;
  readonly note: string;
}

/**
 * Decides if a careful reader who has yesterday's file and knows the layout could have noticed the damage.
 */
interface Noticeable {
  readonly when: (size: Size) => boolean;
  readonly because: string;
}

export interface Fault {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /**
   * Damages a file. Returns undefined if it cannot be damaged in this way. The same random stream gives the
   * same damage.
   */
  readonly damage: (target: Target, random: Random) => Damaged | undefined;
  readonly noticeable: Noticeable;
}

function isChanged({ today }: Target, file: Damaged['file'], index: number): boolean {
  if (typeof file === 'string' || !('rows' in file) || file.rows.length !== today.rows.length) return true;
  const before = today.rows[index]?.cells;
  const after = file.rows[index]?.cells;
  return !(before && after) || before.some((cell, column) => cell !== after[column]);
}

export const ROWS_NOTICED = 6;
const SHARE_NOTICED = 0.02;

/** Returns true if so many rows differ from yesterday's file that this would not happen on a good day. */
export const isMany = ({ ours, oursOf }: Size): boolean =>
  ours >= ROWS_NOTICED && ours >= oursOf * SHARE_NOTICED;

export const MANY: Noticeable = {
  when: isMany,
  because: 'each value could be true; six rows and 2 % of the vendors unlike yesterday could not',
};

export function always(because: string): Noticeable {
  return { when: () => true, because };
}

export function whenManyOr(when: (size: Size) => boolean, because: string): Noticeable {
  return { when: (size) => isMany(size) || when(size), because: `${because}; or many at once` };
}

/** Draws the rows that a fault affects: one vendor, a few, a block, a share of the file, or all of it. */
export function drawRows({ today, ours }: Target, random: Random): ReadonlySet<number> | 'all' {
  const count = today.rows.length;
  const extent = random();
  if (extent < 0.2) return new Set([drawFrom(random, ours)]);
  if (extent < 0.4)
    return new Set(Array.from({ length: 2 + drawInt(random, 4) }, () => drawFrom(random, ours)));
  if (extent < 0.5) return drawBlock(count, random);
  if (extent < 0.7) {
    const share = 0.01 + random() * 0.3;
    const chosen = new Set([...today.rows.keys()].filter(() => random() < share));
    return chosen.size > 0 ? chosen : new Set([drawFrom(random, ours)]);
  }
  return 'all';
}

export function drawBlock(count: number, random: Random): ReadonlySet<number> {
  const { start, length } = drawSpan(count, random);
  return new Set(Array.from({ length }, (_, index) => start + index));
}

export function drawSpan(count: number, random: Random): { readonly start: number; readonly length: number } {
  const length = Math.max(1, Math.floor(count * (0.02 + random() * 0.3)));
  return { start: drawInt(random, Math.max(1, count - length)), length };
}

export function describeRows(touched: ReadonlySet<number> | 'all'): string {
  return touched === 'all' ? 'all rows' : `${touched.size} ${touched.size === 1 ? 'row' : 'rows'}`;
}

/** Returns the extent of the damage. A row does not count as damaged if its new value equals the old one. */
export function sizeOf(target: Target, { touched, note, file }: Damaged): Size {
  const ours = target.ours.filter(
    (index) => (touched === 'all' || touched.has(index)) && isChanged(target, file, index),
  ).length;
  return { ours, oursOf: target.ours.length, kind: target.kind, note };
}
