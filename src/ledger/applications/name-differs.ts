import { LIKENESS_MIN, likeness, spellingOf } from '../../registry/matching/word-likeness.ts';
import { wordsOf } from '../../registry/matching/words.ts';

/** Whether an application names another business than the record of its license does: then somebody else may use the license. */

interface Named {
  readonly business_name: string;
  /** Null when no single vendor is on record. */
  readonly vendor: { readonly name: string; readonly aka: string | null } | null;
}

/** A sentence when no word of the name that was given is like any word of the name on record or the former one; else null. */
export function differingName({ business_name, vendor }: Named): string | null {
  if (!vendor) return null;
  const given = wordsOf(business_name).map(spellingOf);
  const known = [vendor.name, vendor.aka ?? ''].flatMap(wordsOf).map(spellingOf);
  if (given.length === 0 || known.length === 0) return null;
  if (given.some((each) => known.some((other) => likeness(each, other) >= LIKENESS_MIN))) return null;
  return `Applied as ${business_name}; the name on the license’s record is ${vendor.name}. Ask who uses this license.`;
}
