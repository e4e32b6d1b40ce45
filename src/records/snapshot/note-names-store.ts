import type { DatabaseSync } from 'node:sqlite';
import { piecesOf } from '../../matching/compare-names.ts';
import { firstWordsOf } from '../../matching/vendor-words.ts';

/** Returns a function that saves the words of a name. They are counted when a snapshot is finished. */
export function prepareNotingNames(snapshot: DatabaseSync): (name: string | null) => void {
  const insert = snapshot.prepare('insert into temp.name_pieces values (?)');
  return (name) => {
    if (name === null) return;
    for (const piece of new Set(piecesOf(firstWordsOf(name)).map(({ text }) => text))) insert.run(piece);
  };
}
