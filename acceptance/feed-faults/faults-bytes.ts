import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { TEXT_KINDS } from './columns.ts';
import {
  always,
  type Damaged,
  describeRows,
  drawRows,
  drawSpan,
  type Fault,
  isMany,
  type Target,
} from './fault.ts';
import { isIn } from './faults-rows.ts';
import { EOL, linesOf, toText } from './table.ts';

const CUT: Fault['noticeable'] = {
  when: isMany,
  because: 'a file that ends early lacks what yesterday’s had; of fewer than six vendors it could be true',
};

/** Faults in the text as a whole: it is truncated, or has the wrong encoding, quoting or separators. */
export const BYTE_FAULTS: readonly Fault[] = [
  { name: 'cut-at-line', kinds: TEXT_KINDS, damage: (t, random) => cut(t, random, 'line'), noticeable: CUT },
  {
    name: 'cut-mid-line',
    kinds: TEXT_KINDS,
    damage: (t, random) => cut(t, random, 'middle'),
    noticeable: CUT,
  },
  {
    name: 'cut-mid-quote',
    kinds: TEXT_KINDS,
    damage: (t, random) => cut(t, random, 'quote'),
    noticeable: always('the last line ends inside a cell'),
  },
  {
    name: 'double-utf8',
    kinds: TEXT_KINDS,
    damage({ today }) {
      const twice = Buffer.from(Buffer.from(toText(today)).toString('latin1'));
      return { file: twice, touched: 'all', note: 'UTF-8 encoded twice' };
    },
    noticeable: always('names hold Ã and Â'),
  },
  {
    name: 'lost-characters',
    kinds: TEXT_KINDS,
    damage({ today }, random) {
      const lost = drawFrom(random, ['?', '\ufffd', '¿', '']);
      const file = toText(today).replace(/[^\x20-\x7e\r\n\t]/g, lost);
      return { file, touched: 'all', note: `characters beyond ASCII as “${lost}”` };
    },
    noticeable: always('names hold a mark in the middle of a word, or lost a letter since yesterday'),
  },
  {
    name: 'windows-1252',
    kinds: TEXT_KINDS,
    damage({ today }) {
      const bytes = Uint8Array.from(toText(today), (char) => windows1252(char));
      return { file: bytes, touched: 'all', note: 'Windows-1252 where UTF-8 was' };
    },
    noticeable: always('the same words in another encoding: any difference is the import’s'),
  },
  {
    name: 'utf16',
    kinds: TEXT_KINDS,
    damage: ({ today }, random) => ({
      file: Buffer.from(`${random() < 0.5 ? '\ufeff' : ''}${toText(today)}`, 'utf16le'),
      touched: 'all',
      note: 'UTF-16',
    }),
    noticeable: always('every second byte is 0'),
  },
  {
    name: 'nul-bytes',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const file = editLines(target, rows, (line) => {
        const at = drawInt(random, line.length);
        return `${line.slice(0, at)}\0${line.slice(at + drawInt(random, 2))}`;
      });
      return { file, touched: rows, note: `a NUL in ${describeRows(rows)}` };
    },
    noticeable: always('text has no NUL'),
  },
  {
    name: 'bom-in-middle',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const file = editLines(target, rows, (line) => `\ufeff${line}`);
      return { file, touched: rows, note: `a byte-order mark before ${describeRows(rows)}` };
    },
    noticeable: always('a byte-order mark stands at the beginning only'),
  },
  {
    name: 'quotes-broken',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const mend = drawFrom(random, [
        (line: string) => dropOne(line, '"', random),
        (line: string) => line.replaceAll('"', ''),
        (line: string) => `${line.slice(0, line.length / 2)}"${line.slice(line.length / 2)}`,
        (line: string) => line.replaceAll('"', "'"),
      ]);
      return { file: editLines(target, rows, mend), touched: rows, note: `quotes, ${describeRows(rows)}` };
    },
    noticeable: always('quotes do not pair, or cells have quotes of another kind than yesterday'),
  },
  {
    name: 'commas-lost',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const file = editLines(target, rows, (line) => dropOne(line, ',', random));
      return { file, touched: rows, note: `a comma lost in ${describeRows(rows)}` };
    },
    noticeable: always('the row has a column fewer'),
  },
  {
    name: 'other-delimiter',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const mark = drawFrom(random, [';', '\t', '|']);
      const rows = random() < 0.7 ? 'all' : drawRows(target, random);
      const swap = (line: string) => line.replaceAll('","', `"${mark}"`).replaceAll(',', mark);
      const file = editLines(target, rows, swap, rows === 'all');
      return { file, touched: rows, note: `“${mark}” between cells, ${describeRows(rows)}` };
    },
    noticeable: always('the cells are separated otherwise'),
  },
  {
    name: 'line-ends-lost',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const joined = linesOf(target.today);
      const first = target.today.titles ? 1 : 0;
      const file = joined
        .map((line, index) => `${line}${isIn(rows, index - first) && index >= first ? '' : EOL}`)
        .join('');
      return {
        file,
        touched: withNext(rows),
        note: `line end lost in ${describeRows(rows)}`,
        rowsPerLine: 2,
      };
    },
    noticeable: always('a line has the columns of two'),
  },
  {
    name: 'lines-broken',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const rows = drawRows(target, random);
      const file = editLines(target, rows, (line) => {
        const at = drawInt(random, line.length);
        return `${line.slice(0, at)}${EOL}${line.slice(at)}`;
      });
      return { file, touched: rows, note: `a line end inside ${describeRows(rows)}` };
    },
    noticeable: always('a line has fewer columns, or a mark or tier of a text is broken'),
  },
  {
    name: 'random-bytes',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const bytes = Buffer.from(toText(target.today));
      const count = 1 + drawInt(random, 50);
      const start = Math.floor(bytes.length / 10);
      for (let index = 0; index < count; index++)
        bytes[start + drawInt(random, bytes.length - start)] = drawInt(random, 256);
      return { file: bytes, touched: 'all', note: `${count} random bytes` };
    },
    noticeable: {
      when: () => false,
      because: 'a changed letter or digit of a row here and there reads like another one',
    },
  },
  {
    name: 'zeroed-block',
    kinds: TEXT_KINDS,
    damage(target, random) {
      const bytes = Buffer.from(toText(target.today));
      const block = drawSpan(bytes.length, random);
      const start = Math.max(Math.min(5_000, Math.floor(bytes.length / 2)), block.start);
      const end = Math.min(bytes.length, start + block.length);
      bytes.fill(drawFrom(random, [0, 32]), start, end);
      return { file: bytes, touched: 'all', note: `${end - start} bytes overwritten` };
    },
    noticeable: always('a part of the file is blank'),
  },
];

