import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { createRandom, drawInt } from '../src/lib/random.ts';
import { addDays, formatUsDate } from '../src/lib/time/dates.ts';
import { vendorId } from '../src/registry/vendors/vendor-id.ts';
import { AS_OF } from './service.ts';

/** The files of a measurement: a fictional state of any size, and the same a day later. They are made once and kept. */

export interface StateSize {
  readonly vendors: number;
  readonly months: number;
  readonly pace: number;
}

export interface StateFiles {
  readonly folder: string;
  readonly bytes: number;
  readonly largestBytes: number;
  readonly count: number;
}

/** The day so many days after that of the first files. */
export function laterDay(days: number): string {
  return addDays(AS_OF, days);
}

export const NEXT_DAY = laterDay(1);
/** Of the vendors, how many have a new inspection from one day to the next. */
const CHANGED_SHARE = 0.005;
const INSPECTION = /^\dfdinspi\.csv$/;
const LICENSES = /^hrfood\d\.csv$/;
/** Above the ids of every invented visit. */
const FIRST_NEW_ID = 5_000_000_000;
const LINES_HELD_MAX = 1 << 20;

/** Writes the files unless they are there, whole. */
export async function makeStateFiles(root: string, size: StateSize): Promise<StateFiles> {
  const folder = path.join(root, 'files');
  await once(folder, async (unfinished) => {
    await writeDemoFiles({
      directory: unfinished,
      today: AS_OF,
      vendorCount: size.vendors,
      months: size.months,
      measuring: { pace: size.pace },
    });
  });
  return measure(folder);
}

/**
 * The files that the regulator would renew on the next day: of a drawn share of the vendors with a license, one more inspection
 * in the current year's file, and its day in the license file. Deterministic.
 */
export async function makeNextDay(root: string, size: StateSize): Promise<StateFiles & { changed: number }> {
  const before = path.join(root, 'files');
  const folder = path.join(root, 'next-day');
  return makeDayAfter({ before, folder, size, day: NEXT_DAY, seed: 0 });
}

/** The same for a later day, which begins with the files of the day before. */
export async function makeLaterDay(
  root: string,
  size: StateSize,
  days: number,
): Promise<StateFiles & { changed: number }> {
  if (days <= 1) return makeNextDay(root, size);
  const { folder: before } = await makeLaterDay(root, size, days - 1);
  const folder = path.join(root, `day-${days}`);
  return makeDayAfter({ before, folder, size, day: laterDay(days), seed: 10 * (days - 1) });
}

interface DayAfter {
  readonly before: string;
  readonly folder: string;
  readonly size: StateSize;
  readonly day: string;
  /** There are ten files at most, each with a seed of its own. */
  readonly seed: number;
}

async function makeDayAfter({ before, folder, size, day, seed }: DayAfter) {
  await once(folder, async (unfinished) => {
    await mkdir(unfinished, { recursive: true });
    const names = (await readdir(before)).filter((each) => LICENSES.test(each)).sort();
    let current = 0;
    for (const name of names) current += await countCurrent(path.join(before, name));
    const drawn = { share: (CHANGED_SHARE * size.vendors) / current, day };
    for (const [index, name] of names.entries()) {
      const own = { ...drawn, seed: seed + index };
      const visited = await renewLicenses(path.join(before, name), path.join(unfinished, name), own);
      const inspections = name.replace('hrfood', '').replace('.csv', 'fdinspi.csv');
      await addVisits(path.join(before, inspections), path.join(unfinished, inspections), visited, own);
    }
  });
  let changed = 0;
  for (const name of (await readdir(folder)).filter((each) => INSPECTION.test(each)))
    changed += (await countLines(path.join(folder, name))) - (await countLines(path.join(before, name)));
  return { ...(await measure(folder)), changed };
}

/** A license row's fields that its new inspection repeats. */
type LicenseFields = readonly string[];

