import type { Language } from '../../lib/language/language.ts';
import type { Confidence, MatchReason } from '../../matching/matchable.ts';
import { NAMED_VENDOR } from '../../records/read/named-vendor-messages.ts';
import { CONFIDENCES_NAMED, MATCH, MATCH_REASONS_NAMED } from './match-messages.ts';

/** Explains to people why a vendor may be a match, and how confident that is. */

/** "Likely: former name, similar spelling." */
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

/** "Did you mean ABC5890012, TACO TRUCK in OCALA?"; empty without a vendor. */
export function didYouMean(
  vendors: readonly { readonly licenseNumber: string; readonly name: string; readonly city: string | null }[],
  language: Language = 'en',
): string {
  const t = NAMED_VENDOR[language];
  const named = vendors.map(({ licenseNumber: number, name, city }) =>
    city === null ? `${number}, ${name}` : t.vendorIn({ number, name, city }),
  );
  return named.length === 0 ? '' : t.didYouMean({ vendors: named.join(t.orElse) });
}
