import type { IsoDate } from '../../../lib/time/dates.ts';
import type { RowGroup } from '../../source/parsed-file.ts';
import { isOfOtherYears } from '../vocabulary/fiscal-years.ts';
import { isVendorLicenseType, LICENSES } from '../vocabulary/license-codes.ts';
import type { Layout } from './layouts.ts';
import { findDate, numberText, readDistrict } from './parse-row.ts';

interface Group {
  kept: number;
  refused: number;
  readonly warnings: Record<string, number>;
}

/**
 * Counts stored and refused vendor rows, in total and by license type, district and month. Nine of ten rows
 * in a file are restaurants, so damage to only the vendor rows would affect a small share of the file.
 */
export class RowGroups {
  private readonly groups = new Map<string, Group>();

  keep(cells: readonly string[], layout: Layout, warnings: readonly string[]): void {
    for (const group of this.groupsOf(cells, layout)) {
      group.kept += 1;
      if (warnings.length > 0)
        for (const code of new Set(warnings)) group.warnings[code] = (group.warnings[code] ?? 0) + 1;
    }
  }

  /** Counts a refused row. If a row could not be split into cells, it is passed as a string. */
  refuse(row: string | readonly string[], layout: Layout | undefined): void {
    if (!layout || !seemsOurs(row, layout)) return;
    for (const group of this.groupsOf(typeof row === 'string' ? [] : row, layout)) group.refused += 1;
  }

  /** Adds a warning about stored rows that was discovered only after the whole file was read. */
  warn(code: string, rows: number): void {
    const all = this.groups.get('all');
    if (all && rows > 0) all.warnings[code] = rows;
  }

  result(): RowGroup[] {
    return [...this.groups].map(([name, group]) => ({ name, ...group }));
  }

  private groupsOf(cells: readonly string[], layout: Layout) {
    return ['all', ...namesOf(cells, layout)].map((name) => {
      const known = this.groups.get(name);
      if (known) return known;
      const group: Group = { kept: 0, refused: 0, warnings: {} };
      this.groups.set(name, group);
      return group;
    });
  }
}

/** Returns the groups that a row belongs to, judging by its readable cells. */
function namesOf(cells: readonly string[], layout: Layout): string[] {
  if (cells.length < layout.columns) return [];
  const type = typeCell(cells, layout);
  const district = readDistrict(cells[columnOf(layout, 'district')]);
  const date = layout.kind === 'inspections' ? findDate(cells[layout.at.visitedOn] ?? '') : undefined;
  return [
    ...(isVendorLicenseType(type) ? [`license type ${type}`] : []),
    ...(district === undefined ? [] : [`district ${district}`]),
    ...(date === undefined ? [] : [`month ${date.slice(0, 7)}`]),
  ];
}

/**
 * Returns true if a refused row may belong to a vendor, judging by its license type or, if it has none, by
 * its other cells.
 */
function seemsOurs(row: string | readonly string[], layout: Layout): boolean {
  if (layout.kind === 'closures') return true;
  const cells = typeof row === 'string' ? row.split(/[",]+/) : row;
  const type = cells.length < layout.columns || typeof row === 'string' ? '' : typeCell(cells, layout);
  if (/^\d{4}$/.test(type) && !isVendorLicenseType(type)) return cells.some(isNumberOfOurs);
  return (
    isVendorLicenseType(type) ||
    cells.some((cell) => isVendorLicenseType(cell.trim()) || isNumberOfOurs(cell))
  );
}

function isNumberOfOurs(cell: string): boolean {
  const [, letters] = /^([A-Z]{3})\d{7}$/.exec(cell.trim()) ?? [];
  return letters !== undefined && LICENSES.typeOfLetters(letters) !== undefined;
}

function typeCell(cells: readonly string[], layout: Layout): string {
  return numberText(cells[columnOf(layout, 'license type code')]);
}

function columnOf(layout: Layout, title: 'license type code' | 'district'): number {
  if (layout.kind !== 'inspections') return layout.at.get(title) ?? -1;
  return title === 'district' ? layout.at.district : layout.at.licenseType;
}

/**
 * Counts the rows from other fiscal years and returns them as one group, or an empty list if there are none.
 * Rows for any license type count, because a block of rows from another file would be mostly restaurants.
 */
export function rowsOfOtherYears(
  days: ReadonlyMap<IsoDate, number>,
  fiscalYear: string | null,
  kept: number,
): RowGroup[] {
  if (fiscalYear === null) return [];
  const rows = [...days].reduce(
    (sum, [day, count]) => sum + (isOfOtherYears(day, fiscalYear) ? count : 0),
    0,
  );
  return rows === 0
    ? []
    : [{ name: 'any license type', kept, refused: 0, warnings: { rows_of_other_years: rows } }];
}
