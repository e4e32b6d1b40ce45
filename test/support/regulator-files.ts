/**
 * Test files in every format that the regulator has used over the years. All names, addresses, and numbers
 * are invented. Build the rows first, then the file: `inspectionCsv([inspectionRow({ visitId: 1 })])`.
 */
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { formatUsDate } from '../../src/lib/time/dates.ts';

/** A CSV file's format. The defaults match the files from 2026. */
export interface CsvOptions {
  /** True if the first line is a header row. Files from before 2025 do not have one. */
  readonly header?: boolean;
  /**
   * 'all' quotes every cell, and 'strings' all cells except numbers; neither escapes quotes inside a cell.
   * 'needed' quotes as a spreadsheet program does.
   */
  readonly quoting?: 'all' | 'strings' | 'needed';
  readonly eol?: '\r\n' | '\n' | '\r';
  /** 'padded' writes 07/01/2017, and 'bare' writes 7/1/2017. */
  readonly dates?: 'padded' | 'bare';
}

export interface InspectionFields {
  /** Includes the letter, as in `D6`. */
  readonly district: string;
  readonly countyCode: string;
  readonly countyName: string;
  readonly licenseType: string;
  readonly licenseNumber: string | number;
  readonly businessName: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  /** The "Inspection Number" column, which all visits in a case share. */
  readonly caseId: string | number;
  readonly visitNumber: string | number;
  readonly inspectionClass: string;
  readonly inspectionType: string;
  readonly disposition: string;
  /** A `YYYY-MM-DD` date; any other text is written unchanged. */
  readonly visitedOn: string;
  readonly total: string | number;
  readonly highPriority: string | number;
  readonly intermediate: string | number;
  readonly basic: string | number;
  readonly pda: string;
  /** Citation counts by category, 1 through 58. Missing categories are 0. */
  readonly categories: Readonly<Record<number, string | number>>;
  readonly licenseId: string | number;
  readonly visitId: string | number;
}

const VISIT: InspectionFields = {
  district: 'D6',
  countyCode: '47',
  countyName: 'Leon',
  licenseType: '2014',
  licenseNumber: 4758801,
  businessName: 'PELICAN TACO WAGON',
  address: '1 INVENTED HARBOR WAY',
  city: 'TALLAHASSEE',
  zip: '32301',
  caseId: 7700001,
  visitNumber: 1,
  inspectionClass: 'Food',
  inspectionType: 'Routine - Food',
  disposition: 'Inspection Completed - No Further Action',
  visitedOn: '2025-09-15',
  total: 0,
  highPriority: 0,
  intermediate: 0,
  basic: 0,
  pda: 'Y',
  categories: {},
  licenseId: 8800001,
  visitId: 9900001,
};

const CATEGORIES = Array.from({ length: 58 }, (_, index) => index + 1);
const INSPECTION_DATE = 14;
const PDA = 21;

/**
 * Returns one visit as the 82 cells of an inspection extract. The default is a clean routine visit to a food
 * truck in district 6.
 */
export function inspectionRow(fields: Partial<InspectionFields> = {}): string[] {
  const visit = { ...VISIT, ...idsOf(fields), ...fields, ...agreeingCounts(fields) };
  return [
    visit.district,
    visit.countyCode,
    visit.countyName,
    visit.licenseType,
    visit.licenseNumber,
    visit.businessName,
    visit.address,
    visit.city,
    visit.zip,
    visit.caseId,
    visit.visitNumber,
    visit.inspectionClass,
    visit.inspectionType,
    visit.disposition,
    usDate(visit.visitedOn),
    '',
    '',
    visit.total,
    visit.highPriority,
    visit.intermediate,
    visit.basic,
    visit.pda,
    ...CATEGORIES.map((category) => visit.categories[category] ?? 0),
    visit.licenseId,
    visit.visitId,
  ].map(String);
}

