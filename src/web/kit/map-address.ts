import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Returns a link to a place on a public map. The link is a search, since the coordinates are unknown. */
export function mapAddress(place: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${place}, ${REGULATOR.jurisdiction}` })}`;
}
