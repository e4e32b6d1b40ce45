/**
 * The cursor of the feed of changes (contract 2.11.4): the number of the last change that its holder has, and
 * the mark of the publication that made it. The mark is random. So a cursor of another database, or from
 * before a backup was restored, is not mistaken for one of this feed.
 */
export interface Cursor {
  readonly number: number;
  readonly mark: string;
}

/** The cursor that requests the current end of the feed. */
export const NOW = 'now';

const CURSOR = /^([1-9a-z][0-9a-z]{0,8}|0)-([0-9a-f]{12})$/;

export function formatCursor({ number, mark }: Cursor): string {
  return `${number.toString(36)}-${mark}`;
}

/** Returns undefined for any text that is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const [, number, mark] = CURSOR.exec(text) ?? [];
  return number === undefined || mark === undefined
    ? undefined
    : { number: Number.parseInt(number, 36), mark };
}
