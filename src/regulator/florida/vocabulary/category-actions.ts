import type { Language } from '../../../lib/language/language.ts';
import type { LicenseKind } from '../../source/license-vocabulary.ts';
import type { CategoryAction, Source } from '../../source/source.ts';
import { CATEGORY_ACTIONS, OFFICIAL_TITLES, OTHER_CATEGORY } from './category-messages.ts';
import { OFFICIAL_PAGES } from './official-pages.ts';

/**
 * Returns the corrective action for a violation category, by number. Every category has one. The page that it
 * links to depends on the kind of license.
 */
export function categoryAction(
  category: number,
  kind: LicenseKind,
  language: Language = 'en',
): CategoryAction {
  const action = CATEGORY_ACTIONS[language][String(category)] ?? OTHER_CATEGORY[language].action;
  const topic = PAGES.get(category) ?? 'inspections';
  // The guide to mobile vehicles does not apply to a caterer's kitchen, but the food code has the same rules.
  const own = topic === 'mobile' && kind === 'caterer' ? 'foodCode' : topic;
  return { action, resource: officialPage(own, language) };
}

/** Returns one of the regulator's pages, with a title in the reader's language. */
export function officialPage(topic: Topic, language: Language = 'en'): Source['pages'][Topic] {
  return { title: OFFICIAL_TITLES[language][topic], url: OFFICIAL_PAGES[topic].url };
}

type Topic = keyof Source['pages'];

const CATEGORIES: Readonly<Partial<Record<Topic, readonly number[]>>> = {
  foodCode: [1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 16, 21, 22, 23, 24, 25, 35, 36, 38, 41, 42, 43, 52],
  illness: [9, 11, 12, 13, 31, 40],
  mobile: [27, 28, 29, 32, 33],
  licensing: [50],
  foodManager: [53],
};

/**
 * The topic of the page that explains each category. Categories without an entry link to the general page
 * about inspections.
 */
const PAGES = new Map(
  Object.entries(CATEGORIES).flatMap(([topic, categories]) =>
    categories.map((category) => [category, topic as Topic] as const),
  ),
);
