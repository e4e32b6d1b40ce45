import type { DatabaseSync } from 'node:sqlite';
import { piecesOf } from '../matching/compare-names.ts';
import { firstWordsOf } from '../matching/words.ts';

/** By what a search finds vendors: parts of their texts, and how many names have a word. */

/** The pieces of names are counted when all are written. */
export const PIECES = 'create temp table name_pieces (piece text not null);';

/**
 * A trigram finds parts of words. The texts themselves are in `vendors`; `vendor_trigrams` shows which are rare. `name_words` lists the words
 * that several names have, and `vendors_by_name` the vendors in the order of answers.
 */
const INDEXES = `
  create index vendors_by_digits on vendors (digits);
  create index vendors_by_name on vendors (on_file desc, search_name, id);
  create virtual table vendor_text using fts5(search_name, search_aka, search_text, content='vendors',
    content_rowid='position', tokenize='trigram case_sensitive 1', detail='full');
  insert into vendor_text (vendor_text) values ('rebuild');
  insert into vendor_text (vendor_text) values ('optimize');
  create virtual table temp.trigrams using fts5vocab('main', 'vendor_text', 'row');
  create table vendor_trigrams (term text primary key, vendors integer not null) without rowid;
  insert into vendor_trigrams select term, doc from temp.trigrams;
  drop table temp.trigrams;
  create table name_words (word text primary key, names integer not null) without rowid;
  insert into name_words select piece, count(*) from temp.name_pieces group by piece having count(*) > 1;
  drop table temp.name_pieces;`;

/** Returns a function that notes down the words of a name. */
export function prepareNotingNames(snapshot: DatabaseSync): (name: string | null) => void {
  const insert = snapshot.prepare('insert into temp.name_pieces values (?)');
  return (name) => {
    if (name === null) return;
    for (const piece of new Set(piecesOf(firstWordsOf(name)).map(({ text }) => text))) insert.run(piece);
  };
}

/** Indexes the vendors of a snapshot when all are written. */
export function indexTexts(snapshot: DatabaseSync): void {
  snapshot.exec(INDEXES);
}
