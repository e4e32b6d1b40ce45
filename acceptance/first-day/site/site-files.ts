import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { type CellValue, writeXlsxStream } from 'hucre';
import { addDays, formatUsDate, type IsoDate } from '../../../src/lib/time/dates.ts';
import {
  applicationCsv,
  DATABASE_TITLES,
  INSPECTION_TITLES,
  inspectionCsv,
  licenseCsv,
  workbook,
} from '../../../test/support/regulator-files.ts';
import { writeZip } from '../../../test/support/write-zip.ts';
import { xlsOf } from '../../../test/support/xls-files.ts';
import { applicationsOf, type Closure, licenseFieldsOf } from './license-rows.ts';
import { factsOf, isListed, type License, RANKS, type Register } from './register.ts';
import { inspectionRows } from './visits.ts';

/** Writes the site's files to a folder, row by row. */

export type SiteKind =
  | 'licenses'
  | 'inspections'
  | 'year'
  | 'closures'
  | 'new_licenses'
  | 'ownership_changes'
  | 'fines'
  | 'archive';

/**
 * The format of a weekly file. The real site once used a different heading for the reason column, and once
 * published an old format under the new name.
 */
type WeekStyle = 'usual' | 'legacy_title' | 'legacy_format';

/** One version of a file, which the site sends from a certain time on. */
export interface SiteFile {
  /** Its path on the site. */
  readonly path: string;
  readonly kind: SiteKind;
  readonly district: number | null;
  /** The calendar year in which the fiscal year begins. */
  readonly year: number | null;
  /** Its path on this machine. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The number of rows, not counting the header row. */
  readonly rows: number;
  /** The oldest and newest dates in its rows; null if the rows do not have dates. */
  readonly first: IsoDate | null;
  readonly last: IsoDate | null;
  /** The time when the site first had this version, as ISO 8601. */
  readonly modified: string;
  /** Its fault, if any. */
  readonly flaw?: 'cut' | 'removed';
}

type Described = Pick<SiteFile, 'path' | 'kind' | 'district' | 'year' | 'modified'> &
  Partial<Pick<SiteFile, 'flaw'>>;

const EXTRACTS = '/sto/file_download/extracts';
const ROWS_AT_ONCE = 1_000;
const INSPECTION_DATE = 14;
const PDA = 21;
/** The time of day, in UTC, at which the regulator updates its files. */
const RENEWED_AT = 'T10:48:00.000Z';

function modifiedOn(day: IsoDate): string {
  return `${day}${RENEWED_AT}`;
}

/** Writes the files for one register to a folder. */
export interface FileWriter {
  licenses(district: number, day: IsoDate, options?: LicenseOptions): Promise<SiteFile>;
  runningYear(district: number, year: number, day: IsoDate): Promise<SiteFile>;
  finishedYear(year: number, style: 'database' | 'stale'): Promise<SiteFile>;
  applications(kind: 'new_licenses' | 'ownership_changes', year: number, day: IsoDate): Promise<SiteFile>;
  closures(sunday: IsoDate, closures: readonly Closure[], style: WeekStyle): Promise<SiteFile>;
  closureArchive(year: number, closures: readonly Closure[]): Promise<SiteFile>;
  fines(month: IsoDate, complaints: readonly Closure[]): Promise<SiteFile>;
}

interface LicenseOptions {
  /** Selects licenses that this edition leaves out. */
  readonly without?: (license: License) => boolean;
  /** The share of the rows after which the file ends. */
  readonly share?: number;
  readonly flaw?: 'cut' | 'removed';
}

