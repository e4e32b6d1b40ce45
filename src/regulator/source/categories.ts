/**
 * Formats the number of citations per category for storage, such as `8:2,35:1`. Pass only categories that
 * have citations.
 */
export function formatCategories(counts: readonly (readonly [category: number, count: number])[]): string {
  return counts.map(([category, count]) => `${category}:${count}`).join(',');
}

/** Parses the text that {@link formatCategories} returns. */
export function parseCategories(text: string): [category: number, count: number][] {
  if (text === '') return [];
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':');
    return [Number(pair.slice(0, colon)), Number(pair.slice(colon + 1))];
  });
}