/** Fills in missing counts so that they add up with the given ones. All citations go into category 23. */
function agreeingCounts(fields: Partial<InspectionFields>): Partial<InspectionFields> {
  const { highPriority = 0, intermediate = 0, total, basic, categories } = fields;
  const others = Number(highPriority) + Number(intermediate);
  const counted = {
    basic: basic ?? (others === 0 ? (total ?? 0) : 0),
    total: total ?? others + Number(basic ?? 0),
  };
  return { ...counted, categories: categories ?? { 23: counted.total } };
}

/**
 * Derives ids so that different licenses have different owners and different first visits have different
 * cases.
 */
function idsOf({
  licenseNumber,
  visitId,
  visitNumber,
}: Partial<InspectionFields>): Partial<InspectionFields> {
  const owner =
    licenseNumber === undefined ? {} : { licenseId: 8_000_000 + (Number(licenseNumber) % 800_000) };
  const county = String(licenseNumber ?? VISIT.licenseNumber).slice(0, 2);
  const isFirst = Number(visitId) > 0 && Number(visitId) < 1_000_000_000 && visitNumber === undefined;
  return { ...owner, countyCode: county, ...(isFirst ? { caseId: 1_000_000_000 + Number(visitId) } : {}) };
}

/** The 82 column titles in 2026 files, including leading spaces. */
export const INSPECTION_TITLES: readonly string[] = [
  'District',
  'County Number',
  'County Name',
  ' License Type Code',
  ' License Number',
  'Business (DBA-Does Business As) Name',
  'Location Address',
  'Location City',
  ' Location Zip Code',
  'Inspection Number',
  'Visit Number',
  'Inspection Class',
  'Inspection Type',
  'Inspection Disposition',
  'Inspection Date',
  'Number of Critical Violations',
  'Number of Noncritical Violations',
  ' Number of Total Violations',
  'Number of High Priority Violations',
  'Number of Intermediate Violations',
  'Number of Basic Violations',
  'PDA Status',
  ...CATEGORIES.map((category) => `Violation ${String(category).padStart(2, '0')}`),
  'License ID',
  'Inspection Visit ID',
];

/** The 83 column names in the files for fiscal years 2023-24 and 2024-25. */
export const DATABASE_TITLES: readonly string[] = [
  'DISTRICT',
  'COUNTYCODE',
  'CNTY_DESC',
  'PROFESSION',
  'LICENSE_NO',
  'DBA_NAME',
  'LOC_ADDRESS',
  'LOC_CITY',
  'LOC_ZIP',
  'INSP_NO',
  'VISIT_NO',
  'INSPCLASS',
  'INSPTYPE',
  'DISPOSITION',
  'INSP_DATE',
  'CRIT_VIOL',
  'NONCRIT_VIOL',
  'VIOLATIONS',
  'HIGH_VIOL',
  'INTERMED_VIOL',
  'BASIC_VIOL',
  'HT_VIOL',
  'PDA',
  ...CATEGORIES.map((category) => `V_${String(category).padStart(2, '0')}`),
  'LIC_ID',
  'INSP_VST_ID',
];

/**
 * Columns that hold numbers. They are unquoted when only strings are quoted, and are numeric cells in a
 * workbook.
 */
const INSPECTION_NUMBERS = new Set([4, 9, 10, 15, 16, 17, 18, 19, 20]);
const isInspectionNumber = (column: number) => INSPECTION_NUMBERS.has(column) || column > PDA;

/**
 * Returns one district's inspection extract from rows built with {@link inspectionRow} or from any other
 * rows.
 */
export function inspectionCsv(rows: readonly (readonly string[])[], options: CsvOptions = {}): string {
  const header = (options.header ?? true) ? [INSPECTION_TITLES] : [];
  return csvText(header, rows, options, isInspectionNumber);
}

/**
 * Returns a statewide workbook for a fiscal year. 'titles' uses the CSV column titles. 'database' uses column
 * names and has one more column (HT_VIOL). 'stale' has that extra column under the 82 titles, which do not
 * mention it, as in 2025-26.
 */
