import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Where a place is on a map that anybody may use: a search, since no position of it is known here. */
export function mapAddress(place: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${place}, ${REGULATOR.jurisdiction}` })}`;
}
