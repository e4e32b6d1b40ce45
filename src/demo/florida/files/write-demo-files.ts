import { randomUUID } from 'node:crypto';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBetween, type IsoDate, parseIsoDate } from '../../../lib/time/dates.ts';
import { createCalendar, type DemoCalendar, fiscalYearLabel, WINDOW_MONTHS } from '../demo-calendar.ts';
import type { DemoVendor } from '../demo-vendor.ts';
import { inventVendor } from '../invent-vendor.ts';
import { type CountyPlan, mainCounty, planCounties, planCountiesUpTo } from '../names/demo-places.ts';
import { numberOfCounty } from '../names/identity.ts';
import { RESERVED_LICENSES } from '../reserved/reserved-licenses.ts';
import { tellReserved } from '../reserved/reserved-vendor.ts';
import { FIRST_STRAY_SERIAL, inventStrays, inventTwin } from '../stray-rows.ts';
import { INSPECTION_HEADER, inspectionLine } from './demo-inspection-rows.ts';
import { APPLICATION_HEADER, applicationLine, LICENSE_HEADER, licenseLine } from './demo-license-rows.ts';
import { observationMember } from './demo-observations.ts';

const VENDORS_DEFAULT = 10_000;
/** The minimum number of vendors, since dozens of licenses are reserved. */
export const VENDORS_MIN = 100;
/**
 * The maximum number of vendors. License numbers have seven digits, and the third digit of fictional ones is
 * 9, so each of the 67 counties has 9,800 of them.
 */
export const VENDORS_MAX = 650_000;
/**
 * The number of vendors up to which they are distributed by population. Beyond it, the most populous county
 * would run out of license numbers.
 */
export const BY_POPULATION_MAX = 80_000;
export const MONTHS_MAX = 120;
const SEED_DEFAULT = 1;
/** Serial numbers below this one are for the reserved licenses. */
const FIRST_SERIAL = 100;
const DISTRICTS = [1, 2, 3, 4, 5, 6, 7];

interface DemoOptions {
  /** Created if missing. Existing files with the same names are replaced, and other files are kept. */
  readonly directory: string;
  /** No record is dated after this day. */
  readonly today: IsoDate;
  /** The number of vendors with any record in the window, including unlicensed and reserved ones. */
  readonly vendorCount?: number;
  readonly seed?: number;
  /** The number of months of inspections: 36 by default, and at most 120. */
  readonly months?: number;
}

/** The number of characters that are buffered before they are written to a file. */
const WAITING_MAX = 1 << 18;

/** Writes several files line by line in parallel, and renames them once all are complete. */
export class LineFiles {
  readonly #directory: string;
  /**
   * The prefix of this writer's temporary names. Two processes that start in an empty folder write the same
   * files at the same time, so each needs its own names.
   */
  readonly #draft = randomUUID();
  readonly #waiting = new Map<string, string>();
  readonly #withRows = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  start(name: string, head: string): void {
    writeFileSync(this.#unfinished(name), '');
    this.#waiting.set(name, head);
  }

