import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { QUOTES } from './messages.ts';

/** Quotes the regulator's words. For readers of another language, our translation follows the quote. */
export function quoteWords(words: string, language: Language): string {
  if (words === '') return blankWords(language);
  const gloss = REGULATOR.glossOf(words, language);
  return gloss === undefined ? QUOTES[language].plain({ words }) : QUOTES[language].glossed({ words, gloss });
}

/**
 * Returns the text for a result that is blank in the regulator's file, because empty quotation marks would be
 * meaningless.
 */
export function blankWords(language: Language): string {
  return QUOTES[language].blank;
}

/** Returns the text of {@link quoteWords} with the date of the visit. */
export function quoteDated(words: string, day: IsoDate, language: Language): string {
  return QUOTES[language].dated({ quote: quoteWords(words, language), day: describeDay(day, language) });
}
