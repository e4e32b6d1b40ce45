/**
 * The cursor of the feed of changes (contract 2.11.4): the number of the last change that its holder has, and the mark of the
 * publication that made it. The mark is random, so a cursor of another database, or of a state from before a backup was
 * restored, is not taken for one of this feed. Pure.
 */
export interface Cursor {
  readonly number: number;
  readonly mark: string;
}

/** What asks for the end of the feed, whatever it is. */
export const NOW = 'now';

const CURSOR = /^([1-9a-z][0-9a-z]{0,8}|0)-([0-9a-f]{12})$/;

export function formatCursor({ number, mark }: Cursor): string {
  return `${number.toString(36)}-${mark}`;
}

/** Undefined for any text that no cursor has. */
export function parseCursor(text: string): Cursor | undefined {
  const [, number, mark] = CURSOR.exec(text) ?? [];
  return number === undefined || mark === undefined
    ? undefined
    : { number: Number.parseInt(number, 36), mark };
}
