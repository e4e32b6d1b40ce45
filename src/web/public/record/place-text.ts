import type { Language } from '../../../lib/language/language.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { RECORD } from './record-messages.ts';

/** Returns the city and county in words, but never any other part of an address. */
export function placeText(
  {
    city,
    county,
  }: {
    readonly city: string | null;
    readonly county: string | null;
  },
  language: Language = 'en',
): string {
  return [city === null ? null : displayName(city), county ? RECORD[language].county({ name: county }) : null]
    .filter(Boolean)
    .join(', ');
}
