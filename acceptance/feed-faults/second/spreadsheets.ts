import { drawFrom, drawInt, type Random } from '../../../src/lib/random.ts';
import { DATED_KINDS, DATES, KINDS, type Kind, READ_COLUMNS } from '../columns.ts';
import { always, drawBlock, drawRows, type Fault, MANY, type Target, whenManyOr } from '../fault.ts';
import { parseDay } from '../faults-dates.ts';
import { cellAt } from '../table.ts';
import { drawShare, editColumn, editColumns, indexesOf, moveCells, whenSeveral } from './edit.ts';

const DAY_MS = 86_400_000;
const ERRORS = ['#REF!', '#N/A', '########', '#VALUE!', '#NAME?', '#DIV/0!', 'Err:502'];
const COUNTS = ['total', 'high', 'intermediate', 'basic'];
const IDS = ['visitId', 'caseId', 'licenseId'];
const NUMBERED = ['licenses', 'inspections', 'closures', 'new_licenses', 'ownership_changes'] as const;
const SORTED: Readonly<Record<Kind, readonly string[]>> = {
  licenses: ['name', 'licensee', 'number', 'expiresOn', 'primaryStatus', 'lastInspectedOn', 'city'],
  inspections: [
    'name',
    'number',
    'licenseId',
    'visitId',
    'caseId',
    'disposition',
    'visitedOn',
    'total',
    'type',
  ],
  closures: ['name', 'number', 'closedOn', 'reopenedOn', 'conditions'],
  new_licenses: ['number', 'approvedOn', 'applicationNumber'],
  ownership_changes: ['number', 'approvedOn', 'applicationNumber'],
  observations: ['visitId', 'text', 'code'],
};

/** Changes that happen when a file is opened, edited and saved in a spreadsheet program. */
export const SPREADSHEETS: readonly Fault[] = [
  {
    name: 'spreadsheet-errors',
    kinds: KINDS,
    damage(target, random) {
      const name = drawFrom(random, READ_COLUMNS[target.kind]);
      const error = drawFrom(random, ERRORS);
      return editColumn(target, drawRows(target, random), name, () => error, `“${error}”`);
    },
    noticeable: always('the cell is an error of a spreadsheet'),
  },
  {
    name: 'formulas',
    kinds: KINDS,
    damage(target, random) {
      const name = drawFrom(random, READ_COLUMNS[target.kind]);
      const write = drawFrom(random, [
        (_: string, index: number) => `=VLOOKUP(A${index + 2},Sheet2!A:F,3,FALSE)`,
        (cell: string) => `="${cell}"`,
        (_: string, index: number) => `=+E${index + 1}`,
      ]);
      return editColumn(target, drawRows(target, random), name, write, 'a formula');
    },
    noticeable: always('the cell is a formula'),
  },
  {
    name: 'dates-as-serials',
    kinds: DATED_KINDS,
    damage(target, random) {
      const suffix = drawFrom(random, ['', '.0', '.5', '.333333333']);
      return editDays(target, random, (days) => `${days + 25_569}${suffix}`, 'as a number of days');
    },
    noticeable: always('the cell is not a day as the file writes days'),
  },
  {
    name: 'date-system',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [-1_462, 1_462]);
      return editDays(target, random, (days) => usDay(days + by), `days by ${by}`);
    },
    noticeable: always('no visit, closure or expiry is four years and a day away'),
  },
  {
    name: 'time-zone',
    kinds: DATED_KINDS,
    damage(target, random) {
      const by = drawFrom(random, [-1, -1, 1]);
      return editDays(target, random, (days) => usDay(days + by), `days by ${by}`);
    },
    noticeable: whenManyOr(
      ({ note }) => note.startsWith('expiresOn'),
      'licenses expire on the first of a month; elsewhere one day can be true',
    ),
  },
  {
    name: 'ids-rounded',
    kinds: ['inspections', 'observations'],
    damage(target, random) {
      const name = target.kind === 'observations' ? 'visitId' : drawFrom(random, IDS);
      const figures = drawFrom(random, [4, 5, 6, 15]);
      const isExponent = random() < 0.3;
      const write = (cell: string) => {
        const rounded = Number(Number(cell).toPrecision(figures));
        return isExponent ? rounded.toExponential().toUpperCase() : String(rounded);
      };
      return editColumn(target, drawShare(target, random), name, write, `${figures} figures`);
    },
    noticeable: always('yesterday the ids had other digits; a visit keeps its ids'),
  },
  {
    name: 'ids-are-row-numbers',
    kinds: ['inspections'],
    damage(target, random) {
      const name = drawFrom(random, ['licenseId', 'licenseId', 'caseId', 'visitId']);
      return editColumn(
        target,
        drawShare(target, random),
        name,
        (_, index) => String(index + 1),
        'the row number',
      );
    },
    noticeable: always('yesterday the ids were others; a visit keeps its ids'),
  },
  {
    name: 'thousands-separators',
    kinds: ['licenses', 'inspections', 'closures', 'observations'],
    damage(target, random) {
      const names = { inspections: [...IDS, 'number', 'total'], observations: ['visitId'] };
      const name = drawFrom(random, names[target.kind === 'observations' ? 'observations' : 'inspections']);
      const own = target.today.columns.has(name) ? name : 'number';
      const mark = drawFrom(random, [',', '.', ' ', '\u00a0']);
      const write = (cell: string) => cell.replace(/\d(?=(?:\d{3})+$)/g, `$&${mark}`);
      return editColumn(target, drawShare(target, random), own, write, `“${mark}” between thousands`);
    },
    noticeable: always('no id has marks between its digits'),
  },
  {
    name: 'negative-counts',
    kinds: ['inspections'],
    damage(target, random) {
      const write = drawFrom(random, [(cell: string) => `(${cell})`, (cell: string) => `-${cell}`]);
      const names = random() < 0.5 ? COUNTS : [drawFrom(random, COUNTS)];
      return editColumns(target, drawRows(target, random), names, write, `${names.join(' ')} negative`);
    },
    noticeable: always('no count is below zero'),
  },
  {
    name: 'autofill-series',
    kinds: NUMBERED,
    damage(target, random) {
      const names = [
        'number',
        'caseId',
        'licenseId',
        'visitId',
        'zip',
        'expiresOn',
        'visitedOn',
        'applicationNumber',
      ];
      const name = drawFrom(
        random,
        names.filter((each) => target.today.columns.has(each)),
      );
      const rows = drawBlock(target.today.rows.length, random);
      const [first = 0] = indexesOf(target.today, rows);
      const start = target.today.rows[first];
      const cell = start ? cellAt(target.today, start, name) : '';
      return editColumn(target, rows, name, (_, index) => addTo(cell, index - first), 'filled down by one');
    },
    noticeable: whenSeveral('values go up by one from row to row, and yesterday they were others'),
  },
  {
    name: 'autofill-copy',
    kinds: KINDS,
    damage(target, random) {
      const rows = drawBlock(target.today.rows.length, random);
      const [first = 0] = indexesOf(target.today, rows);
      const name = drawFrom(random, READ_COLUMNS[target.kind]);
      return moveCells(target, rows, [name], () => first, `${name} copied down`);
    },
    noticeable: MANY,
  },
  {
    name: 'merged-cells',
    kinds: KINDS,
    damage(target, random) {
      const grouped = [
        'city',
        'county',
        'district',
        'type',
        'disposition',
        'name',
        'visitId',
        'number',
        'expiresOn',
      ];
      const name = drawFrom(
        random,
        grouped.filter((each) => target.today.columns.has(each)),
      );
      const at = (index: number) => {
        const row = target.today.rows[index];
        return row && cellAt(target.today, row, name);
      };
      const write = (cell: string, index: number) => (at(index - 1) === cell ? '' : cell);
      return editColumn(target, drawShare(target, random), name, write, 'only in the first row of a group');
    },
    noticeable: always('cells are empty that yesterday had a value'),
  },
  {
    name: 'sorted-column',
    kinds: KINDS,
    damage: (target, random) => sortColumn(target, drawFrom(random, SORTED[target.kind]), 'all', random),
    noticeable: MANY,
  },
  {
    name: 'sorted-block',
    kinds: KINDS,
    damage(target, random) {
      const rows = drawBlock(target.today.rows.length, random);
      return sortColumn(target, drawFrom(random, SORTED[target.kind]), rows, random);
    },
    noticeable: MANY,
  },
  {
    name: 'apostrophe-before-numbers',
    kinds: NUMBERED,
    damage(target, random) {
      const names = [
        'number',
        ...IDS,
        'zip',
        'primaryStatus',
        'expiresOn',
        'visitedOn',
        'total',
        'county',
        'type',
      ];
      const name = drawFrom(
        random,
        names.filter((each) => target.today.columns.has(each)),
      );
      return editColumn(
        target,
        drawShare(target, random),
        name,
        (cell) => `'${cell}`,
        'an apostrophe before it',
      );
    },
    noticeable: always('numbers begin with an apostrophe'),
  },
  {
    name: 'counts-as-words',
    kinds: ['inspections'],
    damage(target, random) {
      const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
      const names = random() < 0.5 ? COUNTS : [drawFrom(random, [...COUNTS, 'visitNumber'])];
      const write = (cell: string) => words[Number(cell)] ?? cell;
      return editColumns(target, drawShare(target, random), names, write, `${names.join(' ')} in words`);
    },
    noticeable: always('the cell is not a number'),
  },
];

