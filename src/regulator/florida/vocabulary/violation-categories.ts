import type { ViolationCategory } from '../../source/source.ts';

/**
 * The 58 violation categories in the regulator's inspection extract. An extract has the number of citations
 * per category and, separately, the number of high-priority, intermediate and basic citations. It does not
 * show how severe the citations in a category are, so we never claim a severity. The titles are our short
 * versions of the regulator's list, so they are never quoted as its words.
 */
export const TITLES: Readonly<Record<number, string>> = {
  1: 'Food from an approved source',
  2: 'Original container: labeling, date marking, consumer advisory',
  3: 'Time and temperature control of food',
  4: 'Facilities to keep food at proper temperature',
  5: 'Food and equipment thermometers',
  6: 'Food properly thawed',
  7: 'Food not re-served',
  8: 'Food protection, cross-contamination',
  9: 'Bare hand contact with ready-to-eat food',
  10: 'In-use utensils properly stored',
  11: 'Employee health knowledge, ill employees',
  12: 'Hands washed, hygienic practices, eating, drinking, smoking',
  13: 'Clean clothes, hair restraints, jewelry, nails',
  14: 'Food-contact and other surfaces designed, constructed, maintained',
  16: 'Dishwashing facilities, chemical test kits, gauges',
  21: 'Wiping cloths, linens, laundry',
  22: 'Food-contact surfaces clean and sanitized',
  23: 'Non-food-contact surfaces clean',
  24: 'Storage and handling of clean equipment, air drying',
  25: 'Single-service items',
  27: 'Water source safe, hot and cold under pressure',
  28: 'Sewage and wastewater disposed of properly',
  29: 'Plumbing, mop sink, filters, backflow',
  31: 'Hand wash sinks, supplies, sign',
  32: 'Bathrooms',
  33: 'Garbage and refuse, premises',
  35: 'No insects, rodents or live animals, outer openings protected',
  36: 'Floors, walls, ceilings, ventilation',
  38: 'Lighting',
  40: 'Employee belongings',
  41: 'Chemicals and toxic substances',
  42: 'Cleaning and maintenance equipment',
  43: 'Separation from living area, kitchen restricted',
  45: 'Fire extinguishing',
  46: 'Exits',
  47: 'Electrical',
  48: 'Gas appliances, boiler',
  49: 'Flammables',
  50: 'Current license, properly displayed',
  51: 'Other conditions sanitary and safe',
  52: 'Misrepresentation, misbranding',
  53: 'Food manager certification, employee training',
  54: 'Clean Indoor Air Act',
  55: 'Automatic gratuity notice',
  57: 'Epidemiology program information (not a violation)',
};

/** The highest category number; the lowest is 1. */
export const CATEGORY_MAX = 58;

const REPORTING_ONLY = new Set([45, 46, 47, 48, 49]);

/**
 * Returns a category with its title in our words. A category that has not been used since 2013 has only a
 * number.
 */
export function violationCategory(category: number): ViolationCategory {
  const title = TITLES[category] ?? `Category ${category} (no longer used)`;
  return { category, title, reportingOnly: REPORTING_ONLY.has(category) };
}
