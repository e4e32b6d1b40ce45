import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ClosureFields, closureRow, closureWorkbook } from '../../test/support/regulator-files.ts';
import { plusDays } from '../truth/days.ts';
import { meaningOf, ORDER } from '../truth/dispositions.ts';
import { type RawInspection, type RawLicense, readRawFiles } from '../truth/raw-files.ts';

/** One in this many food trucks gets a closure that does not appear in any visit. */
const EACH = 9;

const DAYS_AGO = [2, 40, 120, 300];

/** Only a few rows lack a reason, so that the file is not held back. */
const REASONS = ['No potable water', '', 'Sewage', 'Roach activity'];
/** The number of restaurant closures. Most closures are for restaurants, as in the regulator's workbooks. */
const RESTAURANTS = 1_500;

/**
 * Adds weekly closures to a fictional state. Each order against its food trucks is included, and some are
 * reported a day later or with a different reopening date. There are closures after the newest visit, some of
 * which are still open. Other closures are for caterers, whose digits a different license may share, under
 * their own name or a different one. Some closures do not have a reason.
 */
export async function writeClosures(
  folder: string,
  paths: readonly string[],
  today: string,
): Promise<string> {
  const files = await readRawFiles(paths.filter((each) => each.endsWith('.csv')));
  const visits = files.flatMap((file): readonly RawInspection[] =>
    file.kind === 'inspections' ? file.rows : [],
  );
  const licenses = files.flatMap((file): readonly RawLicense[] =>
    file.kind === 'licenses' ? file.rows : [],
  );
  const visitsOf = Map.groupBy(visits, ({ type, digits }) => `${type} ${digits}`);
  const rows: ClosureFields[] = [];
  for (const [number, unordered] of [...visitsOf].sort()) {
    const own = unordered.toSorted((a, b) =>
      a.day === b.day ? a.visitId - b.visitId : a.day < b.day ? -1 : 1,
    );
    if (number.startsWith('2014')) rows.push(...ordersOf(own, today));
  }
  const named = licenses.filter(({ number, name }) => number.length === 10 && name !== '');
  const numbers = new Map(named.map((license) => [license.number, license])).values();
  for (const [index, license] of [...numbers].sort((a, b) => (a.number < b.number ? -1 : 1)).entries()) {
    if (index % EACH !== 0 || (license.type !== '2014' && license.type !== '2013')) continue;
    const own = visitsOf.get(`${license.type} ${license.number.slice(-7)}`) ?? [];
    const newest = own
      .map(({ day }) => day)
      .sort()
      .at(-1);
    rows.push(...untold(license, newest, today, index / EACH));
  }
  const taken = new Set([
    ...visits.map(({ digits }) => digits),
    ...licenses.map(({ number }) => number.slice(-7)),
  ]);
  rows.push(...restaurants(taken, today));
  const file = path.join(folder, 'EOS_Weekly_Extract_2026-03-15.xlsx');
  await writeFile(file, await closureWorkbook(rows));
  return file;
}

function ordersOf(own: readonly RawInspection[], today: string): ClosureFields[] {
  return own.flatMap((visit, index): ClosureFields[] => {
    if (visit.disposition !== ORDER) return [];
    const opened = own.slice(index + 1).find(({ disposition }) => meaningOf(disposition).reopens)?.day;
    const isLate = visit.visitId % 3 === 0 && plusDays(visit.day, 1) <= today && opened !== visit.day;
    const closedOn = isLate ? plusDays(visit.day, 1) : visit.day;
    const reopenedAt = opened && opened >= closedOn && visit.visitId % 2 === 0 ? `${opened}T15:30` : '';
    const conditions = visit.visitId % 9 === 0 ? '' : 'Roach activity';
    return [row(visit.digits, visit.name, { closedOn, reopenedAt, conditions })];
  });
}

/** Returns closures after the newest visit, or within the year if there are no visits. */
function untold(
  { number, type, name }: RawLicense,
  newest: string | undefined,
  today: string,
  index: number,
): ClosureFields[] {
  const closedOn = plusDays(today, -(DAYS_AGO[index % 4] ?? 2));
  if (newest !== undefined && newest >= closedOn) return [];
  const reopenedAt = index % 3 === 0 ? '' : `${plusDays(closedOn, 1)}T09:00`;
  const isOther = type === '2013' && index % 2 === 0;
  const conditions = REASONS[index % REASONS.length] ?? '';
  // Each name is unique, because the same name on the same day under two numbers indicates a damaged file.
  const other = `ANOTHER INVENTED KITCHEN ${number.slice(-4)}`;
  return [row(number.slice(-7), isOther ? other : name, { closedOn, reopenedAt, conditions })];
}

/** Returns closures for restaurants, with numbers that do not belong to any license. */
function restaurants(taken: ReadonlySet<string>, today: string): ClosureFields[] {
  const digits = Array.from({ length: RESTAURANTS }, (_, index) => String(1_390_000 + index * 6));
  return digits
    .filter((each) => !taken.has(each))
    .map((each, index) => {
      const closedOn = plusDays(today, -1 - (index % 300));
      const reopenedAt = `${plusDays(closedOn, 1)}T12:00`;
      return row(each, `INVENTED DINER ${each}`, { closedOn, reopenedAt, conditions: 'Roach activity' });
    });
}

function row(digits: string, businessName: string, fields: Partial<ClosureFields>): ClosureFields {
  return closureRow({ district: 'D6', licenseNumber: digits, businessName, ...fields });
}
