import { gzipSync } from 'node:zlib';
import { drawFrom, drawInt, type Random } from '../../../src/lib/random.ts';
import { KINDS, TEXT_KINDS } from '../columns.ts';
import { always, type Fault, MANY, type Target } from '../fault.ts';
import { dayKey } from '../faults-dates.ts';
import { cellAt, columnAt, linesOf, type Row, type Table, toText, withCells } from '../table.ts';
import { GONE, keepRows } from './edit.ts';

const WITH_COUNTY = ['licenses', 'inspections', 'new_licenses', 'ownership_changes'] as const;
/** Inspection results that a report's filter could leave out. */
const GRAVE: readonly (readonly [what: string, disposition: RegExp])[] = [
  ['emergency orders and their callbacks', /emergency/i],
  ['emergency orders', /^emergency order recommended/i],
  ['complaints', /complaint/i],
  ['callbacks that were not complied with', /not complied/i],
];
const COUNTS = ['total', 'high', 'intermediate', 'basic'];

/** Faults in exports: a wrong filter, limit or page, and files that are combined. */
export const EXPORTS: readonly Fault[] = [
  {
    name: 'county-gone',
    kinds: WITH_COUNTY,
    damage(target, random) {
      const [county] = drawValues(target, random, 'county', 1);
      return keepRows(target, (row) => cellAt(target.today, row, 'county') !== county, 'without one county');
    },
    noticeable: GONE,
  },
  {
    name: 'few-counties-left',
    kinds: WITH_COUNTY,
    damage(target, random) {
      const counties = drawValues(target, random, 'county', 1 + drawInt(random, 3));
      const isLeft = (row: Row) => counties.includes(cellAt(target.today, row, 'county'));
      return keepRows(target, isLeft, `${counties.length} counties left`);
    },
    noticeable: GONE,
  },
  {
    name: 'only-current',
    kinds: ['licenses'],
    damage: (target) =>
      keepRows(target, (row) => cellAt(target.today, row, 'primaryStatus') === '20', 'only current licenses'),
    noticeable: GONE,
  },
  {
    name: 'only-one-city',
    kinds: WITH_COUNTY,
    damage(target, random) {
      const [city] = drawValues(target, random, 'city', 1);
      return keepRows(target, (row) => cellAt(target.today, row, 'city') === city, 'only one city');
    },
    noticeable: GONE,
  },
  {
    name: 'only-with-violations',
    kinds: ['inspections'],
    damage: (target) =>
      keepRows(target, (row) => Number(cellAt(target.today, row, 'total')) > 0, 'only with violations'),
    noticeable: GONE,
  },
  {
    name: 'without-emergency-orders',
    kinds: ['inspections'],
    damage(target, random) {
      const [what, pattern] = drawFrom(random, GRAVE);
      const isLeft = (row: Row) => !pattern.test(cellAt(target.today, row, 'disposition'));
      return keepRows(target, isLeft, `without ${what}`);
    },
    noticeable: always('yesterday had such visits, and a visit does not go away within its year'),
  },
  {
    name: 'only-callbacks',
    kinds: ['inspections'],
    damage: (target) =>
      keepRows(target, (row) => Number(cellAt(target.today, row, 'visitNumber')) > 1, 'only callbacks'),
    noticeable: GONE,
  },
  {
    name: 'only-first-visits',
    kinds: ['inspections'],
    damage: (target) =>
      keepRows(target, (row) => cellAt(target.today, row, 'visitNumber') === '1', 'only first visits'),
    noticeable: GONE,
  },
  {
    name: 'only-what-is-new',
    kinds: KINDS,
    damage(target) {
      const before = new Set(target.yesterday.rows.map(({ cells }) => cells.join('\n')));
      return keepRows(
        target,
        ({ cells }) => !before.has(cells.join('\n')),
        'only rows that yesterday did not have',
      );
    },
    noticeable: GONE,
  },
  {
    name: 'row-limit',
    kinds: KINDS,
    damage(target, random) {
      // Spreadsheets and portals stop at a power of two or a round number; these files are shorter than
      // usual.
      const count = target.today.rows.length;
      const limits = [
        8, 16, 64, 128, 256, 512, 1_024, 4_096, 16_384, 65_536, 50, 100, 250, 500, 1_000, 5_000,
      ];
      const possible = limits.filter((limit) => limit < count);
      if (possible.length === 0) return undefined;
      const limit = drawFrom(random, possible);
      return keepRows(
        target,
        (_, index) => index < limit - (target.today.titles ? 1 : 0),
        `cut after ${limit}`,
      );
    },
    noticeable: GONE,
  },
  {
    name: 'page-repeated',
    kinds: KINDS,
    damage(target, random) {
      const { rows } = target.today;
      const size = Math.min(drawFrom(random, [25, 50, 100]), Math.floor(rows.length / 2));
      if (size === 0) return undefined;
      const start = size * drawInt(random, Math.floor(rows.length / size) - 1);
      const page = rows.slice(start, start + size);
      const repeated = [...rows.slice(0, start + size), ...page, ...rows.slice(start + 2 * size)];
      const touched = new Set(page.map((_, index) => start + size + index));
      const note = `a page of ${size} rows in place of the next one`;
      return { file: { ...target.today, rows: repeated }, touched, note };
    },
    noticeable: always('rows are there twice'),
  },
  {
    name: 'titles-off-by-one',
    kinds: KINDS,
    damage({ today }, random) {
      if (!today.titles) return undefined;
      const isRight = random() < 0.5;
      const titles = isRight ? ['', ...today.titles.slice(0, -1)] : [...today.titles.slice(1), ''];
      const note = `titles one column to the ${isRight ? 'right' : 'left'}`;
      return { file: { ...today, titles }, touched: 'all', note };
    },
    noticeable: always('the cells do not fit their titles'),
  },
  {
    name: 'interleaved-files',
    kinds: KINDS,
    damage(target, random) {
      const [what, other] = drawOther(target, random);
      const rows = target.today.rows.flatMap((row, index) => [row, ...other.rows.slice(index, index + 1)]);
      return { file: { ...target.today, rows }, touched: 'all', note: `every second row from ${what}` };
    },
    noticeable: always('rows are there twice, or are of another district or year'),
  },
  {
    name: 'with-last-week',
    kinds: KINDS,
    damage({ today, older }, random) {
      const isBefore = random() < 0.5;
      const rows = isBefore ? [...older.rows, ...today.rows] : [...today.rows, ...older.rows];
      const note = `with the rows of last week ${isBefore ? 'before' : 'after'} it`;
      return { file: { ...today, rows }, touched: 'all', note };
    },
    noticeable: always('nearly every row is there twice'),
  },
  {
    name: 'closures-of-another-week',
    kinds: ['closures'],
    damage(target) {
      const days = target.today.rows.map((row) => dayKey(cellAt(target.today, row, 'closedOn'))).sort();
      const middle = days[Math.floor(days.length / 2)] ?? '';
      return keepRows(
        target,
        (row) => dayKey(cellAt(target.today, row, 'closedOn')) < middle,
        'an earlier week',
      );
    },
    noticeable: always('closures that yesterday had are gone, and the newest is older than yesterday’s'),
  },
  {
    name: 'counts-of-yesterday',
    kinds: ['inspections'],
    damage({ today, yesterday }) {
      const columns = [...COUNTS, ...Array.from({ length: 58 }, (_, index) => `violation${index + 1}`)];
      const rows = today.rows.map((row, index) => {
        const source = yesterday.rows[index];
        if (!source) return row;
        return withCells(
          row,
          columns.map((name) => [columnAt(today, name), cellAt(yesterday, source, name)]),
        );
      });
      return {
        file: { ...today, rows },
        touched: 'all',
        note: 'counts of yesterday’s rows in the same places',
      };
    },
    noticeable: MANY,
  },
  {
    name: 'compressed',
    kinds: TEXT_KINDS,
    damage: ({ today }) => ({ file: gzipSync(toText(today)), touched: 'all', note: 'compressed' }),
    noticeable: always('the file is binary'),
  },
  {
    name: 'other-markup',
    kinds: TEXT_KINDS,
    damage({ today }, random) {
      const isJson = random() < 0.5;
      const cells = (tag: string, each: readonly string[]) =>
        each.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
      const lines = today.rows.map((row) => `<tr>${cells('td', row.cells)}</tr>`);
      const file = isJson
        ? JSON.stringify(today.rows.map((row) => row.cells))
        : `<table><tr>${cells('th', today.titles ?? [])}</tr>\r\n${lines.join('\r\n')}</table>`;
      return { file, touched: 'all', note: isJson ? 'as JSON' : 'as a table of HTML' };
    },
    noticeable: always('the file is not CSV'),
  },
  {
    name: 'mail-encoding',
    kinds: TEXT_KINDS,
    damage({ today }) {
      const wrap = (line: string) => line.replaceAll('=', '=3D').replace(/.{72}(?=.)/g, '$&=\r\n');
      return {
        file: `${linesOf(today).map(wrap).join('\r\n')}\r\n`,
        touched: 'all',
        note: 'wrapped as email text is',
      };
    },
    noticeable: always('lines end in the middle of a row with an equals sign'),
  },
];

/** Returns different values of a column, starting with the vendors' values. */
function drawValues({ today, ours }: Target, random: Random, name: string, count: number): string[] {
  const values = Array.from({ length: count }, () => {
    const row = today.rows[drawFrom(random, ours)];
    return row ? cellAt(today, row, name) : '';
  });
  return [...new Set(values)];
}

function drawOther(
  { yesterday, older, otherDistrict, otherYear }: Target,
  random: Random,
): readonly [what: string, Table] {
  const others: (readonly [string, Table | undefined])[] = [
    ['yesterday’s', yesterday],
    ['last week’s', older],
    ['another district’s', otherDistrict],
    ['the year before’s', otherYear],
  ];
  return drawFrom(
    random,
    others.flatMap(([what, table]) => (table ? [[what, table] as const] : [])),
  );
}