const PUNCTUATION = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windows1252(char: string): number {
  const at = PUNCTUATION.indexOf(char);
  return at >= 0 ? 0x80 + at : char.charCodeAt(0);
}

function editLines(
  { today }: Target,
  rows: ReadonlySet<number> | 'all',
  edit: (line: string) => string,
  withTitles = false,
): string {
  const first = today.titles ? 1 : 0;
  return linesOf(today)
    .map((line, index) => {
      const isEdited = index < first ? withTitles : isIn(rows, index - first);
      return `${isEdited ? edit(line) : line}${EOL}`;
    })
    .join('');
}

function dropOne(line: string, mark: string, random: Random): string {
  const places = [...line.matchAll(mark === '"' ? /"/g : /,/g)].map(({ index }) => index);
  if (places.length === 0) return line;
  const at = drawFrom(random, places);
  return line.slice(0, at) + line.slice(at + 1);
}

function withNext(rows: ReadonlySet<number> | 'all'): ReadonlySet<number> | 'all' {
  return rows === 'all' ? rows : new Set([...rows].flatMap((index) => [index, index + 1]));
}

/**
 * Truncates the file after 10–99 % of its lines: at the end of a line, in the middle, or inside a quoted
 * cell.
 */
function cut({ today }: Target, random: Random, where: 'line' | 'middle' | 'quote'): Damaged {
  const lines = linesOf(today);
  const share = 0.1 + random() * 0.89;
  const last = Math.max(today.titles ? 1 : 0, Math.floor(lines.length * share));
  const whole = lines.slice(0, last).map((line) => `${line}${EOL}`);
  const line = lines[last] ?? '';
  const quote = line.indexOf('"', drawInt(random, Math.max(1, line.length / 2)));
  const part = { line: 0, middle: drawInt(random, line.length), quote: quote + 2 }[where];
  const firstGone = last - (today.titles ? 1 : 0);
  const touched = new Set([...today.rows.keys()].filter((index) => index >= firstGone));
  const note = `cut at ${Math.round(share * 100)} %, ${describeRows(touched)} gone`;
  return { file: whole.join('') + line.slice(0, part), touched, note };
}
