/**
 * Calculates how many seconds the counted actions take with the keystroke-level model (Card, Moran and Newell
 * 1980). The person knows the way and does not make mistakes. The model does not cover reading or scrolling,
 * so they are represented by a glance at each page and a gesture for each scrolled screen.
 */
export interface Counted {
  readonly clicks: number;
  /** The number of fields that are typed into, and the number of characters typed. */
  readonly fields: number;
  readonly characters: number;
  /** The number of texts that are selected, copied and pasted elsewhere. */
  readonly copies: number;
  readonly pages: number;
  /** The number of screens that scroll past before the target comes into view. */
  readonly screens: number;
}

/** The model's own operators, in seconds. */
const POINT = 1.1;
const PRESS = 0.2;
const KEY = 0.28;
const HOME = 0.4;
const THINK = 1.35;

export function personSeconds({ clicks, fields, characters, copies, pages, screens }: Counted): number {
  const click = THINK + POINT + PRESS;
  const field = THINK + POINT + PRESS + HOME + HOME;
  /** Selecting text from beginning to end and pressing two keys. Pasting takes just as long. */
  const copy = THINK + POINT + PRESS + POINT + PRESS + HOME + 2 * KEY + POINT + PRESS + HOME + 2 * KEY;
  return clicks * click + fields * field + characters * KEY + copies * copy + pages * THINK + screens * POINT;
}
