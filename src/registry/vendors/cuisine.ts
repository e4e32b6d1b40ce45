/**
 * The cuisine category: our reading of the business name, since the regulator records none. A name that says
 * nothing clear has none. It never enters a score or a decision.
 */
const CUISINES: readonly (readonly [cuisine: string, words: RegExp])[] = [
  ['Mexican', /\b(tacos?|taqueria|burritos?|mexican[oa]?|quesadillas?|birria|elotes?|tortas?|tamales?)\b/],
  ['Barbecue', /\b(bbq|b b q|bar b q(ue)?|barbe[cq]ue|smoke(d|house|rs?)?|brisket|ribs)\b/],
  ['Hot dogs', /\b(hot ?dogs?|franks?|weiners?|wieners?|dogs)\b/],
  [
    'Ice cream and desserts',
    /\b(ice cream|gelato|shaved ice|sno ?balls?|sno cones?|cupcakes?|donuts?|doughnuts?|desserts?|sweets?|ices?|creamery|kona|churros?)\b/,
  ],
  ['Coffee and drinks', /\b(coffee|espresso|cafe|lemonade|smoothies?|juice|tea|boba)\b/],
  ['Pizza', /\b(pizza|pizzeria|pizzas)\b/],
  ['Seafood', /\b(seafood|fish|shrimp|crab|oysters?|lobster|poke|conch)\b/],
  ['Burgers', /\b(burgers?|hamburgers?|sliders?)\b/],
  ['Wings and chicken', /\b(wings?|wingz|chicken|pollo)\b/],
  ['Caribbean', /\b(jamaican?|jerk|caribbean|island|haitian?|bahamian)\b/],
  [
    'Latin American',
    /\b(cuban[oa]?|arepas?|empanadas?|venezuelan?|colombian[oa]?|peruvian?|puerto ric(o|an)|latin[oa]?|dominican)\b/,
  ],
  [
    'Asian',
    /\b(thai|sushi|ramen|noodles?|wok|hibachi|teriyaki|asian|chinese|korean|vietnamese|pho|banh|japanese|filipino|curry|indian)\b/,
  ],
  ['Mediterranean', /\b(greek|gyros?|falafel|shawarma|kebabs?|mediterranean|halal|italian|pasta)\b/],
  ['Southern', /\b(soul food|southern|cajun|creole|gumbo|grits|boiled peanuts)\b/],
  ['Sandwiches', /\b(sandwich(es)?|subs?|cheesesteaks?|philly|grilled cheese|deli)\b/],
];

/** A category for the folded business name (lower case, no punctuation), or null. The first that fits is taken. */
export function cuisineOf(foldedName: string): string | null {
  return CUISINES.find(([, words]) => words.test(foldedName))?.[0] ?? null;
}