export function openFileWriter(register: Register, folder: string): FileWriter {
  let count = 0;
  const place = async (described: Described) => {
    count += 1;
    const file = path.join(folder, `${count}-${path.basename(described.path)}`);
    await mkdir(folder, { recursive: true });
    return file;
  };
  const finish = async (described: Described, file: string, tally: Tally): Promise<SiteFile> => {
    const { size: bytes } = await stat(file);
    const { rows, first, last } = tally;
    return { ...described, file, bytes, rows, first, last, sha256: await hashOf(file) };
  };
  /** Returns the day whose end an edition shows, which is the day before. */
  const stateOf = (day: IsoDate) => addDays(day, -1);
  return {
    async licenses(district, day, { without = () => false, share = 1, flaw } = {}) {
      const described: Described = {
        path: `${EXTRACTS}/hrfood${district}.csv`,
        kind: 'licenses' as const,
        district,
        year: null,
        modified: modifiedOn(day),
        ...(flaw ? { flaw } : {}),
      };
      const file = await place(described);
      const all = (register.districts.get(district) ?? []).filter(
        (license) => isListed(license, stateOf(day)) && !without(license),
      );
      const listed = all.slice(0, Math.floor(all.length * share));
      const tally = startTally();
      await pipeline(
        Readable.from(
          inParts(listed, (part, isFirst) => {
            const rows = part.map((license) => licenseFieldsOf(register, license, stateOf(day)));
            for (const { lastInspectedOn } of rows) tally.take(lastInspectedOn);
            return licenseCsv(rows, { header: isFirst });
          }),
        ),
        createWriteStream(file),
      );
      return finish(described, file, tally);
    },
    async runningYear(district, year, day) {
      const described: Described = {
        path: `${EXTRACTS}/${district}fdinspi.csv`,
        kind: 'inspections' as const,
        district,
        year,
        modified: modifiedOn(day),
      };
      const file = await place(described);
      const tally = startTally();
      const rows = inspectionRows(register, year, stateOf(day), [district]);
      const write = (part: readonly string[][], isFirst: boolean) => {
        for (const row of part) tally.take(isoDay(row[INSPECTION_DATE] ?? ''));
        return inspectionCsv(part, { header: isFirst });
      };
      await pipeline(Readable.from(inParts(rows, write)), createWriteStream(file));
      return finish(described, file, tally);
    },
    async finishedYear(year, style) {
      const label = `${String(year).slice(2)}${String(year + 1).slice(2)}`;
      const described: Described = {
        path: `/hr/inspections/fdinspi_${label}.xlsx`,
        kind: 'year' as const,
        district: null,
        year,
        modified: modifiedOn(`${year + 1}-07-10`),
      };
      const file = await place(described);
      const tally = startTally();
      const cells = yearCells(inspectionRows(register, year, `${year + 1}-07-07`), style, tally);
      const stream = writeXlsxStream(cells, { name: 'Sheet1', inlineStrings: false });
      await stream.pipeTo(Writable.toWeb(createWriteStream(file)));
      return finish(described, file, tally);
    },
    async applications(kind, year, day) {
      const isNew = kind === 'new_licenses';
      const name = isNew ? 'newfood.csv' : 'chgownr_food.csv';
      const described = {
        path: `${EXTRACTS}/${name}`,
        kind,
        district: null,
        year,
        modified: modifiedOn(day),
      };
      const file = await place(described);
      const { issued, sold } = applicationsOf(register, { since: `${year}-07-01`, day: stateOf(day) });
      const tally = startTally();
      for (const { approvedOn } of isNew ? issued : sold) tally.take(approvedOn);
      await writeFile(
        file,
        applicationCsv(isNew ? issued : sold, { file: isNew ? 'new' : 'change_of_owner' }),
      );
      return finish(described, file, tally);
    },
    async closures(sunday, closures, style) {
      const described: Described = {
        path: `/hr/inspections/documents/EOS_Weekly_Extract_${sunday}.xlsx`,

        kind: 'closures' as const,
        district: null,
        year: null,
        modified: modifiedOn(addDays(sunday, 1)),
      };
      const file = await place(described);
      const tally = startTally();
      await writeFile(file, await weekWorkbook(register, sunday, closures, style, tally));
      return finish(described, file, tally);
    },
    async closureArchive(year, closures) {
      const described: Described = {
        path: `/hr/inspections/documents/${year}-EOS.zip`,

        kind: 'archive' as const,
        district: null,
        year: null,
        modified: modifiedOn(`${year + 1}-01-12`),
      };
      const file = await place(described);
      const tally = startTally();
      const entries = [];
      for (const sunday of sundaysOf(year, `${year}-12-31`)) {
        if (closuresOfWeek(sunday, closures).length === 0) continue;
        const bytes = await weekWorkbook(register, sunday, closures, 'usual', tally);
        const name = `${year}-EOS/EOS_Weekly_Extract_${sunday}.xlsx`;
        const entry = { name, isDeflated: true, packed: deflateRawSync(bytes), crc: crc32(bytes) };
        entries.push({ entry, size: bytes.length });
      }
      await writeFile(file, writeZip(entries));
      return finish(described, file, tally);
    },
    async fines(month, complaints) {
      const described: Described = {
        path: `${EXTRACTS}/rdar${month.slice(5, 7)}${month.slice(2, 4)}.csv`,
        kind: 'fines' as const,
        district: null,
        year: null,
        modified: modifiedOn(addDays(month, 40)),
      };
      const file = await place(described);
      const tally = startTally();
      // A final order follows the complaint after about three months.
      const lines = complaints
        .filter(({ closedOn }) => addDays(closedOn, 90).slice(0, 7) === month.slice(0, 7))
        .map((complaint) => fineLine(register, complaint, tally));
      await writeFile(file, lines.join(''));
      return finish(described, file, tally);
    },
  };
}

