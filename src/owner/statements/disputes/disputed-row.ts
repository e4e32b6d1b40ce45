import type { Language } from '../../../lib/language/language.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { parseCategories } from '../../../regulator/source/categories.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { ROW_FACTS } from '../messages.ts';

/** A row in the regulator's record, reduced to the fields that a dispute can be about. */
export interface DisputedRow {
  readonly visited_on: string;
  readonly inspection_type: string;
  readonly disposition: string;
  /** All four counts are null if they are unknown. */
  readonly total: number | null;
  readonly high_priority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  /** Citations by category, `8:2,35:1`. */
  readonly categories: string;
}

interface CitedCategory {
  readonly category: number;
  readonly title: string;
  readonly count: number;
}

/** Returns the row as stored with a dispute. Equal rows produce equal text. */
export function rowText(row: DisputedRow): string {
  const { visited_on, inspection_type, disposition, total, high_priority, intermediate, basic, categories } =
    row;
  return JSON.stringify({
    visited_on,
    inspection_type,
    disposition,
    total,
    high_priority,
    intermediate,
    basic,
    categories,
  });
}

/** Parses the text from {@link rowText}. */
export function parseRow(text: string): DisputedRow {
  return parseStored<DisputedRow>(text);
}

/**
 * Returns true if the regulator's row differs from the disputed one: it was removed, or has a different
 * disposition or different counts. Unknown counts on either side are not a correction.
 */
export function isCorrected(disputed: DisputedRow, now: DisputedRow | undefined): boolean {
  if (now === undefined) return true;
  const isCounted = disputed.total !== null && now.total !== null;
  const compared = isCounted ? now : { ...now, ...countsOf(disputed) };
  return substance(disputed) !== substance(compared);
}

/**
 * Returns the facts of a row that differ from another's, each in words, if {@link isCorrected} considers the
 * rows different.
 */
export function differingFacts(row: DisputedRow, other: DisputedRow, language: Language = 'en'): string {
  const isCounted = row.total !== null && other.total !== null;
  const [own = [], others = []] = [row, other].map((each) => factsOf(each, isCounted, language));
  return own.filter((fact, index) => fact !== others[index]).join('; ');
}

function factsOf(row: DisputedRow, isCounted: boolean, language: Language): readonly string[] {
  const t = ROW_FACTS[language];
  const known = (each: number | null) => ({ count: each === null ? t.unknown : String(each) });
  const cited = parseCategories(row.categories).sort(([a], [b]) => a - b);
  const list = cited.map(([category, times]) => `${category}${times === 1 ? '' : ` (${times})`}`);
  const facts = [
    t.on({ day: describeDay(row.visited_on, language) }),
    t.kind({ text: row.inspection_type }),
    t.result({ text: `"${row.disposition}"` }),
  ];
  if (!isCounted) return facts;
  return [
    ...facts,
    t.violations(known(row.total)),
    t.high(known(row.high_priority)),
    t.intermediate(known(row.intermediate)),
    t.basic(known(row.basic)),
    t.cited({ list: list.length === 0 ? t.none : list.join(', ') }),
  ];
}

function countsOf({ total, high_priority, intermediate, basic, categories }: DisputedRow) {
  return { total, high_priority, intermediate, basic, categories };
}

/** Returns the categories cited in a row. */
export function citedCategories({ categories }: DisputedRow, language: Language = 'en'): CitedCategory[] {
  return parseCategories(categories).map(([category, count]) => ({
    category,
    count,
    title: REGULATOR.categoryTitle(category, language),
  }));
}

/**
 * Returns the facts that identify a row. The visit's date and kind are among them, so a visit that was moved
 * to another date is a different row.
 */
function substance(row: DisputedRow): string {
  const categories = parseCategories(row.categories).sort(([a], [b]) => a - b);
  return rowText({ ...row, categories: categories.map((pair) => pair.join(':')).join(',') });
}