export function inspectionWorkbook(
  rows: readonly (readonly string[])[],
  style: WorkbookStyle,
): Promise<Uint8Array> {
  return workbook(inspectionCells(rows, style));
}

type WorkbookStyle = 'titles' | 'database' | 'stale';

/** Returns the cells of such a workbook, starting with the header row. */
export function inspectionCells(
  rows: readonly (readonly string[])[],
  style: WorkbookStyle,
): (string | number | Date)[][] {
  const extra = style === 'titles' ? [] : ['0'];
  const cells = rows.map((row) => [
    ...row.slice(0, PDA).map(toInspectionCell),
    ...extra.map(Number),
    ...row.slice(PDA).map((cell, index) => toInspectionCell(cell, index + PDA)),
  ]);
  return [[...(style === 'database' ? DATABASE_TITLES : INSPECTION_TITLES)], ...cells];
}

function toInspectionCell(cell: string, column: number): string | number | Date {
  if (column === INSPECTION_DATE) return toDateCell(cell);
  return isInspectionNumber(column) && /^\d+$/.test(cell) ? Number(cell) : cell;
}

export interface LicenseFields {
  readonly licenseType: string;
  readonly licenseeName: string;
  readonly rank: string;
  readonly mailingName: string;
  readonly mailingStreet: string;
  readonly mailingLine2: string;
  readonly mailingCity: string;
  readonly mailingState: string;
  readonly mailingZip: string;
  readonly mailingCounty: string;
  readonly primaryPhone: string;
  readonly businessName: string;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly countyCode: string;
  /** The county's name, which only files since 2025 contain. */
  readonly countyName: string;
  readonly secondaryPhone: string;
  /** Without the letter, as in `6`. */
  readonly district: string;
  readonly region: string;
  /** Includes the prefix, as in `MFD4758801`. */
  readonly licenseNumber: string;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  /** A `YYYY-MM-DD` date; any other text is written unchanged. */
  readonly expiresOn: string;
  readonly lastInspectedOn: string;
  readonly seats: string;
  readonly riskLevel: string;
}

const LICENSE: LicenseFields = {
  licenseType: '2014',
  licenseeName: 'PELICAN MOBILE FOODS LLC',
  rank: 'MFDV',
  mailingName: 'ZENOBIA MAILBOX',
  mailingStreet: '2 UNPUBLISHED LANE',
  mailingLine2: 'SUITE LETTERBOX',
  mailingCity: 'MAILINGTON',
  mailingState: 'FL',
  mailingZip: '32399',
  mailingCounty: '77',
  primaryPhone: '850.555.0101',
  businessName: 'PELICAN TACO WAGON',
  street: '3 COMMISSARY COURT',
  city: 'TALLAHASSEE',
  zip: '32301',
  countyCode: '47',
  countyName: 'Leon',
  secondaryPhone: '(850) 555-0102',
  district: '6',
  region: '16',
  licenseNumber: 'MFD4758801',
  primaryStatus: '20',
  secondaryStatus: '20',
  expiresOn: '2026-06-01',
  lastInspectedOn: '2025-09-15',
  seats: '0',
  riskLevel: 'Risk Level 1',
};

export type LicenseVintage = '2018' | '2025';

/** Returns one license. The default is a food truck in district 6 whose license is current and active. */
export function licenseRow(fields: Partial<LicenseFields> = {}): LicenseFields {
  return { ...LICENSE, ...fields };
}

/**
 * Returns the cells of a license: 34 in the 2018 format, or 35 in the 2025 format. In the 2018 format, phone
 * and mailing county are swapped.
 */
export function licenseCells(license: LicenseFields, vintage: LicenseVintage): string[] {
  const phone = [license.primaryPhone, license.mailingCounty];
  return [
    '200',
    license.licenseType,
    license.licenseeName,
    license.rank,
    '',
    ...mailingCells(license),
    ...(vintage === '2018' ? phone.reverse() : phone),
    license.businessName,
    '',
    license.street,
    '',
    '',
    license.city,
    'FL',
    license.zip,
    license.countyCode,
    ...(vintage === '2018' ? [] : [license.countyName]),
    license.secondaryPhone,
    license.district,
    ...standingCells(license),
  ];
}

