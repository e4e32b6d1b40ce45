import { parseStored } from '../../lib/stored-json.ts';
import type { Work } from './bounded-work.ts';
import { createScratch, findCandidates, type Meant, NAME_LOOKS_MAX } from './candidates.ts';
import { piecesOf } from './compare-names.ts';
import { type Matcher, matchOver, type NamedVendor } from './match-vendors.ts';
import type { Matchable } from './matchable.ts';
import { vendorsNear, vendorsWith } from './number-index.ts';
import { NamesPacker, type PackedNames } from './pack-names.ts';
import { findWord, firstIndex, lengthAt, listAt, openTexts, textAt } from './packed.ts';
import { openVocabulary } from './vocabulary.ts';
import { firstWordsOf } from './words.ts';

/** Prepares all vendors at once: for programs and tests. Pure. */
export function createMatcher<Vendor extends Matchable>(vendors: readonly Vendor[]): Matcher<Vendor> {
  const packer = new NamesPacker<Vendor>();
  for (const vendor of vendors) packer.add(vendor);
  const packing = packer.pack();
  for (;;) {
    const { done, value } = packing.next();
    if (done) return openMatcher(value);
  }
}

/** Answers at a cost that grows with the hits, not with the vendors. */
export function openMatcher<Vendor extends Matchable>(names: PackedNames): Matcher<Vendor> {
  const { owners, pieces, having, cities, numbers } = names;
  const vendors = openTexts(names.vendors);
  const words = openTexts(names.vocabulary.words);
  const vocabulary = openVocabulary(names.vocabulary);
  const scratch = createScratch(owners.length);
  const numberOf = (word: string) => {
    const number = findWord(words, word);
    // Those behind are words of cities.
    return number < having.ends.length ? number : -1;
  };
  const weightOf = (word: string) => Math.log(1 + owners.length / (lengthAt(having, numberOf(word)) || 1));
  const vendorAt = (number: number) => parseStored<Vendor>(textAt(vendors, number));
  const nameAt = (place: number): NamedVendor<Vendor> => {
    const owner = owners[place] ?? 0;
    const own = listAt(pieces, place);
    const spelled: string[] = [];
    // Between two words stand both as one.
    for (let at = 0; at < own.length; at += 2) spelled.push(textAt(words, own[at] ?? 0));
    return { vendor: vendorAt(owner >> 1), words: spelled, isFormer: owner % 2 === 1 };
  };

  /** As the last meaning, with two words as one apart from the same letters typed as one. */
  let lastLookedUp: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();
  const meaningOf = (typed: readonly string[], work?: Work): Meant => {
    const lookedUp = new Map<string, ReadonlyMap<string, number>>();
    const meant: Meant = new Map(
      piecesOf(typed).map(({ text, from, to }) => {
        const isJoined = to - from > 1;
        // Two words as one are looked up less thoroughly than the same letters typed as one.
        const key = isJoined ? `${text}+` : text;
        const alike = lastLookedUp.get(key) ?? vocabulary.alike(text, { isJoined, work });
        lookedUp.set(key, alike);
        return [text, alike];
      }),
    );
    lastLookedUp = lookedUp;
    return meant;
  };

  const placesOf = (number: number) => listAt(having, number);
  const piecesAt = (place: number) => listAt(pieces, place);
  const hasName = (text: string) => {
    const typed = piecesOf(firstWordsOf(text)).map((piece) => numberOf(piece.text));
    const [rarest] = typed.toSorted((a, b) => lengthAt(having, a) - lengthAt(having, b));
    if (rarest === undefined) return false;
    const isSame = (own: Uint32Array) => typed.every((number, index) => own[index] === number);
    const places = placesOf(rarest);
    // Short names come first: those of as many words stand side by side.
    let at = firstIndex(places.length, (index) => lengthAt(pieces, places[index] ?? 0) >= typed.length);
    for (let looks = 0; at < places.length && looks < NAME_LOOKS_MAX; at++, looks++) {
      const own = piecesAt(places[at] ?? 0);
      if (own.length > typed.length) return false;
      if (isSame(own) && (owners[places[at] ?? 0] ?? 0) % 2 === 0) return true;
    }
    return false;
  };

  return matchOver<Vendor>({
    weightOf,
    read: (_text, typed, work) => {
      const meant = meaningOf(typed, work);
      const known = { numberOf, placesOf, piecesAt, scratch, weightOf };
      return { meant, findLike: (also) => findCandidates(meant, { ...known, work: also }).map(nameAt) };
    },
    withDigits: (digits) => vendorsWith(numbers, digits).map(vendorAt),
    nearDigits: (digits) => vendorsNear(numbers, digits).map(vendorAt),
    cities,
    hasName,
  });
}
