import type { Static } from 'typebox';
import type { Scorecard } from '../../../src/judgment/scorecard/schemas.ts';
import { cellAt, type Table } from '../table.ts';
import { fold } from './owners.ts';

/** Personal data in the good files that must never be served. `streets` and `people` are folded. */
export interface PersonalData {
  readonly streets: ReadonlySet<string>;
  /** Licensees and mailing names that are not also business names. */
  readonly people: ReadonlySet<string>;
  /** Inspectors' original texts in the file. */
  readonly rawTexts: readonly string[];
}

const STREET_COLUMNS = ['street', 'line2', 'line3', 'mailingStreet', 'mailingLine2', 'mailingLine3'];
const PEOPLE_COLUMNS = ['licensee', 'mailingName'];
/** Anything shorter is an apartment number or an initial, and could be part of a business name. */
const SHORT = 6;

export function readPersonalData(tables: readonly Table[]): PersonalData {
  const streets = new Set<string>();
  const people = new Set<string>();
  const names = new Set<string>();
  const rawTexts: string[] = [];
  for (const table of tables)
    for (const row of table.rows) {
      const cells = (columns: readonly string[]) =>
        columns.filter((name) => table.columns.has(name)).map((name) => cellAt(table, row, name));
      for (const cell of cells(STREET_COLUMNS))
        if (/\d/.test(cell) && /\p{L}/u.test(cell) && fold(cell).length >= SHORT) streets.add(fold(cell));
      for (const cell of cells(PEOPLE_COLUMNS)) if (fold(cell).length >= SHORT) people.add(fold(cell));
      for (const cell of cells(['name'])) names.add(fold(cell));
      if (table.kind === 'observations') rawTexts.push(cellAt(table, row, 'text'));
    }
  return { streets, people: new Set([...people].filter((each) => !names.has(each))), rawTexts };
}

/**
 * Matches ten digits, or seven with a separator, as people write them. A hexadecimal id can contain such a
 * sequence.
 */
const PHONE = /(?<![\w-])(?:(?:\(?\d{3}\)?[-. ]{0,2})?\d{3}[-. ]\d{4}|\d{10})(?![\w-])/g;
/** Text quoted in a sentence, for example the name on an inspection. */
const QUOTED = /“([^”]*)”/g;

/** Returns the kinds of personal data that appear in the texts but not in the vendor's good records. */
export function findPersonalData(
  texts: ReadonlySet<string>,
  goodTexts: ReadonlySet<string>,
  { streets, people, rawTexts }: PersonalData,
): string[] {
  const fresh = [...texts].filter((text) => !goodTexts.has(text));
  if (fresh.length === 0) return [];
  const good = [...goodTexts].join('\n');
  const goodDigits = new Set([...good.matchAll(PHONE)].map(([phone]) => phone.replace(/\D/g, '')));
  const parts = fresh.flatMap((text) => [
    text,
    ...[...text.matchAll(QUOTED)].map(([, quoted]) => quoted ?? ''),
  ]);
  const folded = new Set(parts.map(fold));
  const goodFolded = new Set([...goodTexts].map(fold));
  const shows = (unserved: ReadonlySet<string>) =>
    [...folded].some((each) => unserved.has(each) && !goodFolded.has(each));
  const phones = fresh.flatMap((text) =>
    [...text.matchAll(PHONE)].map(([phone]) => phone.replace(/\D/g, '')),
  );
  const employees = employeesIn(goodTexts, rawTexts);
  const isEmployeeNamed = employees.some((name) => {
    const pattern = new RegExp(`(?<!\\p{L})${escapeRegExp(name)}(?!\\p{L})`, 'u');
    return fresh.some((text) => pattern.test(text)) && !pattern.test(good);
  });
  return [
    ...(phones.some((phone) => !goodDigits.has(phone)) ? ['a phone number'] : []),
    ...(shows(streets) ? ['a street address'] : []),
    ...(shows(people) ? ['the name of a licensee'] : []),
    ...(isEmployeeNamed ? ['the name of an employee'] : []),
  ];
}

const STRUCK = '[name]';

/** Returns the names that were redacted from the good texts, by comparing them with the texts in the file. */
function employeesIn(goodTexts: ReadonlySet<string>, rawTexts: readonly string[]): string[] {
  return [...goodTexts].flatMap((text) => {
    if (!text.includes(STRUCK)) return [];
    const pattern = new RegExp(text.split(STRUCK).map(escapeRegExp).join('(.{2,80}?)'), 'u');
    return rawTexts.flatMap((raw) => pattern.exec(raw)?.slice(1) ?? []);
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Returns every text in a served record. */
export function servedTexts(scorecard: Static<typeof Scorecard>): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit(scorecard);
  return texts;
}
