import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { DATED_KINDS, DATES } from './columns.ts';
import {
  always,
  type Damaged,
  describeRows,
  drawRows,
  type Fault,
  isMany,
  MANY,
  type Target,
} from './fault.ts';
import { changeRows, columnAt, withCells } from './table.ts';

/** The parts of a date. The file writes dates as `MM/DD/YYYY`, with or without leading zeros. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
type Rows = ReadonlySet<number> | 'all';

const OUTSIDE =
  'a visit or approval outside its file’s year shows on any row; one expiry among many does not';
/**
 * A date one year later looks like a renewal, and many licenses are renewed at once before their district's
 * renewal date.
 */
const looksRenewed = ({ note, ours, oursOf }: Parameters<typeof isMany>[0]) =>
  note.startsWith('expiresOn: year by 1') && ours < oursOf * 0.4;
const isOutside = ({ note }: { readonly note: string }) => !note.startsWith('expiresOn');

export const DATE_FAULTS: readonly Fault[] = [
  {
    name: 'year-off-by-one',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [-1, 1]);
      const move = (day: Day) => ({ ...day, year: day.year + by });
      return changeDates(target, random, drawRows(target, random), move, `year by ${by}`);
    },
    noticeable: {
      when: (size) => !looksRenewed(size) && (isMany(size) || isOutside(size)),
      because: `${OUTSIDE}; or many at once, unless they look renewed`,
    },
  },
  {
    name: 'year-off-by-ten',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [-10, 10]);
      const move = (day: Day) => ({ ...day, year: day.year + by });
      return changeDates(target, random, drawRows(target, random), move, `year by ${by}`);
    },
    noticeable: always('no visit, closure or expiry is ten years away'),
  },
  {
    name: 'year-of-two-digits',
    kinds: DATED_KINDS,
    damage(target, random) {
      const move = (day: Day) => ({ ...day, year: day.year % 100 });
      return changeDates(target, random, drawRows(target, random), move, 'year of two digits');
    },
    noticeable: always('the year 18 is none'),
  },
  {
    name: 'day-month-swapped',
    kinds: DATED_KINDS,
    damage(target, random) {
      const move = ({ year, month, day }: Day) => ({ year, month: day, day: month });
      return changeDates(target, random, drawRows(target, random), move, 'day and month swapped');
    },
    noticeable: {
      when: ({ ours, oursOf, kind, note }) =>
        (ours >= 6 && ours >= oursOf * 0.02) || (kind === 'licenses' && note.startsWith('expiresOn')),
      because:
        'licenses expire on the first of a few months; elsewhere one such day can be true, many cannot',
    },
  },
  {
    name: 'days-moved',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [-1, 1, -30, 30]);
      const move = (day: Day) => addDays(day, by);
      return changeDates(target, random, drawRows(target, random), move, `days by ${by}`);
    },
    noticeable: MANY,
  },
  {
    name: 'dates-in-future',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [2, 5, 60]);
      const move = (day: Day) => ({ ...day, year: day.year + by });
      return changeDates(target, random, drawRows(target, random), move, `${by} years ahead`);
    },
    noticeable: always('nothing has happened after the day of the file, and no license runs for years'),
  },
  {
    name: 'date-format',
    kinds: DATED_KINDS,
    damage(target, random) {
      const [label, write] = drawFrom(random, FORMATS);
      return changeDates(target, random, drawRows(target, random), (day) => day, label, write);
    },
    noticeable: {
      when: (size) => isMany(size) || !size.note.endsWith(NO_DAY_TELLS),
      because:
        'the days are written otherwise than yesterday; but of 12/07/2018 alone nobody can tell which is the month; or many at once',
    },
  },
  {
    name: 'date-constant',
    kinds: DATED_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const [year, month, day] = drawFrom(random, [
        [1900, 1, 1],
        [1970, 1, 1],
        [2099, 12, 31],
      ] as const);
      return changeDates(
        target,
        random,
        rows,
        () => ({ year, month, day }),
        `the day ${month}/${day}/${year}`,
      );
    },
    noticeable: always('no visit, closure or expiry is on that day'),
  },
];

/** Notes that the day was written before the month, but no day is above 12, so the swap cannot be noticed. */
const NO_DAY_TELLS = 'no day over 12';
const pad = (number: number) => String(number).padStart(2, '0');
const us = ({ year, month, day }: Day) => `${pad(month)}/${pad(day)}/${year}`;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAY_MS = 86_400_000;

const DAY_BEFORE_MONTH = 'as 31/07/2018';
const FORMATS: readonly (readonly [string, (day: Day) => string])[] = [
  ['as 2018-07-31', ({ year, month, day }) => `${year}-${pad(month)}-${pad(day)}`],
  ['as 31.07.2018', ({ year, month, day }) => `${pad(day)}.${pad(month)}.${year}`],
  [DAY_BEFORE_MONTH, ({ year, month, day }) => `${pad(day)}/${pad(month)}/${year}`],
  ['as 07/31/18', ({ year, month, day }) => `${pad(month)}/${pad(day)}/${pad(year % 100)}`],
  ['as 31-JUL-18', ({ year, month, day }) => `${pad(day)}-${MONTHS[month - 1] ?? ''}-${pad(year % 100)}`],
  ['as 20180731', ({ year, month, day }) => `${year}${pad(month)}${pad(day)}`],
  ['as 43312', ({ year, month, day }) => String(Date.UTC(year, month - 1, day) / DAY_MS + 25_569)],
  ['with a time', (day) => `${us(day)} 00:00:00`],
];

function changeDates(
  target: Target,
  random: Random,
  rows: Rows,
  move: (day: Day) => Day,
  what: string,
  write: (day: Day) => string = us,
): Damaged {
  const names = DATES[target.kind];
  const name = names[drawInt(random, names.length)] ?? '';
  const column = columnAt(target.today, name);
  let highest = 0;
  const file = changeRows(target.today, rows, (row) => {
    const day = parseDay(row.cells[column] ?? '');
    if (!day) return row;
    highest = Math.max(highest, day.day);
    return withCells(row, [[column, write(move(day))]]);
  });
  const tell = what === DAY_BEFORE_MONTH && highest <= 12 ? `, ${NO_DAY_TELLS}` : '';
  return { file, touched: rows, note: `${name}: ${what}, ${describeRows(rows)}${tell}` };
}

export function parseDay(cell: string): Day | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(cell.trim());
  if (!match) return undefined;
  return { month: Number(match[1]), day: Number(match[2]), year: Number(match[3]) };
}

function addDays({ year, month, day }: Day, days: number): Day {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/**
 * Returns a cell's date as `YYYYMMDD` for sorting rows, or an empty string if the cell does not contain a
 * date.
 */
export function dayKey(cell: string): string {
  const day = parseDay(cell);
  return day ? `${day.year}${pad(day.month)}${pad(day.day)}` : '';
}
