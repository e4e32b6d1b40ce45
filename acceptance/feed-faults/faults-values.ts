import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { FIRST_VIOLATION, type Kind } from './columns.ts';
import { always, type Damaged, describeRows, drawRows, type Fault, MANY, type Target } from './fault.ts';
import { cellAt, changeRows, columnAt, type Row, type Table, withCells } from './table.ts';

const DISPOSITIONS = [
  'Inspection Completed - No Further Action',
  'Warning Issued',
  'Call Back - Complied',
  'Administrative complaint recommended',
  'Emergency order recommended',
  'Emergency Order Callback Complied',
];
const UNKNOWN = ['Insp. Completed', 'Closed', 'See attached', '0', 'PENDING', 'Inspection Complete – NFA'];

/** Faults in which cells have a different value of the same type, or no value. */
export const VALUE_FAULTS: readonly Fault[] = [
  {
    name: 'primary-status',
    kinds: ['licenses'],
    damage: (target, random) => setAny(target, random, 'primaryStatus', ['45', '20', '46']),
    noticeable: MANY,
  },
  {
    name: 'primary-status-unknown',
    kinds: ['licenses'],
    damage: (target, random) => setAny(target, random, 'primaryStatus', ['00', '99', '10', '2', 'AC']),
    noticeable: always('the code is none of the regulator’s'),
  },
  {
    name: 'secondary-status',
    kinds: ['licenses'],
    damage: (target, random) => setAny(target, random, 'secondaryStatus', ['18', '20', '45', '']),
    noticeable: MANY,
  },
  {
    name: 'secondary-status-unknown',
    kinds: ['licenses'],
    damage: (target, random) => setAny(target, random, 'secondaryStatus', ['99', '10', '2']),
    noticeable: always('the code is none of the regulator’s'),
  },
  {
    name: 'disposition-known',
    kinds: ['inspections'],
    damage: (target, random) => setAny(target, random, 'disposition', DISPOSITIONS),
    noticeable: MANY,
  },
  {
    name: 'disposition-unknown',
    kinds: ['inspections'],
    damage: (target, random) => setAny(target, random, 'disposition', UNKNOWN),
    noticeable: always('the words are none of the regulator’s'),
  },
  {
    name: 'disposition-truncated',
    kinds: ['inspections'],
    damage(target, random) {
      const length = 4 + drawInt(random, 36);
      const cut = (cell: string) => cell.slice(0, length);
      return change(target, drawRows(target, random), 'disposition', cut, `cut to ${length} characters`);
    },
    noticeable: always('the words are none of the regulator’s'),
  },
  {
    name: 'inspection-type',
    kinds: ['inspections'],
    damage: (target, random) =>
      setAny(target, random, 'inspectionType', [
        'Routine - Food',
        'Food-Licensing Inspection',
        'Complaint Full',
        'Routine - Lodging',
        'FOOD',
      ]),
    noticeable: MANY,
  },
  {
    name: 'counts-multiplied',
    kinds: ['inspections'],
    damage: multiply,
    noticeable: MANY,
  },
  {
    name: 'counts-negated',
    kinds: ['inspections'],
    damage(target, random) {
      const name = drawFrom(random, ['total', 'high', 'intermediate', 'basic']);
      const write = drawFrom(random, [
        (cell: string) => `-${cell}`,
        (cell: string) => `${cell}.5`,
        () => 'N/A',
      ]);
      return change(target, drawRows(target, random), name, write, 'no whole number');
    },
    noticeable: always('the cell is no count'),
  },
  {
    name: 'number-transposed',
    kinds: ['licenses', 'inspections', 'closures', 'new_licenses', 'ownership_changes'],
    damage(target, random) {
      const at = 2 + drawInt(random, 4);
      const write = (cell: string) => {
        const digits = cell.slice(-7);
        const swapped = `${digits.slice(0, at)}${digits[at + 1] ?? ''}${digits[at] ?? ''}${digits.slice(at + 2)}`;
        return `${cell.slice(0, -7)}${swapped}`;
      };
      return change(
        target,
        drawRows(target, random),
        'number',
        write,
        `digits ${at} and ${at + 1} exchanged`,
      );
    },
    noticeable: MANY,
  },
  {
    name: 'zeros-lost',
    kinds: ['licenses', 'inspections', 'closures', 'new_licenses', 'ownership_changes'],
    damage(target, random) {
      const name = drawFrom(
        random,
        target.kind === 'closures' ? ['number'] : ['number', 'county', 'zip', 'type'],
      );
      const write = drawFrom(random, [
        (cell: string) => cell.replace(/0/, ''),
        (cell: string) => cell.replace(/0+$/, ''),
        (cell: string) => cell.replaceAll('0', ''),
      ]);
      return change(target, drawRows(target, random), name, write, 'zeros lost');
    },
    noticeable: always('the number is shorter than all others'),
  },
  {
    name: 'names-are-phones',
    kinds: ['licenses', 'inspections', 'closures'],
    damage(target, random) {
      const names = { licenses: ['name', 'licensee', 'mailingName', 'city'] }[String(target.kind)] ?? [
        'name',
        'city',
      ];
      const write = () => `850-555-${String(drawInt(random, 10_000)).padStart(4, '0')}`;
      return change(target, drawRows(target, random), drawFrom(random, names), write, 'is a phone number');
    },
    noticeable: always('a phone number is no name'),
  },
  {
    name: 'names-cut',
    kinds: ['licenses', 'inspections'],
    damage(target, random) {
      const length = 1 + drawInt(random, 10);
      const name = drawFrom(random, target.kind === 'licenses' ? ['name', 'licensee'] : ['name']);
      return change(
        target,
        drawRows(target, random),
        name,
        (cell) => cell.slice(0, length),
        `cut to ${length}`,
      );
    },
    noticeable: MANY,
  },
  {
    name: 'spreadsheet-numbers',
    kinds: ['licenses', 'inspections', 'observations'],
    damage(target, random) {
      const name = drawFrom(random, SPREADSHEET[target.kind] ?? ['visitId']);
      const write = drawFrom(random, [
        (cell: string) => Number(cell).toExponential(2),
        (cell: string) => `${cell}.0`,
      ]);
      return change(target, drawRows(target, random), name, write, 'as a spreadsheet writes numbers');
    },
    noticeable: always('no id has a decimal point'),
  },
];

