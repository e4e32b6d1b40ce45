import { REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * Returns a link that searches for a place on a public map. A search is used because the coordinates are
 * unknown.
 */
export function mapAddress(place: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${place}, ${REGULATOR.jurisdiction}` })}`;
}
