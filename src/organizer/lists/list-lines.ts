import { normalizeText } from '../../lib/text/normalize-text.ts';
import { hasNumber } from '../../matching/match-line.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { OtherLicenseCode } from '../../regulator/source/other-license.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { LineNote, LineProblem } from './line-words.ts';
import { type ColumnRole, ROWS_MAX } from './list-bounds.ts';
import { type Columns, roleOfTitle } from './list-columns.ts';
import type { ListTable, TableRow } from './list-table.ts';

/** Parses each line of a list into a vendor's name, number and city, or into a problem. */

export interface ListLine {
  readonly line: number;
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string;
  /** Things that are unusual in the line but did not prevent a match. */
  readonly notes: readonly LineNote[];
}

/** A line that cannot be used to search for a vendor. */
export interface SpoiltLine {
  readonly line: number;
  /** The beginning of the line as typed. */
  readonly text: string;
  readonly problem: LineProblem;
}

interface ReadLines {
  readonly lines: readonly ListLine[];
  readonly spoilt: readonly SpoiltLine[];
}

const NO_VALUE = new RegExp(
  String.raw`^(?:(?:license|lic|permit|number|no|${REGULATOR.spellings.number.join('|')})[ .:#-]+)?(?:n\s*\/?\s*a\.?|none|nil|null|tbd|tba|unknown|pending|pendiente|applied( for)?|in process|en tr[aá]mite|not (yet|available|applicable)|to follow|\?+|x+|-+|–|—|#(n\/a|ref!|value!|name\?|null!|num!|div\/0!))$`,
  'i',
);
/** Matches a total that a spreadsheet shows below a list. */
const TOTAL = /^(grand |sub)?total( (vendors|trucks|count))?( ?[:=]? ?\d+)?:?$/i;
/** The first pattern matches a number with decimals, and the second a number that a spreadsheet shortened. */
const WITH_DECIMALS = /^(\d{5,9})[.,]0+$/;
const SHORTENED = /^\d[.,]?\d*e\+?\d+$/i;
const DIGITS = /(?<!\d)\d{7}(?!\d)/g;
export const TEXT_SHOWN_MAX = 80;
const CELL_QUOTED_MAX = 40;

/** Returns true if there are more rows than allowed. The header row does not count. */
export function hasTooManyRows({ rows }: ListTable, { titleLine }: Columns): boolean {
  return rows.filter(({ line }) => line !== titleLine).length > ROWS_MAX;
}

export function readLines(table: ListTable, { roles, titleLine }: Columns): ReadLines {
  const lines: ListLine[] = [];
  const spoilt: SpoiltLine[] = [];
  const typedBefore = new Map<string, number>();
  for (const row of table.rows) {
    if (row.line === titleLine) continue;
    const problem = findProblem(row, roles, titleLine);
    const read = problem === undefined ? readLine(row, roles) : problem;
    if ('code' in read) {
      spoilt.push({
        line: row.line,
        text: row.cells.filter(Boolean).join(' · ').slice(0, TEXT_SHOWN_MAX),
        problem: read,
      });
      continue;
    }
    const key = JSON.stringify([read.name, read.licenseNumber, read.city]).toLowerCase();
    const earlier = typedBefore.get(key);
    if (earlier === undefined) lines.push(read);
    else
      spoilt.push({
        line: row.line,
        text: shownText(read).slice(0, TEXT_SHOWN_MAX),
        problem: { code: 'same_line', line: earlier },
      });
    typedBefore.set(key, earlier ?? row.line);
  }
  return { lines, spoilt };
}

/** Returns the type of a license that is not in the records, if the line has one. */
export function otherLicenseOf({ notes }: Pick<ListLine, 'notes'>): OtherLicenseCode | undefined {
  const note = notes.find(({ code }) => code === 'other_license');
  return note?.code === 'other_license' ? (note.kind ?? 'restaurant') : undefined;
}

/** Returns a line's parts as typed, for display. */
export function shownText({ name, licenseNumber, city }: Omit<ListLine, 'notes' | 'line'>): string {
  return [name, licenseNumber, city].filter((part) => part !== '').join(' · ');
}

function findProblem(
  { cells, line }: TableRow,
  roles: readonly ColumnRole[],
  titleLine: number | undefined,
): LineProblem | undefined {
  if (cells.length === 0) return { code: 'empty' };
  if (titleLine !== undefined && line < titleLine && !cells.some(hasNumber)) return { code: 'above_titles' };
  const titles = cells.filter(
    (cell, index) => roles[index] !== 'ignored' && roleOfTitle(cell) === roles[index],
  );
  const isRepeated =
    titles.length > 0 &&
    titles.length === roles.filter((role, index) => role !== 'ignored' && cells[index]).length;
  return isRepeated && titleLine !== undefined ? { code: 'repeats_titles' } : undefined;
}

/** The note code for a cell without a real value, by column role. */
const MISSING = { number: 'no_number', name: 'no_name', dba: 'no_name', city: 'no_city' } as const;

function readLine({ line, cells, isCut }: TableRow, roles: readonly ColumnRole[]): ListLine | LineProblem {
  const cellOf = (role: ColumnRole) => {
    const index = roles.indexOf(role);
    return index < 0 ? '' : normalizeText(cells[index] ?? '', 'NFKC');
  };
  const notes: LineNote[] = isCut ? [{ code: 'cut' }] : [];
  const readCell = (role: keyof typeof MISSING) => {
    const cell = cellOf(role);
    if (!NO_VALUE.test(cell)) return cell;
    notes.push({ code: MISSING[role], cell: cell.slice(0, CELL_QUOTED_MAX) });
    return '';
  };
  const inNumber = readCell('number').replace(WITH_DECIMALS, '$1');
  const inName = readCell('dba') || readCell('name');
  // If a line has only a name, it is in the first column, even if that column has numbers in other lines.
  const alone = cells.filter((cell) => cell !== '');
  const isNameAlone = alone.length === 1 && alone[0] === inNumber && !/\d/.test(inNumber);
  const [number, name] = isNameAlone ? ['', inNumber] : [inNumber, inName];
  const city = readCell('city');
  if (TOTAL.test(name) && !hasNumber(number)) return { code: 'total' };
  const crowded = [number, name].find((cell) => new Set(cell.match(DIGITS) ?? []).size > 1);
  if (crowded !== undefined) return { code: 'two_numbers', cell: crowded.slice(0, 60) };
  const own = parseLicenseNumber(number);
  const cell = number.slice(0, CELL_QUOTED_MAX);
  const kind = own?.isOther ? 'restaurant' : REGULATOR.otherLicenseIn(number);
  const oddity = oddityOf(number);
  if (kind) notes.push({ code: 'other_license', cell, kind });
  else if (oddity) notes.push({ code: oddity, cell });
  if (name === '' && kind === undefined && !(own && number !== '')) {
    if (cells.every((cell, index) => cell === '' || roles[index] === 'ignored'))
      return { code: 'nothing_read' };
    return { code: 'nobody', notes };
  }
  return { line, name, licenseNumber: number, city, notes };
}

function oddityOf(number: string): 'shortened' | 'unlike_number' | undefined {
  if (SHORTENED.test(number)) return 'shortened';
  return number !== '' && !hasNumber(number) ? 'unlike_number' : undefined;
}