const SPREADSHEET: Partial<Record<Kind, readonly string[]>> = {
  licenses: ['type', 'zip', 'primaryStatus', 'county'],
  inspections: ['number', 'caseId', 'licenseId', 'visitId', 'zip', 'total'],
};

function setAny(target: Target, random: Random, name: string, values: readonly string[]): Damaged {
  const value = drawFrom(random, values);
  return change(target, drawRows(target, random), name, () => value, `“${value}”`);
}

function change(
  { today }: Target,
  rows: ReadonlySet<number> | 'all',
  name: string,
  write: (cell: string) => string,
  what: string,
): Damaged {
  const column = columnAt(today, name);
  const file = changeRows(today, rows, (row) => withCells(row, [[column, write(row.cells[column] ?? '')]]));
  return { file, touched: rows, note: `${name}: ${what}, ${describeRows(rows)}` };
}

/**
 * Multiplies all counts in a row by the same number, so that they still add up, or multiplies only the tiers
 * or only the categories.
 */
function multiply(target: Target, random: Random): Damaged {
  const rows = drawRows(target, random);
  const by = drawFrom(random, [2, 3, 10]);
  const part = drawFrom(random, ['all counts', 'all but categories', 'categories'] as const);
  const file = changeRows(target.today, rows, (row) =>
    withCells(row, multiplied(target.today, row, by, part)),
  );
  return { file, touched: rows, note: `${part} times ${by}, ${describeRows(rows)}` };
}

function multiplied(table: Table, row: Row, by: number, part: string): [number, string][] {
  const totals = ['total', 'high', 'intermediate', 'basic'].map((name): [number, string] => [
    columnAt(table, name),
    times(cellAt(table, row, name), by),
  ]);
  const categories = Array.from({ length: 58 }, (_, index): [number, string] => [
    FIRST_VIOLATION + index,
    times(row.cells[FIRST_VIOLATION + index] ?? '', by),
  ]);
  if (part === 'categories') return categories;
  return part === 'all counts' ? [...totals, ...categories] : totals;
}

function times(cell: string, by: number): string {
  return cell === '' ? '' : String(Number(cell) * by);
}
