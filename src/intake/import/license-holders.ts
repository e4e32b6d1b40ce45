import { addDays, addMonths } from '../../lib/time/dates.ts';
import type { CoveredDays } from '../../regulator/source/file-date.ts';
import type { ObservationRow, ParsedFile } from '../../regulator/source/parsed-file.ts';

/** Returns a file's slot. The newest file in a slot is in use, and the next one is compared with it. */
export function slotOf(file: ParsedFile): string {
  const place = file.district === null ? 'statewide' : `district-${file.district}`;
  switch (file.records?.kind) {
    case 'licenses':
      return `licenses:${place}`;
    case 'inspections':
      return `inspections:${place}:${file.fiscalYear}`;
    case 'closures':
      return `closures:${file.fileDate}`;
    case 'new_licenses':
    case 'ownership_changes':
      return `${file.records.kind}:${file.fileDate?.slice(0, 4) ?? ''}`;
    case 'final_orders':
      return `final_orders:${file.orderMonth ?? ''}`;
    case 'observations':
      return `observations:${visitRange(file.records.rows)}`;
    case undefined:
      return `unknown:${file.name}`;
  }
}

/**
 * Returns the days on which a file replaces every visit or order from older files in its slot. Returns null
 * for a file that replaces only the rows that it lists again.
 */
export function coveredBy({ records, coveredDays, orderMonth }: ParsedFile): CoveredDays | null {
  if (records?.kind === 'inspections') return coveredDays;
  if (records?.kind !== 'final_orders' || !orderMonth) return null;
  const first = `${orderMonth}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/**
 * Returns the range of visit ids in an observation file, because nothing else distinguishes one such file
 * from another.
 */
function visitRange(rows: readonly ObservationRow[]): string {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { visitId } of rows) {
    least = Math.min(least, visitId);
    most = Math.max(most, visitId);
  }
  return rows.length === 0 ? 'none' : `${least}-${most}`;
}
