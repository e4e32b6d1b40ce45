import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { FoodKind } from '../../organizer/applications/inbox/food.ts';

/** Names for the kinds of food. */
export const FOOD_NAMES = defineNames<FoodKind>({
  tacos: { en: 'Tacos and Mexican food', es: 'Tacos y comida mexicana' },
  latin: { en: 'Latin American and Caribbean food', es: 'Comida latina y caribeña' },
  bbq: { en: 'Barbecue', es: 'Barbacoa (BBQ)' },
  burgers: { en: 'Burgers, hot dogs and sandwiches', es: 'Hamburguesas, hot dogs y sándwiches' },
  chicken: { en: 'Chicken and wings', es: 'Pollo y alitas' },
  pizza: { en: 'Pizza and Italian food', es: 'Pizza y comida italiana' },
  asian: { en: 'Asian food', es: 'Comida asiática' },
  seafood: { en: 'Seafood', es: 'Mariscos y pescado' },
  mediterranean: { en: 'Mediterranean and Middle Eastern food', es: 'Comida mediterránea y árabe' },
  breakfast: { en: 'Breakfast and baked goods', es: 'Desayunos y panadería' },
  desserts: { en: 'Ice cream and desserts', es: 'Helados y postres' },
  drinks: { en: 'Coffee and drinks', es: 'Café y bebidas' },
  vegan: { en: 'Vegan and vegetarian food', es: 'Comida vegana y vegetariana' },
  fair: { en: 'Fair food (funnel cake, corn dogs)', es: 'Comida de feria (churros, corn dogs)' },
  other: { en: 'Something else', es: 'Otra cosa' },
});

/** Wording for an application's fields about food. */
export const FOOD_FIELDS = defineMessages({
  kind: { en: 'What do you mainly serve?', es: '¿Qué sirve principalmente?' },
  choose: { en: 'Choose one', es: 'Elija una opción' },
  food: { en: 'Your menu in a few words', es: 'Su menú en pocas palabras' },
  hint: {
    en: 'Such as “birria tacos, quesadillas, horchata.” The organizer needs it for the event file.',
    es: 'Por ejemplo: “tacos de birria, quesadillas, horchata”. El organizador lo necesita para los trámites del evento.',
  },
});
