import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { KINDS, TEXT_KINDS } from './columns.ts';
import { always, type Damaged, type Fault, ROWS_NOTICED, type Target } from './fault.ts';
import { EOL, linesOf, type Table, toLine, toText } from './table.ts';

const TITLED = KINDS;
const NOTHING: ReadonlySet<number> = new Set();

/** Faults in which a different file than expected arrives, or the header row does not match the file. */
export const FILE_FAULTS: readonly Fault[] = [
  { name: 'titles-missing', kinds: TITLED, damage: titlesMissing, noticeable: always('there are no titles') },
  {
    name: 'titles-repeated',
    kinds: TITLED,
    damage({ today }, random) {
      const { titles } = today;
      if (!titles) return undefined;
      const every = 1 + drawInt(random, today.rows.length);
      const rows = today.rows.flatMap((row, index) =>
        index % every === 0 ? [{ cells: titles }, row] : [row],
      );
      return { file: { ...today, rows }, touched: NOTHING, note: `titles again every ${every} rows` };
    },
    noticeable: always('titles stand among the rows'),
  },
  {
    name: 'titles-reordered',
    kinds: TITLED,
    damage({ today }, random) {
      if (!today.titles) return undefined;
      const titles = [...today.titles];
      for (let swaps = 1 + drawInt(random, 4); swaps > 0; swaps--) {
        const a = drawInt(random, titles.length);
        const b = drawInt(random, titles.length);
        [titles[a], titles[b]] = [titles[b] ?? '', titles[a] ?? ''];
      }
      return { file: { ...today, titles }, touched: 'all', note: 'titles exchanged, cells not' };
    },
    noticeable: always('the cells do not fit their titles, and yesterday these stood in another order'),
  },
  {
    name: 'columns-reordered',
    kinds: TITLED,
    damage({ today }, random) {
      const width = today.rows[0]?.cells.length ?? 0;
      const a = drawInt(random, width);
      const b = drawInt(random, width);
      const exchange = (cells: readonly string[]) => {
        const moved = [...cells];
        [moved[a], moved[b]] = [moved[b] ?? '', moved[a] ?? ''];
        return moved;
      };
      const note = `columns ${a} and ${b} exchanged${today.titles ? ' with their titles' : ''}`;
      return { file: reshape(today, exchange), touched: 'all', note };
    },
    noticeable: always('with titles the file says the same; without, two whole columns are another’s'),
  },
  {
    name: 'extra-column',
    kinds: TITLED,
    damage({ today }, random) {
      const at = drawInt(random, (today.rows[0]?.cells.length ?? 0) + 1);
      const title = drawFrom(random, ['Remarks', '', 'Status']);
      const value = drawFrom(random, ['', '0', 'X']);
      const isTitled = random() < 0.5;
      const insert = (cell: string) => (cells: readonly string[]) => cells.toSpliced(at, 0, cell);
      const file = reshape(today, insert(value), isTitled ? insert(title) : (cells) => cells);
      return { file, touched: 'all', note: `a column more at ${at}, ${isTitled ? '' : 'not '}in the titles` };
    },
    noticeable: always('the file has a column more'),
  },
  {
    name: 'missing-column',
    kinds: TITLED,
    damage({ today }, random) {
      const at = drawInt(random, today.rows[0]?.cells.length ?? 1);
      const isTitled = random() < 0.5;
      const remove = (cells: readonly string[]) => cells.toSpliced(at, 1);
      const file = reshape(today, remove, isTitled ? remove : (cells) => cells);
      return { file, touched: 'all', note: `column ${at} gone, ${isTitled ? 'with' : 'without'} its title` };
    },
    noticeable: always('the file has a column fewer'),
  },
  {
    name: 'other-district-file',
    kinds: ['licenses', 'inspections'],
    damage: ({ otherDistrict }) => whole(otherDistrict, 'the file of another district'),
    noticeable: always('the district of each row says so'),
  },
  {
    name: 'other-year-file',
    kinds: ['inspections'],
    damage: ({ otherYear }) => whole(otherYear, 'the file of the year before'),
    noticeable: always('the day of each row says so'),
  },
  {
    name: 'other-kind',
    kinds: KINDS,
    damage({ otherKinds }, random) {
      const other = drawFrom(random, otherKinds);
      const asWorkbook = other.kind === 'closures' ? { asWorkbook: true as const } : {};
      return {
        file: other,
        touched: 'all',
        note: `a good file of ${other.kind}`,
        goodOf: other.kind,
        ...asWorkbook,
      };
    },
    noticeable: always('the file is of another kind'),
  },
  {
    name: 'older-file',
    kinds: KINDS,
    damage: ({ older }) => whole(older, 'the file of a week before'),
    noticeable: always('what yesterday had is gone again'),
  },
  {
    name: 'joined-files',
    kinds: TEXT_KINDS,
    damage: join,
    noticeable: always('two files stand one behind the other'),
  },
  {
    name: 'empty-file',
    kinds: KINDS,
    damage: (_target, random) => ({
      file: drawFrom(random, ['', ' ', EOL, '\ufeff', `${EOL}${EOL}`, '\0\0\0']),
      touched: 'all',
      note: 'nothing in it',
    }),
    noticeable: always('the file is empty'),
  },
  {
    name: 'only-titles',
    kinds: KINDS,
    damage({ today }, random) {
      const rows = random() < 0.5 ? [] : today.rows.slice(0, 1);
      return { file: { ...today, rows }, touched: 'all', note: `${rows.length} rows left` };
    },
    noticeable: {
      when: ({ ours, note }) => ours >= ROWS_NOTICED || note.startsWith('0 rows'),
      because: 'the file has no rows, or one; a year’s first file may have one where the good one has a few',
    },
  },
  {
    name: 'error-page',
    kinds: KINDS,
    damage: ({ today }, random) => ({
      file: drawFrom(random, [
        '<!DOCTYPE html><html><body>404</body></html>',
        'Service Unavailable\r\n',
        '{"error":"not found"}',
        `${today.kind === 'closures' ? '' : toText(today)}<html>Gateway timeout</html>`,
      ]),
      touched: NOTHING,
      note: 'a page of an error, alone or behind the file',
    }),
    noticeable: always('the file holds a web page'),
  },
  {
    name: 'workbook',
    kinds: ['closures', 'licenses', 'inspections'],
    damage: workbook,
    noticeable: always('titles and cells do not fit'),
  },
];

