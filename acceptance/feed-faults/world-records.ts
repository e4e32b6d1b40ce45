import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findFiles } from '../../src/intake/fetch/disk-files-service.ts';
import { compareText } from '../../src/lib/text/text.ts';
import type { IsoDate } from '../../src/lib/time/dates.ts';
import { dayKey } from './faults-dates.ts';
import { cellAt, readTable, type Table } from './table.ts';
import { type GoodFile, makeWorld, type World } from './world.ts';

const INSPECTION_COLUMNS = 82;
const LICENSE_COLUMNS = [34, 35];

/**
 * Reads the regulator's real files at or below the given paths: a district's licenses and its fiscal years.
 */
export async function makeRecordsWorld(paths: readonly string[], asOf: IsoDate): Promise<World> {
  const [licenses, inspections]: [GoodFile[], GoodFile[]] = [[], []];
  for (const file of await findFiles(paths)) {
    const bytes = await readFile(file);
    const width = readTable('inspections', bytes.subarray(0, 4_000)).rows[0]?.cells.length ?? 0;
    const name = path.basename(file);
    if (width === INSPECTION_COLUMNS) inspections.push(goodFile(name, readTable('inspections', bytes), asOf));
    if (LICENSE_COLUMNS.includes(width)) licenses.push(goodFile(name, readTable('licenses', bytes), asOf));
  }
  const [current, ...earlier] = inspections.sort((a, b) => compareText(newestIn(b.table), newestIn(a.table)));
  if (!licenses[0] || !current)
    throw new Error('the folders hold no license extract, or no inspection extract');
  return makeWorld({ asOf, licenses: licenses[0], inspections: current, earlier, more: [] });
}

/**
 * Returns a good file with the date on which it is read. That is the date of its newest row, or the as-of
 * date if that is later.
 */
function goodFile(name: string, table: Table, asOf: IsoDate): GoodFile {
  const newest = newestIn(table);
  const day = `${newest.slice(0, 4)}-${newest.slice(4, 6)}-${newest.slice(6)}`;
  return { name, table, readOn: day > asOf ? day : asOf };
}

function newestIn(table: Table): string {
  const day = table.kind === 'licenses' ? 'lastInspectedOn' : 'visitedOn';
  return table.rows.reduce((newest, row) => {
    const key = dayKey(cellAt(table, row, day));
    return key > newest ? key : newest;
  }, '');
}
