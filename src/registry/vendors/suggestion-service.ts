import type { Language } from '../../lib/language.ts';
import type { Finder, MeantVendor } from './finder-service.ts';
import { didYouMean } from './match-words.ts';

/** Whom somebody may have meant with a number or name that is nobody's, as a sentence for beside the field; empty without one. */
export type Suggest = (typed: string, language?: Language) => Promise<string>;

const SUGGESTED_MAX = 3;
const FIT_MIN = 0.6;

/** Names only what is public: license number, name and city. */
export function createSuggest(finder: Pick<Finder, 'findMeant'>): Suggest {
  return async (typed, language) => {
    const { hits } = await finder.findMeant(typed, { limit: SUGGESTED_MAX });
    return didYouMean(hits.filter(isWorthTelling), language);
  };
}

/** What has the number itself was refused for another reason, which the refusal says. */
function isWorthTelling({ score, reasons }: MeantVendor): boolean {
  return score >= FIT_MIN && !reasons.includes('same_number');
}