/** Lists the Sundays of a year, up to a day. */
export function sundaysOf(year: number, until: IsoDate): IsoDate[] {
  const sundays: IsoDate[] = [];
  for (let day = `${year}-01-01`; day <= until && day < `${year + 1}`; day = addDays(day, 1))
    if (new Date(day).getUTCDay() === 0) sundays.push(day);
  return sundays;
}

interface Tally {
  rows: number;
  first: IsoDate | null;
  last: IsoDate | null;
  take(day: IsoDate): void;
}

function startTally(): Tally {
  return {
    rows: 0,
    first: null,
    last: null,
    take(day) {
      this.rows += 1;
      if (day === '') return;
      if (this.first === null || day < this.first) this.first = day;
      if (this.last === null || day > this.last) this.last = day;
    },
  };
}

function* inParts<Row>(
  rows: Iterable<Row>,
  write: (part: Row[], isFirst: boolean) => string,
): Generator<string> {
  let part: Row[] = [];
  let isFirst = true;
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS_AT_ONCE) continue;
    yield write(part, isFirst);
    isFirst = false;
    part = [];
  }
  if (part.length > 0 || isFirst) yield write(part, isFirst);
}

/**
 * Yields the cells of a fiscal year's file. In some years, the header row lacks the column before the PDA
 * status.
 */
function* yearCells(
  rows: Iterable<readonly string[]>,
  style: 'database' | 'stale',
  tally: Tally,
): Generator<CellValue[]> {
  yield [...(style === 'database' ? DATABASE_TITLES : INSPECTION_TITLES)];
  for (const row of rows) {
    const day = isoDay(row[INSPECTION_DATE] ?? '');
    tally.take(day);
    const cells = row.map((cell, column): CellValue => {
      if (column === INSPECTION_DATE) return new Date(day);
      if (cell === '') return null;
      return column > PDA || (column > 8 && /^\d+$/.test(cell)) ? Number(cell) : cell;
    });
    cells.splice(PDA, 0, 0);
    yield cells;
  }
}

async function weekWorkbook(
  register: Register,
  sunday: IsoDate,
  closures: readonly Closure[],
  style: WeekStyle,
  tally: Tally,
): Promise<Uint8Array> {
  const condition = style === 'legacy_title' ? 'Condition for Closure' : 'Conditions for Closure';
  const titles = [
    'District',
    'Date',
    'License Number',
    'Business Name',
    'Business Address',
    'Business City',
    condition,
    'Date of Order to Vacate',
  ];
  const rows = closuresOfWeek(sunday, closures).map((closure): (string | number | Date)[] => {
    const { license, closedOn, reopenedOn, condition: why } = closure;
    const { businessName, street, city } = factsOf(register, license);
    tally.take(closedOn);
    const reopened = reopenedOn !== undefined && reopenedOn <= sunday ? new Date(`${reopenedOn}T15:30Z`) : '';
    const place = [Number(license.digits), businessName, street, city];
    return [`D${license.county.district}`, new Date(closedOn), ...place, why, reopened];
  });
  return style === 'legacy_format' ? xlsOf([titles, ...rows]) : workbook([titles, ...rows]);
}

/** Returns the closures in the seven days that end on a Sunday. */
export function closuresOfWeek(sunday: IsoDate, closures: readonly Closure[]): Closure[] {
  return closures.filter(({ closedOn }) => closedOn > addDays(sunday, -7) && closedOn <= sunday);
}

function fineLine(register: Register, { license, closedOn }: Closure, tally: Tally): string {
  const { businessName, street, city, zip } = factsOf(register, license);
  const orderedOn = addDays(closedOn, 90);
  tally.take(orderedOn);
  const cells = [
    String(2_026_000_000 + license.key),
    RANKS[license.rank].letters + license.digits,
    businessName,
    street,
    '',
    city,
    'FL',
    zip,
    '2',
    '400.00',
    formatUsDate(orderedOn),
    formatUsDate(closedOn),
  ];
  return `"${cells.join('","')}"\r\n`;
}

function isoDay(usDate: string): IsoDate {
  return `${usDate.slice(6)}-${usDate.slice(0, 2)}-${usDate.slice(3, 5)}`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
