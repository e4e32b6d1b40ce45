import { inEach, type Language } from '../../lib/language/language.ts';
import { OTHER_LICENSES, type OtherLicense, type OtherLicenseCode } from '../source/other-license.ts';
import { OTHER_ABOUT, OTHER_DOCUMENTS, OTHER_LINKS, OTHER_NAMES } from './other-license-messages.ts';

/**
 * Licenses to serve food at an event that are not in the mobile vendor and caterer files. The rules come from
 * the regulator's guide to temporary food service events and, for home kitchens, from section 500.80 of the
 * Florida Statutes.
 */

const GUIDE = 'https://www2.myfloridalicense.com/hotels-restaurants/licensing/temporaryevent-guide/';
const SEARCH = 'https://www.myfloridalicense.com/wl11.asp';
const AGRICULTURE = 'https://www.fdacs.gov/Business-Services/Food';
const COTTAGE = `${AGRICULTURE}/Food-Establishments/Cottage-Foods`;

const LINKS: Readonly<Record<OtherLicenseCode, string>> = {
  restaurant: SEARCH,
  temporary_event: GUIDE,
  food_permit: AGRICULTURE,
  cottage_food: COTTAGE,
};

const DOCUMENTS = inEach((language) => {
  const t = OTHER_DOCUMENTS[language];
  const shared = [t.insurance, t.extinguisher];
  const lists: Readonly<Record<OtherLicenseCode, readonly string[]>> = {
    restaurant: [t.restaurantLicense, t.newestReport, t.temporaryIfAsked, ...shared, t.manager],
    temporary_event: [t.temporary, t.menu, ...shared],
    food_permit: [t.permit, t.menu, ...shared],
    cottage_food: [t.labels, t.insurance],
  };
  return lists;
});

/** Returns every kind of other license, in the order used in forms. */
export function otherLicenses(language: Language): readonly OtherLicense[] {
  return OTHER_LICENSES.map((code) => ({
    code,
    name: OTHER_NAMES[language][code],
    about: OTHER_ABOUT[language][code],
    documents: DOCUMENTS[language][code],
    link: { name: OTHER_LINKS[language][code], url: LINKS[code] },
  }));
}

/**
 * Returns the kind of license that a list states in words instead of a number, such as "cottage food" or
 * "FDACS 123456".
 */
export function otherLicenseIn(text: string): OtherLicenseCode | undefined {
  return NAMED_SO.find(([, pattern]) => pattern.test(text))?.[0];
}

const NAMED_SO: readonly (readonly [OtherLicenseCode, RegExp])[] = [
  ['cottage_food', /\bcottage\b|\bhome (?:kitchen|bak(?:er|ery))\b|\bcocina de casa\b/i],
  ['food_permit', /\bf?dacs\b|\bfood permit\b|\bdept\.? of agriculture\b|\bagricultur(?:e|a)\b/i],
  ['temporary_event', /\btemp(?:orary)?\.? (?:event|food|lic)|\btfse\b|\bevento temporal\b/i],
  ['restaurant', /\brestaurant(?:e)?\b/i],
];