function titlesMissing({ today }: Target): Damaged | undefined {
  if (!today.titles) return undefined;
  return { file: { ...today, titles: undefined }, touched: NOTHING, note: 'no titles' };
}

function whole(file: Table | undefined, note: string): Damaged | undefined {
  return file && { file, touched: 'all', note };
}

function reshape(
  table: Table,
  row: (cells: readonly string[]) => readonly string[],
  titles: (cells: readonly string[]) => readonly string[] = row,
): Table {
  return {
    ...table,
    titles: table.titles && titles(table.titles),
    rows: table.rows.map(({ cells }) => ({ cells: row(cells) })),
  };
}

function join({ today, yesterday, older, otherDistrict, otherYear }: Target, random: Random): Damaged {
  const others: [string, Table | undefined][] = [
    ['itself', today],
    ['yesterday’s', yesterday],
    ['an older one', older],
    ['another district’s', otherDistrict],
    ['the year before’s', otherYear],
  ];
  const [what, other] = drawFrom(
    random,
    others.filter(([, table]) => table !== undefined),
  );
  const isFirst = random() < 0.5;
  const tables = other === undefined ? [today] : isFirst ? [other, today] : [today, other];
  const keepsTitles = random() < 0.5;
  const lines = tables.flatMap((table, index) =>
    index > 0 && !keepsTitles ? table.rows.map((row) => row.line ?? toLine(row.cells)) : linesOf(table),
  );
  const note = `joined ${isFirst ? 'behind' : 'before'} ${what}, ${keepsTitles ? 'each with' : 'one with'} titles`;
  return { file: lines.map((line) => `${line}${EOL}`).join(''), touched: 'all', note };
}

/** Saves the file as a workbook that is complete, has its titles or cells moved by one, or has no titles. */
function workbook({ today }: Target, random: Random): Damaged | undefined {
  const width = today.rows[0]?.cells.length ?? 0;
  if (!today.titles || today.rows.length > 1_500) return undefined;
  const at = drawInt(random, width);
  const how = drawFrom(random, [
    'whole',
    'titles moved',
    'cells moved',
    'no titles',
    'title missing',
  ] as const);
  const titles = {
    whole: today.titles,
    'titles moved': today.titles.toSpliced(at, 0, '').slice(0, width),
    'cells moved': today.titles,
    'no titles': undefined,
    'title missing': today.titles.with(at, ''),
  }[how];
  const rows = today.rows.map((row) =>
    how === 'cells moved' ? { cells: row.cells.toSpliced(at, 0, '') } : row,
  );
  const touched = how === 'whole' ? NOTHING : ('all' as const);
  return { file: { ...today, titles, rows }, touched, note: `workbook, ${how} at ${at}`, asWorkbook: true };
}
