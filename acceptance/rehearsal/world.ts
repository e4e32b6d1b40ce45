import { addDays, daysBetween, type IsoDate } from '../../src/lib/time/dates.ts';
import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import type { SourceFileKind } from '../../src/regulator/source/source.ts';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../test/support/regulator-files.ts';

/**
 * An invented regulator whose files can be created for any morning. Each daily file ends exactly on the day
 * before it was made. The expected statements about a copy therefore depend only on the day on which it was
 * made.
 */
export interface GoodFile {
  readonly name: string;
  readonly kind: RenewedKind;
  readonly district: number | null;
  readonly slot: string;
  readonly madeOn: IsoDate;
  /** CSV in the regulator's format, with a header row, quotes around every cell, and CRLF line endings. */
  readonly text: string;
  /** The number of rows, not counting the header row. */
  readonly rows: number;
}

/** All days of the rehearsal are in this fiscal year. */
const YEAR = '2026';
const FISCAL_YEAR = '2025-26';
const FIRST_DAY = '2025-07-01';
const TRUCKS = 12;
const RESTAURANTS = 24;
/** The column with the license number in inspection files. */
const LICENSE_NUMBER = 4;
/**
 * The date on which licenses expire, by district. None of these dates is within the rehearsal, so no license
 * lapses during it.
 */
const EXPIRY: Readonly<Record<number, IsoDate>> = {
  1: '2026-10-01',
  2: '2026-12-01',
  3: '2027-02-01',
  4: '2027-04-01',
  5: '2026-06-01',
  6: '2026-06-01',
  7: '2026-12-01',
};

interface Business {
  readonly index: number;
  readonly isTruck: boolean;
  readonly county: (typeof REGULATOR.counties)[number];
  readonly digits: string;
  readonly name: string;
}

/** Every file of the source, in the order in which the service requests the files. */
export const FILES = REGULATOR.listFiles().map(({ name, path, kind, district }) => ({
  name,
  path,
  kind: renewedKind(kind),
  district,
  slot: slotOf(kind, district),
}));

type RenewedKind = 'licenses' | 'inspections' | 'new_licenses' | 'ownership_changes';

function renewedKind(kind: SourceFileKind): RenewedKind {
  if (kind === 'closures' || kind === 'final_orders') throw new Error(`${kind} are not renewed`);
  return kind;
}

function slotOf(kind: string, district: number | null): string {
  if (kind === 'licenses') return `licenses:district-${district}`;
  return kind === 'inspections' ? `inspections:district-${district}:${FISCAL_YEAR}` : `${kind}:${YEAR}`;
}

/** Returns the file made on the morning of a day. Its rows end on the day before. */
export function makeFile(name: string, madeOn: IsoDate): GoodFile {
  const file = FILES.find((each) => each.name === name);
  if (!file) throw new Error(`the source has no ${name}`);
  const text = textOf(file, addDays(madeOn, -1));
  return { ...file, madeOn, text, rows: text.split('\r\n').length - 2 };
}

/** Returns the license number of a district's first food truck. */
export function firstTruck(district: number): string {
  return `MFD${businessesOf(district)[0]?.digits}`;
}

function textOf({ kind, district }: (typeof FILES)[number], last: IsoDate): string {
  switch (kind) {
    case 'licenses':
      return licensesText(district ?? 0, last);
    case 'inspections':
      return inspectionsText(district ?? 0, last);
    case 'new_licenses':
    case 'ownership_changes':
      return applicationsText(kind, last);
    default:
      throw new Error(`the world has no ${kind}`);
  }
}

function businessesOf(district: number): Business[] {
  const counties = REGULATOR.counties.filter((county) => county.district === district);
  return Array.from({ length: TRUCKS + RESTAURANTS }, (_, index) => {
    const county = counties[index % counties.length];
    if (!county) throw new Error(`district ${district} has no county`);
    const isTruck = index < TRUCKS;
    const digits = `${county.code}${isTruck ? 5 : 1}${1_000 + index}`;
    return {
      index,
      isTruck,
      county,
      digits,
      name: `${isTruck ? 'CAFÉ RODANTE' : 'INVENTED DINER'} ${district}${index}`,
    };
  });
}