async function renewLicenses(
  from: string,
  to: string,
  { share, day, seed }: { readonly share: number; readonly day: string; readonly seed: number },
): Promise<LicenseFields[]> {
  const random = createRandom(seed, 1);
  const visited: LicenseFields[] = [];
  await copyLines(from, to, (line, index) => {
    const fields = line.slice(1, -1).split('","');
    if (index === 0 || !isCurrent(fields) || random() >= share) return line;
    visited.push(fields);
    return `"${fields.with(31, formatUsDate(day)).join('","')}"`;
  });
  return visited;
}

/** A license of ours in force, by the fields of its row. */
function isCurrent(fields: LicenseFields): boolean {
  return (fields[1] === '2013' || fields[1] === '2014') && fields[28] === '20' && fields[29] === '20';
}

async function countCurrent(file: string): Promise<number> {
  let rows = 0;
  for await (const line of linesOf(file)) if (isCurrent(line.slice(1, -1).split('","'))) rows += 1;
  return rows;
}

function linesOf(file: string) {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

async function addVisits(
  from: string,
  to: string,
  visited: readonly LicenseFields[],
  { day, seed }: { readonly day: string; readonly seed: number },
): Promise<void> {
  const more = visited.map((fields, index) => {
    const id = FIRST_NEW_ID + seed * 10_000_000 + index * 10;
    const [number = '', district = '', county = ''] = [fields[27], fields[25], fields[22]];
    const place = [fields[23], fields[1], number.slice(-7), fields[14], fields[16], fields[19], fields[21]];
    const outcome = ['Food', 'Routine - Food', 'Inspection Completed - No Further Action', formatUsDate(day)];
    const counts = [
      '',
      '',
      '1',
      '0',
      '0',
      '1',
      'Y',
      ...Array.from({ length: 58 }, (_, n) => (n === 52 ? '1' : '0')),
    ];
    return `"${[`D${district}`, county, ...place, id, '1', ...outcome, ...counts, id + 1, id + 2].join('","')}"`;
  });
  await copyLines(from, to, (line) => line, more);
}

/** Copies a file line by line; its memory is that of a part. */
async function copyLines(
  from: string,
  to: string,
  change: (line: string, index: number) => string,
  more: readonly string[] = [],
): Promise<void> {
  const out = createWriteStream(to);
  let held = '';
  let index = 0;
  const flush = async () => {
    if (!out.write(held)) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
    held = '';
  };
  for await (const line of linesOf(from)) {
    held += `${change(line, index++)}\r\n`;
    if (held.length > LINES_HELD_MAX) await flush();
  }
  for (const line of more) held += `${line}\r\n`;
  await flush();
  await new Promise<void>((resolve, reject) =>
    out.end((error?: Error | null) => (error ? reject(error) : resolve())),
  );
}

/** A drawn vendor of the files. */
export interface DrawnVendor {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly city: string;
}

/** Vendors from all over the license files, the same in every run. Each costs one read of a few kilobytes. */
export async function drawVendors(root: string, count: number): Promise<DrawnVendor[]> {
  const folder = path.join(root, 'files');
  const names = (await readdir(folder)).filter((each) => LICENSES.test(each)).sort();
  const random = createRandom(20_260_115, 7);
  const drawn = new Map<string, DrawnVendor>();
  for (let tries = 0; drawn.size < count && tries < count * 20; tries++) {
    const file = await open(path.join(folder, names[tries % names.length] ?? ''));
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, drawInt(random, size));
    await file.close();
    const line = buffer.toString('utf8', 0, bytesRead).split('\r\n')[1] ?? '';
    const fields = line.slice(1, -1).split('","');
    const type = fields[1];
    const number = fields[27];
    const name = fields[14];
    const city = fields[19];
    if (fields.length !== 35 || (type !== '2013' && type !== '2014') || !number || !name || !city) continue;
    const id = vendorId(type, number.slice(-7));
    drawn.set(id, { id, number, name: name.trim(), city });
  }
  return [...drawn.values()];
}

async function once(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await make(unfinished);
  await rename(unfinished, folder);
}

async function measure(folder: string): Promise<StateFiles> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { folder, bytes, largestBytes: Math.max(...sizes), count: names.length };
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(file))
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
  return lines;
}
