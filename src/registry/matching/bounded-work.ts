/** What keeps a look-up as cheap among a million vendors as among a thousand. Pure. */

/** Counts what a look-up looked at, for tests that hold it to its bounds. */
export interface Work {
  looks: number;
}

type Weighed = readonly [place: number, weight: number];

/** The heaviest, then those that come first; without sorting all. */
export function topOf<Each extends Weighed>(weighed: readonly Each[], most: number): Each[] {
  const chosen = weighed.length > most ? weighed.filter(atLeast(weighed, most)) : [...weighed];
  return chosen.sort(([a, weightA], [b, weightB]) => weightB - weightA || a - b).slice(0, most);
}

function atLeast(weighed: readonly Weighed[], most: number): (each: Weighed) => boolean {
  const least = Float64Array.from(weighed, ([, weight]) => weight).sort()[weighed.length - most] ?? 0;
  return ([, weight]) => weight >= least;
}
