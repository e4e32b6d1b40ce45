import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Returns the address of a place on a public map: a search, since its position is not known here. */
export function mapAddress(place: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${place}, ${REGULATOR.jurisdiction}` })}`;
}
