/**
 * Calculates a person's time for the counted actions with the keystroke-level model (Card, Moran and Newell
 * 1980): seconds for a person who knows the way and makes no mistakes. The model has no time for reading or
 * scrolling, so a glance at each page and a gesture for each scrolled screen represent them.
 */
export interface Counted {
  readonly clicks: number;
  /** The number of typed texts, and of the characters in them. */
  readonly fields: number;
  readonly characters: number;
  /** Texts that are selected and copied to another place. */
  readonly copies: number;
  readonly pages: number;
  /** Screens that scroll past before the target comes into view. */
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
  /** Selects from the beginning to the end and presses two keys at once; pasting takes the same. */
  const copy = THINK + POINT + PRESS + POINT + PRESS + HOME + 2 * KEY + POINT + PRESS + HOME + 2 * KEY;
  return clicks * click + fields * field + characters * KEY + copies * copy + pages * THINK + screens * POINT;
}
