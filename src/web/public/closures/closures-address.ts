import { countySlug } from '../../../lib/text/county-slug.ts';

export const CLOSURES_ADDRESS = '/florida/closures';

/** Returns the address of a county's list of closures, or of the statewide list if `county` is empty. */
export function closuresAddress(county: string): string {
  return county === '' ? CLOSURES_ADDRESS : `${CLOSURES_ADDRESS}/${countySlug(county)}`;
}
