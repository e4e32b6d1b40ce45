import { compareText, foldForSearch } from '../../lib/text.ts';
import { piecesOf } from './compare-names.ts';
import type { Matchable } from './matchable.ts';
import { asNumber, type PackedNumbers, packNumbers } from './number-index.ts';
import {
  invert,
  Lists,
  lengthAt,
  listAt,
  Numbers,
  type PackedLists,
  type PackedTexts,
  Texts,
  textAt,
  Words,
} from './packed.ts';
import { foldCity } from './place-names.ts';
import { type PackedVocabulary, packVocabulary } from './vocabulary.ts';
import { firstWordsOf, wordsOf } from './words.ts';

/** The names, numbers and cities of vendors, prepared for looking up what people type. */
export interface PackedNames {
  /** As JSON. */
  readonly vendors: PackedTexts;
  /** Whose name each name is: twice the number of the vendor, and 1 more for a former name. Short names first. */
  readonly owners: Uint32Array;
  /** The numbers of the words of each name, with its neighbors as one between them. */
  readonly pieces: PackedLists;
  /** The names that have each of them. */
  readonly having: PackedLists;
  /** The words of names and neighbors as one, and behind them those of cities. */
  readonly vocabulary: PackedVocabulary;
  /** The spellings on file of each city, folded for search. */
  readonly cities: ReadonlyMap<string, readonly string[]>;
  readonly numbers: PackedNumbers;
}

/** Prepares vendors one after the other. Pure. */
export class NamesPacker<Vendor extends Matchable = Matchable> {
  readonly #vendors = new Texts();
  readonly #ids: string[] = [];
  /** The first name of each vendor. */
  readonly #firstName = new Numbers();
  readonly #owners = new Numbers();
  readonly #pieces = new Lists();
  readonly #words = new Words();
  readonly #digits: number[] = [];
  /** Of each vendor; the first city is for those without one. */
  readonly #cityOf = new Numbers();
  readonly #cities = new Map<string | null, number>([[null, 0]]);

  add(vendor: Vendor): void {
    const number = this.#ids.length;
    this.#ids.push(vendor.id);
    this.#firstName.push(this.#owners.size);
    this.#vendors.push(JSON.stringify(vendor));
    this.#digits.push(asNumber(vendor.digits));
    const city = this.#cities.get(vendor.city) ?? this.#cities.size;
    this.#cities.set(vendor.city, city);
    this.#cityOf.push(city);
    this.#addName(vendor.name, 2 * number);
    if (vendor.formerName !== null) this.#addName(vendor.formerName, 2 * number + 1);
  }

  #addName(name: string, owner: number): void {
    this.#owners.push(owner);
    this.#pieces.push(piecesOf(firstWordsOf(name)).map(({ text }) => this.#words.numberOf(text)));
  }

  /** Yields after most small pieces of work, so that whoever does it can let others go on in between; sorting and counting are done at once. */
  *pack(): Generator<undefined, PackedNames, undefined> {
    const [early, owners, names] = [this.#words.packed(), this.#owners.packed(), this.#pieces.packed()];
    const order = this.#shortFirst(names);
    const cities = [...this.#cities.keys()];
    // Numbered anew in the order of names, so that of words that are equally alike those of short names come first.
    const words = new Words();
    const numbered = new Uint32Array(early.ends.length);
    const pieces = new Lists();
    for (const name of order) {
      pieces.push(
        listAt(names, name).map((number) => {
          numbered[number] ||= words.numberOf(textAt(early, number)) + 1;
          return (numbered[number] ?? 0) - 1;
        }),
      );
      yield;
    }
    const count = words.size;
    const cityOf = this.#cityOf.packed();
    for (const city of new Set(order.map((name) => cityOf[(owners[name] ?? 0) >> 1] ?? 0)))
      for (const word of wordsOf(cities[city] ?? '')) words.numberOf(word);
    const packed = pieces.packed();
    return {
      vendors: this.#vendors.packed(),
      owners: order.map((name) => owners[name] ?? 0),
      pieces: packed,
      having: invert(packed, count),
      vocabulary: yield* packVocabulary(words.packed()),
      cities: spellingsOf(cities),
      numbers: packNumbers(Float64Array.from(this.#digits)),
    };
  }

  /**
   * The numbers of names, those of fewest words first: a bounded look at a common word sees those that are little more than it. Of equally
   * many words in the order of the vendors' ids, in whatever order they came.
   */
  #shortFirst(names: PackedLists): Uint32Array {
    const ids = this.#ids;
    const firstName = this.#firstName.packed();
    const byLength: Numbers[] = [];
    for (const vendor of Uint32Array.from(ids.keys()).sort((a, b) =>
      compareText(ids[a] ?? '', ids[b] ?? ''),
    )) {
      const end = firstName[vendor + 1] ?? names.ends.length;
      for (let name = firstName[vendor] ?? 0; name < end; name++) {
        const length = lengthAt(names, name);
        const ofLength = byLength[length] ?? new Numbers();
        byLength[length] = ofLength;
        ofLength.push(name);
      }
    }
    const order = new Uint32Array(names.ends.length);
    let at = 0;
    for (const ofLength of byLength) {
      if (!ofLength) continue;
      order.set(ofLength.packed(), at);
      at += ofLength.size;
    }
    return order;
  }
}

/** The memory that goes to another thread with them. */
export function memoryOf(names: PackedNames): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const collect = (part: unknown) => {
    if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
    else if (typeof part === 'object' && part !== null) for (const each of Object.values(part)) collect(each);
  };
  collect(names);
  return [...buffers];
}

function spellingsOf(cities: readonly (string | null)[]): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, string[]>();
  for (const city of cities) {
    const folded = foldCity(city ?? '');
    if (city === null || folded === '') continue;
    const known = spellings.get(folded) ?? [];
    const spelling = foldForSearch(city);
    if (!known.includes(spelling)) known.push(spelling);
    spellings.set(folded, known);
  }
  return spellings;
}
