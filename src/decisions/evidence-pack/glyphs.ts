import { normalizeText } from '../../lib/text/normalize-text.ts';

/** Replaces each character that the font lacks; the cover explains it. */
const REPLACEMENT = '□';

/** The characters that the font can draw, and a flag for one that it lacked. */
export interface Glyphs {
  readonly has: (codePoint: number) => boolean;
  /** Set once a character was replaced. */
  replaced: boolean;
}

/** Joiners and variation selectors have no shape of their own. */
const WITHOUT_SHAPE = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Returns the text with a visible replacement for each character that the font lacks. Blanks and control
 * characters become a space.
 */
export function printable(text: string, glyphs: Glyphs): string {
  const known = normalizeText(text, 'NFC')
    .replace(WITHOUT_SHAPE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ');
  let printed = '';
  for (const character of known) {
    const isKnown = glyphs.has(character.codePointAt(0) ?? 0);
    if (!isKnown) glyphs.replaced = true;
    printed += isKnown ? character : REPLACEMENT;
  }
  return printed;
}
