/**
 * Texts and lists of numbers in plain memory. What consists of these alone is small, costs the garbage collector nothing, and goes
 * from one thread to another without being copied.
 */

/** Texts as UTF-8, one behind the other; `ends` has for each one where it ends. */
export interface PackedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Distinct texts: `slots` has their numbers, counted from 1, at places that their bytes lead to. */
export interface PackedWords extends PackedTexts {
  readonly slots: Uint32Array;
}

/** Lists of numbers, one behind the other; `ends` has for each one where it ends. */
export interface PackedLists {
  readonly values: Uint32Array;
  readonly ends: Uint32Array;
}

const FIRST_BYTES = 4_096;
const FIRST_NUMBERS = 1_024;
/** In UTF-8, for each of what JavaScript counts as the length of a text. */
const BYTES_MAX = 3;
/** Longer words are not looked up. */
const LOOKED_UP_MAX = 1_024;

/** A growing list of numbers from 0 to 2³² − 1. */
export class Numbers {
  #values = new Uint32Array(FIRST_NUMBERS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const larger = new Uint32Array(2 * this.#size);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#size++] = value;
  }

  /** Shares the memory. */
  packed(): Uint32Array {
    return this.#values.subarray(0, this.#size);
  }
}

/** A growing list of lists of numbers. */
export class Lists {
  readonly #values = new Numbers();
  readonly #ends = new Numbers();

  push(list: Iterable<number>): void {
    for (const value of list) this.#values.push(value);
    this.#ends.push(this.#values.size);
  }

  packed(): PackedLists {
    return { values: this.#values.packed(), ends: this.#ends.packed() };
  }
}

/** A growing list of texts, each with a number: 0, 1, 2… */
export class Texts {
  #bytes = bufferOf(FIRST_BYTES);
  readonly #ends = new Numbers();
  #end = 0;

  push(text: string): void {
    this.#end += this.#write(text);
    this.#ends.push(this.#end);
  }

  packed(): OpenTexts {
    return { bytes: this.#bytes, ends: this.#ends.packed() };
  }

  /** Behind the last one; how many bytes. */
  #write(text: string): number {
    const needed = this.#end + BYTES_MAX * text.length;
    if (needed > this.#bytes.length) {
      const larger = bufferOf(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return this.#bytes.write(text, this.#end);
  }
}

/** A growing list of distinct words. */
export class Words {
  readonly #texts = new Texts();
  #slots = new Uint32Array(FIRST_NUMBERS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of a word, a new one for a new word. */
  numberOf(word: string): number {
    const texts = this.#texts.packed();
    const slot = slotOf(texts, this.#slots, word);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#texts.push(word);
    this.#slots[slot] = ++this.#size;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return this.#size - 1;
  }

  packed(): PackedWords & OpenTexts {
    return { ...this.#texts.packed(), slots: this.#slots };
  }

  #spread(): void {
    const texts = this.#texts.packed();
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#size; number++)
      this.#slots[slotOf(texts, this.#slots, textAt(texts, number))] = number + 1;
  }
}

/** Texts that can be read. */
export interface OpenTexts extends PackedTexts {
  readonly bytes: Buffer;
}

/** Also where they came from another thread as mere bytes. */
export function openTexts<Packed extends PackedTexts>(packed: Packed): Packed & OpenTexts {
  const { buffer, byteOffset, byteLength } = packed.bytes;
  return { ...packed, bytes: Buffer.from(buffer, byteOffset, byteLength) };
}

/** A text by its number, which must be one of them. */
export function textAt({ bytes, ends }: OpenTexts, number: number): string {
  return bytes.toString('utf8', startOf(ends, number), ends[number]);
}

/** The number of a word; -1 for one that is not among them. */
export function findWord(words: PackedWords, word: string): number {
  return word.length > LOOKED_UP_MAX ? -1 : (words.slots[slotOf(words, words.slots, word)] ?? 0) - 1;
}

/** A view of a list; an empty one for a number that no list has. */
export function listAt({ values, ends }: PackedLists, number: number): Uint32Array {
  return values.subarray(startOf(ends, number), ends[number] ?? 0);
}

/** How long a list is; 0 for a number that no list has. */
export function lengthAt({ ends }: PackedLists, number: number): number {
  return Math.max(0, (ends[number] ?? 0) - startOf(ends, number));
}

/** For each number below `count`: which lists have it, in their order, each once. */
export function invert(lists: PackedLists, count: number): PackedLists {
  const ends = new Uint32Array(count);
  eachOnce(lists, count, (value) => {
    ends[value] = (ends[value] ?? 0) + 1;
  });
  // Where the first of each goes; filling moves it to where the last one ends.
  let all = 0;
  for (const [value, size] of ends.entries()) {
    ends[value] = all;
    all += size;
  }
  const values = new Uint32Array(all);
  eachOnce(lists, count, (value, list) => {
    const place = ends[value] ?? 0;
    values[place] = list;
    ends[value] = place + 1;
  });
  return { values, ends };
}

/** Each value of each list, once for a list. */
function eachOnce(
  { values, ends }: PackedLists,
  count: number,
  use: (value: number, list: number) => void,
): void {
  const lastSeenIn = new Uint32Array(count);
  let at = 0;
  for (const [list, end] of ends.entries())
    for (; at < end; at++) {
      const value = values[at] ?? 0;
      if (lastSeenIn[value] !== list + 1) use(value, list);
      lastSeenIn[value] = list + 1;
    }
}

/** The first index for which a condition holds that holds for all behind it, too; `count` where there is none. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function startOf(ends: Uint32Array, number: number): number {
  return number <= 0 ? 0 : (ends[number - 1] ?? 0);
}

/** What a word is looked up in; longer ones get room of their own. */
const USUAL = bufferOf(BYTES_MAX * LOOKED_UP_MAX);

/** Where a word stands among the slots, or would stand. Half of them are free. */
function slotOf({ bytes, ends }: PackedTexts, slots: Uint32Array, word: string): number {
  const room = word.length > LOOKED_UP_MAX ? bufferOf(BYTES_MAX * word.length) : USUAL;
  const length = room.write(word);
  const last = slots.length - 1;
  for (let slot = hashOf(room, length) & last; ; slot = (slot + 1) & last) {
    const number = slots[slot] ?? 0;
    if (number === 0) return slot;
    const start = startOf(ends, number - 1);
    if ((ends[number - 1] ?? 0) - start === length && isSame(bytes, start, room, length)) return slot;
  }
}

function isSame(bytes: Uint8Array, start: number, room: Uint8Array, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[start + index] !== room[index]) return false;
  return true;
}

/** FNV-1a, with its high bits in the low ones. */
function hashOf(room: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < length; index++) hash = Math.imul(hash ^ (room[index] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Memory of its own, which can go to another thread. */
function bufferOf(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes));
}
