import { compareText } from '../../lib/text/text.ts';
import { addDays, addMonths } from '../../lib/time/dates.ts';
import { isSameHolder } from '../licenses/holder-names.ts';
import { licenseKey } from '../licenses/number.ts';
import type { CoveredDays } from '../sources/file-date.ts';
import type { LicenseRow, ObservationRow, ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';

/** What a file stands for: of a slot's files the newest is in use, and the next is measured against it. */
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
 * Returns the days that a file speaks for: a newer file of its slot replaces every visit or order of these days. Null for files
 * that replace only the rows which they list again.
 */
export function coveredBy({ records, coveredDays, orderMonth }: ParsedFile): CoveredDays | null {
  if (records?.kind === 'inspections') return coveredDays;
  if (records?.kind !== 'final_orders' || !orderMonth) return null;
  const first = `${orderMonth}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/** Which visits a file of observations speaks of: nothing else tells it from another. */
function visitRange(rows: readonly ObservationRow[]): string {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { visitId } of rows) {
    least = Math.min(least, visitId);
    most = Math.max(most, visitId);
  }
  return rows.length === 0 ? 'none' : `${least}-${most}`;
}

/** A license row, and the names of the former holder whose row the same file has, one a line; empty when it has none. */
export interface HeldLicense extends LicenseRow {
  readonly formerNames: string;
}

/** One row for each number of a license file: a former holder's row yields to the current holder's. */
export function currentHolders<Row extends LicenseRow>(rows: readonly Row[]): (Row & HeldLicense)[] {
  const byNumber = Map.groupBy(rows, ({ licenseType, digits }) => licenseKey(licenseType, digits));
  return [...byNumber.values()].flatMap((each) => {
    const [current, ...others] = each.toSorted((a, b) => compareText(holderOrder(a), holderOrder(b)));
    if (!current) return [];
    const former = others.find(({ licenseeName }) => !isSameHolder(licenseeName, current.licenseeName));
    const names = former ? [former.licenseeName, former.businessName] : [];
    return { ...current, formerNames: names.filter((name) => name !== '').join('\n') };
  });
}

/** Sorts the current holder first; the rest of the row breaks ties, so that the order of rows cannot matter. */
function holderOrder(row: LicenseRow): string {
  const precedence = REGULATOR.licenses.precedenceOf(row.primaryStatus, row.secondaryStatus);
  const age = 99_999_999 - Number((row.expiresOn ?? '0000-00-00').replaceAll('-', ''));
  return `${precedence}:${String(age).padStart(8, '0')}:${row.businessName}:${row.licenseeName}:${row.zip}:${row.mailingAddress}:${row.phone}`;
}
