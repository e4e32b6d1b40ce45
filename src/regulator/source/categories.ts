/** Formats citations by category for storage, `8:2,35:1`. Categories without citations are left out. */
export function formatCategories(counts: readonly (readonly [category: number, count: number])[]): string {
  return counts.map(([category, count]) => `${category}:${count}`).join(',');
}

/** Reads the text that {@link formatCategories} writes. */
export function parseCategories(text: string): [category: number, count: number][] {
  if (text === '') return [];
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':');
    return [Number(pair.slice(0, colon)), Number(pair.slice(colon + 1))];
  });
}
