import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { formatUsDate, type IsoDate } from '../../src/lib/time/dates.ts';

/**
 * Creates the regulator's files for a later day from earlier files. Every district gets a few more
 * inspections, so that its files extend to the new day. One truck may be closed by emergency order, and some
 * trucks may be warned.
 */

const VISIT_COLUMNS = { digits: 4, caseId: 9, type: 12, disposition: 13, day: 14 } as const;
const COUNTS = { total: 17, high: 18, intermediate: 19, basic: 20, categories: 22 } as const;
const LICENSE_COLUMNS = { number: 27, lastInspection: 31 } as const;
const CATEGORIES = 58;
/** "Food protection during preparation"; any high-priority category would work. */
const CATEGORY = 8;
const CURRENT_YEAR = /^\dfdinspi\.csv$/;

export function writeLaterFiles(
  from: string,
  to: string,
  days: { readonly later: IsoDate },
  changes: {
    readonly closed?: string | undefined;
    readonly warned?: readonly string[];
    /** Licenses that do not get any other inspections. */
    readonly untouched?: readonly string[];
  },
): void {
  cpSync(from, to, { recursive: true });
  const later = formatUsDate(days.later);
  let lastId = 990_000_000 + (Number(days.later.replaceAll('-', '')) % 1_000_000);
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  for (const file of readdirSync(to).filter((name) => CURRENT_YEAR.test(name))) {
    const rows = readRows(path.join(to, file));
    const ofEarlierYears = readdirSync(to)
      .filter((name) => name.startsWith(`${file.slice(0, -'.csv'.length)}_`))
      .sort()
      .flatMap((name) => readRows(path.join(to, name)));
    const fresh = bystanders(rows, changes.untouched ?? []);
    if (fresh.length === 0) throw new Error(`${file} has no inspection of a bystander`);
    const added = fresh.map((row) => counted(row, later, nextId(), CLEAN));
    const visits = [...ofEarlierYears, ...rows];
    const newest = (digits: string | undefined) =>
      visits.findLast((row) => row[VISIT_COLUMNS.digits] === digits) ?? [];
    if (newest(changes.closed).length > 0)
      added.push(counted(newest(changes.closed), later, nextId(), CLOSED));
    for (const visit of changes.warned?.map(newest) ?? [])
      if (visit.length > 0) added.push(counted(visit, later, nextId(), WARNED));
    writeRows(path.join(to, file), [...rows, ...added]);
    const licenses = path.join(to, `hrfood${file[0]}.csv`);
    const inspected = new Set(added.map((row) => row[VISIT_COLUMNS.digits]));
    writeRows(
      licenses,
      readRows(licenses).map((row) =>
        inspected.has(row[LICENSE_COLUMNS.number]?.slice(3))
          ? row.with(LICENSE_COLUMNS.lastInspection, later)
          : row,
      ),
    );
  }
}

/**
 * Returns the newest visits to other businesses. There are enough of them that the file counts as extending
 * to the date they are given.
 */
function bystanders(rows: readonly string[][], untouched: readonly string[]): string[][] {
  const others = rows.filter((row) => /^\d{7}$/.test(digitsOf(row)) && !untouched.includes(digitsOf(row)));
  return [...new Map(others.map((row) => [digitsOf(row), row])).values()].slice(-BYSTANDERS);
}

function digitsOf(row: readonly string[]): string {
  return row[VISIT_COLUMNS.digits] ?? '';
}

const BYSTANDERS = 15;
const CLEAN = { high: 0, disposition: 'Inspection Completed - No Further Action' };
const CLOSED = { high: 3, disposition: 'Emergency order recommended' };
const WARNED = { high: 1, disposition: 'Warning Issued' };

function counted(
  row: readonly string[],
  day: string,
  id: number,
  { high, disposition }: { high: number; disposition: string },
): string[] {
  const next = [...row];
  next[VISIT_COLUMNS.caseId] = String(id);
  next[VISIT_COLUMNS.caseId + 1] = '1';
  next[VISIT_COLUMNS.type] = 'Routine - Food';
  next[VISIT_COLUMNS.disposition] = disposition;
  next[VISIT_COLUMNS.day] = day;
  next.splice(COUNTS.total, 4, String(high), String(high), '0', '0');
  const categories = Array.from({ length: CATEGORIES }, (_, index) =>
    index + 1 === CATEGORY ? String(high) : '0',
  );
  next.splice(COUNTS.categories, CATEGORIES, ...categories);
  next[COUNTS.categories + CATEGORIES + 1] = String(id);
  return next;
}

function readRows(file: string): string[][] {
  return parse(readFileSync(file, 'latin1'), { relax_quotes: true, skip_empty_lines: true });
}

function writeRows(file: string, rows: readonly (readonly string[])[]): void {
  writeFileSync(file, rows.map((row) => `"${row.join('","')}"\r\n`).join(''), 'latin1');
}
