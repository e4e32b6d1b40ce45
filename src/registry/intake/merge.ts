import { compareText } from '../../lib/text.ts';
import { licenseKey } from '../licenses/number.ts';
import type { LicenseRow, ObservationRow, ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';

/**
 * Files may arrive in any order, and a visit or a license may stand in several: the newest file wins. How
 * new a file is, is told by its own content first, so that the order of reading cannot matter.
 */
export interface FileAge {
  readonly fileDate: string | null;
  readonly publishedAt: string | null;
  readonly sha256: string;
}

/** Negative when `a` is older than `b`, zero only for the same content. */
export function compareAge(a: FileAge, b: FileAge): number {
  return (
    compareText(a.fileDate ?? '', b.fileDate ?? '') ||
    compareText(a.publishedAt ?? '', b.publishedAt ?? '') ||
    compareText(a.sha256, b.sha256)
  );
}

/** The newest file of each slot: the one in use. Its order is that in which the slots are first met. */
export function newestOfSlots<File extends FileAge & { readonly slot: string }>(
  files: readonly File[],
): Map<string, File> {
  const newest = new Map<string, File>();
  for (const file of files) {
    const other = newest.get(file.slot);
    if (!other || compareAge(file, other) > 0) newest.set(file.slot, file);
  }
  return newest;
}

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
    case 'observations':
      return `observations:${visitRange(file.records.rows)}`;
    case undefined:
      return `unknown:${file.name}`;
  }
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

/** One row for each number of a license file: a former holder's row yields to the current holder's. */
export function currentHolders(rows: readonly LicenseRow[]): LicenseRow[] {
  const byNumber = new Map<string, LicenseRow>();
  for (const row of rows) {
    const number = licenseKey(row.licenseType, row.digits);
    const other = byNumber.get(number);
    if (!other || holderOrder(row) < holderOrder(other)) byNumber.set(number, row);
  }
  return [...byNumber.values()];
}

/** Sorts the current holder first; the rest of the row breaks ties, so that the order of rows cannot matter. */
function holderOrder(row: LicenseRow): string {
  const precedence = REGULATOR.licenses.precedenceOf(row.primaryStatus, row.secondaryStatus);
  const age = 99_999_999 - Number((row.expiresOn ?? '0000-00-00').replaceAll('-', ''));
  return `${precedence}:${String(age).padStart(8, '0')}:${row.businessName}:${row.licenseeName}:${row.zip}:${row.mailingAddress}:${row.phone}`;
}
