import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';

/**
 * Renders a sentence with all ISO dates spelled out. If the sentence is not in English, its quotes are marked
 * as English, because they are the regulator's words.
 */
export function renderProse(text: string, language: Language = 'en'): Html {
  if (language === 'en') return renderDays(text, language);
  return html`${splitQuotes(text).map(({ words, isQuote }) =>
    isQuote ? html`<span lang="en">${words}</span>` : renderDays(words, language),
  )}`;
}

function renderDays(text: string, language: Language): Html {
  const parts = text.split(/(\b\d{4}-\d\d-\d\d\b)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? renderDay(part, language) : html`${part}`))}`;
}

/**
 * Splits text into its outermost quotes and the text around them. An unclosed quote counts as ordinary text.
 */
function splitQuotes(text: string): { readonly words: string; readonly isQuote: boolean }[] {
  const parts: { words: string; isQuote: boolean }[] = [];
  let from = 0;
  let opened = 0;
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/[“”]/g)) {
    if (mark === '“') {
      if (depth === 0) opened = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      parts.push({ words: text.slice(from, opened), isQuote: false });
      from = index + 1;
      parts.push({ words: text.slice(opened, from), isQuote: true });
    }
  }
  return [...parts, { words: text.slice(from), isQuote: false }];
}
