import { compareText, foldForSearch } from '../../lib/text.ts';
import { compareNames, type Fit, piecesOf } from './compare-names.ts';
import { createVocabulary } from './vocabulary.ts';
import { editDistance } from './word-likeness.ts';
import { wordsOf } from './words.ts';

/** A vendor as far as it can be meant by what people type. */
export interface Matchable {
  readonly id: string;
  readonly name: string;
  readonly formerName: string | null;
  readonly city: string | null;
  /** Of the license number. */
  readonly digits: string;
}

/** Why a vendor may be the one that is meant; in this order. */
export type MatchReason =
  | 'same_name'
  | 'same_number'
  | 'number_alike'
  | 'former_name'
  | 'spelled_alike'
  | 'other_order'
  | 'words_missing'
  | 'words_more'
  | 'city';

export interface VendorMatch {
  readonly id: string;
  /** 0 to 1. */
  readonly score: number;
  /** Sure: nothing else comes near. Never said of one of several vendors with one name. */
  readonly sureness: 'sure' | 'likely' | 'possible';
  readonly reasons: readonly MatchReason[];
}

export interface Matcher {
  /** The vendors that may be meant, the best first; the same for the same vendors in any order. */
  readonly match: (typed: string, most: number) => readonly VendorMatch[];
}

