import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBetween, type IsoDate, parseIsoDate } from '../../lib/dates.ts';
import { createCalendar, type DemoCalendar, fiscalYearLabel } from './calendar.ts';
import type { DemoVendor } from './demo-vendor.ts';
import { INSPECTION_HEADER, inspectionLine } from './inspection-rows.ts';
import { APPLICATION_HEADER, applicationLine, LICENSE_HEADER, licenseLine } from './license-rows.ts';
import { observationMember } from './observations.ts';
import { mainCounty, planCounties } from './places.ts';
import { RESERVED_LICENSES } from './reserved.ts';
import { tellReserved } from './reserved-vendor.ts';
import { FIRST_STRAY_SERIAL, inventStrays, inventTwin } from './strays.ts';
import { inventVendor } from './vendor.ts';

const VENDORS_DEFAULT = 10_000;
/** The reserved licenses alone are dozens; the most populous county has 9,800 numbers to give. */
export const VENDORS_MIN = 100;
export const VENDORS_MAX = 80_000;
const SEED_DEFAULT = 1;
/** Serials below this are reserved for the reserved licenses. */
const FIRST_SERIAL = 100;
const DISTRICTS = [1, 2, 3, 4, 5, 6, 7];

interface DemoOptions {
  /** Created if missing; files of the same name are replaced, others left alone. */
  readonly directory: string;
  /** No record is dated after this day. */
  readonly today: IsoDate;
  /** Vendors ever seen in the window, including unlicensed and reserved ones. */
  readonly vendorCount?: number;
  readonly seed?: number;
}

/**
 * Writes the files of a fictional Florida in the regulator's formats and returns their paths. The same (seed, today,
 * vendorCount) give the same bytes.
 * @throws RangeError for an invalid day, or a vendor count outside the number series
 */
export async function writeDemoFiles(options: DemoOptions): Promise<string[]> {
  const { directory, today, vendorCount = VENDORS_DEFAULT, seed = SEED_DEFAULT } = options;
  if (parseIsoDate(today) !== today) throw new RangeError(`not a day: ${today}`);
  if (!Number.isInteger(vendorCount) || vendorCount < VENDORS_MIN || vendorCount > VENDORS_MAX) {
    throw new RangeError(`it must be ${VENDORS_MIN} to ${VENDORS_MAX} vendors, not ${vendorCount}`);
  }
  const calendar = createCalendar(today);
  const files = startFiles(calendar);
  const observed: string[] = [];
  for (const vendor of inventVendors(seed, vendorCount, calendar)) {
    addVendor(files, vendor, calendar);
    observed.push(...observationsOf(vendor, seed));
  }
  files.set('observations.json', [`{\n${observed.join(',\n')}\n}\n`]);
  await mkdir(directory, { recursive: true });
  const paths: string[] = [];
  for (const [name, lines] of files) {
    const path = join(directory, name);
    const unfinished = `${path}.tmp`;
    await writeFile(unfinished, lines.join(''));
    await rename(unfinished, path);
    paths.push(path);
  }
  return paths;
}

/** File name → its lines so far. */
type Files = Map<string, string[]>;

function startFiles(calendar: DemoCalendar): Files {
  const files: Files = new Map();
  const current = calendar.fiscalYearStarts.length - 1;
  for (const district of DISTRICTS) {
    files.set(`hrfood${district}.csv`, [LICENSE_HEADER]);
    for (const [index, start] of calendar.fiscalYearStarts.entries()) {
      const isCurrent = index === current;
      files.set(inspectionFile(district, start, isCurrent), isCurrent ? [INSPECTION_HEADER] : []);
    }
  }
  files.set('newfood.csv', [APPLICATION_HEADER]);
  files.set('chgownr_food.csv', [APPLICATION_HEADER]);
  return files;
}

function* inventVendors(seed: number, vendorCount: number, calendar: DemoCalendar): Generator<DemoVendor> {
  for (const reserved of RESERVED_LICENSES) yield tellReserved(reserved, seed, calendar);
  const mainCounties = new Set(DISTRICTS.map(mainCounty));
  for (const { county, vendors } of planCounties(vendorCount - RESERVED_LICENSES.length)) {
    if (FIRST_SERIAL + vendors > FIRST_STRAY_SERIAL) {
      throw new RangeError(`no license numbers for ${vendors} vendors in county ${county.code}`);
    }
    for (let index = 0; index < vendors; index += 1) {
      const request = { seed, county, serial: FIRST_SERIAL + index };
      // Every district's file must be as recent as today, because its newest inspection dates it.
      const isFresh = index === 0 && mainCounties.has(county);
      const vendor = inventVendor(
        isFresh ? { ...request, rank: 'MFDV', freshDaysAgo: 0 } : request,
        calendar,
      );
      yield vendor;
      const twin = vendor.rank === 'CATR' ? inventTwin(vendor, seed, calendar) : undefined;
      if (twin !== undefined) yield twin;
    }
  }
  for (const district of DISTRICTS) yield* inventStrays(seed, district, calendar);
}

function addVendor(files: Files, vendor: DemoVendor, calendar: DemoCalendar): void {
  const { district } = vendor.county;
  for (const license of vendor.licenses) {
    addLine(files, `hrfood${district}.csv`, licenseLine(vendor, license, calendar));
  }
  const starts = calendar.fiscalYearStarts.map((start) => daysBetween(start, calendar.today));
  const current = starts.length - 1;
  for (const one of vendor.cases) {
    for (const visit of one.visits) {
      const year = starts.findLastIndex((startDaysAgo) => visit.daysAgo <= startDaysAgo);
      const isCurrent = year === current;
      const file = inspectionFile(district, calendar.fiscalYearStarts[year] ?? '', isCurrent);
      addLine(files, file, inspectionLine(vendor, one, visit, calendar, isCurrent));
    }
  }
  const license = vendor.licenses.at(-1);
  for (const application of license === undefined ? [] : vendor.applications) {
    if (license === undefined || application.approvedDaysAgo > (starts[current] ?? 0)) continue;
    const file = application.kind === 'new-license' ? 'newfood.csv' : 'chgownr_food.csv';
    addLine(files, file, applicationLine(vendor, license, application, calendar));
  }
}

/** Every visit of a reserved license has texts, so that each state can be seen with them. */
function observationsOf(vendor: DemoVendor, seed: number): string[] {
  const always = Number(vendor.digits.slice(3)) < FIRST_SERIAL;
  return vendor.cases.flatMap(({ visits }) =>
    visits.flatMap((visit) => observationMember(visit, seed, always) ?? []),
  );
}

function inspectionFile(district: number, start: IsoDate, isCurrent: boolean): string {
  return isCurrent ? `${district}fdinspi.csv` : `${district}fdinspi_${fiscalYearLabel(start)}.csv`;
}

function addLine(files: Files, name: string, line: string): void {
  const lines = files.get(name);
  if (lines === undefined) throw new RangeError(`no demo file ${name}`);
  lines.push(line);
}
