/** The regulator's official pages that corrective actions link to. */
const SITE = 'https://www2.myfloridalicense.com';

export const RESOURCES = {
  enforcement: {
    title: 'DBPR: enforcement actions, warnings and extensions',
    url: `${SITE}/hotels-restaurants/food-lodging/enforcement-actions/`,
  },
  licensing: { title: 'DBPR: licensing', url: `${SITE}/hotels-restaurants/licensing/general/` },
  mobile: {
    title: 'DBPR: guide to mobile food dispensing vehicles',
    url: `${SITE}/hotels-restaurants/licensing/mfdv-guide/`,
  },
  foodCode: {
    title: 'DBPR: food code and violation lists',
    url: `${SITE}/hotels-restaurants/inspections/foodcode/`,
  },
  foodManager: {
    title: 'DBPR: food manager certification',
    url: `${SITE}/hotels-restaurants/food-lodging/food-manager/`,
  },
  training: {
    title: 'DBPR: food service employee training',
    url: `${SITE}/hotels-and-restaurants-food-service-employee-training/`,
  },
  illness: {
    title: 'DBPR: hand washing and ill employees',
    url: `${SITE}/hotels-restaurants/food-lodging/infectious-diseases/`,
  },
  inspections: { title: 'DBPR: inspections', url: `${SITE}/hotels-restaurants/inspections/` },
} as const;
type Resource = (typeof RESOURCES)[keyof typeof RESOURCES];

/** Advice for a violation category that is cited repeatedly, by the category's number. */
export const CATEGORY_ACTIONS: Readonly<
  Record<number, { readonly action: string; readonly resource: Resource }>
> = {
  2: { action: 'Label and date every container when food is opened or made.', resource: RESOURCES.foodCode },
  3: {
    action: 'Measure and write down temperatures of held food every two hours; repair what does not hold.',
    resource: RESOURCES.foodCode,
  },
  4: {
    action: 'Check the coolers before each shift and do not overfill them.',
    resource: RESOURCES.foodCode,
  },
  5: { action: 'Keep a calibrated probe thermometer and one in every cooler.', resource: RESOURCES.foodCode },
  8: {
    action: 'Store raw below ready-to-eat food, everything covered and off the floor.',
    resource: RESOURCES.foodCode,
  },
  9: { action: 'Use gloves, tongs or paper for food that is served as it is.', resource: RESOURCES.illness },
  11: {
    action: 'Teach everybody the reporting of illness, and keep the signed form at hand.',
    resource: RESOURCES.illness,
  },
  12: {
    action: 'Wash hands between tasks; no eating, drinking or smoking where food is prepared.',
    resource: RESOURCES.illness,
  },
  14: {
    action: 'Replace worn boards, gaskets and shelves that cannot be cleaned any more.',
    resource: RESOURCES.foodCode,
  },
  16: {
    action: 'Test the sanitizer strength at every change and keep the strips at hand.',
    resource: RESOURCES.foodCode,
  },
  22: {
    action: 'Wash, rinse and sanitize surfaces that touch food every four hours.',
    resource: RESOURCES.foodCode,
  },
  23: { action: 'Put the outside of equipment on the daily cleaning list.', resource: RESOURCES.foodCode },
  27: {
    action: 'Check hot and cold water before opening; fill only from an approved source.',
    resource: RESOURCES.mobile,
  },
  28: {
    action: 'Empty the waste-water tank at an approved place and keep the slips.',
    resource: RESOURCES.mobile,
  },
  29: {
    action: 'Have leaks, backflow preventers and the mop sink put in order.',
    resource: RESOURCES.mobile,
  },
  31: {
    action: 'Keep the hand sink free and stocked with soap, towels and its sign.',
    resource: RESOURCES.illness,
  },
  35: {
    action: 'Close openings, clean daily and have a pest control service come regularly.',
    resource: RESOURCES.foodCode,
  },
  36: { action: 'Clean and mend floors, walls, ceilings and hood filters.', resource: RESOURCES.foodCode },
  41: { action: 'Label chemicals and keep them below and away from food.', resource: RESOURCES.foodCode },
  50: { action: 'Display the current license and the number on the vehicle.', resource: RESOURCES.licensing },
  53: {
    action: 'Have a certified food manager and trained employees, and keep the proofs aboard.',
    resource: RESOURCES.foodManager,
  },
};
