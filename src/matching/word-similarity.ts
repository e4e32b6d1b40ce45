import { editDistance } from '../lib/text/edit-distance.ts';

/**
 * Measures how similar two words are, from 0 to 1, by their letters and their sound and by whether one begins
 * with the other.
 */

/** Two words with a lower similarity than this are considered different. */
export const SIMILARITY_MIN = 0.6;
const SOUND_LIKENESS_MAX = 0.95;
const BEGINNING_LETTERS_MIN = 3;

/** A word and its sound, computed only once. */
export interface Spelling {
  readonly text: string;
  readonly sound: string;
  readonly hasSpellings: boolean;
  /** The letters of the word and of its sound, as bitmasks from {@link lettersOf}. */
  readonly textLetters: number;
  readonly soundLetters: number;
}

export function spellingOf(text: string): Spelling {
  return withSound(text, soundOf(text));
}

/** Creates a Spelling for a word whose sound is already known. */
function withSound(text: string, sound: string): Spelling {
  return {
    text,
    sound,
    hasSpellings: hasSpellings(text),
    textLetters: lettersOf(text),
    soundLetters: lettersOf(sound),
  };
}

/**
 * Returns the similarity of two words: 1 for the same word, and 0 if neither can be a spelling of the other.
 */
export function similarity(a: Spelling, b: Spelling): number {
  if (a.text === b.text) return 1;
  if (!a.hasSpellings || !b.hasSpellings) return 0;
  const spelled = byLetters(a.text, b.text, a.textLetters, b.textLetters);
  const isHeardAsSpelled = a.sound === a.text && b.sound === b.text;
  const heard =
    a.sound === b.sound
      ? 1
      : isHeardAsSpelled
        ? spelled
        : byLetters(a.sound, b.sound, a.soundLetters, b.soundLetters);
  const likest = Math.max(spelled, SOUND_LIKENESS_MAX * heard, byBeginning(a.text, b.text));
  return likest < SIMILARITY_MIN ? 0 : likest;
}

/**
 * Returns true if the word may have other spellings. If a number or a short word has one more or one less
 * character, it is a different word.
 */
function hasSpellings(word: string): boolean {
  return word.length >= 3 && !DIGIT.test(word);
}

const DIGIT = /\d/;

function byLetters(a: string, b: string, lettersOfA: number, lettersOfB: number): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  const most = Math.floor(longer * (1 - SIMILARITY_MIN));
  // Each letter that only one of the words contains takes a separate edit. Almost all pairs of words differ
  // by more than `most` letters, so this check is enough for them.
  if (countOnes(lettersOfA & ~lettersOfB) > most || countOnes(lettersOfB & ~lettersOfA) > most) return 0;
  const edits = editDistance(a, b, most);
  return edits === undefined ? 0 : 1 - edits / longer;
}

const BITS = 32;

/** Returns a bitmask of the letters in a word. Several letters may share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) % BITS);
  return letters;
}

function countOnes(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function byBeginning(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < BEGINNING_LETTERS_MIN || !long.startsWith(short)) return 0;
  return 0.5 + (0.45 * short.length) / long.length;
}

/**
 * Returns how a word sounds: letters that sound the same are replaced by the same letter, and doubled letters
 * by one.
 */
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