function mailingCells(license: LicenseFields): string[] {
  return [
    license.mailingName,
    license.mailingStreet,
    license.mailingLine2,
    '',
    license.mailingCity,
    license.mailingState,
    license.mailingZip,
  ];
}

function standingCells(license: LicenseFields): string[] {
  return [
    license.region,
    license.licenseNumber,
    license.primaryStatus,
    license.secondaryStatus,
    usDate(license.expiresOn),
    usDate(license.lastInspectedOn),
    license.seats,
    license.riskLevel,
    '',
  ];
}

/** The 35 column titles in license extracts since 2025. */
export const LICENSE_TITLES: readonly string[] = [
  'Board Code',
  'License Type Code',
  'Licensee Name',
  'Rank Code',
  'Modifier Code',
  'Mailing Name',
  'Mailing Street Address',
  'Mailing Address Line 2',
  'Mailing Address Line 3',
  'Mailing City',
  'Mailing State Code',
  'Mailing Zip Code',
  'Primary Phone Number',
  'Mailing County Code',
  'Business Name',
  'Filler',
  'Location Street Address',
  'Location Address Line 2',
  'Location Address Line 3',
  'Location City',
  'Location State Code',
  'Location Zip Code',
  'Location County Code',
  'Location County',
  'Secondary Phone Number',
  'District',
  'Region',
  'License Number',
  'Primary Status Code',
  'Secondary Status Code',
  'License Expiry Date',
  'Last Inspection Date',
  'Number of Seats or Rental Units',
  'Base Risk Level',
  'Secondary Risk Level',
];

/**
 * Returns a district's license extract: 35 columns with a header row (2025, the default) or 34 columns
 * without one (2018).
 */
export function licenseCsv(
  licenses: readonly LicenseFields[],
  { vintage = '2025', ...options }: CsvOptions & { readonly vintage?: LicenseVintage } = {},
): string {
  const header = (options.header ?? vintage === '2025') ? [LICENSE_TITLES] : [];
  return csvText(
    header,
    licenses.map((license) => licenseCells(license, vintage)),
    options,
  );
}

export interface ApplicationFields extends LicenseFields {
  readonly applicationNumber: string;
  readonly applicationType: string;
  /** A `YYYY-MM-DD` date; any other text is written unchanged. */
  readonly approvedOn: string;
}

/**
 * Returns one approved application. The default is for a new food truck in district 6, and its license fields
 * have the defaults of {@link licenseRow}.
 */
export function applicationRow(fields: Partial<ApplicationFields> = {}): ApplicationFields {
  return {
    ...LICENSE,
    district: 'D6',
    applicationNumber: '660001',
    applicationType: 'Plan Review and Initial (COMBO MFDV)',
    approvedOn: '2025-08-20',
    ...fields,
  };
}

/**
 * Returns this fiscal year's new licenses ('new') or changes of owner ('change_of_owner'). Both have 38
 * columns and the same header row. In the change-of-owner file, the mailing county is under "Primary Phone
 * Number", and vice versa.
 */
export function applicationCsv(
  applications: readonly ApplicationFields[],
  { file = 'new', ...options }: CsvOptions & { readonly file?: 'new' | 'change_of_owner' } = {},
): string {
  const titles = ['Application Number', 'Application Type', 'Application Approval Date ', ...LICENSE_TITLES];
  titles[titles.indexOf('Number of Seats or Rental Units')] = 'Number of Seats';
  const rows = applications.map((application) => {
    const cells = licenseCells(application, '2025');
    const [phone = '', county = ''] = cells.slice(12, 14);
    if (file === 'change_of_owner') cells.splice(12, 2, county, phone);
    return [
      application.applicationNumber,
      application.applicationType,
      usDate(application.approvedOn),
      ...cells,
    ];
  });
  return csvText((options.header ?? true) ? [titles] : [], rows, options);
}

