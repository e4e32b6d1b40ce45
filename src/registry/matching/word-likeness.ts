import { editDistance } from '../../lib/text/edit-distance.ts';

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
function withSound(text: string, sound: string): Spelling {
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
