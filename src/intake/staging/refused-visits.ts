/** What is known of a file's refused rows; `isWhole` is false where there were more than are kept. */
export interface RefusedVisits {
  readonly visitIds: ReadonlySet<number>;
  /** Digits of licenses in damaged rows: a row that is cut off has lost its visit id, which comes last. */
  readonly licenses: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/**
 * Which visits an inspection file may list in rows that were refused. Such a file does not show that the regulator has
 * removed them. Where a refused row tells neither visit nor license, the file shows that of no visit at all. Pure.
 */
export function refusedVisits(contents: readonly string[], rowsRefused: number): RefusedVisits {
  const each = contents.map(numbersOf);
  const numbers = each.flatMap(({ numbers: found }) => found);
  return {
    visitIds: new Set(numbers.map(Number)),
    licenses: new Set(each.flatMap((row) => (row.isDamaged ? row.numbers : []))),
    isWhole: contents.length === rowsRefused && each.every(({ numbers: found }) => found.length > 0),
  };
}

/**
 * Returns the licenses whose orders a file may list in rows that were refused. Where a refused row names no license, the file
 * does not show that any order was removed.
 */
export function refusedOrders(contents: readonly string[], rowsRefused: number): RefusedVisits {
  const licenses = contents.map((content) => /"license number":"[A-Z]*(\d{7})"/.exec(content)?.[1]);
  const known = licenses.filter((digits) => digits !== undefined);
  return {
    visitIds: new Set(),
    licenses: new Set(known),
    isWhole: contents.length === rowsRefused && known.length === licenses.length,
  };
}

/** From what is kept of a refused row: its visit id, or all numbers of a row that could not be taken apart. */
function numbersOf(content: string): { readonly isDamaged: boolean; readonly numbers: readonly string[] } {
  const kept: unknown = content.startsWith('{') ? JSON.parse(content) : {};
  if (typeof kept !== 'object' || kept === null) return { isDamaged: true, numbers: [] };
  const [visitId, numbers]: unknown[] = [Reflect.get(kept, 'visit id'), Reflect.get(kept, 'numbers')];
  const texts: unknown[] = Array.isArray(numbers) ? numbers : [visitId];
  const isNumber = (text: unknown) => typeof text === 'string' && /^\d{1,15}$/.test(text);
  return { isDamaged: Array.isArray(numbers), numbers: texts.filter(isNumber).map(String) };
}
