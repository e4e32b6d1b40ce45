/** The known content of a file's refused rows. `isWhole` is false if there were more than are stored. */
export interface RefusedVisits {
  readonly visitIds: ReadonlySet<number>;
  /** Digits of licenses in damaged rows. A row that is cut off has lost its visit id, which comes last. */
  readonly licenses: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/**
 * Returns the visits that an inspection file may list in refused rows. Such a file does not prove that the
 * regulator removed them. If a refused row shows neither visit nor license, the file proves no removal at
 * all.
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
 * Returns the licenses whose orders a file may list in refused rows. If a refused row names no license, the
 * file does not prove that any order was removed.
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

/** Returns a stored refused row's visit id, or all numbers of a row that could not be split. */
function numbersOf(content: string): { readonly isDamaged: boolean; readonly numbers: readonly string[] } {
  const kept: unknown = content.startsWith('{') ? JSON.parse(content) : {};
  if (typeof kept !== 'object' || kept === null) return { isDamaged: true, numbers: [] };
  const [visitId, numbers]: unknown[] = [Reflect.get(kept, 'visit id'), Reflect.get(kept, 'numbers')];
  const texts: unknown[] = Array.isArray(numbers) ? numbers : [visitId];
  const isNumber = (text: unknown) => typeof text === 'string' && /^\d{1,15}$/.test(text);
  return { isDamaged: Array.isArray(numbers), numbers: texts.filter(isNumber).map(String) };
}
