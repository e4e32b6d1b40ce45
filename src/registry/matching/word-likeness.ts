/** How alike two words are, from 0 to 1: by letters, by sound, and as the beginning of one another. */

/** Below this, two words are different words. */
export const LIKENESS_MIN = 0.6;
const SOUND_LIKENESS_MAX = 0.95;
const BEGINNING_LETTERS_MIN = 3;

/** A word with what it sounds like, so that this is worked out once. */
export interface Spelling {
  readonly text: string;
  readonly sound: string;
  readonly hasSpellings: boolean;
}

export function spellingOf(text: string): Spelling {
  return withSound(text, soundOf(text));
}

/** Where it is known what a word sounds like. */
export function withSound(text: string, sound: string): Spelling {
  return { text, sound, hasSpellings: hasSpellings(text) };
}

/** 1 for the same word; 0 for words of which neither is a spelling of the other. */
export function likeness(a: Spelling, b: Spelling): number {
  if (a.text === b.text) return 1;
  if (!a.hasSpellings || !b.hasSpellings) return 0;
  const spelled = byLetters(a.text, b.text);
  const isHeardAsSpelled = a.sound === a.text && b.sound === b.text;
  const heard = a.sound === b.sound ? 1 : isHeardAsSpelled ? spelled : byLetters(a.sound, b.sound);
  const likest = Math.max(spelled, SOUND_LIKENESS_MAX * heard, byBeginning(a.text, b.text));
  return likest < LIKENESS_MIN ? 0 : likest;
}

/** One letter more or less makes another number, and another short word. */
function hasSpellings(word: string): boolean {
  return word.length >= 3 && !DIGIT.test(word);
}

const DIGIT = /\d/;

function byLetters(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  const edits = editDistance(a, b, Math.floor(longer * (1 - LIKENESS_MIN)));
  return edits === undefined ? 0 : 1 - edits / longer;
}

function byBeginning(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < BEGINNING_LETTERS_MIN || !long.startsWith(short)) return 0;
  return 0.5 + (0.45 * short.length) / long.length;
}

/** Letters that are heard alike are written alike, doubled ones once. */
function soundOf(word: string): string {
  return word
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replace(/ph/g, 'f')
    .replace(/[aeiou]gh(?=t)/g, 'i')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/qu/g, 'kw')
    .replace(/ck|c|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/z/g, 's')
    .replace(/y/g, 'i')
    .replace(/(ea|ee|ie)/g, 'i')
    .replace(/(oo|ou)/g, 'u')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/(?<=.)e$/, '');
}

/** Words are compared by the thousand: those of usual length share their room. */
const USUAL = 64;
const ROWS = [new Uint16Array(USUAL), new Uint16Array(USUAL), new Uint16Array(USUAL)] as const;

function roomFor(word: string): Uint16Array {
  return new Uint16Array(word.length + 1);
}

/** Letters added, left out, changed or exchanged with their neighbor; undefined when more than `most`. */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let [beforeLast, last, row] = b.length < USUAL ? ROWS : [roomFor(b), roomFor(b), roomFor(b)];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const [own, before] = [a.charCodeAt(i - 1), a.charCodeAt(i - 2)];
    let fewest = i;
    // Further from the diagonal than `most`, there are more edits than that.
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    if (from > 1) row[from - 1] = most + 1;
    if (to < b.length) row[to + 1] = most + 1;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = (last[j - 1] ?? 0) + (own === other ? 0 : 1);
      edits = Math.min(edits, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && own === b.charCodeAt(j - 2) && before === other)
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = edits;
      if (edits < fewest) fewest = edits;
    }
    if (fewest > most) return undefined;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const edits = last[b.length] ?? 0;
  return edits <= most ? edits : undefined;
}