export interface ClosureFields {
  readonly district: string;
  /** A `YYYY-MM-DD` date. */
  readonly closedOn: string;
  readonly licenseNumber: string | number;
  readonly businessName: string;
  readonly address: string;
  readonly city: string;
  readonly conditions: string;
  /** A `YYYY-MM-DD` date or a `YYYY-MM-DDTHH:MM` time; empty while the business is still closed. */
  readonly reopenedAt: string;
}

const CLOSURE: ClosureFields = {
  district: 'D6',
  closedOn: '2025-09-15',
  licenseNumber: 4758801,
  businessName: 'PELICAN TACO WAGON',
  address: '1 INVENTED HARBOR WAY',
  city: 'TALLAHASSEE',
  conditions: 'No potable water',
  reopenedAt: '2025-09-16T15:30',
};

/**
 * Returns one emergency closure. The default is for a food truck in district 6 that reopened the next
 * afternoon.
 */
export function closureRow(fields: Partial<ClosureFields> = {}): ClosureFields {
  return { ...CLOSURE, ...fields };
}

/** Returns a weekly emergency-closure workbook. */
export function closureWorkbook(
  closures: readonly ClosureFields[],
  titles: readonly string[] = CLOSURE_TITLES,
): Promise<Uint8Array> {
  return workbook(closureCells(closures, titles));
}

export const CLOSURE_TITLES: readonly string[] = [
  'District',
  'Date',
  'License Number',
  'Business Name',
  'Business Address',
  'Business City',
  'Conditions for Closure',
  'Date of Order to Vacate',
];

/** Returns the cells of such a workbook, starting with the header row. Each extra column contains an "x". */
export function closureCells(
  closures: readonly ClosureFields[],
  titles: readonly string[] = CLOSURE_TITLES,
): (string | number | Date)[][] {
  const more = titles.slice(CLOSURE_TITLES.length).map(() => 'x');
  const rows = closures.map((closure) => [
    closure.district,
    toDateCell(closure.closedOn),
    closure.licenseNumber,
    closure.businessName,
    closure.address,
    closure.city,
    closure.conditions,
    toDateCell(closure.reopenedAt),
    ...more,
  ]);
  return [[...titles], ...rows];
}

/** Returns a workbook with one sheet. Like spreadsheet programs, it does not store blank cells. */
export function workbook(rows: readonly (readonly CellValue[])[]): Promise<Uint8Array> {
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
  return writeXlsx({ sheets: [{ name: 'Sheet1', rows: cells }] });
}

/** Encodes `text` as Windows-1252. Supports only characters shared with Latin-1 and common punctuation. */
export function windows1252(text: string): Uint8Array {
  const punctuation: Readonly<Record<string, number>> = {
    '‘': 0x91,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '–': 0x96,
  };
  return Uint8Array.from(text, (char) => punctuation[char] ?? char.charCodeAt(0));
}

function csvText(
  header: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
  { quoting = 'all', eol = '\r\n', dates = 'padded' }: CsvOptions,
  isNumber: (column: number) => boolean = () => false,
): string {
  const quote = (cell: string, column: number) => {
    if (quoting === 'needed') return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    return quoting === 'strings' && isNumber(column) && /^\d*$/.test(cell) ? cell : `"${cell}"`;
  };
  const spell = (cell: string) =>
    dates === 'bare' && /^\d\d\/\d\d\/\d{4}$/.test(cell) ? bareDate(cell) : cell;
  const lines = [...header, ...rows.map((row) => row.map(spell))];
  return lines.map((cells) => cells.map(quote).join(',') + eol).join('');
}

function usDate(date: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? formatUsDate(date) : date;
}

function bareDate(date: string): string {
  return date.split('/').map(Number).join('/');
}

/** Converts `MM/DD/YYYY`, `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM` to a date cell. Other text remains text. */
function toDateCell(text: string): string | Date {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month}-${day}` : text;
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(iso) ? new Date(iso.length === 10 ? iso : `${iso}Z`) : text;
}
