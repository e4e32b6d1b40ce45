import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { ALIKE, FIRST_VIOLATION, KINDS, READ_COLUMNS } from './columns.ts';
import {
  always,
  type Damaged,
  describeRows,
  drawBlock,
  drawRows,
  type Fault,
  isMany,
  MANY,
  type Target,
} from './fault.ts';
import { cellAt, changeRows, columnAt, type Row, withCells } from './table.ts';

/**
 * Faults in columns, which are blanked, swapped, rotated or made constant, and in rows whose cells are
 * shifted to other columns.
 */
export const COLUMN_FAULTS: readonly Fault[] = [
  {
    name: 'blank-column',
    kinds: KINDS,
    damage: (target, random) => blank(target, random, 'all'),
    noticeable: always('a whole column that yesterday had is empty'),
  },
  {
    name: 'blank-cells',
    kinds: KINDS,
    damage: (target, random) => blank(target, random, drawRows(target, random)),
    noticeable: {
      when: (size) => isMany(size) || !/^(?:mailingName|phone) /.test(size.note),
      because:
        'an empty cell shows, but for a mailing name (73 to 78 % of real licenses have none) or phone (18 to 47 %); or many at once',
    },
  },
  {
    name: 'swap-columns',
    kinds: KINDS,
    damage: (target, random) => swap(target, random, 'all'),
    noticeable: MANY,
  },
  {
    name: 'swap-cells',
    kinds: KINDS,
    damage: (target, random) => swap(target, random, drawRows(target, random)),
    noticeable: MANY,
  },
  { name: 'rotate-column', kinds: KINDS, damage: rotate, noticeable: MANY },
  { name: 'rotate-block', kinds: KINDS, damage: rotateBlock, noticeable: MANY },
  {
    name: 'constant-column',
    kinds: KINDS,
    damage(target, random) {
      const name = drawFrom(random, READ_COLUMNS[target.kind]);
      const source = target.today.rows[drawFrom(random, target.ours)];
      const value = source ? cellAt(target.today, source, name) : '';
      return setColumn(target, name, () => value, `${name} as in one row, all rows`);
    },
    noticeable: always('all rows have one value where yesterday they had many, or one that is not theirs'),
  },
  {
    name: 'same-license-id',
    kinds: ['inspections'],
    damage(target, random) {
      const rows = drawRows(target, random);
      const id = String(1_000_000 + drawInt(random, 9_000_000));
      const column = columnAt(target.today, 'licenseId');
      const file = changeRows(target.today, rows, (row) => withCells(row, [[column, id]]));
      return { file, touched: rows, note: `one License ID, ${describeRows(rows)}` };
    },
    noticeable: {
      when: ({ ours }) => ours > 1,
      because: 'one License ID belongs to one business; on a single row it reads like a new owner',
    },
  },
  {
    name: 'shift-all-rows',
    kinds: KINDS,
    damage: (target, random) => shift(target, random, 'all'),
    noticeable: always('cells do not fit their columns'),
  },
  {
    name: 'shift-block',
    kinds: KINDS,
    damage: (target, random) => shift(target, random, drawBlock(target.today.rows.length, random)),
    noticeable: always('cells do not fit their columns'),
  },
  {
    name: 'shift-single-rows',
    kinds: KINDS,
    damage(target, random) {
      const rows = new Set(
        Array.from({ length: 1 + drawInt(random, 5) }, () => drawFrom(random, target.ours)),
      );
      return shift(target, random, rows);
    },
    noticeable: always('cells do not fit their columns'),
  },
  {
    name: 'shift-counts',
    kinds: ['inspections'],
    damage(target, random) {
      const rows = drawRows(target, random);
      const from = columnAt(target.today, 'critical');
      const to = columnAt(target.today, 'basic');
      const file = changeRows(target.today, rows, (row) => shiftCells(row, from, to + 1, true));
      return { file, touched: rows, note: `counts one column to the right, ${describeRows(rows)}` };
    },
    noticeable: always('total, high priority, intermediate and basic no longer add up'),
  },
  {
    name: 'categories-shifted',
    kinds: ['inspections'],
    damage(target, random) {
      const rows = drawRows(target, random);
      const right = random() < 0.5;
      const file = changeRows(target.today, rows, (row) =>
        shiftCells(row, FIRST_VIOLATION, FIRST_VIOLATION + 58, right),
      );
      return { file, touched: rows, note: `categories by one, ${describeRows(rows)}` };
    },
    noticeable: MANY,
  },
];

