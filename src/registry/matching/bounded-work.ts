/** What keeps a look-up as cheap among a million vendors as among a thousand. Pure. */

/** Counts what a look-up looked at, for tests that hold it to its bounds. */
export interface Work {
  looks: number;
}

/** The heaviest of the places, the heaviest first; of equal ones those that come first. Without sorting all. */
export function topOf(places: readonly number[], weights: Float64Array, most: number): number[] {
  const byWeight = (a: number, b: number) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b;
  if (places.length <= most) return [...places].sort(byWeight);
  const values = new Float64Array(places.length);
  for (let at = 0; at < places.length; at++) values[at] = weights[places[at] ?? 0] ?? 0;
  const least = nthLargest(values, most - 1);
  const heavier: number[] = [];
  const equal: number[] = [];
  for (const place of places) {
    const weight = weights[place] ?? 0;
    if (weight > least) heavier.push(place);
    else if (weight === least) equal.push(place);
  }
  const first = Uint32Array.from(equal)
    .sort()
    .subarray(0, most - heavier.length);
  return [...heavier.sort(byWeight), ...first];
}

/** The value that `n` others stand before when they are sorted from the largest; it puts the values in another order. */
function nthLargest(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) > pivot) left += 1;
      while ((values[right] ?? 0) < pivot) right -= 1;
      if (left > right) break;
      const value = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = value;
      left += 1;
      right -= 1;
    }
    if (n <= right) high = right;
    else if (n >= left) low = left;
    else break;
  }
  return values[n] ?? 0;
}
