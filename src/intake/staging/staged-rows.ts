import { compareText } from '../../lib/text/text.ts';
import { isSameHolder } from '../../regulator/licenses/holder-names.ts';
import { licenseKey } from '../../regulator/licenses/number.ts';
import type {
  ApplicationRow,
  ClosureRow,
  FileRecords,
  LicenseRow,
  ObservationRow,
  OrderRow,
  VisitRow,
} from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Defines the stored columns of a file's rows, and the key of a row within a file. */

/**
 * A license row, with the names of the former holder whose row is in the same file, one per line; empty if
 * there is none.
 */
export interface HeldLicense extends LicenseRow {
  readonly formerNames: string;
}

export const LICENSE = [
  'licenseType',
  'digits',
  'rank',
  'businessName',
  'licenseeName',
  'city',
  'zip',
  'countyCode',
  'primaryStatus',
  'secondaryStatus',
  'expiresOn',
  'lastInspectedOn',
  'riskLevel',
  'mailingAddress',
  'phone',
] as const satisfies readonly (keyof LicenseRow)[];

export const VISIT = [
  'visitId',
  'licenseType',
  'digits',
  'licenseId',
  'caseId',
  'visitNumber',
  'visitedOn',
  'inspectionType',
  'disposition',
  'total',
  'highPriority',
  'intermediate',
  'basic',
  'pda',
  'categories',
  'businessName',
  'city',
  'zip',
  'countyCode',
  'district',
] as const satisfies readonly (keyof VisitRow)[];

export const OBSERVATION = [
  'visitId',
  'position',
  'code',
  'category',
  'tier',
  'text',
  'flags',
] as const satisfies readonly (keyof ObservationRow)[];

export const CLOSURE = [
  'digits',
  'closedOn',
  'businessName',
  'conditions',
  'reopenedOn',
] as const satisfies readonly (keyof ClosureRow)[];

export const APPLICATION = [
  'kind',
  'applicationNumber',
  'licenseType',
  'digits',
  'approvedOn',
] as const satisfies readonly (keyof ApplicationRow)[];

export const ORDER = [
  'licenseType',
  'digits',
  'caseNumber',
  'orderedOn',
  'violationOn',
  'violations',
  'fineCents',
] as const satisfies readonly (keyof OrderRow)[];

/** All row tables, each with its columns and the columns that identify the same thing in every file. */
export const ROW_TABLES = {
  licenses: { columns: [...LICENSE, 'formerNames'], key: ['licenseType', 'digits'] },
  visits: { columns: VISIT, key: ['visitId'] },
  observations: { columns: OBSERVATION, key: ['visitId', 'position'] },
  closures: { columns: CLOSURE, key: ['digits', 'closedOn'] },
  applications: { columns: APPLICATION, key: ['kind', 'applicationNumber', 'licenseType', 'digits'] },
  orders: { columns: ORDER, key: ['licenseType', 'digits', 'caseNumber', 'orderedOn'] },
} as const satisfies Record<string, { readonly columns: readonly string[]; readonly key: readonly string[] }>;
export type RowTable = keyof typeof ROW_TABLES;

const TABLE_OF_KIND: Readonly<Record<FileRecords['kind'], RowTable>> = {
  licenses: 'licenses',
  inspections: 'visits',
  observations: 'observations',
  closures: 'closures',
  final_orders: 'orders',
  new_licenses: 'applications',
  ownership_changes: 'applications',
};

/** Returns the table for the rows of a kind of file; undefined for a file that was not recognized. */
export function tableOf(kind: string): RowTable | undefined {
  return isKind(kind) ? TABLE_OF_KIND[kind] : undefined;
}

function isKind(kind: string): kind is FileRecords['kind'] {
  return Object.hasOwn(TABLE_OF_KIND, kind);
}

/** Returns a file's rows as they are stored. */
export function rowsToKeep(records: FileRecords): readonly object[] {
  switch (records.kind) {
    case 'licenses':
      return currentHolders(records.rows);
    case 'observations':
      return records.rows.map((row) => ({ ...row, flags: row.flags.join(',') }));
    default:
      return records.rows;
  }
}

/**
 * Returns one row for each number in a license file. A current holder's row takes precedence over a former
 * holder's.
 */
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

/**
 * Returns a sort key that puts the current holder first. The rest of the row breaks ties, so that row order
 * does not matter.
 */
function holderOrder(row: LicenseRow): string {
  const precedence = REGULATOR.licenses.precedenceOf(row.primaryStatus, row.secondaryStatus);
  const age = 99_999_999 - Number((row.expiresOn ?? '0000-00-00').replaceAll('-', ''));
  return `${precedence}:${String(age).padStart(8, '0')}:${row.businessName}:${row.licenseeName}:${row.zip}:${row.mailingAddress}:${row.phone}`;
}
