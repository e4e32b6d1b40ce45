/**
 * Describes how a run changed vendors' verdicts, both as counts and in words. Works with any set of verdicts.
 */

/**
 * The number of vendors whose verdict changed in this way. A verdict is null if the vendor was not yet, or is
 * no longer, on record.
 */
export interface VerdictChange {
  readonly before: string | null;
  readonly after: string | null;
  readonly vendors: number;
}

/** Counts vendors by old and new verdict. The memory used does not grow with the number of vendors. */
export class VerdictCount {
  readonly #counts = new Map<string, VerdictChange>();

  /** Adds one vendor. A verdict is undefined if the vendor was not yet, or is no longer, on record. */
  add(was: string | undefined, is: string | undefined): void {
    if (was === is) return;
    const before = was ?? null;
    const after = is ?? null;
    const key = `${before} ${after}`;
    this.#counts.set(key, { before, after, vendors: (this.#counts.get(key)?.vendors ?? 0) + 1 });
  }

  /** Lists the changes, most frequent first. */
  list(): VerdictChange[] {
    return [...this.#counts]
      .sort(([a, { vendors: ofA }], [b, { vendors: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
      .map(([, change]) => change);
  }
}

/** Returns "43 changed (CLEAR → REVIEW 40, REVIEW → CLEAR 3), 2 new (REVIEW 2)". */
export function verdictChangesText(changes: readonly VerdictChange[] | null): string {
  if (changes === null) return 'not counted';
  const groups = [
    tellGroup(
      'changed',
      changes.filter(({ before, after }) => before !== null && after !== null),
    ),
    tellGroup(
      'new',
      changes.filter(({ before }) => before === null),
    ),
    tellGroup(
      'gone',
      changes.filter(({ after }) => after === null),
    ),
  ].filter((text) => text !== '');
  return groups.length === 0 ? 'none changed' : groups.join(', ');
}

function tellGroup(word: string, changes: readonly VerdictChange[]): string {
  if (changes.length === 0) return '';
  const total = changes.reduce((sum, { vendors }) => sum + vendors, 0);
  const parts = changes.map(
    ({ before, after, vendors }) =>
      `${[before, after].filter((each) => each !== null).join(' → ')} ${vendors.toLocaleString('en-US')}`,
  );
  return `${total.toLocaleString('en-US')} ${word} (${parts.join(', ')})`;
}
