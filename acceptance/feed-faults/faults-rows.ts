import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { KINDS } from './columns.ts';
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
import { cellAt, changeRows, columnAt, type Row, type Table, withCells } from './table.ts';

const LOSSY: Fault['noticeable'] = {
  when: isMany,
  because: 'a few vendors fewer can be true; six and 2 % of them at once cannot',
};

/** Faults in which rows are duplicated, lost, renumbered or mixed, or important rows are rejected. */
export const ROW_FAULTS: readonly Fault[] = [
  {
    name: 'renumber-visits',
    kinds: ['inspections', 'observations'],
    damage(target, random) {
      const rows = drawRows(target, random);
      const column = columnAt(target.today, 'visitId');
      const by = drawFrom(random, [1, 7, 1_000_003, -1]);
      const file = changeRows(target.today, rows, (row) =>
        withCells(row, [[column, String(Number(row.cells[column]) + by)]]),
      );
      return { file, touched: rows, note: `visit ids by ${by}, ${describeRows(rows)}` };
    },
    noticeable: always('yesterday the same visit had another id; a visit keeps its id'),
  },
  {
    name: 'duplicate-rows',
    kinds: KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const doubled = target.today.rows.flatMap((row, index) => (isIn(rows, index) ? [row, row] : [row]));
      return {
        file: { ...target.today, rows: doubled },
        touched: rows,
        note: `doubled, ${describeRows(rows)}`,
      };
    },
    noticeable: always('a row stands twice'),
  },
  {
    name: 'duplicate-rows-changed',
    kinds: ['licenses', 'inspections'],
    damage: duplicateChanged,
    noticeable: always('a license or visit stands twice, and the two differ'),
  },
  {
    name: 'drop-rows',
    kinds: KINDS,
    damage(target, random) {
      const share = drawFrom(random, [0.005, 0.02, 0.05, 0.1, 0.2, 0.28, 0.5]) * (0.5 + random());
      const gone = new Set([...target.today.rows.keys()].filter(() => random() < share));
      return gone.size === 0 ? undefined : without(target, gone, 'dropped at random');
    },
    noticeable: LOSSY,
  },
  {
    name: 'drop-our-rows',
    kinds: ['licenses', 'inspections'],
    damage(target, random) {
      const share = drawFrom(random, [0.05, 0.1, 0.25, 0.29, 0.5, 1]);
      const gone = new Set(target.ours.filter(() => random() < share));
      return gone.size === 0 ? undefined : without(target, gone, 'of vendors dropped');
    },
    noticeable: LOSSY,
  },
  {
    name: 'cut-middle',
    kinds: KINDS,
    damage(target, random) {
      const length = Math.max(1, Math.floor(target.today.rows.length * (0.01 + random() * 0.5)));
      const start = drawInt(random, target.today.rows.length - length);
      const gone = new Set(Array.from({ length }, (_, index) => start + index));
      return without(target, gone, 'cut out of the middle');
    },
    noticeable: LOSSY,
  },
  {
    name: 'only-one-type',
    kinds: ['licenses', 'inspections', 'new_licenses', 'ownership_changes'],
    damage: (target, random) => keepOnly(target, random, 'type'),
    noticeable: LOSSY,
  },
  {
    name: 'only-one-county',
    kinds: ['licenses', 'inspections', 'new_licenses', 'ownership_changes'],
    damage: (target, random) => keepOnly(target, random, 'county'),
    noticeable: LOSSY,
  },
  {
    name: 'shuffled-rows',
    kinds: KINDS,
    damage(target, random) {
      const order = target.today.rows.map((row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
      const file = { ...target.today, rows: order.map(({ row }) => row) };
      return { file, touched: new Set<number>(), note: 'rows in another order; says the same' };
    },
    noticeable: always('the file says the same in another order: any difference is the import’s'),
  },
  {
    name: 'other-district-rows',
    kinds: ['licenses', 'inspections'],
    damage: (target, random) => replacePage(target, random, target.otherDistrict, 'another district'),
    noticeable: always('the district of each row says that it is another’s'),
  },
  {
    name: 'other-year-rows',
    kinds: ['inspections'],
    damage: (target, random) => replacePage(target, random, target.otherYear, 'the year before'),
    noticeable: always('the day of each row says that it is another year’s'),
  },
  {
    name: 'refused-in-ours',
    kinds: ['licenses', 'inspections'],
    damage(target, random) {
      const most = Math.max(5, Math.floor(target.today.rows.length * 0.02));
      const rows = new Set(
        Array.from({ length: 1 + drawInt(random, most) }, () => drawFrom(random, target.ours)),
      );
      const column = columnAt(target.today, drawFrom(random, ['county', 'number', 'type']));
      const file = changeRows(target.today, rows, (row) => withCells(row, [[column, '#N/A']]));
      return { file, touched: rows, note: `malformed, ${describeRows(rows)} of vendors` };
    },
    noticeable: always('the cell is none of its kind'),
  },
  { name: 'types-swapped', kinds: ['licenses', 'inspections'], damage: swapTypes, noticeable: MANY },
];

export function isIn(rows: ReadonlySet<number> | 'all', index: number): boolean {
  return rows === 'all' || rows.has(index);
}

function without({ today }: Target, gone: ReadonlySet<number>, what: string): Damaged {
  const rows = today.rows.filter((_, index) => !gone.has(index));
  return { file: { ...today, rows }, touched: gone, note: `${describeRows(gone)} ${what}` };
}

function keepOnly(target: Target, random: Random, name: string): Damaged {
  const { today } = target;
  const source = today.rows[drawFrom(random, target.ours)];
  const value = source ? cellAt(today, source, name) : '';
  const gone = new Set(
    [...today.rows.keys()].filter((index) => {
      const row = today.rows[index];
      return row !== undefined && cellAt(today, row, name) !== value;
    }),
  );
  return without(target, gone, `gone, those of one ${name} are left`);
}

/** Duplicates rows. Each copy differs in a column that decides the verdict: a status or a disposition. */
function duplicateChanged(target: Target, random: Random): Damaged {
  const rows = drawRows(target, random);
  const isLicenses = target.kind === 'licenses';
  const column = columnAt(target.today, isLicenses ? 'primaryStatus' : 'disposition');
  const value = isLicenses ? drawFrom(random, ['20', '45']) : 'Inspection Completed - No Further Action';
  const isFirst = random() < 0.5;
  const doubled = target.today.rows.flatMap((row, index): Row[] => {
    if (!isIn(rows, index)) return [row];
    const other = withCells(row, [[column, value]]);
    return isFirst ? [other, row] : [row, other];
  });
  return {
    file: { ...target.today, rows: doubled },
    touched: rows,
    note: `doubled with another ${isLicenses ? 'status' : 'disposition'}, ${describeRows(rows)}`,
  };
}

function replacePage(
  target: Target,
  random: Random,
  donor: Table | undefined,
  whose: string,
): Damaged | undefined {
  const { today } = target;
  if (!donor || donor.rows.length === 0) return undefined;
  const share = drawFrom(random, [0.01, 0.05, 0.15, 0.4, 0.9]);
  const length = Math.max(1, Math.floor(today.rows.length * share));
  const start = drawInt(random, Math.max(1, today.rows.length - length));
  const from = drawInt(random, Math.max(1, donor.rows.length - length));
  const page = donor.rows.slice(from, from + length);
  const rows = [...today.rows.slice(0, start), ...page, ...today.rows.slice(start + length)];
  const touched = new Set(Array.from({ length }, (_, index) => start + index));
  return { file: { ...today, rows }, touched, note: `${describeRows(touched)} replaced by rows of ${whose}` };
}

/** Swaps food trucks and caterers, with or without the letters and rank of their license numbers. */
function swapTypes(target: Target, random: Random): Damaged {
  const rows = drawRows(target, random);
  const { today } = target;
  const type = columnAt(today, 'type');
  const whole = target.kind === 'licenses' && random() < 0.7;
  const file = changeRows(today, rows, (row) => {
    const isTruck = row.cells[type] === '2014';
    if (!isTruck && row.cells[type] !== '2013') return row;
    const changes: [number, string][] = [[type, isTruck ? '2013' : '2014']];
    if (whole) {
      const number = cellAt(today, row, 'number').slice(-7);
      changes.push([columnAt(today, 'rank'), isTruck ? 'CATR' : 'MFDV']);
      changes.push([columnAt(today, 'number'), `${isTruck ? 'CAT' : 'MFD'}${number}`]);
    }
    return withCells(row, changes);
  });
  return { file, touched: rows, note: `trucks and caterers exchanged, ${describeRows(rows)}` };
}
