import { defineNames } from '../../lib/language/define-messages.ts';

/** Our cuisine categories, which `cuisine.ts` derives from names. */
export const CUISINES_NAMED = defineNames<CuisineName>({
  Mexican: { en: 'Mexican', es: 'Comida mexicana' },
  Barbecue: { en: 'Barbecue', es: 'Barbacoa (BBQ)' },
  'Hot dogs': { en: 'Hot dogs', es: 'Hot dogs' },
  'Ice cream and desserts': { en: 'Ice cream and desserts', es: 'Helados y postres' },
  'Coffee and drinks': { en: 'Coffee and drinks', es: 'Café y bebidas' },
  Pizza: { en: 'Pizza', es: 'Pizza' },
  Seafood: { en: 'Seafood', es: 'Pescados y mariscos' },
  Burgers: { en: 'Burgers', es: 'Hamburguesas' },
  'Wings and chicken': { en: 'Wings and chicken', es: 'Alitas y pollo' },
  Caribbean: { en: 'Caribbean', es: 'Comida caribeña' },
  'Latin American': { en: 'Latin American', es: 'Comida latinoamericana' },
  Asian: { en: 'Asian', es: 'Comida asiática' },
  Mediterranean: { en: 'Mediterranean', es: 'Comida mediterránea' },
  Southern: { en: 'Southern', es: 'Comida sureña' },
  Sandwiches: { en: 'Sandwiches', es: 'Sándwiches' },
});

export const CUISINES = [
  ...(['Mexican', 'Barbecue', 'Hot dogs', 'Ice cream and desserts', 'Coffee and drinks', 'Pizza'] as const),
  ...(['Seafood', 'Burgers', 'Wings and chicken', 'Caribbean', 'Latin American', 'Asian'] as const),
  ...(['Mediterranean', 'Southern', 'Sandwiches'] as const),
] as const;

export type CuisineName = (typeof CUISINES)[number];
