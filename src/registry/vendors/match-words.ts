import type { Language } from '../../lib/language.ts';
import type { MatchReason, Sureness } from '../matching/matchable.ts';
import { NAMED_VENDOR } from './named-vendor-messages.ts';

/** What people read of why a vendor may be the one they mean, and how sure that is. */

/** How a number differs from a vendor's own, in one wording everywhere. */
export const NUMBER_SLIPS = {
  number_alike: 'number with one digit different',
  digits_exchanged: 'number with two digits exchanged',
  digit_missing: 'number with a digit missing',
  digit_extra: 'number with a digit too many',
  number_misread: 'number with letters and digits mixed up',
} as const;

const REASONS: Readonly<Record<MatchReason, string>> = {
  same_name: 'same name',
  same_number: 'same number',
  ...NUMBER_SLIPS,
  former_name: 'former name',
  spelled_alike: 'spelled alike',
  other_order: 'words in another order',
  words_missing: 'the name has more words',
  words_more: 'some of your words are not in the name',
  city: 'its city is among your words',
  other_letters: 'another kind of license',
  other_number: 'another number',
  other_name: 'another name',
  other_city: 'another city on file',
};

const SURENESS: Readonly<Record<Sureness, string>> = {
  sure: 'Very likely',
  likely: 'Likely',
  possible: 'Possible',
};

/** "Likely: former name, spelled alike." */
export function describeMatch({
  reasons,
  sureness,
}: {
  readonly reasons: readonly MatchReason[];
  readonly sureness: Sureness;
}): string {
  const why = reasons.map((reason) => REASONS[reason]).join(', ');
  return why === '' ? `${SURENESS[sureness]}.` : `${SURENESS[sureness]}: ${why}.`;
}

/** "Did you mean ABC5890012, TACO TRUCK in OCALA?"; empty without anybody. */
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
