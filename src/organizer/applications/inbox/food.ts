/** The food that a vendor serves: a kind for counting, and the vendor's own words. */
export const FOOD_KINDS = [
  'tacos',
  'latin',
  'bbq',
  'burgers',
  'chicken',
  'pizza',
  'asian',
  'seafood',
  'mediterranean',
  'breakfast',
  'desserts',
  'drinks',
  'vegan',
  'fair',
  'other',
] as const;
export type FoodKind = (typeof FOOD_KINDS)[number];

export const FOOD_LENGTH_MAX = 120;

/** Returns the food kind for a form's or row's text; undefined if it is not one. */
export function asFoodKind(text: string): FoodKind | undefined {
  return FOOD_KINDS.find((kind) => kind === text);
}
