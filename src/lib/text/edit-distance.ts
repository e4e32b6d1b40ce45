/** Words shorter than this share buffers, because thousands of words are compared. */
const USUAL = 64;
const ROWS = [new Uint16Array(USUAL), new Uint16Array(USUAL), new Uint16Array(USUAL)] as const;

function roomFor(word: string): Uint16Array {
  return new Uint16Array(word.length + 1);
}

/**
 * Counts the letters that were added, omitted, changed or swapped with their neighbor. Returns undefined if
 * there are more than `most` such edits.
 */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let [beforeLast, last, row] = b.length < USUAL ? ROWS : [roomFor(b), roomFor(b), roomFor(b)];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const own = a.charCodeAt(i - 1);
    const before = a.charCodeAt(i - 2);
    let fewest = i;
    // Skip cells that are farther than `most` from the diagonal, because they have more edits than that.
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    if (from > 1) row[from - 1] = most + 1;
    if (to < b.length) row[to + 1] = most + 1;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = (last[j - 1] ?? 0) + (own === other ? 0 : 1);
      edits = Math.min(edits, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && own === b.charCodeAt(j - 2) && before === other)
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = edits;
      if (edits < fewest) fewest = edits;
    }
    if (fewest > most) return undefined;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const edits = last[b.length] ?? 0;
  return edits <= most ? edits : undefined;
}