const CANDIDATES_MAX = 150;
const SCORE_MIN = 0.35;
const SURE = { score: 0.86, ahead: 0.1 };
const LIKELY = { score: 0.7, ahead: 0.04 };
const NUMBER = /^\s*(mfdv?|htdg?|catr?)?[\s#-]*([\d\s-]{5,9})$/i;
const NUMBER_ALIKE_SCORE = 0.8;

interface Entry {
  readonly vendor: Matchable;
  readonly folded: string;
  readonly words: readonly string[];
  readonly city: readonly string[];
  readonly isFormer: boolean;
}

/** For each typed word, and each two neighbors as one: the words that it may mean, and how alike they are. */
type Meant = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Hit {
  readonly entry: Entry;
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

/** Prepares all vendors once, then answers at a cost that grows with the hits, not with the vendors. Pure. */
export function createMatcher(vendors: readonly Matchable[]): Matcher {
  const entries = [...vendors].sort((a, b) => compareText(a.id, b.id)).flatMap(entriesOf);
  const postings = postingsOf(entries);
  const vocabulary = createVocabulary([...postings.keys(), ...entries.flatMap(({ city }) => city)]);
  const weightOf = (word: string) => Math.log(1 + entries.length / (postings.get(word)?.length ?? 1));
  const byDigits = Map.groupBy(
    vendors.flatMap((vendor) => shortened(vendor.digits).map((key) => ({ key, vendor }))),
    ({ key }) => key,
  );

  const candidates = (meant: Meant): Entry[] => {
    const found = new Map<number, number>();
    for (const words of meant.values()) {
      const best = new Map<number, number>();
      for (const [word, likeness] of words) {
        const gain = likeness * weightOf(word);
        for (const index of postings.get(word) ?? [])
          if (gain > (best.get(index) ?? 0)) best.set(index, gain);
      }
      for (const [index, gain] of best) found.set(index, (found.get(index) ?? 0) + gain);
    }
    const length = (index: number) => entries[index]?.words.length ?? 0;
    return [...found]
      .sort(([a, gainA], [b, gainB]) => gainB - gainA || length(a) - length(b) || a - b)
      .slice(0, CANDIDATES_MAX)
      .flatMap(([index]) => entries[index] ?? []);
  };

  const matchName = (typed: string): Hit[] => {
    const words = wordsOf(typed).slice(0, WORDS_MAX);
    if (words.length === 0) return [];
    const folded = foldForSearch(typed);
    const meant: Meant = new Map(piecesOf(words).map(({ text }) => [text, vocabulary.alike(text)]));
    const known = { weightOf, likeness: (word: string, other: string) => meant.get(word)?.get(other) ?? 0 };
    return candidates(meant).map((entry) => {
      const fit = compareNames(words, entry, known);
      const score = Math.min(1, fit.score + literalBonus(entry.folded, folded));
      return { entry, score, reasons: reasonsOf(fit, entry) };
    });
  };

  const matchNumber = (digits: string): Hit[] => {
    const near = new Map(
      shortened(digits).flatMap((key) =>
        (byDigits.get(key) ?? []).map(({ vendor }) => [vendor.id, vendor] as const),
      ),
    );
    return [...near.values()].flatMap((vendor) => {
      const isSame = vendor.digits === digits;
      if (!isSame && editDistance(vendor.digits, digits, 1) === undefined) return [];
      const [entry] = entriesOf(vendor);
      const reasons = [isSame ? 'same_number' : 'number_alike'] as const;
      return entry ? { entry, score: isSame ? 1 : NUMBER_ALIKE_SCORE, reasons } : [];
    });
  };

  return {
    match: (typed, most) => {
      const digits = NUMBER.exec(typed)?.[2]?.replace(/\D/g, '') ?? '';
      return rank(digits === '' ? matchName(typed) : matchNumber(digits), most);
    },
  };
}

const WORDS_MAX = 12;

function entriesOf(vendor: Matchable): Entry[] {
  const city = vendor.city === null ? [] : wordsOf(vendor.city);
  const named = (name: string, isFormer: boolean) => ({
    vendor,
    folded: foldForSearch(name),
    words: wordsOf(name).slice(0, WORDS_MAX),
    city,
    isFormer,
  });
  return [named(vendor.name, false), ...(vendor.formerName === null ? [] : [named(vendor.formerName, true)])];
}

/** What was typed stands in the name as it is: at its beginning, or at the beginning of a word. */
function literalBonus(name: string, typed: string): number {
  if (name === typed) return 0.06;
  if (name.startsWith(`${typed} `)) return 0.05;
  if (` ${name} `.includes(` ${typed} `)) return 0.04;
  return name.startsWith(typed) ? 0.04 : 0;
}

/** The places of the entries that have a word, or two neighbors written as one. */
function postingsOf(entries: readonly Entry[]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  for (const [index, { words }] of entries.entries())
    for (const word of new Set(piecesOf(words).map(({ text }) => text))) {
      const list = postings.get(word);
      if (list) list.push(index);
      else postings.set(word, [index]);
    }
  return postings;
}

/** The digits, and the digits without any one of them: two numbers that differ in one digit share one of these. */
function shortened(digits: string): string[] {
  const shorter = Array.from(digits, (_, index) => digits.slice(0, index) + digits.slice(index + 1));
  return [...new Set([digits, ...shorter])];
}

function reasonsOf(fit: Fit, { isFormer }: Entry): MatchReason[] {
  const isWhole = fit.named > 0.999;
  const reasons: readonly (readonly [MatchReason, boolean])[] = [
    [
      'same_name',
      !isFormer && fit.isSpelledAlike && isWhole && fit.typed > 0.999 && fit.isInOrder && !fit.isCityTyped,
    ],
    ['former_name', isFormer],
    ['spelled_alike', !fit.isSpelledAlike],
    ['other_order', !fit.isInOrder],
    ['words_missing', fit.isSpelledAlike && !isWhole],
    ['words_more', fit.isSpelledAlike && fit.typed <= 0.999],
    ['city', fit.isCityTyped],
  ];
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}

/** One hit of each vendor, the best first; how sure the first is depends on the one behind it. */
function rank(hits: readonly Hit[], most: number): VendorMatch[] {
  const ordered = hits.filter(({ score }) => score >= SCORE_MIN).sort(compareHits);
  const seen = new Set<string>();
  const best = ordered.filter(({ entry: { vendor } }) => !seen.has(vendor.id) && seen.add(vendor.id));
  return best.slice(0, most).map((hit, index) => ({
    id: hit.entry.vendor.id,
    score: Math.round(hit.score * 1_000) / 1_000,
    sureness: index === 0 ? surenessOf(hit, best[1]) : 'possible',
    reasons: hit.reasons,
  }));
}

function compareHits(a: Hit, b: Hit): number {
  return (
    b.score - a.score ||
    Number(a.entry.isFormer) - Number(b.entry.isFormer) ||
    compareText(a.entry.vendor.id, b.entry.vendor.id)
  );
}

function surenessOf(hit: Hit, next: Hit | undefined): VendorMatch['sureness'] {
  const ahead = hit.score - (next?.score ?? 0);
  if (hit.reasons.includes('number_alike')) return next ? 'possible' : 'likely';
  if (hit.score >= SURE.score && ahead >= SURE.ahead) return 'sure';
  return hit.score >= LIKELY.score && ahead >= LIKELY.ahead ? 'likely' : 'possible';
}
