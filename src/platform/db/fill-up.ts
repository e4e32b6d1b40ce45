/**
 * A list for a condition such as `id in (?, ?)`, filled up with its last value to the next power of two. Statements stay
 * prepared, and one for each number of values would fill the memory.
 */
export function filledUp<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: size - values.length }, () => last)];
}
