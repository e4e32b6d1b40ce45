/** The kinds of food that a vendor can select. The vendor can also add a description. */
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

/** Returns the food kind that equals this text, or undefined if none does. */
export function asFoodKind(text: string): FoodKind | undefined {
  return FOOD_KINDS.find((kind) => kind === text);
}
