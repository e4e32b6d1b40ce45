import type { RefusedVisits } from './in-force.ts';

/**
 * Which visits an inspection file may list in rows that were refused. Such a file does not show that the regulator has
 * removed them. Where a refused row does not tell its visit, the file shows that of no visit at all. Pure.
 */
export function refusedVisits(contents: readonly string[], rowsRefused: number): RefusedVisits {
  const each = contents.map(visitIdsOf);
  return {
    visitIds: new Set(each.flat()),
    isWhole: contents.length === rowsRefused && each.every((ids) => ids.length > 0),
  };
}

/** From what is kept of a refused row: its column, or the numbers of a row with too many or too few of them. */
function visitIdsOf(content: string): number[] {
  const kept: unknown = content.startsWith('{') ? JSON.parse(content) : {};
  if (typeof kept !== 'object' || kept === null) return [];
  const [own, ids]: unknown[] = [Reflect.get(kept, 'visit id'), Reflect.get(kept, 'numbers')];
  const texts: unknown[] = Array.isArray(ids) ? ids : [own];
  return texts.flatMap((text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : []));
}
