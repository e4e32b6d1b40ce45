import type { Kysely } from 'kysely';
import { rawQuery } from './raw-query.ts';
import type { RegistrySchema } from './schema-registry.ts';
import { upsertRows } from './upsert.ts';

/**
 * How many vendors' search texts hold each term of one or two letters. No index finds those, and counting them anew reads every
 * vendor; so a publication counts what it changes, in its transaction.
 */

type Db = Pick<Kysely<RegistrySchema>, 'executeQuery' | 'getExecutor'>;

/** Longest term that is counted, in UTF-16 code units; trigrams find longer ones. */
export const SHORT_TERM_MAX = 2;

const TEXTS_AT_ONCE = 2_000;
const TERMS_AT_ONCE = 512;

/** By transaction, what it changed so far: a first publication touches each term thousands of times. */
const changed = new WeakMap<object, Map<string, number>>();

/** Notes down texts that a transaction takes away and texts that it brings; {@link writeShortTerms} stores the difference. */
export function noteSearchTexts(tx: object, gone: readonly string[], added: readonly string[]): void {
  const counts = changed.get(tx) ?? new Map<string, number>();
  changed.set(tx, counts);
  addTerms(counts, gone, -1);
  addTerms(counts, added, 1);
}

/** Stores what was noted down in the transaction. */
export async function writeShortTerms(tx: Kysely<RegistrySchema>): Promise<void> {
  const differences = [...(changed.get(tx) ?? [])].filter(([, difference]) => difference !== 0);
  changed.delete(tx);
  for (let start = 0; start < differences.length; start += TERMS_AT_ONCE) {
    const some = differences.slice(start, start + TERMS_AT_ONCE);
    const stored = await tx
      .selectFrom('short_terms')
      .select(['term', 'vendors'])
      .where(
        'term',
        'in',
        some.map(([term]) => term),
      )
      .execute();
    const before = new Map(stored.map(({ term, vendors }) => [term, vendors]));
    const rows = some.map(([term, difference]) => ({ term, vendors: (before.get(term) ?? 0) + difference }));
    await upsertRows(tx, 'short_terms', ['term'], rows);
  }
}

/** How many vendors' search texts hold the term, which has at most {@link SHORT_TERM_MAX} letters. One look-up. */
export async function countShortTerm(db: Db, term: string): Promise<number> {
  const text = 'select vendors from short_terms where term = ?';
  const [row] = await rawQuery<{ vendors: number }>(db, text, [term]);
  return row?.vendors ?? 0;
}

/** Counts the terms of all vendors, a part at a time: for a database that was published before they were counted. */
export async function countAllShortTerms(tx: Kysely<RegistrySchema>): Promise<void> {
  let position = -1;
  for (;;) {
    const rows = await tx
      .selectFrom('vendors')
      .select(['position', 'search_text'])
      .where('position', '>', position)
      .orderBy('position')
      .limit(TEXTS_AT_ONCE)
      .execute();
    noteSearchTexts(
      tx,
      [],
      rows.map(({ search_text }) => search_text),
    );
    const last = rows.at(-1);
    if (!last) break;
    position = last.position;
  }
  await writeShortTerms(tx);
}

function addTerms(counts: Map<string, number>, texts: readonly string[], difference: number): void {
  for (const text of texts)
    for (const term of shortTermsOf(text)) counts.set(term, (counts.get(term) ?? 0) + difference);
}

/** Every term of one or two letters that a text holds, once. Terms of a search have neither blanks nor bars. */
export function shortTermsOf(text: string): Set<string> {
  const terms = new Set<string>();
  let before = '';
  for (const letter of text) {
    const isPart = letter !== ' ' && letter !== '|';
    if (isPart) terms.add(letter);
    const both = before + letter;
    if (isPart && before !== '' && both.length <= SHORT_TERM_MAX) terms.add(both);
    before = isPart ? letter : '';
  }
  return terms;
}
