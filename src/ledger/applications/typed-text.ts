import { oneLine, someLines } from '../events/typed-text.ts';

/**
 * Text that a stranger typed into an application. What no keyboard types (control characters, marks that turn
 * the direction of writing) is refused rather than dropped: what is stored is what was meant.
 */
const UNTYPABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One line without blanks around it, empty where there is nothing to see; undefined when it is refused. */
export function readLine(text: string): string | undefined {
  return UNTYPABLE.test(text.trim()) ? undefined : oneLine(text);
}

/** Several lines, in the same way; line breaks are kept. */
export function readLines(text: string): string | undefined {
  return UNTYPABLE.test(text.replace(/[\r\n\t]/g, ' ')) ? undefined : someLines(text).trim();
}
