import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { QUOTES } from './messages.ts';

/** Quotes the regulator's words. For readers of another language, our gloss follows. */
export function quoteWords(words: string, language: Language): string {
  if (words === '') return blankWords(language);
  const gloss = REGULATOR.glossOf(words, language);
  return gloss === undefined ? QUOTES[language].plain({ words }) : QUOTES[language].glossed({ words, gloss });
}

/**
 * Returns the text for a result that the regulator's file leaves blank. Quotes around nothing would be
 * meaningless.
 */
export function blankWords(language: Language): string {
  return QUOTES[language].blank;
}

/** Returns {@link quoteWords} with the day of the visit. */
export function quoteDated(words: string, day: IsoDate, language: Language): string {
  return QUOTES[language].dated({ quote: quoteWords(words, language), day: describeDay(day, language) });
}