  /** @throws RangeError for a file that was not started */
  add(name: string, text: string): void {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) throw new RangeError(`no demo file ${name}`);
    this.#waiting.set(name, waiting + text);
    this.#withRows.add(name);
    if (waiting.length + text.length > WAITING_MAX) this.#write(name);
  }

  /**
   * Returns the paths of the files in the order in which they were started. Files without rows are dropped,
   * because an import would hold them.
   */
  finish(): string[] {
    const names = [...this.#waiting.keys()];
    for (const name of names) if (!this.#withRows.has(name)) rmSync(this.#unfinished(name), { force: true });
    return names
      .filter((name) => this.#withRows.has(name))
      .map((name) => {
        this.#write(name);
        const path = join(this.#directory, name);
        renameSync(this.#unfinished(name), path);
        return path;
      });
  }

  /** Removes the unfinished files. */
  discard(): void {
    for (const name of this.#waiting.keys()) rmSync(this.#unfinished(name), { force: true });
  }

  #write(name: string): void {
    appendFileSync(this.#unfinished(name), this.#waiting.get(name) ?? '');
    this.#waiting.set(name, '');
  }

  #unfinished(name: string): string {
    return join(this.#directory, `${name}.${this.#draft}.tmp`);
  }
}

/**
 * Writes the files of a fictional Florida in the regulator's formats, and returns their paths. The same
 * (seed, today, vendorCount, months) always give the same bytes. Each vendor is written as soon as it is
 * invented, so memory use does not grow with the number of vendors. With more than 80,000 vendors, only the
 * reserved ones have inspectors' texts.
 * @throws RangeError for an invalid day, or a count outside its bounds
 */
export async function writeDemoFiles(options: DemoOptions): Promise<string[]> {
  const { directory, today, vendorCount = VENDORS_DEFAULT, seed = SEED_DEFAULT } = options;
  const { months = WINDOW_MONTHS } = options;
  if (parseIsoDate(today) !== today) throw new RangeError(`not a day: ${today}`);
  checkNumber('vendors', vendorCount, VENDORS_MIN, VENDORS_MAX);
  checkNumber('months', months, WINDOW_MONTHS, MONTHS_MAX);
  const calendar = createCalendar(today, months);
  const hasTexts = vendorCount <= BY_POPULATION_MAX;
  await mkdir(directory, { recursive: true });
  const files = startFiles(directory, calendar);
  try {
    let first = true;
    for (const vendor of inventVendors(seed, vendorCount, calendar)) {
      addVendor(files, vendor, calendar);
      for (const texts of observationsOf(vendor, seed, hasTexts)) {
        files.add('observations.json', `${first ? '{\n' : ',\n'}${texts}`);
        first = false;
      }
    }
    files.add('observations.json', '\n}\n');
    return files.finish();
  } catch (error) {
    files.discard();
    throw error;
  }
}

function checkNumber(what: string, number: number, least: number, most: number): void {
  if (!Number.isInteger(number) || number < least || number > most)
    throw new RangeError(`it must be ${least} to ${most} ${what}, not ${number}`);
}

function startFiles(directory: string, calendar: DemoCalendar): LineFiles {
  const files = new LineFiles(directory);
  const current = calendar.fiscalYearStarts.length - 1;
  for (const district of DISTRICTS) {
    files.start(`hrfood${district}.csv`, LICENSE_HEADER);
    for (const [index, start] of calendar.fiscalYearStarts.entries()) {
      const isCurrent = index === current;
      files.start(inspectionFile(district, start, isCurrent), isCurrent ? INSPECTION_HEADER : '');
    }
  }
  files.start('newfood.csv', APPLICATION_HEADER);
  files.start('chgownr_food.csv', APPLICATION_HEADER);
  files.start('observations.json', '');
  return files;
}

function* inventVendors(seed: number, vendorCount: number, calendar: DemoCalendar): Generator<DemoVendor> {
  for (const reserved of RESERVED_LICENSES) yield tellReserved(reserved, seed, calendar);
  const mainCounties = new Set(DISTRICTS.map(mainCounty));
  for (const { county, vendors } of planNumbers(vendorCount - RESERVED_LICENSES.length)) {
    for (let index = 0; index < vendors; index += 1) {
      const number = numberOfCounty(county.code, FIRST_SERIAL + index);
      const request = { seed, county, number };
      // Every district's file must be as recent as today. A file's date is the date of its newest inspection.
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

/** The maximum number of vendors in a county that can get the county's own numbers. */
const OF_COUNTY_MAX = FIRST_STRAY_SERIAL - FIRST_SERIAL;

/** Returns the number of licenses in each county. */
export function planNumbers(vendors: number): CountyPlan[] {
  return vendors <= BY_POPULATION_MAX ? planCounties(vendors) : planCountiesUpTo(vendors, OF_COUNTY_MAX);
}

function addVendor(files: LineFiles, vendor: DemoVendor, calendar: DemoCalendar): void {
  const { district } = vendor.county;
  for (const license of vendor.licenses) {
    files.add(`hrfood${district}.csv`, licenseLine(vendor, license, calendar));
  }
  const starts = calendar.fiscalYearStarts.map((start) => daysBetween(start, calendar.today));
  const current = starts.length - 1;
  for (const one of vendor.cases) {
    for (const visit of one.visits) {
      const year = starts.findLastIndex((startDaysAgo) => visit.daysAgo <= startDaysAgo);
      const isCurrent = year === current;
      const file = inspectionFile(district, calendar.fiscalYearStarts[year] ?? '', isCurrent);
      files.add(file, inspectionLine(vendor, one, visit, calendar, isCurrent));
    }
  }
  const license = vendor.licenses.at(-1);
  for (const application of license === undefined ? [] : vendor.applications) {
    if (license === undefined || application.approvedDaysAgo > (starts[current] ?? 0)) continue;
    const file = application.kind === 'new-license' ? 'newfood.csv' : 'chgownr_food.csv';
    files.add(file, applicationLine(vendor, license, application, calendar));
  }
}

const RESERVED_DIGITS = new Set(RESERVED_LICENSES.map(({ license_number }) => license_number.slice(3)));

/**
 * Returns the inspectors' texts for a vendor. Every visit of a reserved license has them, so that each state
 * can be tested with them.
 */
function observationsOf(vendor: DemoVendor, seed: number, ofOthersToo: boolean): string[] {
  const always = RESERVED_DIGITS.has(vendor.digits);
  if (!always && !ofOthersToo) return [];
  return vendor.cases.flatMap(({ visits }) =>
    visits.flatMap((visit) => observationMember(visit, seed, always) ?? []),
  );
}

function inspectionFile(district: number, start: IsoDate, isCurrent: boolean): string {
  return isCurrent ? `${district}fdinspi.csv` : `${district}fdinspi_${fiscalYearLabel(start)}.csv`;
}
