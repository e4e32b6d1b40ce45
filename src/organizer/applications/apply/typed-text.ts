import { oneLine, someLines } from '../../../lib/text/clean-typed-text.ts';

/**
 * Text that a stranger typed into an application. Control characters and direction marks are refused rather than dropped, so
 * that the stored text is what was meant.
 */
const UNTYPABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

/** One trimmed line, empty when nothing is visible; undefined when it is refused. */
export function readLine(text: string): string | undefined {
  return UNTYPABLE.test(text.trim()) ? undefined : oneLine(text);
}

/** Several lines, by the same rules; line breaks are kept. */
export function readLines(text: string): string | undefined {
  return UNTYPABLE.test(text.replace(/[\r\n\t]/g, ' ')) ? undefined : someLines(text).trim();
}
