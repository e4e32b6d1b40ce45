/**
 * Files as the regulator publishes them, in every vintage, for tests. All names, addresses and numbers are
 * invented. Build rows first, then write them: `inspectionCsv([inspectionRow({ visitId: 1 })])`.
 */
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { formatUsDate } from '../../src/lib/time/dates.ts';

/** The spelling of a CSV. The defaults match the files of 2026. */
export interface CsvOptions {
  /** True if the titles are in the first line (files before 2025 have none). */
  readonly header?: boolean;
  /** 'all': every cell; 'strings': numbers bare; both leave quotes inside a cell as they are. 'needed': as a spreadsheet does. */
  readonly quoting?: 'all' | 'strings' | 'needed';
  readonly eol?: '\r\n' | '\n' | '\r';
  /** 'padded': 07/01/2017; 'bare': 7/1/2017. */
  readonly dates?: 'padded' | 'bare';
}

export interface InspectionFields {
  /** With its letter, `D6`. */
  readonly district: string;
  readonly countyCode: string;
  readonly countyName: string;
  readonly licenseType: string;
  readonly licenseNumber: string | number;
  readonly businessName: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  /** "Inspection Number": shared by the visits of one case. */
  readonly caseId: string | number;
  readonly visitNumber: string | number;
  readonly inspectionClass: string;
  readonly inspectionType: string;
  readonly disposition: string;
  /** `YYYY-MM-DD`; any other text is written as it is. */
  readonly visitedOn: string;
  readonly total: string | number;
  readonly highPriority: string | number;
  readonly intermediate: string | number;
  readonly basic: string | number;
  readonly pda: string;
  /** Citations by category 1–58; the others are 0. */
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

/** One visit as the 82 cells of an inspection extract: by default a clean routine visit to a food truck in district 6. */
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

/** Counts that are not given follow from those that are: basic violations of category 23, that add up. */
function agreeingCounts(fields: Partial<InspectionFields>): Partial<InspectionFields> {
  const { highPriority = 0, intermediate = 0, total, basic, categories } = fields;
  const others = Number(highPriority) + Number(intermediate);
  const counted = {
    basic: basic ?? (others === 0 ? (total ?? 0) : 0),
    total: total ?? others + Number(basic ?? 0),
  };
  return { ...counted, categories: categories ?? { 23: counted.total } };
}

/** Another license has another owner, and another first visit is another case. */
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

/** The 82 titles of 2026, leading blanks included. */
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

/** The 83 column names of the fiscal years 2023-24 and 2024-25. */
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

/** Columns that hold numbers: bare where only strings are quoted, numeric cells in a workbook. */
const INSPECTION_NUMBERS = new Set([4, 9, 10, 15, 16, 17, 18, 19, 20]);
const isInspectionNumber = (column: number) => INSPECTION_NUMBERS.has(column) || column > PDA;

/** An inspection extract of one district, from rows of {@link inspectionRow} (or any others). */
export function inspectionCsv(rows: readonly (readonly string[])[], options: CsvOptions = {}): string {
  const header = (options.header ?? true) ? [INSPECTION_TITLES] : [];
  return csvText(header, rows, options, isInspectionNumber);
}

/**
 * Returns a fiscal year's statewide workbook. 'titles' has the titles of the CSV. 'database' has column names
 * and one more column (HT_VIOL). 'stale' has that column under the 82 titles that leave it out, as in
 * 2025-26.
 */
export function inspectionWorkbook(
  rows: readonly (readonly string[])[],
  style: WorkbookStyle,
): Promise<Uint8Array> {
  return workbook(inspectionCells(rows, style));
}

type WorkbookStyle = 'titles' | 'database' | 'stale';

/** Titles and rows of such a workbook. */
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
  /** Only files since 2025 name the county. */
  readonly countyName: string;
  readonly secondaryPhone: string;
  /** Without a letter, `6`. */
  readonly district: string;
  readonly region: string;
  /** With its prefix, `MFD4758801`. */
  readonly licenseNumber: string;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  /** `YYYY-MM-DD`; any other text is written as it is. */
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

/** One license: by default a food truck of district 6, current and active. */
export function licenseRow(fields: Partial<LicenseFields> = {}): LicenseFields {
  return { ...LICENSE, ...fields };
}

/** The 34 (2018) or 35 (2025) cells of a license; the older vintage has phone and mailing county the other way round. */
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

/** The 35 titles of the license extract since 2025. */
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

/** A district's license extract: 35 columns under titles (2025, the default) or 34 without (2018). */
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
  /** `YYYY-MM-DD`; any other text is written as it is. */
  readonly approvedOn: string;
}

/**
 * Returns one approved application: by default a new food truck in district 6. Its license fields have the
 * defaults of {@link licenseRow}.
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
 * Returns this fiscal year's new licenses ('new') or changes of owner ('change_of_owner'), 38 columns under
 * one set of titles. In the changes of owner, the mailing county is under "Primary Phone Number", and vice
 * versa.
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
  /** `YYYY-MM-DD`. */
  readonly closedOn: string;
  readonly licenseNumber: string | number;
  readonly businessName: string;
  readonly address: string;
  readonly city: string;
  readonly conditions: string;
  /** `YYYY-MM-DD` or, with the time, `YYYY-MM-DDTHH:MM`; '' while it is closed. */
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

/** One emergency closure: by default of a food truck in district 6, reopened the next afternoon. */
export function closureRow(fields: Partial<ClosureFields> = {}): ClosureFields {
  return { ...CLOSURE, ...fields };
}

/** A weekly emergency-closure workbook. */
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

/** Titles and rows of such a workbook, with an "x" in each column that the titles have more. */
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

/** A workbook of one sheet; cells that are blank are not stored, as spreadsheet programs do it. */
export function workbook(rows: readonly (readonly CellValue[])[]): Promise<Uint8Array> {
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
  return writeXlsx({ sheets: [{ name: 'Sheet1', rows: cells }] });
}

/** `text` in Windows-1252, for the characters that it shares with Latin-1 and the common punctuation. */
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

/** A date cell from `MM/DD/YYYY`, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; other text stays text. */
function toDateCell(text: string): string | Date {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month}-${day}` : text;
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(iso) ? new Date(iso.length === 10 ? iso : `${iso}Z`) : text;
}
