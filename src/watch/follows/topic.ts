import type { Language } from '../../lib/language/language.ts';
import { quotedName } from '../../lib/text/names-in-email.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { FOLLOW_MAIL } from './messages.ts';

/** A vendor as it appears in a sentence and in an address. */
export interface FollowedVendor {
  readonly id: string;
  /** `type:digits` */
  readonly licenseKey: string;
  readonly licenseNumber: string;
  /** The name on file; null if the vendor is no longer on record. */
  readonly name: string | null;
}

/** The topic of a subscription: the closures of a county, of the state if it is empty, or one vendor's record. */
export type Topic =
  | { readonly kind: 'closures'; readonly county: string }
  | { readonly kind: 'vendor'; readonly vendor: FollowedVendor };

/** Returns the county, the state or the vendor as it appears in a sentence. */
export function describeTopic(topic: Topic, language: Language): string {
  return topic.kind === 'closures'
    ? describePlace(topic.county, language)
    : describeVendor(topic.vendor, language);
}

/** Returns the county or the state as it appears in a sentence. */
export function describePlace(county: string, language: Language): string {
  return county === '' ? REGULATOR.jurisdiction : FOLLOW_MAIL[language].county({ county });
}

/** Returns the vendor as it appears in a sentence. Names come from files, so none may become a link. */
export function describeVendor(
  { name, licenseNumber: number }: Pick<FollowedVendor, 'name' | 'licenseNumber'>,
  language: Language,
): string {
  const t = FOLLOW_MAIL[language];
  return name === null ? t.license({ number }) : t.vendor({ name: quotedName(name), number });
}
