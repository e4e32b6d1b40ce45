import type { Language } from '../../lib/language/language.ts';
import { CUISINES_NAMED, type CuisineName } from './cuisine-messages.ts';

/**
 * Returns the cuisine category that we derive from the business name, because the regulator does not record
 * any. Returns null for ambiguous names (docs/cuisine.md has the figures). The category never affects a score
 * or a decision.
 */
export function cuisineOf(foldedName: string): CuisineName | null {
  const only = READINGS.find(({ sure }) => sure.test(foldedName));
  // Most names do not include a cuisine and need no further checks.
  if (!only || ELSEWHERE.test(foldedName)) return null;
  // If a name includes two kinds of food, either could be the cuisine.
  const isNamed = ({ sure, hint }: Cuisine) => sure.test(foldedName) || hint?.test(foldedName);
  return READINGS.some((other) => other !== only && isNamed(other)) ? null : only.cuisine;
}

/** Returns a stored category's name in a language. A category that is unknown here is returned unchanged. */
export function cuisineName(cuisine: string | null, language: Language): string | null {
  const names: Readonly<Record<string, string>> = CUISINES_NAMED[language];
  return cuisine === null ? null : (names[cuisine] ?? cuisine);
}

interface Cuisine {
  readonly cuisine: CuisineName;
  /** Matches words that identify the cuisine on their own. */
  readonly sure: RegExp;
  /**
   * Matches words that may name the cuisine: enough to cast doubt on another cuisine, not enough to select
   * this one.
   */
  readonly hint?: RegExp;
}

/**
 * Matches food words that must follow the name of a people. Without such a word, the name may refer to a
 * person, a place, a club or a song.
 */
const FOOD =
  '(food|foods|cuisine|kitchen(ette)?|restaurants?|grille?|flavou?rs?|cooking|cookin|eats|street food|dishes)';

function foodOf(peoples: string): string {
  return `(${peoples}) (soul |street |fast |home )?${FOOD}`;
}

const READINGS: readonly Cuisine[] = [
  {
    cuisine: 'Mexican',
    sure: words(`tacos?|taqueria|burritos?|quesadillas?|birria|elotes?|tamales?|${foodOf('mexican')}`),
    hint: words('mexican[oa]?s?|tortas?|taco s'),
  },
  {
    cuisine: 'Barbecue',
    sure: words('bbq|b b q|bar b q(ue)?|barbe[cq]ues?|smoke ?house|brisket|ribs'),
    hint: words('smok(e|ed|er|ers|in|ing)'),
  },
  {
    cuisine: 'Hot dogs',
    sure: words('hot ?dogs?|weiners?|wieners?'),
    hint: words('hot ?dog\\w*|dogs|dawgs|franks'),
  },
  {
    cuisine: 'Ice cream and desserts',
    sure: words(
      'ice cream|gelato|shaved? ice|italian ice|kona ice|sno ?balls?|snow? cones?|cupcakes?|donuts?|doughnuts?|creamery|churros?',
    ),
    hint: words('desserts?|cakes?|paletas|sweet treats'),
  },
  {
    cuisine: 'Coffee and drinks',
    sure: words('coffee|espresso|lemonade|smoothies?|boba|bubble tea'),
    hint: words('juices?|tea'),
  },
  { cuisine: 'Pizza', sure: words('pizza|pizzeria|pizzas') },
  {
    cuisine: 'Seafood',
    sure: words('seafood|shrimp|oysters?|lobster|crab (shack|cakes?)|fish (and |n )?chips'),
    hint: words('fish|crabs?|conch|poke|mariscos'),
  },
  {
    cuisine: 'Burgers',
    sure: words('(ham)?burgers?(?! (family|catering|brothers|bros|and sons?))'),
    hint: words('hamburguesas?|sliders?'),
  },
  {
    cuisine: 'Wings and chicken',
    sure: words('wings(?! of)|wingz|chicken'),
    hint: words('wing|pollo|chick'),
  },
  {
    cuisine: 'Caribbean',
    sure: words(`${foodOf('jamaican|caribbean|haitian|bahamian')}|jerk chicken`),
    hint: words('jamaican?|jerk|caribbean|haitian?|bahamian'),
  },
  {
    cuisine: 'Latin American',
    sure: words(
      `arepas?|empanadas?|${foodOf('cuban|latin|venezuelan|colombian|peruvian|puerto rican|dominican')}`,
    ),
    hint: words('cuban[oa]?|latin[oa]?|pupus(as?|erias?)|baleadas|honduras|guate\\w*|chapin[ao]'),
  },
  {
    cuisine: 'Asian',
    sure: words(
      `sushi|ramen|hibachi|teriyaki|banh mi|${foodOf('thai|asian|chinese|korean|vietnamese|japanese|filipino|(?<!american )indian')}`,
    ),
    hint: words('thai|asian|chinese|korean|vietnamese|japanese|filipino|wok|noodles?|pho|curry'),
  },
  {
    cuisine: 'Mediterranean',
    sure: words(`gyros?|falafel|shawarma|${foodOf('greek|mediterranean|italian')}`),
    hint: words('greek|mediterranean|italian(?! ice)|kebabs?|pasta'),
  },
  {
    cuisine: 'Southern',
    sure: words(`soul food|gumbo|boiled peanuts|${foodOf('southern|cajun|creole')}`),
    hint: words('soul|cajun|creole|crawfish'),
  },
  {
    cuisine: 'Sandwiches',
    sure: words('sandwich(es)?|subs|cheesesteaks?|grilled cheese'),
    hint: words('philly|deli'),
  },
];

/** Matches other goods and other kinds of business: a club, a market, a shared kitchen. */
const ELSEWHERE = words(
  'clubs?|legion|lodge|resort|ballroom|hotel|market|tienda|commissary|church|school|university|stadium|ministry|ministries|county|breakfast|crepes?|waffles?|bowls?',
);

function words(alternatives: string): RegExp {
  return new RegExp(`\\b(${alternatives})\\b`);
}
