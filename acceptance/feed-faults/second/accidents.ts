import { drawFrom } from '../../../src/lib/random.ts';
import { KINDS, type Kind, TEXT_KINDS } from '../columns.ts';
import { always, type Fault, isMany } from '../fault.ts';
import { columnAt, toText } from '../table.ts';
import { drawShare, editColumn, editColumns } from './edit.ts';

const NAMED: Readonly<Record<Kind, readonly string[]>> = {
  licenses: ['name', 'licensee', 'city', 'mailingName'],
  inspections: ['name', 'city', 'disposition', 'inspectionType'],
  closures: ['name', 'city', 'conditions'],
  new_licenses: ['name', 'applicationType', 'city'],
  ownership_changes: ['name', 'applicationType', 'city'],
  observations: ['text'],
};
const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&/g, '&amp;'],
  [/'/g, '&#39;'],
  [/"/g, '&quot;'],
  [/é/gi, '&eacute;'],
  [/ /g, '&nbsp;'],
];
const REPLACEMENTS: readonly (readonly [from: string, to: string])[] = [
  ['0', 'O'],
  ['1', 'l'],
  ['MFD', 'MFV'],
  ['CAT', 'CTR'],
  ['Call Back', 'Callback'],
  ['Callback', 'Call Back'],
  ['Not Complied', 'Complied'],
  ['Complied', 'Compiled'],
  ['Emergency', 'Urgent'],
  ['2014', '2015'],
  ['Food', 'Fd'],
  ['D4', 'D-4'],
  ['/20', '/'],
  [' - ', ' – '],
];
/** The replacement is also one of the regulator's terms. */
const PLAUSIBLE = '“Not Complied” by “Complied”';

/** Accidents: typing errors, and programs that escape, truncate or replace too much. */
export const ACCIDENTS: readonly Fault[] = [
  {
    name: 'html-entities',
    kinds: KINDS,
    damage(target, random) {
      const escapes = ENTITIES.slice(0, random() < 0.7 ? 4 : 5);
      const write = (cell: string) =>
        escapes.reduce((text, [mark, entity]) => text.replace(mark, entity), cell);
      return editColumns(
        target,
        drawShare(target, random),
        NAMED[target.kind],
        write,
        'marks as HTML entities',
      );
    },
    noticeable: always('names hold an ampersand and a semicolon'),
  },
  {
    name: 'names-in-quotes',
    kinds: KINDS,
    damage(target, random) {
      const [open, close] = drawFrom(random, [
        ['"', '"'],
        ["'", "'"],
        ['“', '”'],
        ['\\"', '\\"'],
      ] as const);
      const name = drawFrom(random, NAMED[target.kind]);
      return editColumn(
        target,
        drawShare(target, random),
        name,
        (cell) => `${open}${cell}${close}`,
        'in quotes',
      );
    },
    noticeable: always('names are in quotes that yesterday they did not have'),
  },
  {
    name: 'case-changed',
    kinds: KINDS,
    damage(target, random) {
      const write = drawFrom(random, [
        (cell: string) => cell.toLowerCase(),
        (cell: string) => cell.toUpperCase(),
        (cell: string) => cell.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()),
      ]);
      const names = drawFrom(random, [
        NAMED[target.kind],
        ['number', 'district', 'rank', 'code', 'class', 'pda'],
      ]);
      return editColumns(
        target,
        drawShare(target, random),
        names,
        write,
        `other case in ${names[0]} and others`,
      );
    },
    noticeable: always('the same words in another case: any difference is the import’s'),
  },
  {
    name: 'blanks-around',
    kinds: KINDS,
    damage(target, random) {
      const [before, after] = drawFrom(random, [
        ['', '   '],
        [' ', ''],
        ['\u00a0', '\u00a0'],
        ['\t', ''],
        ['', '\u200b'],
      ] as const);
      const name = drawFrom(random, [...target.today.columns.keys()]);
      return editColumn(
        target,
        drawShare(target, random),
        name,
        (cell) => `${before}${cell}${after}`,
        'blanks around',
      );
    },
    noticeable: always('the same words with blanks: any difference is the import’s'),
  },
  {
    name: 'find-and-replace',
    kinds: TEXT_KINDS,
    damage({ today }, random) {
      const text = toText(today);
      const possible = REPLACEMENTS.filter(([from]) => text.includes(from));
      const [from, to] = drawFrom(random, possible.length > 0 ? possible : REPLACEMENTS);
      const write = (row: { readonly cells: readonly string[] }) => ({
        cells: row.cells.map((cell) => cell.replaceAll(from, to)),
      });
      const note = `“${from}” by “${to}” everywhere`;
      return { file: { ...today, rows: today.rows.map(write) }, touched: 'all', note };
    },
    noticeable: {
      when: (size) => !size.note.startsWith(PLAUSIBLE) || isMany(size),
      because:
        'the words or numbers are not the regulator’s, except for a result that another visit could have',
    },
  },
  {
    name: 'replaced-in-column',
    kinds: KINDS,
    damage(target, random) {
      const column = drawFrom(random, [...target.today.columns.keys()]);
      const at = columnAt(target.today, column);
      const cells = target.today.rows.map(({ cells: each }) => each[at] ?? '').join('\n');
      const possible = REPLACEMENTS.filter(([from]) => cells.includes(from));
      if (possible.length === 0) return undefined;
      const [from, to] = drawFrom(random, possible);
      const damaged = editColumn(target, 'all', column, (cell) => cell.replaceAll(from, to), '');
      return { ...damaged, note: `“${from}” by “${to}” in ${column}` };
    },
    noticeable: {
      when: (size) =>
        isMany(size) ||
        !(size.note.startsWith(PLAUSIBLE) || / in (?:phone|mailing|line|street)/.test(size.note)),
      because:
        'the words or numbers are not the regulator’s, except for a result or an address that could be true',
    },
  },
  {
    name: 'fields-cut',
    kinds: KINDS,
    damage({ today }, random) {
      const length = drawFrom(random, [20, 30, 50]);
      const rows = today.rows.map(({ cells }) => ({ cells: cells.map((cell) => cell.slice(0, length)) }));
      return { file: { ...today, rows }, touched: 'all', note: `every cell cut to ${length} characters` };
    },
    noticeable: always('no cell is longer than that, and yesterday many were'),
  },
  {
    name: 'names-withheld',
    kinds: ['licenses', 'inspections', 'closures'],
    damage(target, random) {
      const word = drawFrom(random, [
        'CONFIDENTIAL',
        'REDACTED',
        'TEST',
        'N/A',
        'SEE FILE',
        'UNKNOWN',
        'XXXXXXXX',
        '-',
      ]);
      return editColumn(target, drawShare(target, random), 'name', () => word, `“${word}”`);
    },
    noticeable: always('the cell is not a name'),
  },
  {
    name: 'dispositions-as-codes',
    kinds: ['inspections'],
    damage(target, random) {
      const names = target.today.columns;
      const at = names.get('disposition') ?? 0;
      const words = [...new Set(target.today.rows.map(({ cells }) => cells[at] ?? ''))].sort();
      const write = (cell: string) => String(words.indexOf(cell) + 1).padStart(2, '0');
      return editColumn(target, drawShare(target, random), 'disposition', write, 'as a code');
    },
    noticeable: always('the cell is not a result of an inspection'),
  },
];
