import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addMonths, formatUsDate, type IsoDate } from '../src/lib/time/dates.ts';

const DISTRICTS = [1, 2, 3, 4, 5, 6, 7];
/**
 * Fewer inspections are added than this, because some licenses have no inspection in the current year to
 * copy.
 */
const ONE_INSPECTED_OF = 100;
const ONE_RENEWED_OF = 1_000;

/**
 * Columns of the license files and of the current fiscal year's files. Every field in these files is quoted.
 */
const LICENSE = { number: 27, primaryStatus: 28, expiresOn: 30, lastInspectedOn: 31 };
const VISIT = { digits: 4, inspectionNumber: 9, visitNumber: 10, type: 12, disposition: 13, day: 14 };

/**
 * Writes the next day's files, and returns the paths of the ones that differ: the license files and the
 * current fiscal year's files. In each district, about 0.5 % of the licenses were inspected and one in a
 * thousand was renewed.
 */
export function writeNextDay(from: string, to: string, day: IsoDate): string[] {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) copyFileSync(path.join(from, name), path.join(to, name));
  const changed: string[] = [];
  const ids = highestIds(from);
  for (const district of DISTRICTS) {
    const [licenses, visits] = [`hrfood${district}.csv`, `${district}fdinspi.csv`].map((name) =>
      path.join(to, name),
    ) as [string, string];
    const [licensesBefore, visitsBefore] = [licenses, visits].map((file) => readFileSync(file, 'utf8'));
    const { text, digits } = changeLicenses(licensesBefore ?? '', day);
    const added = addVisits(visitsBefore ?? '', digits, day, ids);
    if (text !== licensesBefore) changed.push(licenses);
    if (added.count > 0) changed.push(visits);
    writeFileSync(licenses, text);
    writeFileSync(visits, added.text);
  }
  return changed;
}

function changeLicenses(text: string, day: IsoDate) {
  const digits = new Set<string>();
  const lines = linesOf(text).map((line, index) => {
    const fields = fieldsOf(line);
    const number = Number((fields[LICENSE.number] ?? '').slice(-7));
    if (index === 0 || !Number.isInteger(number)) return line;
    if (drawOf(number) % ONE_INSPECTED_OF === 0) {
      digits.add(String(number).padStart(7, '0'));
      fields[LICENSE.lastInspectedOn] = formatUsDate(day);
    }
    if (drawOf(number) % ONE_RENEWED_OF === 1 && fields[LICENSE.primaryStatus] === '20')
      fields[LICENSE.expiresOn] = renewedUntil(fields[LICENSE.expiresOn] ?? '');
    return lineOf(fields);
  });
  return { text: textOf(lines), digits };
}

/** Numbers are sequential, so they are hashed first; the same number always gives the same result. */
function drawOf(number: number): number {
  return Math.imul(number, 2_654_435_761) >>> 8;
}

/** Adds a visit modeled on the license's newest one, with its own ids. */
function addVisits(text: string, digits: ReadonlySet<string>, day: IsoDate, ids: Ids) {
  const lines = linesOf(text);
  const newest = new Map<string, string[]>();
  for (const line of lines.slice(1)) {
    const fields = fieldsOf(line);
    const of = fields[VISIT.digits] ?? '';
    if (digits.has(of)) newest.set(of, fields);
  }
  const added = [...newest.values()].map((fields) => {
    ids.inspection += 1;
    ids.visit += 1;
    const copy = [...fields];
    copy[VISIT.inspectionNumber] = String(ids.inspection);
    copy[VISIT.visitNumber] = '1';
    copy[VISIT.day] = formatUsDate(day);
    copy[copy.length - 1] = String(ids.visit);
    return lineOf(copy);
  });
  return { text: textOf([...lines, ...added]), count: added.length };
}

interface Ids {
  inspection: number;
  visit: number;
}

function highestIds(folder: string): Ids {
  const ids = { inspection: 0, visit: 0 };
  for (const district of DISTRICTS)
    for (const line of linesOf(readFileSync(path.join(folder, `${district}fdinspi.csv`), 'utf8')).slice(1)) {
      const fields = fieldsOf(line);
      ids.inspection = Math.max(ids.inspection, Number(fields[VISIT.inspectionNumber]));
      ids.visit = Math.max(ids.visit, Number(fields.at(-1)));
    }
  return ids;
}

function renewedUntil(usDate: string): string {
  const [month, day, year] = usDate.split('/');
  return formatUsDate(addMonths(`${year}-${month}-${day}`, 12));
}

function linesOf(text: string): string[] {
  return text.split('\r\n').filter((line) => line !== '');
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`;
}

/** Every field is quoted, and fictional values do not contain quotation marks. */
function fieldsOf(line: string): string[] {
  return line.slice(1, -1).split('","');
}

function lineOf(fields: readonly string[]): string {
  return `"${fields.join('","')}"`;
}