/**
 * Selects one truck and two restaurants per day, in turn. Three rows are enough to date a file of this size.
 */
function inspectedOn(businesses: readonly Business[], day: IsoDate): Business[] {
  const turn = daysBetween(FIRST_DAY, day);
  const indexes = [
    turn % TRUCKS,
    TRUCKS + ((2 * turn) % RESTAURANTS),
    TRUCKS + ((2 * turn + 1) % RESTAURANTS),
  ];
  return indexes.flatMap((index) => businesses[index] ?? []);
}

function daysTo(last: IsoDate): IsoDate[] {
  return Array.from({ length: daysBetween(FIRST_DAY, last) + 1 }, (_, index) => addDays(FIRST_DAY, index));
}

function licensesText(district: number, last: IsoDate): string {
  const businesses = businessesOf(district);
  const inspected = new Map<number, IsoDate>();
  for (const day of daysTo(last))
    for (const { index } of inspectedOn(businesses, day)) inspected.set(index, day);
  return licenseCsv(
    businesses.map(({ index, isTruck, county, digits, name }) =>
      licenseRow({
        ...(isTruck ? {} : { licenseType: '2010', rank: 'SEAT' }),
        licenseNumber: `${isTruck ? 'MFD' : 'SEA'}${digits}`,
        licenseeName: `${name} LLC`,
        businessName: name,
        countyCode: county.code,
        countyName: county.name,
        district: String(district),
        expiresOn: EXPIRY[district] ?? '',
        lastInspectedOn: inspected.get(index) ?? FIRST_DAY,
      }),
    ),
  );
}

function inspectionsText(district: number, last: IsoDate): string {
  const businesses = businessesOf(district);
  const rows = daysTo(last).flatMap((day, turn) =>
    inspectedOn(businesses, day).map(({ index, isTruck, county, digits, name }, place) =>
      inspectionRow({
        district: `D${district}`,
        countyCode: county.code,
        countyName: county.name,
        licenseType: isTruck ? '2014' : '2010',
        licenseNumber: digits,
        businessName: name,
        visitedOn: day,
        total: turn % 3,
        licenseId: 5_000_000 + district * 1_000 + index,
        visitId: district * 1_000_000 + turn * 10 + place,
      }),
    ),
  );
  // As in most real files, the rows are sorted so that a truncated file lacks counties, not dates.
  const numberOf = (row: readonly string[]) => row[LICENSE_NUMBER] ?? '';
  return inspectionCsv(
    rows.sort((a, b) => (numberOf(a) < numberOf(b) ? -1 : Number(numberOf(a) > numberOf(b)))),
  );
}

const APPROVED_A_DAY = 3;

/** Returns an application file that contains only restaurants, so that approvals do not change any vendor. */
function applicationsText(kind: 'new_licenses' | 'ownership_changes', last: IsoDate): string {
  const isNew = kind === 'new_licenses';
  const days = daysTo(last).flatMap((day) => Array<IsoDate>(APPROVED_A_DAY).fill(day));
  const applications = days.map((approvedOn, turn) =>
    applicationRow({
      licenseType: '2010',
      rank: 'SEAT',
      licenseNumber: `SEA471${2_000 + turn}`,
      approvedOn,
      applicationNumber: String((isNew ? 660_000 : 770_000) + turn),
      applicationType: isNew ? 'Issue Initial License' : 'Approve Change Owner Request',
    }),
  );
  return applicationCsv(applications, { file: isNew ? 'new' : 'change_of_owner' });
}

/** Returns the day on which the file served on this day was made. Files are not made on Sundays. */
export function madeOn(day: IsoDate): IsoDate {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? addDays(day, -1) : day;
}
