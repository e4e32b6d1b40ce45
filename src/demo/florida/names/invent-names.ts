import { drawFrom, drawInt, drawWeighted, type Random } from '../../../lib/random.ts';
import type { DemoRank } from '../demo-vendor.ts';
import {
  CART_FOODS,
  CATERER_FOODS,
  CREATURES,
  FICTION_WORDS,
  STRAY_FOODS,
  TRUCK_FOODS,
} from './name-words.ts';

type Pattern = 'plain' | 'possessive' | 'pair' | 'numbered' | 'company';

const PATTERNS: readonly (readonly [Pattern, number])[] = [
  ['plain', 66],
  ['possessive', 16],
  ['pair', 10],
  ['numbered', 4],
  ['company', 4],
];
/**
 * How often each legal form occurs among licensees of mobile vendors. The other licensees use a plain name.
 */
const LEGAL_FORMS: readonly (readonly [string, number])[] = [
  [' LLC', 70],
  [' INC', 14],
  [' FOODS LLC', 10],
  [' HOLDINGS CORP', 6],
];
/** The number of words to try for one that starts with the same letter as the creature, for alliteration. */
const ALLITERATION_TRIES = 6;

/**
 * Creates the name of a food business that cannot be mistaken for a real one, in capitals like the names in
 * the regulator's files.
 */
export function inventBusinessName(random: Random, rank: DemoRank): string {
  const creature = drawFrom(random, CREATURES);
  const fiction = drawFiction(random, creature);
  const food = drawFrom(random, foodsOf(rank));
  switch (drawWeighted(random, PATTERNS)) {
    case 'plain':
      return `${fiction} ${creature} ${food}`;
    case 'possessive':
      return `${creature}'S ${fiction} ${food}`;
    case 'pair':
      return `${creature} & ${drawFrom(random, CREATURES)} ${fiction} ${food}`;
    case 'numbered':
      return `${fiction} ${creature} ${food} #${2 + drawInt(random, 8)}`;
    case 'company':
      return `${fiction} ${creature} ${food} LLC`;
  }
}

/** Creates the name of the company that holds the license. It is never a person's name. */
export function inventLicenseeName(random: Random, businessName: string): string {
  const base = businessName.replace(/ LLC$| #\d$/, '').replaceAll("'", '');
  return base + drawWeighted(random, LEGAL_FORMS);
}

function drawFiction(random: Random, creature: string): string {
  let fiction = drawFrom(random, FICTION_WORDS);
  for (let tries = 1; tries < ALLITERATION_TRIES && fiction[0] !== creature[0]; tries += 1) {
    fiction = drawFrom(random, FICTION_WORDS);
  }
  return fiction;
}

function foodsOf(rank: DemoRank): readonly string[] {
  switch (rank) {
    case 'MFDV':
      return TRUCK_FOODS;
    case 'HTDG':
      return CART_FOODS;
    case 'CATR':
      return CATERER_FOODS;
    case 'SEAT':
    case 'VEND':
      return STRAY_FOODS;
  }
}
