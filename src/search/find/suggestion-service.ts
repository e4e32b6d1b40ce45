import type { Language } from '../../lib/language/language.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { Finder } from './finder.ts';
import { didYouMean } from './match-words.ts';

/**
 * Suggests vendors for a number or name that no vendor has, as a sentence next to the field; empty if there
 * is none.
 */
export type Suggest = (typed: string, language?: Language) => Promise<string>;

const SUGGESTED_MAX = 3;
const FIT_MIN = 0.6;

/** Shows only public data: license number, name and city. */
export function createSuggest(finder: Pick<Finder, 'findMatchingVendors'>): Suggest {
  return async (typed, language) => {
    const { hits } = await finder.findMatchingVendors(parseLicenseNumber(typed)?.read ?? typed, {
      limit: SUGGESTED_MAX,
    });
    // The refusal of a number with other letters names the vendors with its digits.
    if (hits.some(({ reasons }) => reasons.includes('same_number'))) return '';
    return didYouMean(
      hits.filter(({ score }) => score >= FIT_MIN),
      language,
    );
  };
}
