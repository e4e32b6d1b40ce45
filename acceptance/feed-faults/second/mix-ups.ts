import { drawFrom, drawInt } from '../../../src/lib/random.ts';
import { KINDS, READ_COLUMNS } from '../columns.ts';
import { always, describeRows, drawBlock, drawRows, type Fault, MANY, type Target } from '../fault.ts';
import { cellAt, changeRows, columnAt, withCells } from '../table.ts';
import {
  drawShare,
  editColumn,
  editColumns,
  GONE,
  indexesOf,
  moveCells,
  type Rows,
  whenSeveral,
} from './edit.ts';

/** Faults in which values belong to a different row or column. */
export const MIX_UPS: readonly Fault[] = [
  {
    name: 'licensees-as-names',
    kinds: ['licenses'],
    damage: (target, random) => exchange(target, drawShare(target, random), 'licensee', 'name'),
    noticeable: MANY,
  },
  {
    name: 'mailing-names-as-names',
    kinds: ['licenses'],
    damage: (target, random) => exchange(target, drawShare(target, random), 'mailingName', 'name'),
    noticeable: MANY,
  },
  {
    name: 'addresses-as-cities',
    kinds: ['licenses', 'inspections'],
    damage: (target, random) => exchange(target, drawRows(target, random), 'street', 'city'),
    noticeable: always('a street is not a city'),
  },
  {
    name: 'cities-as-names',
    kinds: ['licenses', 'inspections', 'closures'],
    damage: (target, random) => exchange(target, drawRows(target, random), 'city', 'name'),
    noticeable: always('cities are named as businesses, and no such city exists'),
  },
  {
    name: 'zips-of-other-rows',
    kinds: ['licenses', 'inspections'],
    damage(target, random) {
      const rows = drawShare(target, random);
      return moveCells(target, rows, ['zip'], neighborIn(target, rows), 'ZIP codes of other rows');
    },
    noticeable: MANY,
  },
  {
    name: 'names-of-other-rows',
    kinds: ['licenses', 'inspections', 'closures'],
    damage(target, random) {
      const rows = drawShare(target, random);
      return moveCells(target, rows, ['name'], neighborIn(target, rows), 'names of other rows');
    },
    noticeable: MANY,
  },
  {
    name: 'halves-misaligned',
    kinds: KINDS,
    damage(target, random) {
      const { rows } = target.today;
      const width = rows[0]?.cells.length ?? 0;
      const from = 1 + drawInt(random, width - 1);
      const by = drawFrom(random, [-1, 1]);
      const touched: Rows = random() < 0.5 ? 'all' : drawBlock(rows.length, random);
      const file = changeRows(target.today, touched, ({ cells }, index) => {
        const other = rows[(index + by + rows.length) % rows.length]?.cells ?? cells;
        return { cells: [...cells.slice(0, from), ...other.slice(from)] };
      });
      const note = `columns from ${from} on are of the row ${by < 0 ? 'above' : 'below'}, ${describeRows(touched)}`;
      return { file, touched, note };
    },
    noticeable: MANY,
  },
  {
    name: 'merge-does-not-advance',
    kinds: KINDS,
    damage(target, random) {
      const { rows } = target.today;
      const touched = drawBlock(rows.length, random);
      const [first = 0] = indexesOf(target.today, touched);
      const file = changeRows(target.today, touched, (row) => rows[first] ?? row);
      return { file, touched, note: `one row again and again, ${describeRows(touched)}` };
    },
    noticeable: whenSeveral('the same row is there several times'),
  },
  {
    name: 'case-numbers-shared',
    kinds: ['inspections'],
    damage(target, random) {
      const rows = drawShare(target, random);
      const [first = 0] = indexesOf(target.today, rows);
      return moveCells(target, rows, ['caseId'], () => first, 'one inspection number');
    },
    noticeable: whenSeveral('one case belongs to one business'),
  },
  {
    name: 'statuses-refreshed',
    kinds: ['licenses'],
    damage: (target, random) =>
      editColumns(
        target,
        drawShare(target, random),
        ['primaryStatus', 'secondaryStatus'],
        () => '20',
        'all 20',
      ),
    noticeable: MANY,
  },
  {
    name: 'expiry-moved-on',
    kinds: ['licenses'],
    damage(target) {
      const write = (cell: string) => cell.replace(/\d{4}$/, (year) => String(Number(year) + 1));
      return editColumn(target, 'all', 'expiresOn', write, 'a year later');
    },
    noticeable: always('licenses that were renewed for the year to come are renewed once more'),
  },
  {
    name: 'last-inspections-blank',
    kinds: ['licenses'],
    damage: (target) => editColumn(target, 'all', 'lastInspectedOn', () => '', 'blank'),
    noticeable: always('a whole column that yesterday had is empty'),
  },
  {
    name: 'seats-as-risk',
    kinds: ['licenses'],
    damage: (target, random) => exchange(target, drawShare(target, random), 'seats', 'risk'),
    noticeable: always('a number of seats is not a risk level'),
  },
  {
    name: 'district-wrong',
    kinds: ['licenses', 'inspections'],
    damage(target, random) {
      const district = String(1 + drawInt(random, 7));
      const write = (cell: string) => cell.replace(/\d/, district);
      return editColumn(target, drawShare(target, random), 'district', write, `all ${district}`);
    },
    noticeable: always('rows are of another district than their county'),
  },
  {
    name: 'reopening-copied',
    kinds: ['closures'],
    damage(target) {
      const source = target.today.rows.findIndex((row) => cellAt(target.today, row, 'reopenedOn') !== '');
      if (source < 0) return undefined;
      return moveCells(target, 'all', ['reopenedOn'], () => source, 'one day of reopening');
    },
    noticeable: whenSeveral('all closures end on one day, some before they began'),
  },
  {
    name: 'closures-shifted',
    kinds: ['closures'],
    damage(target, random) {
      const count = target.today.rows.length;
      const names = random() < 0.5 ? ['number'] : ['name', 'city'];
      return moveCells(
        target,
        'all',
        names,
        (index) => (index + 1) % count,
        `${names.join(' ')} of the next row`,
      );
    },
    noticeable: always('yesterday the same closures had other numbers or names'),
  },
  {
    name: 'texts-to-next-visit',
    kinds: ['observations'],
    damage(target, random) {
      const { today } = target;
      const visits = [...new Set(today.rows.map((row) => cellAt(today, row, 'visitId')))];
      const next = new Map(
        visits.map((visit, index) => [visit, visits[(index + 1) % visits.length] ?? visit]),
      );
      const rows: Rows = random() < 0.5 ? 'all' : drawBlock(today.rows.length, random);
      return editColumn(target, rows, 'visitId', (cell) => next.get(cell) ?? cell, 'of the next visit');
    },
    noticeable: always('yesterday these texts were another visit’s'),
  },
  {
    name: 'counts-zeroed',
    kinds: ['inspections'],
    damage(target, random) {
      const counts = ['total', 'high', 'intermediate', 'basic'];
      const all = [...counts, ...Array.from({ length: 58 }, (_, index) => `violation${index + 1}`)];
      return editColumns(
        target,
        drawRows(target, random),
        random() < 0.6 ? all : counts,
        () => '0',
        'counts 0',
      );
    },
    noticeable: GONE,
  },
  {
    name: 'column-of-yesterday',
    kinds: KINDS,
    damage({ kind, today, yesterday }, random) {
      const name = drawFrom(random, READ_COLUMNS[kind]);
      const column = columnAt(today, name);
      const file = changeRows(today, 'all', (row, index) => {
        const source = yesterday.rows[index];
        return source ? withCells(row, [[column, cellAt(yesterday, source, name)]]) : row;
      });
      return { file, touched: 'all', note: `${name} of yesterday’s rows in the same places` };
    },
    noticeable: MANY,
  },
];

function exchange({ today }: Target, rows: Rows, first: string, second: string) {
  const a = columnAt(today, first);
  const b = columnAt(today, second);
  const file = changeRows(today, rows, (row) =>
    withCells(row, [
      [a, row.cells[b] ?? ''],
      [b, row.cells[a] ?? ''],
    ]),
  );
  return { file, touched: rows, note: `${first} and ${second} exchanged, ${describeRows(rows)}` };
}

/** Returns a function that maps each of the rows to the next one, and the last row to the first. */
function neighborIn({ today }: Target, rows: Rows): (index: number) => number {
  const indexes = indexesOf(today, rows);
  const next = new Map(
    indexes.map((index, place) => [index, indexes[(place + 1) % indexes.length] ?? index]),
  );
  return (index) => next.get(index) ?? index;
}
