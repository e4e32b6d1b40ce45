/**
 * How long a person takes for what was counted, by the keystroke-level model (Card, Moran and Newell 1980): seconds of a person who
 * knows the way and makes no mistake. The model has no time for reading or scrolling: a glance at each page and a gesture
 * for each screen that is scrolled stand for them.
 */
export interface Counted {
  readonly clicks: number;
  /** Texts that are typed, and the characters in them. */
  readonly fields: number;
  readonly characters: number;
  /** Texts that are selected and copied somewhere else. */
  readonly copies: number;
  readonly pages: number;
  /** Screens that pass by before what is looked for comes into view. */
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
  /** From its beginning to its end, two keys at once, and the same for putting it in. */
  const copy = THINK + POINT + PRESS + POINT + PRESS + HOME + 2 * KEY + POINT + PRESS + HOME + 2 * KEY;
  return clicks * click + fields * field + characters * KEY + copies * copy + pages * THINK + screens * POINT;
}