/** Returns the cell with `by` added to its date or to the number at its end. Leading zeros are kept. */
function addTo(cell: string, by: number): string {
  const days = daysOf(cell);
  if (days !== undefined) return usDay(days + by);
  return cell.replace(/\d+$/, (digits) => String(Number(digits) + by).padStart(digits.length, '0'));
}

function daysOf(cell: string): number | undefined {
  const day = parseDay(cell);
  return day && Date.UTC(day.year, day.month - 1, day.day) / DAY_MS;
}

function usDay(days: number): string {
  const [year = '', month = '', day = ''] = new Date(days * DAY_MS).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

function editDays(target: Target, random: Random, write: (days: number) => string, what: string) {
  const names = DATES[target.kind];
  const name = names[drawInt(random, names.length)] ?? '';
  const edit = (cell: string) => {
    const days = daysOf(cell);
    return days === undefined ? cell : write(days);
  };
  return editColumn(target, drawShare(target, random), name, edit, what);
}

/** Sorts the cells in one column but not the neighboring columns. */
function sortColumn(target: Target, name: string, rows: ReadonlySet<number> | 'all', random: Random) {
  const { today } = target;
  const indexes = indexesOf(today, rows);
  const direction = random() < 0.5 ? 1 : -1;
  const cell = (index: number) => {
    const row = today.rows[index];
    return row ? cellAt(today, row, name) : '';
  };
  const order = indexes.toSorted(
    (a, b) => direction * (cell(a) < cell(b) ? -1 : cell(a) > cell(b) ? 1 : a - b),
  );
  const sourceOf = new Map(indexes.map((index, place) => [index, order[place] ?? index]));
  return moveCells(target, rows, [name], (index) => sourceOf.get(index) ?? index, `${name} sorted by itself`);
}
