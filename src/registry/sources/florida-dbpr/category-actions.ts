import type { CategoryAction } from '../source.ts';
import { OFFICIAL_PAGES } from './official-pages.ts';

/** What to do about a category of violations that keeps being cited, by the category's number. */
export function findCategoryAction(category: number): CategoryAction | undefined {
  return CATEGORY_ACTIONS[category];
}

const CATEGORY_ACTIONS: Readonly<Record<number, CategoryAction>> = {
  2: {
    action: 'Label and date every container when food is opened or made.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  3: {
    action: 'Measure and write down temperatures of held food every two hours; repair what does not hold.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  4: {
    action: 'Check the coolers before each shift and do not overfill them.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  5: {
    action: 'Keep a calibrated probe thermometer and one in every cooler.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  8: {
    action: 'Store raw below ready-to-eat food, everything covered and off the floor.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  9: {
    action: 'Use gloves, tongs or paper for food that is served as it is.',
    resource: OFFICIAL_PAGES.illness,
  },
  11: {
    action: 'Teach everybody the reporting of illness, and keep the signed form at hand.',
    resource: OFFICIAL_PAGES.illness,
  },
  12: {
    action: 'Wash hands between tasks; no eating, drinking or smoking where food is prepared.',
    resource: OFFICIAL_PAGES.illness,
  },
  14: {
    action: 'Replace worn boards, gaskets and shelves that cannot be cleaned any more.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  16: {
    action: 'Test the sanitizer strength at every change and keep the strips at hand.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  22: {
    action: 'Wash, rinse and sanitize surfaces that touch food every four hours.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  23: {
    action: 'Put the outside of equipment on the daily cleaning list.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  27: {
    action: 'Check hot and cold water before opening; fill only from an approved source.',
    resource: OFFICIAL_PAGES.mobile,
  },
  28: {
    action: 'Empty the waste-water tank at an approved place and keep the slips.',
    resource: OFFICIAL_PAGES.mobile,
  },
  29: {
    action: 'Have leaks, backflow preventers and the mop sink put in order.',
    resource: OFFICIAL_PAGES.mobile,
  },
  31: {
    action: 'Keep the hand sink free and stocked with soap, towels and its sign.',
    resource: OFFICIAL_PAGES.illness,
  },
  35: {
    action: 'Close openings, clean daily and have a pest control service come regularly.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  36: {
    action: 'Clean and mend floors, walls, ceilings and hood filters.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  41: {
    action: 'Label chemicals and keep them below and away from food.',
    resource: OFFICIAL_PAGES.foodCode,
  },
  50: {
    action: 'Display the current license and the number on the vehicle.',
    resource: OFFICIAL_PAGES.licensing,
  },
  53: {
    action: 'Have a certified food manager and trained employees, and keep the proofs aboard.',
    resource: OFFICIAL_PAGES.foodManager,
  },
};
