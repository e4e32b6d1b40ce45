import type { Language } from '../../../lib/language/language.ts';
import type { VendorFilters } from '../../../records/record/filters.ts';
import { type Html, html } from '../../kit/html.ts';
import { type FieldError, renderFieldError } from '../decisions/check-form.ts';
import { renderFilters } from './search-filters.ts';
import { SEARCH_FORM } from './search-messages.ts';

export interface SearchFormState {
  readonly q: string;
  readonly city: string;
  /** The event date, which the search only passes on. Empty if there is none. */
  readonly eventDate?: string;
  /** Undefined if the form does not have filters. */
  readonly filters?: VendorFilters;
  readonly error?: FieldError | undefined;
}

export const EMPTY_SEARCH: SearchFormState = { q: '', city: '' };

/** The maximum number of characters in a search. */
export const TEXT_LENGTH_MAX = 100;

/**
 * Renders the form for finding a vendor by name or place, with the values that were typed. Above results, it
 * is one line: the city is then among the filters, and the hint is left out.
 */
export function renderSearchForm(
  { q, city, eventDate, filters, error }: SearchFormState,
  language: Language = 'en',
  isAboveResults = false,
): Html {
  const t = SEARCH_FORM[language];
  const about = (name: string, hint?: string) => {
    const wrong = error?.field === name;
    const ids = [wrong ? `${name}-error` : '', hint ?? ''].filter(Boolean).join(' ');
    return html`${ids ? html` aria-describedby="${ids}"` : ''}${wrong ? html` aria-invalid="true" autofocus` : ''}`;
  };
  const message = (name: string) =>
    error?.field === name ? renderFieldError(`${name}-error`, html`${error.text}`, language) : '';
  const name = html`<div class="field">
<label for="q">${t.name}</label>
${isAboveResults ? '' : html`<p class="hint" id="q-hint">${t.nameHint}</p>`}
${message('q')}
<input id="q" name="q" type="search" value="${q}" maxlength="${TEXT_LENGTH_MAX}" autocomplete="off" spellcheck="false"${about('q', isAboveResults ? undefined : 'q-hint')}>
</div>`;
  const place = html`<div class="field">
<label for="city">${t.city} <span class="optional">${t.optional}</span></label>
${message('city')}
<input id="city" name="city" type="text" value="${city}" maxlength="${TEXT_LENGTH_MAX}" autocomplete="off"${about('city')}>
</div>`;
  const day = eventDate ? html`<input type="hidden" name="event_date" value="${eventDate}">` : '';
  const submit = html`<p><button type="submit">${t.submit}</button></p>`;
  if (isAboveResults)
    return html`<search><form class="ask ask-pair no-print" action="/search" method="get">
${name}
${submit}
${filters ? renderFilters(filters, language, { field: place, isOpen: city.trim() !== '' }) : place}${day}
</form></search>`;
  return html`<search><form class="ask no-print" action="/search" method="get">
${name}
${place}
${filters ? renderFilters(filters, language) : ''}
${day}
${submit}
</form></search>`;
}
