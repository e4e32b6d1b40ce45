import type { Language } from '../../lib/language/language.ts';
import type { Confidence, MatchReason } from '../../matching/matchable.ts';
import { NAMED_VENDOR } from '../../records/read/named-vendor-messages.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { Finder } from './finder.ts';
import { CONFIDENCES_NAMED, MATCH, MATCH_REASONS_NAMED } from './match-messages.ts';

/**
 * Suggests vendors for an unknown number or name, as a sentence that is shown next to the field. Returns an
 * empty string if there are none.
 */
export type Suggest = (typed: string, language?: Language) => Promise<string>;

const SUGGESTED_MAX = 3;
const FIT_MIN = 0.6;

/**
 * Creates a function that suggests vendors. A suggestion shows only public data: license number, name and
 * city.
 */
export function createSuggest(finder: Pick<Finder, 'findMatchingVendors'>): Suggest {
  return async (typed, language) => {
    const { hits } = await finder.findMatchingVendors(parseLicenseNumber(typed)?.read ?? typed, {
      limit: SUGGESTED_MAX,
    });
    // If a number has the wrong letters, the error message already lists the vendors with its digits.
    if (hits.some(({ reasons }) => reasons.includes('same_number'))) return '';
    return didYouMean(
      hits.filter(({ score }) => score >= FIT_MIN),
      language,
    );
  };
}

/** Explains why a vendor may be a match and how likely that is: "Likely: former name, similar spelling." */
export function describeMatch(
  {
    reasons,
    sureness,
  }: {
    readonly reasons: readonly MatchReason[];
    readonly sureness: Confidence;
  },
  language: Language = 'en',
): string {
  const name = CONFIDENCES_NAMED[language][sureness];
  const why = reasons.map((reason) => MATCH_REASONS_NAMED[language][reason]).join(', ');
  return why === '' ? `${name}.` : MATCH[language].because({ confidence: name, why });
}

/**
 * Returns a question such as "Did you mean ABC5890012, TACO TRUCK in OCALA?" or an empty string if there are
 * no vendors.
 */
function didYouMean(
  vendors: readonly { readonly licenseNumber: string; readonly name: string; readonly city: string | null }[],
  language: Language = 'en',
): string {
  const t = NAMED_VENDOR[language];
  const named = vendors.map(({ licenseNumber: number, name, city }) =>
    city === null ? `${number}, ${name}` : t.vendorIn({ number, name, city }),
  );
  return named.length === 0 ? '' : t.didYouMean({ vendors: named.join(t.orElse) });
}