function blank(target: Target, random: Random, rows: ReadonlySet<number> | 'all'): Damaged {
  const name = drawFrom(random, READ_COLUMNS[target.kind]);
  const column = columnAt(target.today, name);
  const file = changeRows(target.today, rows, (row) => withCells(row, [[column, '']]));
  return { file, touched: rows, note: `${name} blank, ${describeRows(rows)}` };
}

function swap(target: Target, random: Random, rows: ReadonlySet<number> | 'all'): Damaged {
  const [first, second] = drawFrom(random, ALIKE[target.kind]);
  const a = columnAt(target.today, first);
  const b = columnAt(target.today, second);
  const file = changeRows(target.today, rows, (row) =>
    withCells(row, [
      [a, row.cells[b] ?? ''],
      [b, row.cells[a] ?? ''],
    ]),
  );
  return { file, touched: rows, note: `${first} and ${second} swapped, ${describeRows(rows)}` };
}

function rotate(target: Target, random: Random): Damaged {
  const name = drawFrom(random, READ_COLUMNS[target.kind]);
  const count = target.today.rows.length;
  const cell = (index: number) => {
    const row = target.today.rows[(index + count - 1) % count];
    return row ? cellAt(target.today, row, name) : '';
  };
  return setColumn(target, name, cell, `${name} one row down, all rows`);
}

function rotateBlock(target: Target, random: Random): Damaged {
  const { today } = target;
  const name = drawFrom(random, READ_COLUMNS[target.kind]);
  const column = columnAt(today, name);
  const block = drawBlock(today.rows.length, random);
  const first = Math.min(...block);
  const file = changeRows(today, block, (row, index) => {
    const source = today.rows[index === first ? first + block.size - 1 : index - 1];
    return withCells(row, [[column, source?.cells[column] ?? '']]);
  });
  return { file, touched: block, note: `${name} one row down, ${describeRows(block)}` };
}

function setColumn(target: Target, name: string, cell: (index: number) => string, note: string): Damaged {
  const column = columnAt(target.today, name);
  const file = changeRows(target.today, 'all', (row, index) => withCells(row, [[column, cell(index)]]));
  return { file, touched: 'all', note };
}

/** Moves the cells by one, starting at some column. The row keeps its width, or gains or loses one cell. */
function shift(target: Target, random: Random, rows: ReadonlySet<number> | 'all'): Damaged {
  const width = target.today.rows[0]?.cells.length ?? 0;
  const from = random() < 0.4 ? 0 : drawInt(random, width - 1);
  const right = random() < 0.5;
  const keepsWidth = random() < 0.7;
  const file = changeRows(target.today, rows, (row) => {
    if (keepsWidth) return shiftCells(row, from, width, right);
    const cells = [...row.cells];
    if (right) cells.splice(from, 0, '');
    else cells.splice(from, 1);
    return { cells };
  });
  const note = `${right ? 'right' : 'left'} from column ${from}, ${keepsWidth ? 'same' : 'other'} width, ${describeRows(rows)}`;
  return { file, touched: rows, note };
}

function shiftCells(row: Row, from: number, end: number, right: boolean): Row {
  const part = row.cells.slice(from, end);
  const moved = right ? ['', ...part.slice(0, -1)] : [...part.slice(1), ''];
  return { cells: [...row.cells.slice(0, from), ...moved, ...row.cells.slice(end)] };
}
