/** A part of a text, from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const MARK = /\[name\]|\[phone\]|\[mail address\]/;
const MARKS = new RegExp(`(${MARK.source})`);

/**
 * Returns the parts of `text` that `[name]` replaced, or undefined if `redacted` was not derived from `text`.
 */
export function findStruck(text: string, redacted: string): Span[] | undefined {
  const parts = redacted.split(MARKS);
  const pattern = parts.map((part) => (MARK.test(part) ? '(.+?)' : escapePattern(part))).join('');
  const found = new RegExp(`^${pattern}$`, 'ds').exec(text)?.indices;
  const marks = parts.filter((part) => MARK.test(part));
  // The type allows groups without a position, but every group here is part of the match.
  const spans = found?.slice(1).map(([start, end] = [0, 0]) => ({ start, end }));
  return spans?.filter((_, index) => marks[index] === '[name]');
}

export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Returns true if every letter in `span` is also in one of `others`. */
export function isCovered(text: string, span: Span, others: readonly Span[]): boolean {
  for (let index = span.start; index < span.end; index++)
    if (
      /\p{L}/u.test(text[index] ?? '') &&
      !others.some((other) => index >= other.start && index < other.end)
    )
      return false;
  return true;
}

function escapePattern(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
