import type { CategoryAction } from '../source.ts';
import { OFFICIAL_PAGES } from './official-pages.ts';

/** What to do about a category of violations, by its number; every category has something. */
export function categoryAction(category: number): CategoryAction {
  const [action, page] = ACTIONS[category] ?? NO_LONGER_USED;
  return { action, resource: OFFICIAL_PAGES[page] };
}

/** Categories without an entry are no longer used. */
const NO_LONGER_USED = ['Read in the report what was cited, and put it in order.', 'inspections'] as const;

const ACTIONS: Readonly<Record<number, readonly [action: string, page: keyof typeof OFFICIAL_PAGES]>> = {
  1: ['Buy food only from licensed suppliers, keep the invoices, and prepare nothing at home.', 'foodCode'],
  2: ['Label and date every container when food is opened or made.', 'foodCode'],
  3: [
    'Measure and write down temperatures of held food every two hours; repair what does not hold.',
    'foodCode',
  ],
  4: ['Check the coolers before each shift and do not overfill them.', 'foodCode'],
  5: ['Keep a calibrated probe thermometer and one in every cooler.', 'foodCode'],
  6: [
    'Thaw food in the cooler, under cold running water, or as part of cooking; never on the counter.',
    'foodCode',
  ],
  7: ['Throw away food that was served to a guest; only unopened packages may be served again.', 'foodCode'],
  8: ['Store raw below ready-to-eat food, everything covered and off the floor.', 'foodCode'],
  9: ['Use gloves, tongs or paper for food that is served as it is.', 'illness'],
  10: ['Keep utensils in use in the food with the handle out, or in a clean, dry place.', 'foodCode'],
  11: ['Teach everybody the reporting of illness, and keep the signed form at hand.', 'illness'],
  12: ['Wash hands between tasks; no eating, drinking or smoking where food is prepared.', 'illness'],
  13: [
    'Wear clean clothes and a hair restraint, and no jewelry but a plain ring, where food is prepared.',
    'illness',
  ],
  14: ['Replace worn boards, gaskets and shelves that cannot be cleaned any more.', 'foodCode'],
  16: ['Test the sanitizer strength at every change and keep the strips at hand.', 'foodCode'],
  21: [
    'Keep wet wiping cloths in sanitizer between uses and clean linens apart from soiled ones.',
    'foodCode',
  ],
  22: ['Wash, rinse and sanitize surfaces that touch food every four hours.', 'foodCode'],
  23: ['Put the outside of equipment on the daily cleaning list.', 'foodCode'],
  24: ['Air-dry clean equipment and store it covered or upside down, off the floor.', 'foodCode'],
  25: [
    'Store cups, plates and cutlery for single use covered and off the floor, and use them once.',
    'foodCode',
  ],
  27: ['Check hot and cold water before opening; fill only from an approved source.', 'mobile'],
  28: ['Empty the waste-water tank at an approved place and keep the slips.', 'mobile'],
  29: ['Have leaks, backflow preventers and the mop sink put in order.', 'mobile'],
  31: ['Keep the hand sink free and stocked with soap, towels and its sign.', 'illness'],
  32: ['Have a clean, stocked restroom that the crew may use where you operate.', 'mobile'],
  33: ['Empty garbage often, keep the containers closed and the ground around the unit clean.', 'mobile'],
  35: ['Close openings, clean daily and have a pest control service come regularly.', 'foodCode'],
  36: ['Clean and mend floors, walls, ceilings and hood filters.', 'foodCode'],
  38: ['Shield the lights above food, and replace those that are too dim or broken.', 'foodCode'],
  40: ['Give employees a place for their belongings away from food and clean equipment.', 'illness'],
  41: ['Label chemicals and keep them below and away from food.', 'foodCode'],
  42: ['Hang mops up to dry and keep cleaning tools away from food.', 'foodCode'],
  43: [
    'Keep the kitchen apart from rooms where people live, and let nobody in who does not work there.',
    'foodCode',
  ],
  45: [
    'Have the extinguishers and the hood system serviced and tagged; the fire authority checks them.',
    'inspections',
  ],
  46: ['Keep the exits clear and marked; the fire authority checks them.', 'inspections'],
  47: ['Have an electrician mend cords, plugs and panels; the fire authority checks them.', 'inspections'],
  48: ['Have the gas lines, tanks and appliances checked; the fire authority checks them.', 'inspections'],
  49: ['Store what burns easily away from flames and heat; the fire authority checks it.', 'inspections'],
  50: ['Display the current license and the number on the vehicle.', 'licensing'],
  51: ['Read in the report which condition was meant, and put it in order.', 'inspections'],
  52: ['Serve what the menu says: name foods, brands and sources as they are.', 'foodCode'],
  53: ['Have a certified food manager and trained employees, and keep the proofs aboard.', 'foodManager'],
  54: ['Keep the place free of smoke as state law requires, with its signs up.', 'inspections'],
  55: ['State an automatic gratuity on the menu and on the bill.', 'inspections'],
  57: ['Nothing is to be corrected: it records information that the inspector left.', 'inspections'],
};
