import { blankWords } from '../../judgment/scorecard/quote.ts';
import type { Language } from '../../lib/language/language.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Html, html } from './html.ts';

/** The content inside a message's tags: `t.lead({ strong, check: linkTo('/check') })`. */
type Inside = readonly (string | Html)[];

export const strong = (inside: Inside): Html => html`<strong>${inside}</strong>`;
export const code = (inside: Inside): Html => html`<span class="code">${inside}</span>`;

/**
 * Creates a tag that links to an address. As in any template, an address on this site is given without a
 * language prefix.
 */
export const linkTo =
  (address: string) =>
  (inside: Inside): Html =>
    html`<a href="${address}">${inside}</a>`;

/** Marks text for screen readers only. */
export const hidden = (inside: Inside): Html => html`<span class="visually-hidden">${inside}</span>`;

/**
 * Renders the regulator's own words in quotation marks. On a page in another language, the words are marked
 * as English and followed by our explanation.
 */
export function renderQuote(words: string, language: Language): Html {
  if (words === '') return html`${blankWords(language)}`;
  if (language === 'en') return html`“${words}”`;
  const gloss = REGULATOR.glossOf(words, language);
  return html`<span lang="en">“${words}”</span>${gloss === undefined ? '' : ` (${gloss})`}`;
}
