import type { Kind } from '../columns.ts';
import type { Damaged, Target } from '../fault.ts';
import { cellAt, type Row, type Table } from '../table.ts';
import { isVendorType } from '../world.ts';

/**
 * Returns true if a damaged file is as plausible as the undamaged file to a reader of the rows that the
 * import keeps. Each damaged row must be new, so that an earlier edition cannot contradict it. It must appear
 * only once, and every value must look plausible for its column.
 */
export function isPlausible({ today, yesterday }: Target, { file, touched }: Damaged): boolean {
  if (touched === 'all' || typeof file === 'string' || file instanceof Uint8Array) return false;
  if (file.rows.length !== today.rows.length) return false;
  const known = new Set(yesterday.rows.map((row) => keyOf(yesterday, row)));
  const keys = Map.groupBy(file.rows, (row) => keyOf(file, row));
  const shapes = new Map<number, ReadonlySet<string>>();
  const shapesOf = (column: number) => {
    const found = shapes.get(column) ?? new Set(yesterday.rows.map(({ cells }) => shapeOf(cells[column])));
    shapes.set(column, found);
    return found;
  };
  return [...touched].every((index) => {
    const good = today.rows[index];
    const row = file.rows[index];
    if (!good || !row || (!isKept(today, good) && !isKept(file, row))) return true;
    const isNew = [keyOf(today, good), keyOf(file, row)].every((key) => !known.has(key));
    const isSingle = keys.get(keyOf(file, row))?.length === 1;
    return isNew && isSingle && row.cells.every((cell, column) => shapesOf(column).has(shapeOf(cell)));
  });
}

const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  licenses: ['type', 'number'],
  inspections: ['visitId'],
  closures: ['number', 'closedOn'],
  new_licenses: ['applicationNumber'],
  ownership_changes: ['applicationNumber'],
  observations: ['visitId', 'detailsId'],
};

function keyOf(table: Table, row: Row): string {
  return KEYS[table.kind].map((name) => cellAt(table, row, name)).join(' ');
}

/**
 * Returns true if the import keeps the row. It does not keep restaurants, so it cannot notice faults in their
 * rows.
 */
function isKept(table: Table, row: Row): boolean {
  return !table.columns.has('type') || isVendorType(cellAt(table, row, 'type'));
}

/**
 * Replaces each digit with `9`, and each run of other characters that contains a letter with `A`. Names
 * differ in length, but numbers do not.
 */
function shapeOf(cell = ''): string {
  return cell.replace(/\d/g, '9').replace(/[^\d]+/g, (text) => (/\p{L}/u.test(text) ? 'A' : text));
}
